//===- EmulatorThreadsTest.cpp - Kernels run by the emulator --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

using namespace remat::emulator;

namespace {

/// Runs `kernel` with `parameter` as its only one.
template <typename T>
std::string run(RematEmulatedKernel kernel, T &parameter, Dim3 grid, Dim3 block,
                int order = 0, int64_t dynamicSharedBytes = 0) {
  T *pointer = &parameter;
  void *parameters[] = {&pointer};
  return runKernel(kernel, grid, block, dynamicSharedBytes, parameters, order);
}

template <typename T> T &get(void **parameters) {
  return **static_cast<T **>(parameters[0]);
}

int64_t getThreadX() { return rematEmulatorThreadId(0); }

class EmulatorThreads : public testing::TestWithParam<int> {};

TEST_P(EmulatorThreads, RunEachThreadOfEachBlockOnce) {
  std::array<int, 2 * 3 * 4 * 5> counts = {};
  std::string error = run(
      [](void **parameters) {
        int64_t block = rematEmulatorBlockId(0) +
                        rematEmulatorGridDim(0) * rematEmulatorBlockId(1);
        int64_t thread = rematEmulatorThreadId(1) +
                         rematEmulatorBlockDim(1) * rematEmulatorThreadId(2);
        ++get<decltype(counts)>(
            parameters)[static_cast<size_t>(block * 20 + thread)];
      },
      counts, {2, 3, 1}, {1, 4, 5}, GetParam());
  EXPECT_EQ(error, "");
  for (int count : counts)
    EXPECT_EQ(count, 1);
}

TEST_P(EmulatorThreads, PassValuesThroughSharedMemoryAtBarriers) {
  constexpr int64_t kThreads = 100;
  std::array<int32_t, kThreads> result = {};
  std::string error = run(
      [](void **parameters) {
        auto *shared = static_cast<int32_t *>(rematEmulatorShared(3, 400));
        int64_t own = getThreadX();
        int32_t value = static_cast<int32_t>(own);
        // Rotates by one place, seven times.
        for (int i = 0; i < 7; ++i) {
          shared[own] = value;
          rematEmulatorBarrier();
          value = shared[(own + 1) % kThreads];
          rematEmulatorBarrier();
        }
        get<decltype(result)>(parameters)[static_cast<size_t>(own)] = value;
      },
      result, {2, 1, 1}, {kThreads, 1, 1}, GetParam());
  EXPECT_EQ(error, "");
  for (int64_t i = 0; i < kThreads; ++i)
    EXPECT_EQ(result[static_cast<size_t>(i)], (i + 7) % kThreads);
}

TEST_P(EmulatorThreads, GatherFromEachLaneOfTheWarp) {
  std::array<int64_t, 40> sums = {};
  std::string error = run(
      [](void **parameters) {
        int64_t own = getThreadX() + 1, sum = 0;
        std::array<int64_t, 32> all;
        for (int turn = 0; turn < 3; ++turn) {
          rematEmulatorGather(&own, sizeof(own), all.data());
          for (int64_t value : all)
            sum += value;
          own *= 10;
        }
        get<decltype(sums)>(parameters)[static_cast<size_t>(getThreadX())] =
            sum;
      },
      sums, {1, 1, 1}, {40, 1, 1}, GetParam());
  EXPECT_EQ(error, "");
  // The second warp has eight lanes; the others are zeros.
  for (int64_t i = 0; i < 40; ++i)
    EXPECT_EQ(sums[static_cast<size_t>(i)],
              111 * (i < 32 ? 32 * 33 / 2 : 36 * 8 + 4))
        << i;
}

TEST_P(EmulatorThreads, CopyAsynchronouslyBeforeTheWaitEnds) {
  struct Data {
    alignas(16) std::array<float, 8> source = {1, 2, 3, 4, 5, 6, 7, 8};
    std::array<float, 8> seen = {};
  } data;
  std::string error = run(
      [](void **parameters) {
        auto &data = get<Data>(parameters);
        auto *shared = static_cast<float *>(rematEmulatorShared(0, 32));
        rematEmulatorCopyAsync(shared, data.source.data(), 16, 16);
        rematEmulatorCommitCopies();
        rematEmulatorCopyAsync(shared + 4, data.source.data() + 4, 16, 4);
        rematEmulatorCommitCopies();
        rematEmulatorWaitForCopies(1);
        std::memcpy(data.seen.data(), shared, 16);
        rematEmulatorWaitForCopies(0);
        std::memcpy(data.seen.data() + 4, shared + 4, 16);
      },
      data, {1, 1, 1}, {1, 1, 1}, GetParam());
  EXPECT_EQ(error, "");
  EXPECT_EQ(data.seen, (std::array<float, 8>{1, 2, 3, 4, 5, 0, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(Orders, EmulatorThreads, testing::Values(0, 1, 2));

/// What PTX says of shfl with the clamps that gpu.shuffle has.
TEST(EmulatorShuffles, AgreeWithPlainLoops) {
  struct Data {
    int32_t mode, offset, width;
    std::array<uint64_t, 32> values;
    std::array<int32_t, 32> valid;
  } data;
  for (int32_t mode = 0; mode < 4; ++mode)
    for (int32_t width : {8, 32})
      for (int32_t offset = 0; offset < 32; ++offset) {
        data.mode = mode;
        data.offset = offset;
        data.width = width;
        ASSERT_EQ(run(
                      [](void **parameters) {
                        auto &data = get<Data>(parameters);
                        auto own = static_cast<size_t>(getThreadX());
                        data.values[own] = rematEmulatorShuffle(
                            100 + own, data.offset, data.width, data.mode,
                            &data.valid[own]);
                      },
                      data, {1, 1, 1}, {width, 1, 1}),
                  "");
        for (int lane = 0; lane < width; ++lane) {
          std::array<int, 4> sources = {lane ^ offset, lane - offset,
                                        lane + offset, offset};
          int source = sources[static_cast<size_t>(mode)];
          bool isValid = source >= 0 && source < width;
          auto own = static_cast<size_t>(lane);
          EXPECT_EQ(data.valid[own], isValid);
          EXPECT_EQ(data.values[own], 100U + unsigned(isValid ? source : lane))
              << mode << ' ' << width << ' ' << offset << ' ' << lane;
        }
      }
}

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

int nothing = 0;

std::string runBlockOf(RematEmulatedKernel kernel, int64_t threads,
                       int64_t dynamicSharedBytes = 0) {
  return run(kernel, nothing, {1, 1, 1}, {threads, 1, 1}, 0,
             dynamicSharedBytes);
}

TEST(EmulatorErrors, BarrierThatAThreadReturnsBefore) {
  EXPECT_EQ(runBlockOf(
                [](void **) {
                  if (getThreadX() != 5)
                    rematEmulatorBarrier();
                },
                64),
            "block (0, 0, 0): thread (0, 0, 0) waits at a barrier that thread "
            "(5, 0, 0) never reaches: it has returned");
}

TEST(EmulatorErrors, ShuffleThatALaneReturnsBefore) {
  EXPECT_EQ(runBlockOf(
                [](void **) {
                  int32_t valid = 0;
                  if (getThreadX() < 50)
                    rematEmulatorShuffle(0, 1, 32, 0, &valid);
                },
                64),
            "block (0, 0, 0): thread (32, 0, 0) waits at a warp-wide operation "
            "that thread (50, 0, 0) of its warp never reaches: it has "
            "returned");
}

TEST(EmulatorErrors, BarrierInOneBranchAndShuffleInTheOther) {
  std::string error = runBlockOf(
      [](void **) {
        int32_t valid = 0;
        if (getThreadX() < 16)
          rematEmulatorBarrier();
        else
          rematEmulatorShuffle(0, 1, 32, 0, &valid);
      },
      32);
  EXPECT_NE(error.find("waits at a warp-wide operation"), std::string::npos)
      << error;
}

TEST(EmulatorErrors, LanesAtDifferentOperations) {
  std::string error = runBlockOf(
      [](void **) {
        std::array<char, 8 * 32> all;
        rematEmulatorGather(all.data(), getThreadX() < 7 ? 8 : 4, all.data());
      },
      32);
  EXPECT_NE(error.find("they are not at the same one"), std::string::npos)
      << error;
}

TEST(EmulatorErrors, ShuffleBeyondItsWidth) {
  std::string error = runBlockOf(
      [](void **) {
        int32_t valid = 0;
        rematEmulatorShuffle(0, 1, 16, 0, &valid);
      },
      32);
  EXPECT_NE(error.find("is lane 16 of its warp and takes part in a shuffle of "
                       "16 lanes"),
            std::string::npos)
      << error;
}

TEST(EmulatorErrors, WritesBeyondSharedMemory) {
  const std::string expected =
      "block (0, 0, 0): its threads wrote beyond their shared memory";
  EXPECT_EQ(runBlockOf(
                [](void **) {
                  static_cast<char *>(rematEmulatorShared(0, 100))[100] = 1;
                },
                1),
            expected);
  EXPECT_EQ(runBlockOf(
                [](void **) {
                  static_cast<char *>(rematEmulatorDynamicShared())[-1] = 1;
                },
                1, 1024),
            expected);
}

TEST(EmulatorErrors, MoreSharedMemoryThanThereIs) {
  EXPECT_EQ(runBlockOf([](void **) { rematEmulatorShared(0, 49152); }, 1), "");
  std::string error = runBlockOf(
      [](void **) {
        rematEmulatorShared(0, 40000);
        rematEmulatorShared(1, 9153);
      },
      1);
  EXPECT_NE(error.find("declares 9153 bytes of shared memory beside 40000"),
            std::string::npos)
      << error;
}

TEST(EmulatorErrors, CopiesThatNobodyWaitsFor) {
  static std::array<float, 8> data;
  EXPECT_EQ(runBlockOf(
                [](void **) {
                  rematEmulatorCopyAsync(data.data(), data.data() + 4, 4, 4);
                  rematEmulatorCommitCopies();
                },
                1),
            "block (0, 0, 0): asynchronous copies are not waited for when a "
            "thread ends");
  std::string error = runBlockOf(
      [](void **) {
        rematEmulatorCopyAsync(reinterpret_cast<char *>(data.data()) + 2,
                               data.data() + 4, 4, 4);
      },
      1);
  EXPECT_NE(error.find("not a multiple"), std::string::npos) << error;
}

TEST(EmulatorErrors, BrokenPromiseOfAlignment) {
  EXPECT_EQ(runBlockOf([](void **) { rematEmulatorAligned(&nothing, 4); }, 1),
            "");
  std::string error = runBlockOf(
      [](void **) {
        rematEmulatorAligned(reinterpret_cast<char *>(&nothing) + 1, 4);
      },
      1);
  EXPECT_NE(error.find("not a multiple of 4"), std::string::npos) << error;
}

TEST(EmulatorErrors, NoThreads) {
  EXPECT_NE(runBlockOf([](void **) {}, 0), "");
}

TEST(EmulatorErrors, TheNextLaunchIsNotHurt) {
  EXPECT_NE(runBlockOf(
                [](void **) {
                  if (getThreadX() == 0)
                    rematEmulatorBarrier();
                },
                64),
            "");
  EXPECT_EQ(runBlockOf([](void **) { rematEmulatorBarrier(); }, 64), "");
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Each lane writes what it got of four tiles, whose elements are their own
/// numbers.
TEST(EmulatorMatrices, LoadTilesAsPtxLaysThemOut) {
  struct Data {
    alignas(16) std::array<uint16_t, 4 * 64> tiles;
    int32_t transposed;
    std::array<std::array<uint16_t, 8>, 32> fragments;
  } data;
  for (size_t i = 0; i < data.tiles.size(); ++i)
    data.tiles[i] = static_cast<uint16_t>(i);
  for (int32_t transposed : {0, 1}) {
    data.transposed = transposed;
    ASSERT_EQ(run(
                  [](void **parameters) {
                    auto &data = get<Data>(parameters);
                    auto own = static_cast<size_t>(getThreadX());
                    rematEmulatorLoadMatrix(&data.tiles[own * 8], 4,
                                            data.transposed,
                                            data.fragments[own].data());
                  },
                  data, {1, 1, 1}, {32, 1, 1}),
              "");
    for (int lane = 0; lane < 32; ++lane)
      for (int tile = 0; tile < 4; ++tile)
        for (int half = 0; half < 2; ++half) {
          int row = lane / 4, column = lane % 4 * 2 + half;
          int expected =
              64 * tile + (transposed ? 8 * column + row : 8 * row + column);
          EXPECT_EQ(data.fragments[static_cast<size_t>(lane)]
                                  [static_cast<size_t>(2 * tile + half)],
                    expected);
        }
  }
}

uint32_t getBits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Small integers, exact in each type.
uint16_t toHalf(int value) {
  if (value == 0)
    return 0;
  int exponent = static_cast<int>(std::floor(std::log2(std::abs(value))));
  int mantissa = (std::abs(value) << 10 >> exponent) & 1023;
  return static_cast<uint16_t>((value < 0 ? 0x8000 : 0) |
                               (exponent + 15) << 10 | mantissa);
}

struct Product {
  int32_t k, inputs, outputs;
  std::array<std::array<int, 16>, 16> a;
  std::array<std::array<int, 8>, 16> b;
  std::array<std::array<double, 8>, 16> d;
};

void put(void *fragment, int index, int value, int32_t type) {
  if (type == 3) {
    static_cast<double *>(fragment)[index] = value;
  } else if (type == 0) {
    static_cast<float *>(fragment)[index] = static_cast<float>(value);
  } else {
    static_cast<uint16_t *>(fragment)[index] =
        type == 1
            ? toHalf(value)
            : static_cast<uint16_t>(getBits(static_cast<float>(value)) >> 16);
  }
}

/// The fragments of one lane, by the tables of the PTX ISA spelled out.
void multiply(void **parameters) {
  auto &product = get<Product>(parameters);
  int lane = static_cast<int>(getThreadX());
  int group = lane / 4, t = lane % 4, type = product.inputs;
  alignas(16) std::array<char, 64> a, b, c, d;
  auto element = [&](auto &matrix, int row, int column) {
    return matrix[static_cast<size_t>(row)][static_cast<size_t>(column)];
  };
  if (type == 1 || type == 2) {
    for (int i = 0; i < product.k / 2; ++i)
      put(a.data(), i,
          element(product.a, i / 2 % 2 ? group + 8 : group,
                  2 * t + i % 2 + (i >= 4 ? 8 : 0)),
          type);
    for (int i = 0; i < product.k / 4; ++i)
      put(b.data(), i,
          element(product.b, 2 * t + i % 2 + (i >= 2 ? 8 : 0), group), type);
  } else if (type == 0) {
    for (int i = 0; i < product.k / 2; ++i)
      put(a.data(), i,
          element(product.a, i % 2 ? group + 8 : group, i >= 2 ? t + 4 : t),
          type);
    for (int i = 0; i < product.k / 4; ++i)
      put(b.data(), i, element(product.b, i ? t + 4 : t, group), type);
  } else {
    put(a.data(), 0, element(product.a, group, t), type);
    put(b.data(), 0, element(product.b, t, group), type);
  }
  int count = type == 3 ? 2 : 4;
  for (int i = 0; i < count; ++i)
    put(c.data(), i, i + 1, product.outputs);
  rematEmulatorMultiply(a.data(), b.data(), c.data(), d.data(), product.k,
                        product.inputs, product.outputs);
  for (int i = 0; i < count; ++i) {
    double value = 0;
    if (product.outputs == 3) {
      value = reinterpret_cast<double *>(d.data())[i];
    } else if (product.outputs == 0) {
      value = reinterpret_cast<float *>(d.data())[i];
    } else {
      uint16_t half = reinterpret_cast<uint16_t *>(d.data())[i];
      value = half & 0x7FFF
                  ? std::ldexp(1024 + (half & 1023), (half >> 10 & 31) - 25)
                  : 0;
      value = half & 0x8000 ? -value : value;
    }
    const size_t row = i < 2 ? group : group + 8;
    const size_t column = 2 * t + i % 2;
    product.d[row][column] = value;
  }
}

TEST(EmulatorMatrices, MultiplyAsPlainLoops) {
  struct Case {
    int32_t k, inputs, outputs;
  };
  for (const Case &one :
       {Case{16, 1, 0}, Case{16, 1, 1}, Case{16, 2, 0}, Case{8, 1, 0},
        Case{8, 2, 0}, Case{8, 0, 0}, Case{4, 0, 0}, Case{4, 3, 3}}) {
    Product product = {one.k, one.inputs, one.outputs, {}, {}, {}};
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j)
        product.a[static_cast<size_t>(i)][static_cast<size_t>(j)] =
            (i * 7 + j * 3) % 11 - 5;
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 8; ++j)
        product.b[static_cast<size_t>(i)][static_cast<size_t>(j)] =
            (i * 5 + j * 2) % 9 - 4;
    ASSERT_EQ(run(multiply, product, {1, 1, 1}, {32, 1, 1}), "");
    int rows = one.inputs == 3 ? 8 : 16;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < 8; ++j) {
        int sum = (i >= 8 ? 2 : 0) + j % 2 + 1;
        for (int depth = 0; depth < one.k; ++depth)
          sum += product.a[static_cast<size_t>(i)][static_cast<size_t>(depth)] *
                 product.b[static_cast<size_t>(depth)][static_cast<size_t>(j)];
        EXPECT_EQ(product.d[static_cast<size_t>(i)][static_cast<size_t>(j)],
                  sum)
            << one.k << ' ' << one.inputs << ' ' << i << ' ' << j;
      }
  }
}

} // namespace
