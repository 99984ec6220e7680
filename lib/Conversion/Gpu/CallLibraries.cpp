//===- CallLibraries.cpp - Products that libraries compute ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/CudaWorkspaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUCALLLIBRARIES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kMatmulName = "rematCudaMatmul";
static constexpr llvm::StringLiteral kConvolutionName = "rematCudaConv2D";

namespace {

/// A matrix, or a batch of them, as a library sees it: in elements.
struct Matrix {
  int64_t leading = 1;
  int64_t batchStride = 0;
  bool isTransposed = false;
};

/// Makes the operands of one call.
class CallBuilder {
public:
  CallBuilder(Operation *op);

  void addStream();
  void addInt32(int64_t value);
  void addInt64(int64_t value);
  void addDouble(double value);
  void addAddress(Value buffer);
  void addMatrix(Value buffer, const Matrix &matrix);
  /// The workspace around the op and its size; null and 0 without one.
  void addWorkspace();
  void call(StringRef name);

private:
  OpBuilder builder;
  Operation *op;
  Location loc;
  SmallVector<Value> operands;
};

} // namespace

CallBuilder::CallBuilder(Operation *op)
    : builder(op), op(op), loc(op->getLoc()) {
  if (auto workspace = dyn_cast<WithWorkspaceOp>(op->getParentOp()))
    builder.setInsertionPoint(workspace);
}

void CallBuilder::addStream() {
  Value token =
      gpu::WaitOp::create(builder, loc,
                          gpu::AsyncTokenType::get(builder.getContext()),
                          ValueRange())
          .getAsyncToken();
  operands.push_back(makeStream(builder, token));
}

void CallBuilder::addInt32(int64_t value) {
  operands.push_back(
      arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), value));
}

void CallBuilder::addInt64(int64_t value) {
  operands.push_back(
      arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), value));
}

void CallBuilder::addDouble(double value) {
  operands.push_back(arith::ConstantFloatOp::create(
      builder, loc, builder.getF64Type(), llvm::APFloat(value)));
}

void CallBuilder::addAddress(Value buffer) {
  operands.push_back(makeAddress(builder, loc, buffer));
}

void CallBuilder::addMatrix(Value buffer, const Matrix &matrix) {
  addAddress(buffer);
  addInt64(matrix.leading);
  addInt64(matrix.batchStride);
}

void CallBuilder::addWorkspace() {
  if (auto workspace = dyn_cast<WithWorkspaceOp>(op->getParentOp())) {
    addAddress(workspace.getWorkspace());
    addInt64(
        cast<MemRefType>(workspace.getWorkspace().getType()).getDimSize(0));
    return;
  }
  operands.push_back(LLVM::ZeroOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext())));
  addInt64(0);
}

void CallBuilder::call(StringRef name) {
  SmallVector<Type> types(ValueRange(operands).getTypes());
  declareFunction(op->getParentOfType<ModuleOp>(), name, types);
  func::CallOp::create(builder, loc, name, TypeRange(), operands);
  if (auto workspace = dyn_cast<WithWorkspaceOp>(op->getParentOp()))
    workspace.erase();
  else
    op->erase();
}

/// RematElement of the runtime.
static int64_t getElementCode(Type type) {
  if (type.isF16())
    return 1;
  if (type.isBF16())
    return 2;
  return type.isF64() ? 3 : 0;
}

/// Whether a library takes the element types: f16 and bf16 may be summed into
/// f32.
static bool takesElements(linalg::LinalgOp op) {
  Type input = getElementTypeOrSelf(op->getOperand(0));
  Type output = getElementTypeOrSelf(op.getDpsInits().front());
  return input == output ||
         ((input.isF16() || input.isBF16()) && output.isF32());
}

/// `buffer` as a batch of `rows` x `columns` matrices by rows, where its
/// dimensions are those of `dims` in some order (batch, row, column; batch may
/// be missing). None if neither rows nor columns have unit stride.
static std::optional<Matrix> getMatrix(Value buffer, ArrayRef<int64_t> dims,
                                       int64_t rows, int64_t columns) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  Matrix matrix;
  int64_t rowStride = 0, columnStride = 0;
  for (auto [dim, stride] : llvm::zip_equal(dims, strides)) {
    if (dim == 0)
      matrix.batchStride = stride;
    else
      (dim == 1 ? rowStride : columnStride) = stride;
  }
  // The stride of a dimension of one element says nothing.
  if (columnStride == 1 || columns == 1) {
    matrix.leading = rows == 1 ? columns : rowStride;
    if (columns != 1 || rowStride != 1)
      return matrix.leading >= columns ? std::optional(matrix) : std::nullopt;
  }
  if (rowStride != 1 && rows != 1)
    return std::nullopt;
  matrix.isTransposed = true;
  matrix.leading = columns == 1 ? rows : columnStride;
  return matrix.leading >= rows ? std::optional(matrix) : std::nullopt;
}

/// What the loops of a matrix product are to an operand: for each of its
/// dimensions 0 (batch), 1 (row) or 2 (column). None if it is broadcast.
static std::optional<SmallVector<int64_t>>
getRoles(AffineMap map, unsigned numLoops, unsigned row, unsigned column) {
  if (!map.isProjectedPermutation() || map.getNumResults() != numLoops - 1)
    return std::nullopt;
  SmallVector<int64_t> roles;
  for (AffineExpr result : map.getResults()) {
    unsigned loop = cast<AffineDimExpr>(result).getPosition();
    if (loop == row)
      roles.push_back(1);
    else if (loop == column)
      roles.push_back(2);
    else if (numLoops == 4 && loop == 0)
      roles.push_back(0);
    else
      return std::nullopt;
  }
  return roles;
}

/// Whether the op directly before `op` fills `output` with zeros, which it
/// then erases: between the two stands nothing but what has no effect.
static bool takeZeroFill(Operation *op, Value output) {
  Operation *anchor =
      isa<WithWorkspaceOp>(op->getParentOp()) ? op->getParentOp() : op;
  Operation *before = anchor->getPrevNode();
  while (before && isMemoryEffectFree(before))
    before = before->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(before);
  if (!fill || fill.getOutputs().front() != output ||
      !matchPattern(fill.getInputs().front(), m_AnyZeroFloat()))
    return false;
  // What is read as well is to be zeros.
  if (llvm::is_contained(cast<linalg::LinalgOp>(op).getDpsInputs(), output))
    return false;
  fill.erase();
  return true;
}

/// batch, m, n, k, and the three matrices of a product, if a library takes it.
static LogicalResult callMatmul(linalg::LinalgOp op) {
  const unsigned numLoops = op.getNumLoops();
  const unsigned m = numLoops - 3, n = numLoops - 2, k = numLoops - 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  const std::pair<unsigned, unsigned> loops[] = {{m, k}, {k, n}, {m, n}};
  SmallVector<Matrix, 3> matrices;
  for (auto [index, rowAndColumn] : llvm::enumerate(loops)) {
    auto [row, column] = rowAndColumn;
    std::optional<SmallVector<int64_t>> roles =
        getRoles(maps[index], numLoops, row, column);
    if (!roles)
      return failure();
    std::optional<Matrix> matrix =
        getMatrix(op->getOperand(index), *roles, sizes[row], sizes[column]);
    if (!matrix)
      return failure();
    matrices.push_back(*matrix);
  }
  if (matrices[2].isTransposed)
    return failure();

  Value output = op.getDpsInits().front();
  const double beta = takeZeroFill(op, output) ? 0 : 1;
  CallBuilder call(op);
  call.addStream();
  call.addInt32(getElementCode(getElementTypeOrSelf(op->getOperand(0))));
  call.addInt32(getElementCode(getElementTypeOrSelf(output)));
  call.addInt64(numLoops == 4 ? sizes.front() : 1);
  for (unsigned loop : {m, n, k})
    call.addInt64(sizes[loop]);
  for (unsigned index : {0, 1}) {
    call.addMatrix(op->getOperand(index), matrices[index]);
    call.addInt32(matrices[index].isTransposed);
  }
  call.addMatrix(output, matrices[2]);
  call.addDouble(beta);
  call.addWorkspace();
  call.call(kMatmulName);
  return success();
}

static LogicalResult callConvolution(linalg::Conv2DNhwcHwcfOp op) {
  for (Value operand : op->getOperands())
    if (!memref::isStaticShapeAndContiguousRowMajor(
            cast<MemRefType>(operand.getType())))
      return failure();
  auto getShape = [&](unsigned operand) {
    return cast<MemRefType>(op->getOperand(operand).getType()).getShape();
  };
  Value output = op.getOutputs().front();
  const double beta = takeZeroFill(op, output) ? 0 : 1;
  CallBuilder call(op);
  call.addStream();
  call.addInt32(getElementCode(getElementTypeOrSelf(op->getOperand(0))));
  call.addInt32(getElementCode(getElementTypeOrSelf(output)));
  // n, h, w, c
  for (int64_t size : getShape(0))
    call.addInt64(size);
  // kh, kw, f
  for (unsigned dimension : {0, 1, 3})
    call.addInt64(getShape(1)[dimension]);
  // oh, ow
  for (unsigned dimension : {1, 2})
    call.addInt64(getShape(2)[dimension]);
  for (int64_t stride : op.getStrides().getValues<int64_t>())
    call.addInt64(stride);
  for (int64_t dilation : op.getDilations().getValues<int64_t>())
    call.addInt64(dilation);
  for (Value operand : op->getOperands())
    call.addAddress(operand);
  call.addDouble(beta);
  call.addWorkspace();
  call.call(kConvolutionName);
  return success();
}

namespace {
struct CallLibraries : remat::impl::RematGpuCallLibrariesBase<CallLibraries> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && isLibraryOp(op) && takesElements(op) &&
          llvm::none_of(op->getOperands(), isOnHost))
        ops.push_back(op);
    });
    // What no library takes stays, and becomes a kernel.
    for (linalg::LinalgOp op : ops) {
      [[maybe_unused]] const Location loc = op->getLoc();
      auto convolution = dyn_cast<linalg::Conv2DNhwcHwcfOp>(*op);
      LogicalResult isCalled =
          convolution ? callConvolution(convolution) : callMatmul(op);
      LLVM_DEBUG(llvm::dbgs()
                 << loc
                 << (succeeded(isCalled) ? ": a call of a library\n"
                                         : ": left to a kernel\n"));
      (void)isCalled;
    }
  }
};
} // namespace
