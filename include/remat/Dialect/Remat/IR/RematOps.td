//===- RematOps.td - Operations of the dialect --------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATOPS_TD
#define REMAT_DIALECT_REMAT_IR_REMATOPS_TD

include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/Dialect/Remat/IR/RematAttrs.td"
include "remat/Dialect/Remat/IR/RematDialect.td"
include "remat/Interfaces/TaskOpInterface.td"

class Remat_Op<string mnemonic, list<Trait> traits = []>
    : Op<Remat_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

class Remat_TaskOp<string mnemonic, string phase> : Remat_Op<mnemonic, [
        IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        DeclareOpInterfaceMethods<TaskOpInterface, ["getTaskCost"]>]> {
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = [{
    /// Whether it can be executed, not only planned.
    bool hasBody() { return !getBody().empty(); }
    /// The terminator of the body; only if it has one.
    YieldOp getYield();
    ::std::optional<TaskPhase> getTaskPhase() {
      return TaskPhase::}] # phase # [{;
    }
  }];
  let extraClassDefinition = [{
    YieldOp $cppClass::getYield() {
      return cast<YieldOp>(getBody().front().getTerminator());
    }
    // The printer makes the label a valid name.
    void $cppClass::getAsmResultNames(OpAsmSetValueNameFn setName) {
      if (getNumResults() != 0)
        setName(getResult(0), getLabel());
    }
    LogicalResult $cppClass::verify() { return verifyTask(*this); }
    OpCost $cppClass::getTaskCost() { return computeTaskCost(*this); }
    LogicalResult $cppClass::canonicalize($cppClass op,
                                          PatternRewriter &rewriter) {
      return shrinkTask(op, rewriter);
    }
  }];
}

def Remat_ForwardOp : Remat_TaskOp<"forward", "Forward"> {
  let summary = "a task of the forward pass";
  let description = [{
    A unit of work that runs, and runs again, as a whole. The body takes the
    operands as block arguments and ends with a `remat.yield` of the results.
    Without a body the task can be planned but not executed, and counts as free
    of side effects.

    Several `remat.forward` of one label in a block are runs of the same task.

    Constraints:

    - C1: the label is not empty.
    - C2: the body, if any, is one block that ends with `remat.yield`.
    - C3: the body's arguments have the types of the operands.
    - C4: a task does not lie within another.

    Canonicalization drops operands that the body does not use, operands given
    twice, results without uses and results yielded twice. It leaves tasks
    without a body alone: what they read is all that is known of them.

    Example:

    ```mlir
    %y = remat.forward @layer1(%a = %x : tensor<4xf32>) -> tensor<4xf32>
        cost <time = 12.5> {
      %0 = math.tanh %a : tensor<4xf32>
      remat.yield %0 : tensor<4xf32>
    }
    // Without a body:
    %z = remat.forward @layer2(%y : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins
    StrAttr:$label,
    OptionalAttr<Remat_CostAttr>:$cost,
    Variadic<AnyType>:$inputs);
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::StringRef":$label,
                   "::mlir::ValueRange":$inputs, CArg<"CostAttr", "{}">:$cost)>
  ];
}

def Remat_BackwardOp : Remat_TaskOp<"backward", "Backward"> {
  let summary = "a task of the backward pass";
  let description = [{
    Like `remat.forward`, for a task that makes gradients. It may name the
    forward task that it differentiates: so planners of chains pair the two.

    Constraints C1 to C4 of `remat.forward`, and:

    - C5: the forward task it names exists: a `remat.forward` of that label
      stands before it in the same block.

    Example:

    ```mlir
    %dx = remat.backward @layer1_grad of @layer1(%x, %dy
        : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> cost <time = 25.0>
    ```
  }];
  let arguments = (ins
    StrAttr:$label,
    OptionalAttr<StrAttr>:$forward,
    OptionalAttr<Remat_CostAttr>:$cost,
    Variadic<AnyType>:$inputs);
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::StringRef":$label,
                   "::mlir::ValueRange":$inputs,
                   CArg<"::mlir::StringAttr", "{}">:$forward,
                   CArg<"CostAttr", "{}">:$cost)>
  ];
}

def Remat_YieldOp : Remat_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["ForwardOp", "BackwardOp"]>]> {
  let summary = "the results of a task";
  let description = [{
    Ends the body of a task.

    Constraints:

    - C1: its operands have the types of the task's results.

    ```mlir
    remat.yield %0, %1 : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Barriers and releases
//===----------------------------------------------------------------------===//

// The marks of a plan: they cost nothing and compute nothing. The methods of
// interfaces that all of them answer alike.
class Remat_PlanOp<string mnemonic, bit runsAgain, list<Trait> traits>
    : Remat_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasVerifier = 1;

  code copyDeclarations = [{
    using AnalysisState = ::mlir::bufferization::AnalysisState;
    OpCost getTaskCost() { return OpCost(); }
    bool mayRunAgain() { return }] # !if(runsAgain, "true", "false") # [{; }
    bool bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) {
      return false;
    }
    /// An unavoidable copy is then made where the buffer is written, not here.
    bool mustBufferizeInPlace(OpOperand &, const AnalysisState &) {
      return true;
    }
    /// An op on scalars has to go as well.
    bool hasTensorSemantics() { return true; }
  }];
  code planDeclarations = copyDeclarations # [{
    bool bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
      return false;
    }
  }];
}

def Remat_BarrierOp : Remat_PlanOp<"barrier", /*runsAgain=*/1, [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["getAliasingValues", "bufferize"]>,
    DeclareOpInterfaceMethods<TaskOpInterface, ["getViewedOperand"]>]> {
  let summary = "the inputs, as values of their own";
  let description = [{
    Result i is input i, under a name that no optimization sees through. An
    operation that runs again reads its operands through a barrier, so that CSE
    does not merge it with its first run, and nothing moves it up. `after` names
    values that have to be there first: it ties the barrier to a point.

    It costs nothing. By its memory effects each result is a fresh allocation:
    this keeps CSE and code motion away, and an unused barrier can be erased. It
    bufferizes to nothing: each result becomes the buffer of its input.

    Constraints:

    - C1: there are as many results as inputs, of the same types.

    Canonicalization drops inputs whose results are not used and inputs given
    twice; of `after`, what is named twice and what is there from the start (the
    arguments of the enclosing block, constants). A barrier of nothing is
    erased.

    Example:

    ```mlir
    %x1, %w1 = remat.barrier %x, %w after(%dy : tensor<4xf32>)
        : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$inputs,
    Variadic<AnyType>:$after);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    ($inputs^)? (`after` `(` $after^ `:` type($after) `)`)? attr-dict
    custom<BarrierTypes>(type($inputs), type($results))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$inputs,
                   CArg<"::mlir::ValueRange", "{}">:$after)>
  ];
  let extraClassDeclaration = planDeclarations;
  let hasCanonicalizer = 1;
}

def Remat_ReleaseOp : Remat_PlanOp<"release", /*runsAgain=*/0, [
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferize"]>,
    TaskOpInterface]> {
  let summary = "the life of a tensor ends here";
  let description = [{
    Says where the storage of its operands is needed for the last time:
    `-remat-lifetimes` puts it right after the last use of a tensor and of its
    views. It documents a plan, and lets other tools read lifetimes.

    It is a statement, not an order to free: it bufferizes to nothing, and
    the upstream deallocation passes (`-buffer-deallocation-pipeline`, then
    `-optimize-allocation-liveness`) place the deallocation at the same point.
    As a `memref.dealloc` it would free twice.

    Passes that merge or fold tensors (`-cse`, `-canonicalize`) belong before
    it: they may lengthen a life beyond its release, which C2 then reports.

    Constraints:

    - C1: its operands are tensors or memrefs, at least one.
    - C2: no operand is used after it in the same block, nested regions
      included.

    Example:

    ```mlir
    %y = math.tanh %x : tensor<4xf32>
    remat.release %x : tensor<4xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyTypeOf<[AnyTensor, AnyMemRef, AnyUnrankedMemRef]>>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
  let extraClassDeclaration = planDeclarations # [{
    ::mlir::bufferization::AliasingValueList
    getAliasingValues(OpOperand &, const AnalysisState &) { return {}; }
  }];
}

//===----------------------------------------------------------------------===//
// Parking
//===----------------------------------------------------------------------===//

// Begins or awaits a copy between the device and the host. The result is the
// operand's contents.
class Remat_CopyOp<string mnemonic, list<string> bufferMethods>
    : Remat_PlanOp<mnemonic, /*runsAgain=*/0, [
    AllTypesMatch<["source", "result"]>,
    DeclareOpInterfaceMethods<BufferizableOpInterface,
      bufferMethods # ["getAliasingValues", "bufferize"]>,
    DeclareOpInterfaceMethods<TaskOpInterface, ["getViewedOperand"]>]> {
  let arguments = (ins AnyStaticShapeTensor:$source);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$source), [{
    build($_builder, $_state, source.getType(), source);
  }]>];

  code copyDefinitions = [{
    // Allocates, as a barrier does: stops CSE, LICM and SCCP, but DCE erases
    // unused ops.
    void $cppClass::getEffects(
        ::mlir::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      effects.emplace_back(::mlir::MemoryEffects::Allocate::get(),
                           getOperation()->getOpResult(0),
                           ::mlir::SideEffects::DefaultResource::get());
    }
    OpOperand *$cppClass::getViewedOperand(OpResult) {
      return &getSourceMutable();
    }
  }];
}

// Begins a copy into a buffer of its own. `aliases` are of the result.
class Remat_CopyBeginOp<string mnemonic, string aliases>
    : Remat_CopyOp<mnemonic, ["getBufferType"]> {
  let extraClassDeclaration = copyDeclarations # [{
    bool bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
      return true;
    }
    bool bufferizesToAllocation(Value) { return true; }
  }];
  let extraClassDefinition = copyDefinitions # [{
    ::mlir::bufferization::AliasingValueList
    $cppClass::getAliasingValues(OpOperand &, const AnalysisState &) {
      return }] # aliases # [{;
    }
  }];
}

// The source is still read while the copy is under way: no write in place may
// come between it and a reader of the result.
def Remat_ParkOp : Remat_CopyBeginOp<"park", [{
    {{getOperation()->getOpResult(0),
      ::mlir::bufferization::BufferRelation::Unknown, /*isDefinite=*/false}}
  }]> {
  let summary = "the input, on its way to the host";
  let description = [{
    Begins to copy a tensor to the host's memory, where it takes none of the
    device's. The result stands for the bytes there: until `remat.fetch` copies
    them back, only `remat.await` and `remat.barrier` read it. An await of the
    result ends the life of the tensor on the device, which may not be read
    later.

    By its memory effects the result is a fresh allocation, as that of a
    `remat.barrier`. Plans and profiles know it in the function's own block
    only. It bufferizes to `remat.copy_start`, `remat.fetch` as well, and
    `remat.await` to `remat.copy_done`. Without an await, or if any reader
    does not wait, the step waits for the copy where it starts. Pipelines for
    targets that park nothing (`cpu`) erase all three before (`-remat-unpark`).
    Shapes are static.

    Constraints:

    - C1: the result is read by `remat.await`, `remat.fetch` and
      `remat.barrier`, and so are theirs up to the fetch.

    Example:

    ```mlir
    %h = remat.park %x : tensor<4xf32>
    // Other ops run during the copy.
    %parked = remat.await %h : tensor<4xf32>
    // The bytes of %x on the device are free.
    %y = remat.fetch %parked : tensor<4xf32>
    // Other ops run during the copy.
    %x1 = remat.await %y : tensor<4xf32>
    ```
  }];
}

def Remat_FetchOp : Remat_CopyBeginOp<"fetch", "{}"> {
  let summary = "a parked tensor, on its way back";
  let description = [{
    Begins to copy a parked tensor back to the device, where it takes its bytes
    from here on. What reads the result waits for the copy.

    Constraints:

    - C1: the operand is the result of a `remat.park`, or of `remat.await` and
      `remat.barrier` behind one.

    Example: see `remat.park`.
  }];
}

def Remat_AwaitOp : Remat_CopyOp<"await", []> {
  let summary = "the input, once its copy has ended";
  let description = [{
    Waits for the copy that a `remat.park` or a `remat.fetch` began.

    Constraints:

    - C1: the operand is the result of one of these, or of `remat.await` and
      `remat.barrier` behind one.

    Example: see `remat.park`.
  }];
  let extraClassDeclaration = planDeclarations;
  let extraClassDefinition = copyDefinitions # [{
    ::mlir::bufferization::AliasingValueList
    $cppClass::getAliasingValues(OpOperand &, const AnalysisState &) {
      return {{getOperation()->getOpResult(0),
               ::mlir::bufferization::BufferRelation::Equivalent}};
    }
  }];
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

// Begins or ends a copy between buffers of the device and of the host.
class Remat_BufferCopyOp<string mnemonic> : Remat_Op<mnemonic> {
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "read until the copy is done", [MemRead]>:$source,
    Arg<AnyStaticShapeMemRef, "written until the copy is done",
        [MemWrite]>:$target);
  let assemblyFormat = [{
    $source `to` $target attr-dict `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

def Remat_CopyStartOp : Remat_BufferCopyOp<"copy_start"> {
  let summary = "a copy between device and host begins";
  let description = [{
    Copies the source to the target, one of which is in the host's memory
    (`#remat.host`), from here up to a `remat.copy_done` of the two. Until then
    other ops may run; nothing may write the source, nor read or write
    the target.

    Constraints:

    - C1: source and target have the same shape and element type.
    - C2: one of them is in the host's memory, the other one is not.

    Example:

    ```mlir
    %h = memref.alloc() : memref<4xf32, #remat.host>
    remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
    // Other ops run during the copy.
    remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
    memref.dealloc %x : memref<4xf32>
    ```
  }];
}

def Remat_CopyDoneOp : Remat_BufferCopyOp<"copy_done"> {
  let summary = "a copy between device and host has ended";
  let description = [{
    Waits for the copy that the last `remat.copy_start` of the same two buffers
    began. By its memory effects it is the copy itself, so that neither buffer
    is freed, nor the source overwritten, before it.

    Constraints: those of `remat.copy_start`. The start must come before it
    in the same block.

    Example: see `remat.copy_start`.
  }];
}

def Remat_WithWorkspaceOp : Remat_Op<"with_workspace", [
    RecursiveMemoryEffects, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "an op on buffers, and bytes it may write while it runs";
  let description = [{
    The op inside may overwrite the bytes of the workspace while it runs: a
    library's matrix product or a reduction in two passes does. Their contents
    before and after have no meaning. The workspace is a buffer like any other,
    with its place in the arena and its part in every peak. An op that is
    lowered without one, for the CPU say, leaves the bytes alone.

    Constraints:

    - C1: the body holds one op, and this has no results.

    Canonicalization does nothing: to drop a workspace is to change a plan.

    Example:

    ```mlir
    %w = memref.alloc() : memref<4096xi8>
    remat.with_workspace %w : memref<4096xi8> {
      linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                    outs(%c : memref<64x64xf32>)
    }
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the bytes", [MemWrite]>:$workspace);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$workspace `:` type($workspace) attr-dict-with-keyword $body";
  let builders = [OpBuilder<(ins "::mlir::Value":$workspace)>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// The op that may use the workspace.
    ::mlir::Operation *getUser() { return &getBody().front().front(); }
  }];
  let hasVerifier = 1;
}

#endif // REMAT_DIALECT_REMAT_IR_REMATOPS_TD
