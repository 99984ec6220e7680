//===- Fibers.cpp - Stacks that take turns --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fibers.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(REMAT_FIBERS_WITH_UCONTEXT)
#define REMAT_FIBERS_X86_64 1
#else
#define REMAT_FIBERS_X86_64 0
#include <ucontext.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define REMAT_FIBERS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REMAT_FIBERS_ASAN 1
#endif
#endif
#ifdef REMAT_FIBERS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

using namespace remat::emulator;

/// Threads of kernels keep accumulators of a few KiB on the stack where the
/// compiler does not find registers for them; untouched pages cost nothing.
static constexpr size_t kStackBytes = size_t(256) << 10;

#if REMAT_FIBERS_X86_64
// Saves what a callee must keep on the stack, and goes on where another stack
// was left in the same way.
extern "C" void rematFiberSwitch(void **from, void *to);
asm(R"(
.text
.p2align 4
.globl rematFiberSwitch
.hidden rematFiberSwitch
.type rematFiberSwitch, @function
rematFiberSwitch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size rematFiberSwitch, .-rematFiberSwitch
)");
#endif

struct Fiber::State {
  char *mapping = nullptr;
  size_t mappedBytes = 0;
#if REMAT_FIBERS_X86_64
  void *here = nullptr;
  void *resumer = nullptr;
#else
  ucontext_t here;
  ucontext_t resumer;
#endif
  FiberEntry entry = nullptr;
#ifdef REMAT_FIBERS_ASAN
  void *ownFakeStack = nullptr;
  void *resumersFakeStack = nullptr;
  const void *resumersStack = nullptr;
  size_t resumersStackBytes = 0;
#endif

  /// The one that runs.
  static thread_local State *running;

  ~State() {
    if (mapping)
      munmap(mapping, mappedBytes);
  }
  char *stack() { return mapping + (mappedBytes - kStackBytes); }
  void switchIn();
  void switchOut();
  void prepare();
  /// What a fresh stack begins with.
  static void enter();
};

thread_local Fiber::State *Fiber::State::running = nullptr;

void Fiber::State::enter() {
#ifdef REMAT_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &running->resumersStack,
                                  &running->resumersStackBytes);
#endif
  running->entry();
}

void Fiber::State::switchIn() {
#ifdef REMAT_FIBERS_ASAN
  __sanitizer_start_switch_fiber(&resumersFakeStack, stack(), kStackBytes);
#endif
#if REMAT_FIBERS_X86_64
  rematFiberSwitch(&resumer, here);
#else
  swapcontext(&resumer, &here);
#endif
#ifdef REMAT_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(resumersFakeStack, nullptr, nullptr);
#endif
}

void Fiber::State::switchOut() {
#ifdef REMAT_FIBERS_ASAN
  __sanitizer_start_switch_fiber(&ownFakeStack, resumersStack,
                                 resumersStackBytes);
#endif
#if REMAT_FIBERS_X86_64
  rematFiberSwitch(&here, resumer);
#else
  swapcontext(&here, &resumer);
#endif
#ifdef REMAT_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(ownFakeStack, &resumersStack,
                                  &resumersStackBytes);
#endif
}

/// Makes the stack look as if the fiber had been left at its entry.
void Fiber::State::prepare() {
#ifdef REMAT_FIBERS_ASAN
  // What was left in the middle of a function never took its marks away.
  ASAN_UNPOISON_MEMORY_REGION(stack(), kStackBytes);
#endif
#if REMAT_FIBERS_X86_64
  // The control words, six registers, where to return to, and a return address
  // for that in turn, which is never used. A function begins with the stack
  // eight bytes off a multiple of sixteen.
  auto top =
      reinterpret_cast<uintptr_t>(stack() + kStackBytes) & ~uintptr_t(15);
  auto *words = reinterpret_cast<uint64_t *>(top - 72);
  uint32_t vectors = 0;
  uint16_t scalars = 0;
  asm volatile("stmxcsr %0" : "=m"(vectors));
  asm volatile("fnstcw %0" : "=m"(scalars));
  words[0] = uint64_t(vectors) | uint64_t(scalars) << 32;
  for (int i = 1; i < 7; ++i)
    words[i] = 0;
  words[7] = reinterpret_cast<uint64_t>(&enter);
  words[8] = 0;
  here = words;
#else
  getcontext(&here);
  here.uc_stack.ss_sp = stack();
  here.uc_stack.ss_size = kStackBytes;
  here.uc_link = nullptr;
  makecontext(&here, enter, 0);
#endif
}

Fiber::Fiber(std::unique_ptr<State> state) : state(std::move(state)) {}
Fiber::~Fiber() = default;

std::unique_ptr<Fiber> Fiber::create(FiberEntry entry) {
  auto state = std::make_unique<State>();
  auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t bytes = kStackBytes + page;
  void *mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  state->mapping = static_cast<char *>(mapping);
  state->mappedBytes = bytes;
  if (mprotect(mapping, page, PROT_NONE) != 0)
    return nullptr;
  state->entry = entry;
  state->prepare();
  return std::unique_ptr<Fiber>(new Fiber(std::move(state)));
}

void Fiber::resume() {
  State::running = state.get();
  state->switchIn();
  State::running = nullptr;
}

void Fiber::yield() { State::running->switchOut(); }
