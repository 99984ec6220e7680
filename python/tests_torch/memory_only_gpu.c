//===- memory_only_gpu.c - A GPU that computes nothing -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the CUDA runtime, the driver and NVIDIA's libraries that
// PyTorch needs to use a GPU of 80 GiB, as an H100 has, without one. Memory is
// memory of the host, mapped when it is written. Copies and fills are done;
// kernels and library calls do nothing. PyTorch's caching allocator and the
// host code of its operators are the real ones, and so are sizes and
// lifetimes of tensors. Convolutions ask for workspaces of fixed sizes.
//
// memory_only_gpu.py adds the functions that are missing here: they return 0,
// and those that create something return a handle.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// CUDA 12's header renames it.
#undef cudaGetDeviceProperties

#define MIB ((size_t)1 << 20)

static char object[64]; // Handles point here.

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static const size_t capacity = 80 * 1024 * MIB;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t used;

struct range {
  char *start;
  size_t size;
  int is_host;
  struct range *next;
};
static struct range *ranges;

static char *map(size_t size) {
  char *start = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return start == MAP_FAILED ? NULL : start;
}

static cudaError_t allocate(void **out, size_t size, int is_host) {
  struct range *range = malloc(sizeof(*range));
  size_t whole = (size + 4095) / 4096 * 4096;
  *out = NULL;
  pthread_mutex_lock(&lock);
  char *start =
      !is_host && used + whole > capacity ? NULL : map(whole ? whole : 4096);
  if (start != NULL) {
    *range = (struct range){start, whole, is_host, ranges};
    ranges = range;
    used += is_host ? 0 : whole;
    *out = start;
  }
  pthread_mutex_unlock(&lock);
  if (start == NULL)
    free(range);
  return start == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}

static cudaError_t release(void *start) {
  pthread_mutex_lock(&lock);
  for (struct range **link = &ranges; *link; link = &(*link)->next) {
    struct range *found = *link;
    if (found->start != start)
      continue;
    *link = found->next;
    used -= found->is_host ? 0 : found->size;
    munmap(found->start, found->size);
    free(found);
    break;
  }
  pthread_mutex_unlock(&lock);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **out, size_t size) {
  return allocate(out, size, 0);
}
cudaError_t cudaFree(void *start) { return release(start); }
cudaError_t cudaHostAlloc(void **out, size_t size, unsigned flags) {
  return allocate(out, size, 1);
}
cudaError_t cudaFreeHost(void *start) { return release(start); }

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  *free = capacity - used;
  *total = capacity;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *found,
                                     const void *pointer) {
  memset(found, 0, sizeof(*found));
  found->type = cudaMemoryTypeUnregistered;
  pthread_mutex_lock(&lock);
  for (struct range *range = ranges; range; range = range->next) {
    if ((char *)pointer < range->start ||
        (char *)pointer >= range->start + range->size)
      continue;
    found->type = range->is_host ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    found->devicePointer = (void *)pointer;
    found->hostPointer = range->is_host ? (void *)pointer : NULL;
  }
  pthread_mutex_unlock(&lock);
  return cudaSuccess;
}

int cuPointerGetAttribute(void *found, int attribute, uintptr_t pointer) {
  *(uintptr_t *)found = pointer;
  return 0;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                       enum cudaMemcpyKind kind) {
  memmove(to, from, size);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                            enum cudaMemcpyKind kind, cudaStream_t stream) {
  memmove(to, from, size);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *to, int value, size_t size) {
  memset(to, value, size);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, size_t size,
                            cudaStream_t stream) {
  memset(to, value, size);
  return cudaSuccess;
}

// The allocator calls these with expandable_segments.
int cuMemGetAllocationGranularity(size_t *size, void *properties, int option) {
  *size = 2 * MIB;
  return 0;
}
int cuMemAddressReserve(void **out, size_t size, size_t alignment, void *hint,
                        unsigned long long flags) {
  *out = map(size);
  return *out == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
int cuMemAddressFree(void *start, size_t size) {
  munmap(start, size);
  return 0;
}
int cuMemCreate(size_t *handle, size_t size, void *properties,
                unsigned long long flags) {
  pthread_mutex_lock(&lock);
  int fits = used + size <= capacity;
  used += fits ? size : 0;
  pthread_mutex_unlock(&lock);
  *handle = size;
  return fits ? cudaSuccess : cudaErrorMemoryAllocation;
}
int cuMemRelease(size_t size) {
  pthread_mutex_lock(&lock);
  used -= size;
  pthread_mutex_unlock(&lock);
  return 0;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

static cudaError_t properties(struct cudaDeviceProp *found) {
  memset(found, 0, sizeof(*found));
  strcpy(found->name, "NVIDIA H100 that computes nothing");
  found->totalGlobalMem = capacity;
  found->major = 9;
  found->multiProcessorCount = 132;
  found->warpSize = 32;
  found->maxThreadsPerBlock = 1024;
  found->maxThreadsDim[0] = found->maxThreadsDim[1] = 1024;
  found->maxThreadsDim[2] = 64;
  found->maxGridSize[0] = INT32_MAX;
  found->maxGridSize[1] = found->maxGridSize[2] = 65535;
  found->maxThreadsPerMultiProcessor = 2048;
  found->maxBlocksPerMultiProcessor = 32;
  found->regsPerBlock = found->regsPerMultiprocessor = 65536;
  found->sharedMemPerBlock = 49152;
  found->sharedMemPerBlockOptin = 232448;
  found->sharedMemPerMultiprocessor = 233472;
  found->totalConstMem = 65536;
  found->l2CacheSize = 50 * MIB;
  found->memoryBusWidth = 5120;
  found->textureAlignment = 512;
  found->memPitch = INT32_MAX;
  found->unifiedAddressing = 1;
  found->concurrentKernels = 1;
  found->cooperativeLaunch = 1;
  found->asyncEngineCount = 3;
  return cudaSuccess;
}

// The name in CUDA 12, and that in CUDA 13.
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *found,
                                       int device) {
  return properties(found);
}
#if CUDART_VERSION >= 13000
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *found, int device) {
  return properties(found);
}
#endif

cudaError_t cudaDeviceGetAttribute(int *found, enum cudaDeviceAttr attribute,
                                   int device) {
  struct cudaDeviceProp all;
  properties(&all);
  switch ((int)attribute) {
  case cudaDevAttrComputeCapabilityMajor:
    *found = all.major;
    break;
  case cudaDevAttrMultiProcessorCount:
    *found = all.multiProcessorCount;
    break;
  case cudaDevAttrWarpSize:
    *found = all.warpSize;
    break;
  case cudaDevAttrMaxThreadsPerBlock:
    *found = all.maxThreadsPerBlock;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *found = all.maxThreadsPerMultiProcessor;
    break;
  case cudaDevAttrMaxRegistersPerBlock:
    *found = all.regsPerBlock;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *found = (int)all.sharedMemPerBlock;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *found = (int)all.sharedMemPerBlockOptin;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *found = (int)all.sharedMemPerMultiprocessor;
    break;
  case cudaDevAttrL2CacheSize:
    *found = all.l2CacheSize;
    break;
  case cudaDevAttrGlobalMemoryBusWidth:
    *found = all.memoryBusWidth;
    break;
  case cudaDevAttrClockRate:
    *found = 1980000; // kHz
    break;
  case cudaDevAttrMemoryClockRate:
    *found = 2619000;
    break;
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
  case cudaDevAttrMaxBlockDimZ:
    *found = all.maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX];
    break;
  case cudaDevAttrMaxGridDimX:
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    *found = all.maxGridSize[attribute - cudaDevAttrMaxGridDimX];
    break;
  default:
    *found = 0;
  }
  return cudaSuccess;
}
int cuDeviceGetAttribute(int *found, int attribute, int device) {
  return cudaDeviceGetAttribute(found, attribute, device);
}

cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
int cuDeviceGetCount(int *count) { return cudaGetDeviceCount(count); }
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
int cuDeviceGet(int *device, int number) { return cudaGetDevice(device); }
int cuCtxGetDevice(int *device) { return cudaGetDevice(device); }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return cudaDriverGetVersion(version);
}
int cuDriverGetVersion(int *version) { return cudaDriverGetVersion(version); }
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char *name, int size, int device) {
  snprintf(name, size, "0000:00:00.0");
  return cudaSuccess;
}
int cuCtxGetCurrent(void **context) {
  *context = object;
  return 0;
}
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *is_active) {
  *flags = 0;
  *is_active = 1;
  return 0;
}

const char *cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "an error";
}
const char *cudaGetErrorName(cudaError_t error) {
  return cudaGetErrorString(error);
}
int cuGetErrorString(int error, const char **text) {
  *text = cudaGetErrorString(error);
  return 0;
}
const char *cudnnGetErrorString(int error) { return "an error of cuDNN"; }

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

static void *new_handle(void) {
  static uintptr_t last = 4096;
  return (void *)__sync_add_and_fetch(&last, 16);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = new_handle();
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority) {
  return cudaStreamCreate(stream);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  *priority = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = new_handle();
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  return cudaEventCreate(event);
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end) {
  *milliseconds = 0.01F;
  return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
/* The arguments behind the second one differ by version, and stay as they are.
 */
cudaError_t capture_info(cudaStream_t, enum cudaStreamCaptureStatus *) __asm__(
    "cudaStreamGetCaptureInfo");
cudaError_t capture_info(cudaStream_t stream,
                         enum cudaStreamCaptureStatus *status) {
  return cudaStreamIsCapturing(stream, status);
}
cudaError_t capture_info_v2(
    cudaStream_t,
    enum cudaStreamCaptureStatus *) __asm__("cudaStreamGetCaptureInfo_v2");
cudaError_t capture_info_v2(cudaStream_t stream,
                            enum cudaStreamCaptureStatus *status) {
  return cudaStreamIsCapturing(stream, status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

struct configuration {
  struct dim3 grid, block;
  size_t shared;
  void *stream;
};
static __thread struct configuration configuration;

void **__cudaRegisterFatBinary(void *image) { return (void **)object; }

unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block,
                                     size_t shared,
                                     struct CUstream_st *stream) {
  configuration = (struct configuration){grid, block, shared, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block,
                                       size_t *shared, void *stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared = configuration.shared;
  *(void **)stream = configuration.stream;
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *found,
                                  const void *kernel) {
  memset(found, 0, sizeof(*found));
  found->maxThreadsPerBlock = 1024;
  found->maxDynamicSharedSizeBytes = 232448;
  found->numRegs = 32;
  found->binaryVersion = found->ptxVersion = 90;
  return cudaSuccess;
}
int cuFuncGetAttribute(int *found, int attribute, void *kernel) {
  enum { MaxThreadsPerBlock = 0, NumRegs = 4 };
  *found = attribute == MaxThreadsPerBlock ? 1024
           : attribute == NumRegs          ? 32
                                           : 0;
  return 0;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *count, const void *kernel, int block, size_t shared, unsigned flags) {
  *count = 2;
  return cudaSuccess;
}
int cuOccupancyMaxActiveClusters(int *count, void *kernel, void *launch) {
  *count = 1;
  return 0;
}
int cuModuleLoadData(void **module, const void *image) {
  *module = object;
  return 0;
}
int cuModuleGetFunction(void **kernel, void *module, const char *name) {
  *kernel = object;
  return 0;
}

static int return_0(void) { return 0; }

cudaError_t
cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                 unsigned version, unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *result) {
  *function = dlsym(RTLD_DEFAULT, name);
  if (*function == NULL)
    *function = (void *)return_0;
  if (result != NULL)
    *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
cudaError_t entry_point(
    const char *, void **, unsigned long long,
    enum cudaDriverEntryPointQueryResult *) __asm__("cudaGetDriverEntryPoint");
cudaError_t entry_point(const char *name, void **function,
                        unsigned long long flags,
                        enum cudaDriverEntryPointQueryResult *result) {
  return cudaGetDriverEntryPointByVersion(name, function, 0, flags, result);
}

//===----------------------------------------------------------------------===//
// cuBLAS and cuDNN
//===----------------------------------------------------------------------===//

int cublasGetPointerMode_v2(void *handle, int *mode) {
  *mode = 0;
  return 0;
}
int cublasGetMathMode(void *handle, int *mode) {
  *mode = 0;
  return 0;
}
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *operation, void *a,
                                   void *b, void *c, void *d, void *preference,
                                   int requested, void *results, int *count) {
  memset(results, 0, 64);
  *count = 1;
  return 0;
}

size_t cudnnGetVersion(void) { return 91002; }
size_t cudnnGetCudartVersion(void) { return CUDART_VERSION; }

// cudnnConvolution{Fwd,BwdData,BwdFilter}AlgoPerf_t
struct algorithm {
  int number, status;
  float time;
  size_t workspace;
  int is_deterministic, math, reserved[3];
};

static int choose(struct algorithm *found, int *count, size_t workspace) {
  memset(found, 0, sizeof(*found));
  found->number = 1;
  found->time = 1;
  found->workspace = workspace;
  found->is_deterministic = 1;
  *count = 1;
  return 0;
}

#define CONVOLUTION(NAME, WORKSPACE)                                           \
  int cudnnGetConvolution##NAME##Algorithm_v7(                                 \
      void *handle, void *a, void *b, void *c, void *d, int requested,         \
      int *count, struct algorithm *found) {                                   \
    return choose(found, count, WORKSPACE);                                    \
  }                                                                            \
  int cudnnFindConvolution##NAME##AlgorithmEx(                                 \
      void *handle, void *a, void *x, void *b, void *y, void *c, void *d,      \
      void *z, int requested, int *count, struct algorithm *found) {           \
    return choose(found, count, WORKSPACE);                                    \
  }                                                                            \
  int cudnnGetConvolution##NAME##WorkspaceSize(void *handle, void *a, void *b, \
                                               void *c, void *d,               \
                                               int algorithm, size_t *size) {  \
    *size = WORKSPACE;                                                         \
    return 0;                                                                  \
  }
CONVOLUTION(Forward, 3 * MIB)
CONVOLUTION(BackwardData, 5 * MIB)
CONVOLUTION(BackwardFilter, 7 * MIB)

int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    void *handle, int mode, int operation, void *a, void *b, void *c, void *d,
    void *e, size_t *size) {
  *size = 4096;
  return 0;
}
int cudnnGetBatchNormalizationBackwardExWorkspaceSize(void *handle, int mode,
                                                      int operation, void *a,
                                                      void *b, void *c, void *d,
                                                      void *e, void *f, void *g,
                                                      size_t *size) {
  *size = 4096;
  return 0;
}
int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void *handle, int mode,
                                                         int operation, void *a,
                                                         void *b,
                                                         size_t *size) {
  *size = 1024;
  return 0;
}
