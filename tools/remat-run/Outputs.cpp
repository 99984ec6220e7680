//===- Outputs.cpp - Where results are written ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "NpyValues.h"
#include "ValueNames.h"

#include "remat/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

static llvm::Error fail(StringRef flag, const Twine &text) {
  return llvm::createStringError("--output=" + flag + ": " + text);
}

llvm::Expected<Outputs> Outputs::create(ArrayRef<std::string> flags) {
  Outputs outputs;
  for (const std::string &flag : flags) {
    auto [key, file] = StringRef(flag).split('=');
    if (key.empty() || !file.ends_with(".npy"))
      return fail(flag, "is no KEY=FILE.npy; the key is a result's position or "
                        "name");
    for (const Request &other : outputs.requests)
      if (other.key == key)
        return fail(flag, "names the same result as --output=" + other.flag +
                              "; leave one of them out");
    outputs.requests.push_back({flag, key.str(), file.str()});
  }
  return outputs;
}

std::vector<std::pair<std::string, std::string>> Outputs::getFiles() const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const Request &request : requests)
    files.emplace_back(request.file, "--output=" + request.flag);
  return files;
}

llvm::Error Outputs::bind(const Signature &signature) {
  for (Request &request : requests) {
    const std::string flag = "--output=" + request.flag;
    llvm::Expected<unsigned> result =
        findByKey(flag, request.key, "result", signature.results);
    if (result) {
      request.position = *result;
      continue;
    }
    // Buffers are the only other thing that a step writes.
    llvm::Expected<unsigned> argument =
        findByKey(flag, request.key, "argument", signature.arguments);
    request.isArgument = argument && !llvm::isDigit(request.key.front()) &&
                         signature.arguments[*argument].isBuffer();
    if (!request.isArgument) {
      llvm::consumeError(argument.takeError());
      return result.takeError();
    }
    llvm::consumeError(result.takeError());
    request.position = *argument;
  }
  return llvm::Error::success();
}

llvm::Error Outputs::write(const Signature &signature,
                           const RunResult &run) const {
  for (const Request &request : requests) {
    const TensorSpec &spec = request.isArgument
                                 ? signature.arguments[request.position]
                                 : signature.results[request.position];
    const std::vector<char> &data = request.isArgument
                                        ? run.buffers[request.position].data
                                        : run.results[request.position];
    if (llvm::Error error =
            writeOutputFile(request.file, toNpy(spec, data.data())))
      return error;
  }
  return llvm::Error::success();
}
