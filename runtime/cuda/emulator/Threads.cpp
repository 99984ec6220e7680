//===- Threads.cpp - Threads of a kernel on the CPU -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block's threads begin on one fiber, one after another; only where one has
// to wait does the next begin on a fiber of its own. So kernels that never wait
// run as plain loops.
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "Fibers.h"
#include "SharedMemory.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>
#include <vector>

using namespace remat::emulator;

namespace {

constexpr int64_t kWarp = 32;
/// The most bytes that a lane gives to a warp-wide operation: a fragment of a
/// matrix, or a row's address.
constexpr int64_t kMaxGatherBytes = 256;

enum class Progress { Unstarted, Ready, AtBarrier, AtWarp, Done };

struct Thread {
  Progress progress = Progress::Unstarted;
  Fiber *fiber = nullptr;
  Dim3 id;
};

/// What the lanes of a warp do together. Two buffers in turn: a lane that goes
/// on to the next operation must not overwrite what others still have to read,
/// and none can be two ahead.
struct Warp {
  int64_t lanes = 0;
  int64_t arrived = 0;
  int64_t bytes = 0;
  unsigned turn = 0;
  std::array<char, kWarp * kMaxGatherBytes> buffers[2];
};

/// One launch.
class Launch {
public:
  Launch(RematEmulatedKernel kernel, Dim3 grid, Dim3 block,
         int64_t dynamicSharedBytes, void **parameters, int order);

  std::string run();

  // Of the thread that runs:
  int64_t getThreadId(int32_t dimension) const;
  int64_t getBlockId(int32_t dimension) const;
  int64_t getBlockDim(int32_t dimension) const;
  int64_t getGridDim(int32_t dimension) const;
  void barrier();
  /// The values of all lanes, one after another: valid until the lane calls
  /// this again.
  const char *gather(const void *own, int64_t bytes);
  void *getShared(int64_t key, int64_t bytes);
  void *getDynamicShared() { return shared.getDynamic(); }
  int64_t getDynamicSharedBytes() const { return shared.getDynamicBytes(); }
  int64_t getThread() const { return current; }
  int64_t getLane() const { return current % kWarp; }
  int getOrder() const { return order; }
  void failThread(const std::string &what) {
    fail(describeThread(current) + " " + what);
  }
  uint64_t shuffle(uint64_t value, int32_t offset, int32_t width, int32_t mode,
                   int32_t &valid);

private:
  static void runThreads();
  void startThreads();
  bool resumeThreads();
  void runBlock();
  void beginBlock();
  void wait(Progress progress);
  int64_t getPosition(int64_t index) const;
  void drawOrder();
  void fail(const std::string &what);
  std::string describeDeadlock() const;
  std::string describeThread(int64_t index) const;
  Fiber *takeFiber();

  RematEmulatedKernel kernel;
  Dim3 grid, block;
  void **parameters;
  int order;
  int64_t numThreads;

  SharedMemory shared;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber *> idleFibers;

  Dim3 blockId;
  /// The number of the running thread, which is what divides threads into
  /// warps: x runs fastest.
  int64_t current = 0;
  /// Threads that have begun and that are done.
  int64_t started = 0, done = 0;
  int64_t atBarrier = 0;
  /// Where this round's order begins and how far it goes on, for order 2.
  int64_t first = 0, stride = 1;
  uint64_t round = 0;
  std::string error;
};

/// The launch that runs. Launches do not overlap.
Launch *launch = nullptr;

/// Idle fibers of launches that ended well.
std::vector<std::unique_ptr<Fiber>> pool;

int64_t getDimension(const Dim3 &value, int32_t dimension) {
  return dimension == 0 ? value.x : dimension == 1 ? value.y : value.z;
}

std::string describe(const Dim3 &value) {
  return "(" + std::to_string(value.x) + ", " + std::to_string(value.y) + ", " +
         std::to_string(value.z) + ")";
}

} // namespace

Launch::Launch(RematEmulatedKernel kernel, Dim3 grid, Dim3 block,
               int64_t dynamicSharedBytes, void **parameters, int order)
    : kernel(kernel), grid(grid), block(block), parameters(parameters),
      order(order), numThreads(block.x * block.y * block.z),
      shared(dynamicSharedBytes), threads(numThreads),
      warps((numThreads + kWarp - 1) / kWarp) {
  for (int64_t i = 0; i < numThreads; ++i)
    threads[i].id = {i % block.x, i / block.x % block.y, i / block.x / block.y};
  for (size_t w = 0; w < warps.size(); ++w)
    warps[w].lanes = std::min(kWarp, numThreads - int64_t(w) * kWarp);
}

int64_t Launch::getThreadId(int32_t dimension) const {
  return getDimension(threads[current].id, dimension);
}
int64_t Launch::getBlockId(int32_t dimension) const {
  return getDimension(blockId, dimension);
}
int64_t Launch::getBlockDim(int32_t dimension) const {
  return getDimension(block, dimension);
}
int64_t Launch::getGridDim(int32_t dimension) const {
  return getDimension(grid, dimension);
}

void Launch::fail(const std::string &what) {
  if (error.empty())
    error = "block " + describe(blockId) + ": " + what;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// A start and a stride without a common divisor with the number of threads
/// visit each once. Mixed from the block and the round alone.
void Launch::drawOrder() {
  ++round;
  if (order != 2)
    return;
  uint64_t seed = uint64_t(blockId.x) + uint64_t(blockId.y) * 0x9E3779B9u +
                  uint64_t(blockId.z) * 0x85EBCA77u + round * 0xC2B2AE3Du;
  auto next = [&seed] {
    seed += 0x9E3779B97F4A7C15u;
    uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  };
  first = static_cast<int64_t>(next() % uint64_t(numThreads));
  do
    stride = static_cast<int64_t>(next() % uint64_t(numThreads)) + 1;
  while (std::gcd(stride, numThreads) != 1);
}

/// Which thread comes as number `index` of this round.
int64_t Launch::getPosition(int64_t index) const {
  if (order == 0)
    return index;
  if (order == 1)
    return numThreads - 1 - index;
  return (first + index * stride) % numThreads;
}

//===----------------------------------------------------------------------===//
// Fibers
//===----------------------------------------------------------------------===//

/// What a fiber does: begins threads until one of them has to wait, or there
/// are no more; once that one is done it is idle until it is taken again.
void Launch::runThreads() {
  for (;;) {
    while (launch->started < launch->numThreads && launch->error.empty()) {
      int64_t index = launch->getPosition(launch->started++);
      launch->current = index;
      Thread &thread = launch->threads[index];
      thread.progress = Progress::Ready;
      launch->kernel(launch->parameters);
      thread.progress = Progress::Done;
      ++launch->done;
    }
    Fiber::yield();
  }
}

Fiber *Launch::takeFiber() {
  if (!idleFibers.empty()) {
    Fiber *fiber = idleFibers.back();
    idleFibers.pop_back();
    return fiber;
  }
  std::unique_ptr<Fiber> fiber;
  if (!pool.empty()) {
    fiber = std::move(pool.back());
    pool.pop_back();
  } else {
    fiber = Fiber::create(&Launch::runThreads);
  }
  if (!fiber)
    return nullptr;
  fibers.push_back(std::move(fiber));
  return fibers.back().get();
}

/// Begins all threads; each runs until it waits or is done.
void Launch::startThreads() {
  drawOrder();
  while (started < numThreads && error.empty()) {
    Fiber *fiber = takeFiber();
    if (!fiber)
      return fail("there is no memory for the stacks of its threads");
    fiber->resume();
    Thread &thread = threads[current];
    if (thread.progress == Progress::Done)
      idleFibers.push_back(fiber);
    else
      thread.fiber = fiber;
  }
}

/// Goes on with each thread that can. Whether there was any.
bool Launch::resumeThreads() {
  drawOrder();
  bool any = false;
  for (int64_t i = 0; i < numThreads && error.empty(); ++i) {
    int64_t index = getPosition(i);
    Thread &thread = threads[index];
    if (thread.progress != Progress::Ready)
      continue;
    any = true;
    current = index;
    thread.fiber->resume();
    if (thread.progress == Progress::Done)
      idleFibers.push_back(thread.fiber);
  }
  return any;
}

/// Leaves the running thread until another one makes it ready.
void Launch::wait(Progress progress) {
  threads[current].progress = progress;
  Fiber::yield();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void Launch::barrier() {
  if (++atBarrier < numThreads)
    return wait(Progress::AtBarrier);
  atBarrier = 0;
  for (Thread &thread : threads)
    thread.progress = Progress::Ready;
  // The last to come does not go on first, but when it is its turn.
  wait(Progress::Ready);
}

const char *Launch::gather(const void *own, int64_t bytes) {
  Warp &warp = warps[current / kWarp];
  if (bytes < 0 || bytes > kMaxGatherBytes) {
    failThread("gives " + std::to_string(bytes) +
               " bytes to a warp-wide operation; at most " +
               std::to_string(kMaxGatherBytes) + " can be");
    bytes = 0;
  }
  if (warp.arrived == 0) {
    warp.bytes = bytes;
    warp.turn ^= 1;
    // What lanes that are not there give.
    if (warp.lanes < kWarp)
      warp.buffers[warp.turn].fill(0);
  } else if (warp.bytes != bytes) {
    failThread("gives " + std::to_string(bytes) +
               " bytes to a warp-wide operation, another lane of its warp " +
               std::to_string(warp.bytes) + ": they are not at the same one");
    bytes = 0;
  }
  char *buffer = warp.buffers[warp.turn].data();
  std::memcpy(buffer + getLane() * bytes, own, static_cast<size_t>(bytes));
  if (++warp.arrived < warp.lanes) {
    wait(Progress::AtWarp);
    return buffer;
  }
  warp.arrived = 0;
  int64_t base = current / kWarp * kWarp;
  for (int64_t lane = 0; lane < warp.lanes; ++lane)
    threads[base + lane].progress = Progress::Ready;
  wait(Progress::Ready);
  return buffer;
}

void *Launch::getShared(int64_t key, int64_t bytes) {
  std::string what;
  void *data = shared.get(key, bytes, what);
  if (!what.empty())
    failThread(what);
  return data;
}

std::string Launch::describeThread(int64_t index) const {
  return "thread " + describe(threads[index].id);
}

std::string Launch::describeDeadlock() const {
  auto find = [&](auto &&predicate) {
    return std::find_if(threads.begin(), threads.end(), predicate) -
           threads.begin();
  };
  int64_t waiting = find([](const Thread &thread) {
    return thread.progress == Progress::AtBarrier ||
           thread.progress == Progress::AtWarp;
  });
  if (threads[waiting].progress == Progress::AtBarrier) {
    int64_t missing = find([](const Thread &thread) {
      return thread.progress != Progress::AtBarrier;
    });
    return describeThread(waiting) + " waits at a barrier that " +
           describeThread(missing) +
           (threads[missing].progress == Progress::Done
                ? " never reaches: it has returned"
                : " does not reach: it waits at a warp-wide operation");
  }
  int64_t warp = waiting / kWarp;
  int64_t missing = find([&](const Thread &thread) {
    return (&thread - threads.data()) / kWarp == warp &&
           thread.progress != Progress::AtWarp;
  });
  return describeThread(waiting) + " waits at a warp-wide operation that " +
         describeThread(missing) +
         (threads[missing].progress == Progress::Done
              ? " of its warp never reaches: it has returned"
              : " of its warp does not reach: it waits at a barrier");
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Launch::beginBlock() {
  started = done = atBarrier = 0;
  round = 0;
  for (Thread &thread : threads) {
    thread.progress = Progress::Unstarted;
    thread.fiber = nullptr;
  }
  shared.beginBlock();
  beginCopies(numThreads);
}

void Launch::runBlock() {
  beginBlock();
  startThreads();
  while (error.empty() && done < numThreads)
    if (!resumeThreads())
      fail(describeDeadlock());
  if (std::string what = endCopies(); !what.empty())
    fail(what);
  if (std::string what = shared.check(); !what.empty())
    fail(what);
}

std::string Launch::run() {
  for (blockId.z = 0; blockId.z < grid.z; ++blockId.z)
    for (blockId.y = 0; blockId.y < grid.y; ++blockId.y)
      for (blockId.x = 0; blockId.x < grid.x; ++blockId.x) {
        runBlock();
        if (!error.empty())
          return error;
      }
  // After an error, some are left in the middle of threads.
  std::move(fibers.begin(), fibers.end(), std::back_inserter(pool));
  return error;
}

std::string remat::emulator::runKernel(RematEmulatedKernel kernel, Dim3 grid,
                                       Dim3 block, int64_t dynamicSharedBytes,
                                       void **parameters, int order) {
  if (launch)
    return "a kernel is launched while another one runs";
  for (const Dim3 &dims : {grid, block})
    if (dims.x < 1 || dims.y < 1 || dims.z < 1)
      return "a launch of grid " + describe(grid) + " and block " +
             describe(block) + " has no threads";
  Launch one(kernel, grid, block, dynamicSharedBytes, parameters, order);
  launch = &one;
  std::string error = one.run();
  launch = nullptr;
  return error;
}

int remat::emulator::getOrder() { return launch ? launch->getOrder() : 0; }
int64_t remat::emulator::getThread() {
  return launch ? launch->getThread() : 0;
}
int64_t remat::emulator::getLane() { return launch ? launch->getLane() : 0; }
int64_t remat::emulator::getDynamicSharedBytes() {
  return launch ? launch->getDynamicSharedBytes() : 0;
}
void remat::emulator::failThread(const std::string &what) {
  if (launch)
    launch->failThread(what);
}

//===----------------------------------------------------------------------===//
// For kernels
//===----------------------------------------------------------------------===//

// Outside of a launch there is one thread, alone.

int64_t rematEmulatorThreadId(int32_t dimension) {
  return launch ? launch->getThreadId(dimension) : 0;
}
int64_t rematEmulatorBlockId(int32_t dimension) {
  return launch ? launch->getBlockId(dimension) : 0;
}
int64_t rematEmulatorBlockDim(int32_t dimension) {
  return launch ? launch->getBlockDim(dimension) : 1;
}
int64_t rematEmulatorGridDim(int32_t dimension) {
  return launch ? launch->getGridDim(dimension) : 1;
}

void *rematEmulatorShared(int64_t key, int64_t bytes) {
  return launch ? launch->getShared(key, bytes) : nullptr;
}
void *rematEmulatorDynamicShared(void) {
  return launch ? launch->getDynamicShared() : nullptr;
}

void rematEmulatorBarrier(void) {
  if (launch)
    launch->barrier();
}

void rematEmulatorGather(const void *own, int64_t bytes, void *gathered) {
  if (!launch)
    return;
  const char *all = launch->gather(own, bytes);
  std::memcpy(gathered, all, static_cast<size_t>(kWarp * bytes));
}

/// Which lane `lane` reads from, and whether that is one of the first `width`:
/// what PTX's shfl does with the clamps that gpu.shuffle is lowered to.
static int64_t getSourceLane(int64_t lane, int32_t offset, int32_t width,
                             int32_t mode, bool &isValid) {
  int64_t source = 0;
  switch (mode) {
  case 0:
    source = lane ^ (offset & (kWarp - 1));
    break;
  case 1:
    source = lane - (offset & (kWarp - 1));
    break;
  case 2:
    source = lane + (offset & (kWarp - 1));
    break;
  default:
    source = offset & (kWarp - 1);
    break;
  }
  isValid = source >= 0 && source < width;
  return isValid ? source : lane;
}

uint64_t Launch::shuffle(uint64_t value, int32_t offset, int32_t width,
                         int32_t mode, int32_t &valid) {
  if (getLane() >= width || width > kWarp)
    failThread("is lane " + std::to_string(getLane()) +
               " of its warp and takes part in a shuffle of " +
               std::to_string(width) + " lanes, which a GPU leaves undefined");
  const char *all = gather(&value, sizeof(value));
  bool isValid = false;
  int64_t source = getSourceLane(getLane(), offset, width, mode, isValid);
  valid = isValid;
  // Nor is it defined what lanes give that are not there.
  if (source >= warps[current / kWarp].lanes)
    return ~uint64_t(0);
  uint64_t result = 0;
  std::memcpy(&result, all + source * int64_t(sizeof(result)), sizeof(result));
  return result;
}

uint64_t rematEmulatorShuffle(uint64_t value, int32_t offset, int32_t width,
                              int32_t mode, int32_t *valid) {
  *valid = 0;
  return launch ? launch->shuffle(value, offset, width, mode, *valid) : value;
}
