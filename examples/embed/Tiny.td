//===- Tiny.td - The dialect of a compiler of somebody's ----*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TD
#define TINY_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/Interfaces/TaskOpInterface.td"

def Tiny_Dialect : Dialect {
  let name = "tiny";
  let cppNamespace = "::tiny";
}

class Tiny_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tiny_Dialect, mnemonic, traits>;

/// An op that says itself what it costs: only its compiler knows that.
def GateOp : Tiny_Op<"gate", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TaskOpInterface, ["getTaskCost"]>]> {
  let summary = "an activation that takes `work` flops an element";
  let arguments = (ins AnyRankedTensor:$x, F64Attr:$work);
  let results = (outs AnyRankedTensor:$y);
  let assemblyFormat = "$x `work` $work attr-dict `:` type($y)";
}

/// Two of them are not the same, even of one tensor: as far as MLIR knows, each
/// allocates its result, so that CSE merges none. By default such an op never
/// runs again.
def DropoutOp : Tiny_Op<"dropout", [
    SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TaskOpInterface, ["mayRunAgain"]>]> {
  let summary = "zeros at random; with a seed, the same ones each time";
  let arguments = (ins AnyRankedTensor:$x, OptionalAttr<I64Attr>:$seed);
  let results = (outs Res<AnyRankedTensor, "", [MemAlloc]>:$y);
  let assemblyFormat = "$x (`seed` $seed^)? attr-dict `:` type($y)";
}

/// Nobody says anything of these two to Remat: what MLIR knows is enough.
def MulOp : Tiny_Op<"mul", [Pure, SameOperandsAndResultType]> {
  let summary = "products of elements";
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b);
  let results = (outs AnyRankedTensor:$product);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($product)";
}

def MeanOp : Tiny_Op<"mean", [Pure]> {
  let summary = "the mean of all elements";
  let arguments = (ins AnyRankedTensor:$x);
  let results = (outs 0DTensorOf<[AnyFloat]>:$mean);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($mean)";
}

/// What it is to Remat is said in Tiny.cpp, as one does it for a dialect that
/// one cannot change.
def UpdateOp : Tiny_Op<"update", [Pure, SameOperandsAndResultType]> {
  let summary = "a step of gradient descent";
  let arguments = (ins AnyRankedTensor:$weights, AnyRankedTensor:$gradient);
  let results = (outs AnyRankedTensor:$updated);
  let assemblyFormat = "$weights `,` $gradient attr-dict `:` type($updated)";
}

/// How this compiler spells `remat.barrier`. Results that are allocated here,
/// as far as MLIR knows, keep CSE and code motion away, and still let an unused
/// fence be erased.
def FenceOp : Tiny_Op<"fence", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<TaskOpInterface,
      ["getTaskCost", "mayRunAgain", "getViewedOperand"]>]> {
  let summary = "the inputs, after something, and unknown to optimizations";
  let arguments = (ins Variadic<AnyType>:$inputs, Variadic<AnyType>:$after);
  let results = (outs Res<Variadic<AnyType>, "", [MemAlloc]>:$results);
  let assemblyFormat = [{
    $inputs (`after` `(` $after^ `:` type($after) `)`)? attr-dict
    `:` type($inputs) `->` type($results)
  }];
}

#endif // TINY_TD
