//===- Inputs.h - What a step is run on -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_INPUTS_H
#define REMAT_TOOLS_REMAT_RUN_INPUTS_H

#include "Signature.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>

namespace mlir::remat {

/// The values of a step's arguments: made up, or what `--input` says.
class Inputs {
public:
  Inputs();
  Inputs(Inputs &&);
  ~Inputs();

  /// Reads the values of `--input` flags: KEY=FILE.npy, KEY=uniform:LOW,HIGH or
  /// KEY=NUMBER. Errors: another form, a key twice, a file that cannot be
  /// opened or is no array.
  static llvm::Expected<Inputs> create(ArrayRef<std::string> flags);

  /// Finds the arguments that the keys name; later calls, of the function to
  /// compare with, take the same positions. Errors name the flag: an argument
  /// that is not there or that two flags name, a type, a shape or a number that
  /// it does not take.
  llvm::Error bind(const Signature &signature);

  /// Fills `data` (spec.bytes() bytes) of argument `position`. What is made up
  /// is pseudo-random and depends only on `seed`, `position`, and the index of
  /// the number.
  ///
  /// Integers are uniform in their range. Floats of rank 2 and more are uniform
  /// in [-s, s), s = sqrt(3 / fan-in), fan-in over all but the last dimension,
  /// which keeps variances through a layer; of rank 0 and 1 (biases, gains,
  /// variances), in [0.5, 1.5).
  void fill(const TensorSpec &spec, uint64_t seed, uint64_t position,
            char *data) const;

private:
  struct Request;
  const Request *find(uint64_t position) const;

  std::vector<std::unique_ptr<Request>> requests;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_INPUTS_H
