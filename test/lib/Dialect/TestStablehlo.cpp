//===- TestStablehlo.cpp - What is known of StableHLO's operations --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Prints for every operation that has an attribute `test.hlo` what the
/// functions of Stablehlo.h say of it, and for every one that has an attribute
/// `test.flops` the sum of the flops of what is in it.
struct TestStablehlo : public PassWrapper<TestStablehlo, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestStablehlo)

  TestStablehlo() = default;
  TestStablehlo(const TestStablehlo &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-remat-stablehlo"; }
  StringRef getDescription() const final {
    return "Print what is known of operations marked 'test.hlo'";
  }
  void runOnOperation() override;

  Option<bool> sumFunctions{
      *this, "sum-functions",
      llvm::cl::desc("Print the flops of every function, marked or not")};
};
} // namespace

static void printList(StringRef name, ArrayRef<int64_t> list, raw_ostream &os) {
  if (list.empty())
    return;
  os << " " << name << "=[";
  llvm::interleaveComma(list, os);
  os << "]";
}

static void printDimensions(Operation *op, raw_ostream &os) {
  if (std::optional<hlo::DotDimensions> dims = hlo::getDotDimensions(op)) {
    os << " dot";
    printList("lhs-batching", dims->lhsBatching, os);
    printList("rhs-batching", dims->rhsBatching, os);
    printList("lhs-contracting", dims->lhsContracting, os);
    printList("rhs-contracting", dims->rhsContracting, os);
    printList("lhs-ragged", dims->lhsRagged, os);
    printList("rhs-group", dims->rhsGroup, os);
  }
  if (std::optional<hlo::ConvDimensions> dims = hlo::getConvDimensions(op)) {
    os << " conv input=" << dims->inputBatch << "," << dims->inputFeature;
    printList("spatial", dims->inputSpatial, os);
    os << " kernel=" << dims->kernelInputFeature << ","
       << dims->kernelOutputFeature;
    printList("spatial", dims->kernelSpatial, os);
    os << " output=" << dims->outputBatch << "," << dims->outputFeature;
    printList("spatial", dims->outputSpatial, os);
  }
}

/// By kind.
static constexpr StringLiteral kindNames[] = {"Unknown",
                                              "Elementwise",
                                              "Broadcast",
                                              "Transpose",
                                              "Reshape",
                                              "Barrier",
                                              "Annotation",
                                              "Slice",
                                              "Pad",
                                              "Reverse",
                                              "Concatenate",
                                              "Iota",
                                              "Constant",
                                              "Reduce",
                                              "ReduceWindow",
                                              "SelectAndScatter",
                                              "Scan",
                                              "Gather",
                                              "Scatter",
                                              "DynamicSlice",
                                              "DynamicUpdateSlice",
                                              "Dot",
                                              "Convolution",
                                              "BatchNorm",
                                              "Sort",
                                              "Fft",
                                              "Cholesky",
                                              "TriangularSolve",
                                              "Rng",
                                              "RngBitGenerator",
                                              "Loop",
                                              "Branch",
                                              "Region",
                                              "Composite",
                                              "CustomCall",
                                              "Collective",
                                              "Communication",
                                              "Token",
                                              "Tuple",
                                              "GetTupleElement",
                                              "Query",
                                              "Terminator",
                                              "Declaration"};
static_assert(std::size(kindNames) == size_t(hlo::OpKind::Declaration) + 1);

static void print(Operation *op, StringRef label, raw_ostream &os) {
  const hlo::OpInfo *info = hlo::lookupOp(op);
  os << label << ": "
     << (info ? StringRef(kindNames[size_t(info->kind)]) : StringRef("not HLO"))
     << (hlo::isPure(op) ? " pure" : "")
     << (hlo::mayRunAgain(op) ? " again" : "")
     << (hlo::isConstant(op) ? " constant" : "");
  if (auto target =
          dyn_cast_or_null<StringAttr>(op->getAttr("call_target_name")))
    os << " target=" << target.getValue();
  for (OpResult result : op->getResults()) {
    if (hlo::isToken(result.getType()))
      os << " result#" << result.getResultNumber() << "=token";
    if (OpOperand *viewed = hlo::getViewedOperand(result))
      os << " result#" << result.getResultNumber() << "=operand#"
         << viewed->getOperandNumber();
  }
  if (std::optional<int64_t> trips = hlo::getTripCount(op))
    os << " trips=" << *trips;
  printDimensions(op, os);
  os << " flops=" << llvm::format("%.0f", hlo::getFlops(op))
     << " matrix=" << llvm::format("%.0f", hlo::getMatrixFlops(op)) << "\n";
}

static void printSum(Operation *op, StringRef label, raw_ostream &os) {
  double flops = 0, matrixFlops = 0;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps()) {
      flops += hlo::getFlops(&nested);
      matrixFlops += hlo::getMatrixFlops(&nested);
    }
  os << label << ": flops=" << llvm::format("%.0f", flops)
     << " matrix=" << llvm::format("%.0f", matrixFlops) << "\n";
}

void TestStablehlo::runOnOperation() {
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto label = op->getAttrOfType<StringAttr>("test.hlo"))
      print(op, label.getValue(), llvm::outs());
    if (auto label = op->getAttrOfType<StringAttr>("test.flops"))
      printSum(op, label.getValue(), llvm::outs());
    auto symbol =
        op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (sumFunctions && symbol && op->getNumRegions() == 1 &&
        op != getOperation())
      printSum(op, symbol.getValue(), llvm::outs());
  });
}

namespace mlir::remat::test {
void registerTestStablehloPass() { PassRegistration<TestStablehlo>(); }
} // namespace mlir::remat::test
