//===- CustomCallsTest.cpp - Tests of the table of custom calls -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/CustomCalls.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;

TEST(CustomCallsTest, targetsAreKnownByNameOrPrefix) {
  using hlo::CallKind;
  EXPECT_EQ(hlo::getCallKind("Sharding"), CallKind::Annotation);
  EXPECT_EQ(hlo::getCallKind("Sharding2"), CallKind::Unknown);
  EXPECT_EQ(hlo::getCallKind("lapack_sgesdd_ffi"), CallKind::Function);
  EXPECT_EQ(hlo::getCallKind("__cudnn$convForward"), CallKind::Function);
  EXPECT_EQ(hlo::getCallKind("my__cudnn$convForward"), CallKind::Unknown);
  EXPECT_EQ(hlo::getCallKind(""), CallKind::Unknown);
}

TEST(CustomCallsTest, attentionIsKnownInAllItsFormsButDropout) {
  using hlo::CallKind;
  for (StringRef form : {"Softmax", "ScaleBiasSoftmax"}) {
    const std::string target = ("__cudnn$fmha" + form).str();
    EXPECT_EQ(hlo::getCallKind(target), CallKind::Attention);
    EXPECT_EQ(hlo::getCallKind(target + "Backward"),
              CallKind::AttentionBackward);
    EXPECT_EQ(hlo::getCallKind(target + "Dropout"), CallKind::Unknown);
    EXPECT_EQ(hlo::getCallKind(target + "DropoutBackward"), CallKind::Unknown);
  }
  EXPECT_EQ(hlo::getCallKind("__cudnn$fmhaSoftmaxF8"), CallKind::Attention);
  EXPECT_EQ(hlo::getCallKind("__cudnn$fmhaSoftmaxBackwardF8"),
            CallKind::AttentionBackward);
}
