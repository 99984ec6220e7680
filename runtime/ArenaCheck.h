//===- ArenaCheck.h - Who owns the bytes of an arena ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Watches the bytes of arenas while a step runs: which are owned by a buffer
// that is alive, and that nothing else is touched. Code calls the first five
// where `remat-place-buffers{checked=true}` put them, and the sixth at each
// access where `remat-run --check-arena` compiled it. C ABI; for one step at a
// time: not to be called from several threads.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_ARENACHECK_H
#define REMAT_RUNTIME_ARENACHECK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The arena of `bytes` bytes at `address` is there, with no buffer in it. One
/// that was there is forgotten.
void rematArenaBegin(uint64_t address, uint64_t bytes);
/// The arena at `address` is gone.
void rematArenaEnd(uint64_t address);
/// A buffer is made at `address`. Its bytes must lie in an arena and belong to
/// no buffer; they are filled with ones (a NaN in every float format), so that
/// a read before they are written shows in results.
void rematArenaAcquire(uint64_t address, uint64_t bytes);
/// The same for a buffer that the caller of the step has written: its bytes
/// stay as they are.
void rematArenaAdopt(uint64_t address, uint64_t bytes);
/// The buffer at `address` is gone; its bytes are filled with ones.
void rematArenaRelease(uint64_t address);
/// Something reads or writes `bytes` bytes: those that lie in an arena must
/// belong to a buffer.
void rematArenaAccess(uint64_t address, uint64_t bytes);

/// Forgets all arenas and errors.
void rematArenaReset(void);
/// What went wrong since: how often, and what came first (empty if nothing; to
/// be read before the next call of any of these).
int64_t rematArenaErrors(void);
const char *rematArenaFirstError(void);
/// Buffers that were made since, and accesses that fell into an arena.
int64_t rematArenaBuffers(void);
int64_t rematArenaAccesses(void);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_ARENACHECK_H
