//===- OutlineKernels.cpp - A function for each kernel --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/BaseBuffer.h"
#include "Gpu/ContractionShape.h"
#include "Gpu/KernelBuilder.h"
#include "Gpu/ZeroFill.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATOUTLINEKERNELS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using remat::areDisjoint;
using remat::BaseBuffer;

namespace {

/// A memref that is passed as its bare aligned pointer.
bool hasStaticLayout(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return !isa<BaseMemRefType>(type);
  int64_t offset;
  SmallVector<int64_t> strides;
  return memref.hasStaticShape() &&
         succeeded(memref.getStridesAndOffset(strides, offset)) &&
         !ShapedType::isDynamic(offset) &&
         llvm::none_of(strides, ShapedType::isDynamic);
}

class Outliner {
public:
  Outliner(ModuleOp module, bool contiguousCopies, bool ownGlobals,
           bool zeroFills)
      : module(module), symbols(module), contiguousCopies(contiguousCopies),
        ownGlobals(ownGlobals), zeroFills(zeroFills) {}

  void outlineAll(func::FuncOp driver);

private:
  bool isKernel(memref::CopyOp copy) const;
  void outline(Operation *op, linalg::FillOp fill, bool disjointArguments);
  func::FuncOp makeKernel(Operation *op, linalg::FillOp fill,
                          bool disjointArguments,
                          SmallVectorImpl<Value> &arguments);
  linalg::FillOp findFill(Operation *op) const;
  func::FuncOp share(func::FuncOp kernel);

  ModuleOp module;
  SymbolTable symbols;
  bool contiguousCopies, ownGlobals, zeroFills;
  /// Kernels by the hash of their computation, in insertion order.
  DenseMap<llvm::hash_code, SmallVector<func::FuncOp, 1>> kernels;
};

} // namespace

/// Whether a kernel gets its own copy of `value`: constants and, with
/// `ownGlobals`, globals.
static bool isOwn(Value value, bool ownGlobals) {
  Operation *producer = value.getDefiningOp();
  return producer && (producer->hasTrait<OpTrait::ConstantLike>() ||
                      (ownGlobals && isa<memref::GetGlobalOp>(producer)));
}

/// Splits the outer values that `op` reads into kernel arguments and ops to
/// copy in order: those that are `isOwn`, and their views.
static void collectArguments(Operation *op, bool ownGlobals,
                             SmallVectorImpl<Value> &arguments,
                             SmallVectorImpl<Operation *> &copied) {
  llvm::SetVector<Value> values;
  values.insert(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  for (Value value : values) {
    // From the value to its base.
    SmallVector<Operation *> views;
    Value base = value;
    auto view = base.getDefiningOp<ViewLikeOpInterface>();
    for (; view && view->getNumOperands() == 1;
         view = base.getDefiningOp<ViewLikeOpInterface>()) {
      views.push_back(view);
      base = view.getViewSource();
    }
    if (!isOwn(base, ownGlobals)) {
      arguments.push_back(value);
      continue;
    }
    copied.push_back(base.getDefiningOp());
    copied.append(views.rbegin(), views.rend());
  }
}

/// The op that computes: the inner one if it has a workspace.
static Operation *getComputation(Operation *op) {
  auto workspace = dyn_cast<remat::WithWorkspaceOp>(op);
  return workspace ? workspace.getUser() : op;
}

/// Whether no buffer that `op` writes overlaps another of its `arguments`.
static bool writesAlone(Operation *op, ArrayRef<Value> arguments,
                        bool disjointArguments) {
  SmallVector<Value> written;
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    written.push_back(copy.getTarget());
  else
    llvm::append_range(
        written, cast<linalg::LinalgOp>(getComputation(op)).getDpsInits());
  if (auto workspace = dyn_cast<remat::WithWorkspaceOp>(op))
    written.push_back(workspace.getWorkspace());
  for (Value target : written) {
    BaseBuffer base(target);
    for (Value other : arguments)
      if (other != target && isa<BaseMemRefType>(other.getType()) &&
          !areDisjoint(base, BaseBuffer(other), disjointArguments))
        return false;
  }
  // An operand both written and read is already one argument: the payload sees
  // it through one pointer.
  return true;
}

/// The fill that moves into the kernel of `op`, or null.
linalg::FillOp Outliner::findFill(Operation *op) const {
  auto computation = dyn_cast<linalg::LinalgOp>(getComputation(op));
  return zeroFills && computation && remat::matchContraction(computation)
             ? remat::findZeroFill(computation)
             : nullptr;
}

/// Makes the function that computes `op`, behind `fill` if there is one, and
/// adds its `arguments`.
func::FuncOp Outliner::makeKernel(Operation *op, linalg::FillOp fill,
                                  bool disjointArguments,
                                  SmallVectorImpl<Value> &arguments) {
  MLIRContext *context = op->getContext();
  SmallVector<Operation *> copied;
  collectArguments(op, ownGlobals, arguments, copied);
  // The kernel has its constant already, and its buffer is an output of `op`.
  if (fill)
    copied.push_back(fill.getInputs().front().getDefiningOp());
  SmallVector<Type> types;
  for (Value argument : arguments)
    types.push_back(argument.getType());
  llvm::SmallString<32> name("remat_kernel_");
  Operation *computation = getComputation(op);
  name += isa<linalg::GenericOp>(computation)
              ? "generic"
              : computation->getName().stripDialect();
  auto kernel = func::FuncOp::create(op->getLoc(), name,
                                     FunctionType::get(context, types, {}));
  kernel.setPrivate();
  kernel->setAttr(remat::kKernelAttrName, UnitAttr::get(context));
  if (llvm::all_of(types, hasStaticLayout)) {
    kernel->setAttr("llvm.bareptr", UnitAttr::get(context));
    if (writesAlone(op, arguments, disjointArguments))
      for (auto [i, type] : llvm::enumerate(types))
        if (isa<MemRefType>(type))
          kernel.setArgAttr(i, "llvm.noalias", UnitAttr::get(context));
  }
  Block *body = kernel.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  IRMapping mapping;
  mapping.map(ArrayRef<Value>(arguments), body->getArguments());
  for (Operation *own : copied)
    if (!mapping.contains(own->getResult(0)))
      builder.clone(*own, mapping);
  if (fill)
    builder.clone(*fill, mapping);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    linalg::CopyOp::create(builder, op->getLoc(),
                           mapping.lookup(copy.getSource()),
                           mapping.lookup(copy.getTarget()));
  else
    builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc());
  return kernel;
}

/// Returns an existing kernel that does the same, or `kernel`.
func::FuncOp Outliner::share(func::FuncOp kernel) {
  llvm::hash_code hash = hash_value(kernel.getFunctionType());
  for (Operation &op : kernel.getBody().front()) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     &op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
    for (Region &region : op.getRegions())
      for (Operation &nested : region.getOps())
        hash = llvm::hash_combine(hash, nested.getName(),
                                  nested.getAttrDictionary());
  }
  SmallVector<func::FuncOp, 1> &candidates = kernels[hash];
  for (func::FuncOp candidate : candidates)
    if (candidate.getFunctionType() == kernel.getFunctionType() &&
        candidate.getArgAttrsAttr() == kernel.getArgAttrsAttr() &&
        OperationEquivalence::isRegionEquivalentTo(
            &candidate.getBody(), &kernel.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      kernel.erase();
      return candidate;
    }
  symbols.insert(kernel, module.getBody()->end());
  candidates.push_back(kernel);
  return kernel;
}

void Outliner::outline(Operation *op, linalg::FillOp fill,
                       bool disjointArguments) {
  SmallVector<Value> arguments;
  func::FuncOp kernel =
      share(makeKernel(op, fill, disjointArguments, arguments));
  OpBuilder builder(op);
  func::CallOp::create(builder, op->getLoc(), kernel, arguments);
  op->erase();
  if (fill)
    fill->erase();
}

/// Whether to outline the op; otherwise its driver copies.
bool Outliner::isKernel(memref::CopyOp copy) const {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target || !source.hasStaticShape() ||
      !target.hasStaticShape())
    return false;
  // Whole buffers only: the lowering of gpu.memcpy ignores offsets.
  auto isWhole = [](MemRefType type) { return type.getLayout().isIdentity(); };
  return contiguousCopies || !isWhole(source) || !isWhole(target);
}

void Outliner::outlineAll(func::FuncOp driver) {
  SmallVector<Operation *> ops;
  driver.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto workspace = dyn_cast<remat::WithWorkspaceOp>(op)) {
      if (isa<linalg::LinalgOp>(workspace.getUser()))
        ops.push_back(op);
      return WalkResult::skip();
    }
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      if (linalgOp.hasPureBufferSemantics())
        ops.push_back(op);
      return WalkResult::skip();
    }
    if (auto copy = dyn_cast<memref::CopyOp>(op); copy && isKernel(copy))
      ops.push_back(op);
    return WalkResult::advance();
  });
  // A step's callers pass distinct buffers; a call in the module need not.
  bool disjointArguments =
      driver.isPublic() && SymbolTable::symbolKnownUseEmpty(driver, module);
  DenseMap<Operation *, linalg::FillOp> fills;
  DenseSet<Operation *> moved;
  for (Operation *op : ops)
    if (linalg::FillOp fill = findFill(op)) {
      fills[op] = fill;
      moved.insert(fill);
    }
  for (Operation *op : ops)
    if (!moved.contains(op))
      outline(op, fills.lookup(op), disjointArguments);
  LLVM_DEBUG(llvm::dbgs() << "'" << driver.getName() << "': " << ops.size()
                          << " ops are kernels\n");
  Builder builder(driver.getContext());
  SmallVector<Attribute> attributes;
  if (auto present = driver->getAttrOfType<ArrayAttr>("passthrough"))
    llvm::append_range(attributes, present);
  for (StringRef name : {"noinline", "optnone"})
    if (Attribute attribute = builder.getStringAttr(name);
        !llvm::is_contained(attributes, attribute))
      attributes.push_back(attribute);
  driver->setAttr("passthrough", builder.getArrayAttr(attributes));
}

namespace {
struct OutlineKernels : remat::impl::RematOutlineKernelsBase<OutlineKernels> {
  using RematOutlineKernelsBase::RematOutlineKernelsBase;
  void runOnOperation() override {
    SmallVector<func::FuncOp> drivers;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && !function->hasAttr(remat::kKernelAttrName))
        drivers.push_back(function);
    Outliner outliner(getOperation(), contiguousCopies, ownGlobals, zeroFills);
    for (func::FuncOp driver : drivers)
      outliner.outlineAll(driver);
  }
};
} // namespace
