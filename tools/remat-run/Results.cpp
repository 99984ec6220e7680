//===- Results.cpp - What a step returned and wrote -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "Elements.h"

#include "llvm/Support/xxhash.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

std::string StepOutput::str() const {
  return (isArgument ? "argument " : "result ") + std::to_string(position) +
         " (" + spec->str() + ")" + (isArgument ? ", written," : "");
}

std::vector<StepOutput> mlir::remat::getOutputs(const Signature &signature,
                                                const RunResult &run) {
  std::vector<StepOutput> outputs;
  for (auto [i, spec] : llvm::enumerate(signature.results))
    outputs.push_back({/*isArgument=*/false, i, &spec, &run.results[i]});
  for (auto [i, buffer] : llvm::enumerate(run.buffers))
    if (buffer.isWritten)
      outputs.push_back(
          {/*isArgument=*/true, i, &signature.arguments[i], &buffer.data});
  return outputs;
}

uint64_t mlir::remat::hashContents(const std::vector<char> &data) {
  return llvm::xxh3_64bits(StringRef(data.data(), data.size()));
}

uint64_t mlir::remat::hashContents(ArrayRef<StepOutput> outputs) {
  std::vector<uint64_t> hashes;
  hashes.reserve(outputs.size());
  for (const StepOutput &output : outputs)
    hashes.push_back(hashContents(*output.data));
  return llvm::xxh3_64bits(
      llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(hashes.data()),
                              hashes.size() * sizeof(uint64_t)));
}

static llvm::Error checkOutput(const StepOutput &output, bool allowNonFinite,
                               bool allowConstant) {
  const TensorSpec &spec = *output.spec;
  if (!spec.isFloat())
    return llvm::Error::success();
  const char *data = output.data->data();
  const int64_t count = spec.numElements();
  const int64_t width = spec.elementBytes();
  for (int64_t i = 0; !allowNonFinite && i < spec.numNumbers(); ++i)
    if (!std::isfinite(getNumber(spec, data, i)))
      return llvm::createStringError(
          "%s is %s at %s, so comparing it shows little; try another --seed, "
          "or inputs of another range (--input), or allow it with "
          "--allow-non-finite",
          output.str().c_str(), formatNumber(spec, data, i).c_str(),
          formatIndex(spec, i).c_str());
  bool isConstant = count > 1;
  for (int64_t i = 0; isConstant && i < count; ++i)
    isConstant = std::memcmp(data, data + i * width, width) == 0;
  if (isConstant && !allowConstant)
    return llvm::createStringError(
        "%s is %s everywhere, so comparing it shows little; try another "
        "--seed, give integer arguments a wider 'remat.range', or allow it "
        "with --allow-constant",
        output.str().c_str(), formatNumber(spec, data, 0).c_str());
  return llvm::Error::success();
}

llvm::Error mlir::remat::checkResults(const Signature &signature,
                                      const RunResult &run, bool allowNonFinite,
                                      bool allowConstant) {
  for (const StepOutput &output : getOutputs(signature, run))
    if (llvm::Error error = checkOutput(output, allowNonFinite, allowConstant))
      return error;
  return llvm::Error::success();
}

llvm::Error mlir::remat::checkSameArgumentsWritten(const RunResult &run,
                                                   const RunResult &other) {
  for (auto [i, both] :
       llvm::enumerate(llvm::zip_equal(run.buffers, other.buffers))) {
    const auto &[left, right] = both;
    if (left.isWritten != right.isWritten)
      return llvm::createStringError(
          "argument %zu is written by the %s step, but not by the other", i,
          left.isWritten ? "first" : "second");
  }
  return llvm::Error::success();
}

llvm::Error mlir::remat::compareResults(const Signature &signature,
                                        const RunResult &run,
                                        const RunResult &other) {
  if (llvm::Error error = checkSameArgumentsWritten(run, other))
    return error;
  for (auto [output, expected] : llvm::zip_equal(
           getOutputs(signature, run), getOutputs(signature, other))) {
    const TensorSpec &spec = *output.spec;
    const char *left = output.data->data();
    const char *right = expected.data->data();
    if (std::memcmp(left, right, spec.bytes()) == 0)
      continue;
    const int64_t width = spec.numberBytes();
    int64_t first = 0;
    while (std::memcmp(left + first * width, right + first * width, width) == 0)
      ++first;
    return llvm::createStringError("%s differs, first at %s: %s and %s",
                                   output.str().c_str(),
                                   formatIndex(spec, first).c_str(),
                                   formatNumber(spec, left, first).c_str(),
                                   formatNumber(spec, right, first).c_str());
  }
  return llvm::Error::success();
}
