//===- CountedLoopOpInterface.td - Counted loops -----------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_TD
#define REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def CountedLoopOpInterface : OpInterface<"CountedLoopOpInterface"> {
  let cppNamespace = "::mlir::remat";
  let description = [{
    A loop that may count its turns from a constant to a constant. Remat pairs
    such loops with the loops of their gradients, chooses the stacks that they
    keep, and rewrites both: through this interface it sees the turns and the
    carried values, and spells new loops.

    Bodies read and write stacks by ops that Remat knows:
    `tensor.extract_slice` and `tensor.insert_slice`, or StableHLO's dynamic
    slices. `scf.for`, `scf.while` and `stablehlo.while` have models. A model
    either describes its loops and spells new ones, or replaces each, before
    planning, by a loop of another kind that has such a model.

    A loop that `getCountedLoop` describes has its body in its last region. If
    it has another region, the first, that one has a block with the same
    arguments. The loop must have no effects but those of its body, and one
    result for each carried value.
  }];
  let methods = [
    InterfaceMethod<[{
        The loop as it counts: none if it has no turn, more than `maxCountedTurns`, or
        a number of turns that is not known before it runs. The body is a single
        block, whose terminator hands on the carried values.
      }],
      "::std::optional<::mlir::remat::CountedLoop>", "getCountedLoop", (ins), "",
      [{
        return ::std::nullopt;
      }]>,
    InterfaceMethod<[{
        The carried value that `result` is after the last turn, of a loop that
        need not count; none if `result` is anything else.
      }],
      "::std::optional<::mlir::remat::CarriedValue>", "getCarriedValue",
      (ins "::mlir::OpResult":$result), "", [{
        return ::std::nullopt;
      }]>,
    InterfaceMethod<[{
        Why `getCountedLoop` gives none, as a clause of a remark: "the bounds of
        the loop are not constant".
      }],
      "::std::string", "explainUncounted", (ins), "", [{
        return ::mlir::remat::detail::explainUncounted();
      }]>,
    InterfaceMethod<[{
        Spells loops of this kind, their stacks and slices; never null for a
        loop that `getCountedLoop` describes.
      }],
      "::std::unique_ptr<::mlir::remat::LoopEmitter>", "createLoopEmitter",
      (ins), "", [{
        return nullptr;
      }]>,
    InterfaceMethod<[{
        Called before planning, on a function that may change, for each loop of
        it that implements the interface: replaces the loop by an equivalent one
        that `getCountedLoop` describes, if there is one, and returns that; else
        returns the operation itself. The new loop has the discardable
        attributes of the old, which may be pins and phases. It must not erase
        other loops.
      }],
      "::mlir::Operation *", "replaceByCountedLoop", (ins), "", [{
        return $_op.getOperation();
      }]>
  ];
}

#endif // REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_TD
