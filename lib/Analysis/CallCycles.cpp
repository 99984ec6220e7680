//===- CallCycles.cpp - Functions that call themselves --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CallCycles.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace {
/// A function whose calls are being followed.
struct Frame {
  func::FuncOp function;
  SmallVector<func::CallOp> calls;
  /// Of `calls`; the one before it is followed now.
  size_t next = 0;

  func::CallOp getFollowed() const { return calls[next - 1]; }
  StringRef getName() const { return func::FuncOp(function).getName(); }
};
} // namespace

static Frame enter(func::FuncOp function) {
  Frame frame;
  frame.function = function;
  function.walk([&](func::CallOp call) { frame.calls.push_back(call); });
  return frame;
}

/// `cycle`: functions each of which follows a call of the next, the last one of
/// the first.
static InFlightDiagnostic emitCycle(ArrayRef<Frame> cycle) {
  func::CallOp first = cycle.front().getFollowed();
  InFlightDiagnostic diag = first.emitOpError("is part of a cycle of calls, ");
  for (const Frame &frame : cycle)
    diag << frame.getName() << " -> ";
  diag << cycle.front().getName()
       << ": how deep it goes is not known before the step runs, so that no "
          "budget can be kept; write it as a loop (scf.while)";
  for (const Frame &frame : cycle.drop_front())
    diag.attachNote(frame.getFollowed().getLoc())
        << "'" << frame.getName() << "' calls '"
        << frame.getFollowed().getCallee() << "' here";
  return diag;
}

LogicalResult mlir::remat::checkCallsEnd(func::FuncOp function) {
  llvm::DenseSet<Operation *> entered = {function};
  SmallVector<Frame> path = {enter(function)};
  while (!path.empty()) {
    Frame &frame = path.back();
    if (frame.next == frame.calls.size()) {
      path.pop_back();
      continue;
    }
    func::CallOp call = frame.calls[frame.next++];
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee)
      continue;
    if (entered.insert(callee).second) {
      path.push_back(enter(callee));
      continue;
    }
    auto *begin = llvm::find_if(
        path, [&](const Frame &each) { return each.function == callee; });
    if (begin != path.end())
      return emitCycle(ArrayRef(begin, path.end()));
  }
  return success();
}
