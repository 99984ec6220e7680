//===- Outputs.h - Where results are written --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_OUTPUTS_H
#define REMAT_TOOLS_REMAT_RUN_OUTPUTS_H

#include "Results.h"

namespace mlir::remat {

/// What `--output` flags ask for: KEY=FILE.npy.
class Outputs {
public:
  /// Errors: another form, or the same key twice.
  static llvm::Expected<Outputs> create(ArrayRef<std::string> flags);

  /// Each file, and its flag: "--output=KEY=FILE.npy".
  std::vector<std::pair<std::string, std::string>> getFiles() const;

  /// Finds what the keys name: a result by its position or name, or a buffer
  /// that is an argument by its name. Errors name the flag and near names.
  llvm::Error bind(const Signature &signature);

  /// Writes the files. Errors name the file.
  llvm::Error write(const Signature &signature, const RunResult &run) const;

private:
  struct Request {
    std::string flag, key, file;
    bool isArgument = false;
    unsigned position = 0;
  };
  std::vector<Request> requests;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_OUTPUTS_H
