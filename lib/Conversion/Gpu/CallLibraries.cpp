//===- CallLibraries.cpp - Products that libraries compute ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/KernelBuilder.h"
#include "Gpu/ZeroFill.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/CudaWorkspaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUCALLLIBRARIES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kMatmulName = "rematCudaMatmul";

namespace {

/// A matrix or batch of matrices as a library sees it, in elements.
struct Matrix {
  int64_t leading = 1;
  int64_t batchStride = 0;
  bool isTransposed = false;
};

/// Replaces an op by one call.
class CallBuilder {
public:
  /// Starts with the operands stream, input and output element types.
  explicit CallBuilder(linalg::LinalgOp op);

  void addInt32(int64_t value);
  void addInt64(int64_t value);
  void addInt64s(ArrayRef<int64_t> values);
  void addAddress(Value buffer);
  void addMatrix(Value buffer, const Matrix &matrix);
  /// Adds `beta`, workspace and its size (null and 0 without one), makes the
  /// call and erases the op.
  void call(StringRef name, double beta);

private:
  Operation *whole;
  ImplicitLocOpBuilder b;
  SmallVector<Value> operands;
};

} // namespace

/// RematElement of the runtime.
static int64_t getElementCode(Value buffer) {
  Type type = getElementTypeOrSelf(buffer);
  if (type.isF16())
    return 1;
  if (type.isBF16())
    return 2;
  return type.isF64() ? 3 : 0;
}

CallBuilder::CallBuilder(linalg::LinalgOp op)
    : whole(getOpWithWorkspace(op)), b(op->getLoc(), whole) {
  Value token = gpu::WaitOp::create(b, gpu::AsyncTokenType::get(b.getContext()),
                                    ValueRange())
                    .getAsyncToken();
  operands.push_back(makeStream(b, token));
  addInt32(getElementCode(op->getOperand(0)));
  addInt32(getElementCode(op.getDpsInits().front()));
}

void CallBuilder::addInt32(int64_t value) {
  operands.push_back(arith::ConstantIntOp::create(b, b.getI32Type(), value));
}

void CallBuilder::addInt64(int64_t value) {
  operands.push_back(arith::ConstantIntOp::create(b, b.getI64Type(), value));
}

void CallBuilder::addInt64s(ArrayRef<int64_t> values) {
  for (int64_t value : values)
    addInt64(value);
}

void CallBuilder::addAddress(Value buffer) {
  operands.push_back(makeAddress(b, buffer));
}

void CallBuilder::addMatrix(Value buffer, const Matrix &matrix) {
  addAddress(buffer);
  addInt64s({matrix.leading, matrix.batchStride});
}

void CallBuilder::call(StringRef name, double beta) {
  operands.push_back(
      arith::ConstantFloatOp::create(b, b.getF64Type(), llvm::APFloat(beta)));
  if (auto with = dyn_cast<WithWorkspaceOp>(whole)) {
    addAddress(with.getWorkspace());
    addInt64(cast<MemRefType>(with.getWorkspace().getType()).getDimSize(0));
  } else {
    operands.push_back(
        LLVM::ZeroOp::create(b, LLVM::LLVMPointerType::get(b.getContext())));
    addInt64(0);
  }
  SmallVector<Type> types(ValueRange(operands).getTypes());
  declareFunction(whole->getParentOfType<ModuleOp>(), name, types);
  func::CallOp::create(b, name, TypeRange(), operands);
  whole->erase();
}

/// Whether a library takes the element types: f16 and bf16 may sum into f32.
static bool takesElements(linalg::LinalgOp op) {
  Type input = getElementTypeOrSelf(op->getOperand(0));
  Type output = getElementTypeOrSelf(op.getDpsInits().front());
  return input == output ||
         ((input.isF16() || input.isBF16()) && output.isF32());
}

/// `buffer` as a batch of row-major `rows` x `columns` matrices, with its
/// dimensions in the order of `dims` (batch, row, column; batch optional). None
/// if neither rows nor columns have unit stride.
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
  // The stride of a dimension of one element is meaningless.
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

/// The role of each operand dimension in a matrix product: 0 (batch), 1 (row)
/// or 2 (column). None if it is broadcast.
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

/// Erases the op that fills the output of `op` with zeros; returns whether
/// there was one.
static bool takeZeroFill(linalg::LinalgOp op) {
  linalg::FillOp fill = findZeroFill(op);
  if (!fill)
    return false;
  fill.erase();
  return true;
}

/// Calls a library for a product: batch, m, n, k, and the three matrices.
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
  const double beta = takeZeroFill(op) ? 0 : 1;
  CallBuilder call(op);
  call.addInt64(numLoops == 4 ? sizes.front() : 1);
  call.addInt64s({sizes[m], sizes[n], sizes[k]});
  for (unsigned index : {0, 1}) {
    call.addMatrix(op->getOperand(index), matrices[index]);
    call.addInt32(matrices[index].isTransposed);
  }
  call.addMatrix(op.getDpsInits().front(), matrices[2]);
  call.call(kMatmulName, beta);
  return success();
}

/// Calls a library for a convolution that is one product: of the points of all
/// images by their channels, and the filter.
static LogicalResult callConvolution(linalg::Conv2DNhwcHwcfOp op) {
  for (Value operand : op->getOperands())
    if (!memref::isStaticShapeAndContiguousRowMajor(
            cast<MemRefType>(operand.getType())))
      return failure();
  const Value image = op->getOperand(0), filter = op->getOperand(1);
  const Value output = op->getOperand(2);
  ArrayRef<int64_t> shape = cast<MemRefType>(image.getType()).getShape();
  const int64_t points = ShapedType::getNumElements(shape.drop_back());
  const int64_t channels = shape.back();
  const int64_t filters = cast<MemRefType>(output.getType()).getShape().back();
  const double beta = takeZeroFill(cast<linalg::LinalgOp>(*op)) ? 0 : 1;
  CallBuilder call(op);
  call.addInt64s({/*batch=*/1, points, filters, channels});
  constexpr int32_t notTransposed = 0;
  call.addMatrix(image, {channels});
  call.addInt32(notTransposed);
  call.addMatrix(filter, {filters});
  call.addInt32(notTransposed);
  call.addMatrix(output, {filters});
  call.call(kMatmulName, beta);
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
    // Ops that no library takes become kernels.
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
