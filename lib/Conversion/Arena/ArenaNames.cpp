//===- ArenaNames.cpp - What people call buffers --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Arena.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::remat;

/// The first op, in the order of `buffer`'s block, that neither presets nor
/// frees it; null if there is none.
static Operation *findMaker(Value buffer) {
  Block *block = buffer.getParentBlock();
  Operation *first = nullptr, *firstInBlock = nullptr;
  for (Operation *user : buffer.getUsers()) {
    if (isa<memref::DeallocOp, linalg::FillOp>(user))
      continue;
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (inBlock && (!first || inBlock->isBeforeInBlock(firstInBlock))) {
      first = user;
      firstInBlock = inBlock;
    }
  }
  return first;
}

static std::string name(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  llvm::raw_string_ostream os(text);
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << ' ' << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  else if (auto named = op->getLoc()->findInstanceOf<NameLoc>())
    os << ' ' << named.getName().getValue();
  return text;
}

std::vector<std::string>
mlir::remat::nameBuffers(ArrayRef<ArenaBuffer> buffers) {
  std::vector<std::string> names;
  names.reserve(buffers.size());
  for (const ArenaBuffer &each : buffers) {
    if (auto argument = dyn_cast<BlockArgument>(each.buffer)) {
      names.push_back("argument " + std::to_string(argument.getArgNumber()));
      continue;
    }
    Operation *maker = findMaker(each.buffer);
    if (auto wrapper = dyn_cast_or_null<WithWorkspaceOp>(maker)) {
      names.push_back("workspace of " + name(wrapper.getUser()));
      continue;
    }
    names.push_back(name(maker ? maker : each.buffer.getDefiningOp()));
  }
  return names;
}
