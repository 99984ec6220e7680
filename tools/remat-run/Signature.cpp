//===- Signature.cpp - What a step takes and returns ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"
#include "ValueNames.h"

#include "mlir/Support/DebugStringHelper.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

int64_t TensorSpec::numElements() const {
  return ShapedType::getNumElements(shape);
}

Type TensorSpec::numberType() const {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

int64_t TensorSpec::numbersPerElement() const {
  return isa<ComplexType>(element) ? 2 : 1;
}

int64_t TensorSpec::elementBytes() const {
  const Type number = numberType();
  const unsigned bits =
      isa<IndexType>(number) ? 64 : number.getIntOrFloatBitWidth();
  return numbersPerElement() * static_cast<int64_t>(llvm::divideCeil(bits, 8u));
}

bool TensorSpec::isFloat() const { return isa<FloatType>(numberType()); }

unsigned TensorSpec::integerBits() const {
  return isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

std::string TensorSpec::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isScalar()) {
    os << element;
    return text;
  }
  os << (isBuffer() ? "memref<" : "tensor<");
  for (int64_t dim : shape)
    os << dim << 'x';
  os << element << '>';
  return text;
}

/// Whether elements lie in whole bytes of their own, which this machine or an
/// emulation can compute with.
static bool isPassable(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isF16() ||
           complex.getElementType().isBF16() ||
           complex.getElementType().isF32() || complex.getElementType().isF64();
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isSignless() &&
           llvm::is_contained({1, 2, 4, 8, 16, 32, 64}, integer.getWidth());
  auto floating = dyn_cast<FloatType>(element);
  return isa<IndexType>(element) || element.isF16() || element.isBF16() ||
         element.isF32() || element.isF64() ||
         (floating && floating.getWidth() == 8);
}

static LogicalResult checkBuffer(func::FuncOp function, MemRefType type,
                                 const Twine &what) {
  if (!type.getLayout().isIdentity())
    return function.emitError()
           << what << " has type " << type
           << ", whose elements do not follow one another in memory; "
              "remat-run passes buffers without a layout";
  if (type.getMemorySpace())
    return function.emitError()
           << what << " has type " << type
           << ", which is in a memory space; remat-run passes buffers without "
              "one";
  return success();
}

static FailureOr<TensorSpec> getSpec(func::FuncOp function, Type type,
                                     const Twine &what) {
  auto shaped = dyn_cast<ShapedType>(type);
  TensorSpec spec;
  if (isa<MemRefType>(type))
    spec.form = TensorSpec::Form::Buffer;
  else if (!isa<RankedTensorType>(type))
    spec.form = TensorSpec::Form::Scalar;
  if (spec.isScalar() && !type.isIntOrIndexOrFloat() && !isa<ComplexType>(type))
    return function.emitError() << what << " has type " << type
                                << ", which remat-run cannot pass; it passes "
                                   "ranked tensors and memrefs, and scalars";
  if (shaped && !shaped.hasStaticShape())
    return function.emitError()
           << what << " has type " << type
           << ", whose shape is not known before it runs; specialize the "
              "function to static shapes";
  if (auto memref = dyn_cast<MemRefType>(type);
      memref && failed(checkBuffer(function, memref, what)))
    return failure();
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getEncoding())
    return function.emitError()
           << what << " has type " << type
           << ", whose encoding says how it is stored; remat-run passes dense "
              "tensors without an encoding";
  spec.element = shaped ? shaped.getElementType() : type;
  if (!isPassable(spec.element))
    return function.emitError()
           << what << " has elements of type " << spec.element
           << ", which remat-run cannot pass; it passes floats of 8, 16, 32 "
              "and 64 bits, i1, i2, i4, i8, i16, i32, i64, index, and complex "
              "numbers of f16, bf16, f32 and f64";
  if (!shaped)
    return spec;
  llvm::append_range(spec.shape, shaped.getShape());
  int64_t bytes = spec.elementBytes();
  for (int64_t dim : spec.shape)
    if (llvm::MulOverflow(bytes, dim, bytes))
      return function.emitError() << what << " has type " << type
                                  << ", which needs more than 2^63 bytes";
  return spec;
}

static LogicalResult readRange(func::FuncOp function, unsigned position,
                               TensorSpec &spec) {
  Attribute attr = function.getArgAttr(position, kRangeAttrName);
  if (!attr)
    return success();
  // The dialect's verifier has checked all but the bits.
  auto range = cast<DenseI64ArrayAttr>(attr);
  spec.low = range[0];
  spec.high = range[1];
  // One bit holds 0 and 1, others are signed.
  unsigned bits = spec.integerBits();
  int64_t low = bits == 1 ? 0 : llvm::minIntN(bits);
  int64_t last = bits == 1 ? 1 : llvm::maxIntN(bits);
  if (spec.low < low || spec.high - 1 > last)
    return function.emitError()
           << "'" << kRangeAttrName << "' of argument " << position
           << " has the values from " << spec.low << " to " << spec.high - 1
           << ", but " << spec.element << " holds " << low << " to " << last;
  return success();
}

FailureOr<Signature> mlir::remat::getSignature(func::FuncOp function,
                                               const AsmParserState &text,
                                               bool withLastArgument) {
  Signature signature;
  ArrayRef<Type> arguments = function.getArgumentTypes();
  if (!withLastArgument)
    arguments = arguments.drop_back();
  for (auto [i, type] : llvm::enumerate(arguments)) {
    FailureOr<TensorSpec> spec =
        getSpec(function, type, "argument " + Twine(i));
    if (failed(spec) || failed(readRange(function, i, *spec)))
      return failure();
    spec->names = getArgumentNames(function, i, text);
    signature.arguments.push_back(*spec);
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<TensorSpec> spec = getSpec(function, type, "result " + Twine(i));
    if (failed(spec))
      return failure();
    // Who returns a buffer gives it away: it is a value as any.
    if (spec->isBuffer())
      spec->form = TensorSpec::Form::Tensor;
    spec->names = getResultNames(function, i, text);
    signature.results.push_back(*spec);
  }
  return signature;
}
