/* What the test programs call, declared for them. */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long long u64;

int cuInit(unsigned flags);
int cuDeviceGet(int *device, int ordinal);
int cuDeviceGetCount(int *count);
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuDeviceTotalMem(unsigned *bytes, int device);
int cuCtxSynchronize(void);
int cuCtxSetLimit(int limit, size_t value);
int cuCtxSetCurrent(void *context);
int cuMemAlloc_v2(u64 *address, size_t bytes);
int cuMemAllocHost_v2(void **address, size_t bytes);
int cuMemsetD8_v2(u64 address, unsigned char value, size_t bytes);
int cuMemcpy(u64 to, u64 from, size_t bytes);
int cuMemcpyHtoD_v2(u64 to, const void *from, size_t bytes);
int cuMemcpyDtoH_v2(void *to, u64 from, size_t bytes);
int cuMemcpy2D_v2(const void *copy);
int cuModuleLoadData(void **module, const void *image);
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values);
int cuModuleGetFunction(void **function, void *module, const char *name);
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **parameters, void **extra);
int cuLaunchHostFunc(void *stream, void (*function)(void *), void *data);
int cuStreamAddCallback(void *stream, void (*function)(void *, int, void *), void *data, unsigned flags);
int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, void *function, size_t (*shared)(int),
                                     size_t fixed, int limit);
int cuFuncGetName(const char **name, void *function);
int cuPointerGetAttribute(void *data, int attribute, u64 address);
int cuGetErrorString(int result, const char **words);
int cuGetErrorName(int result, const char **words);
int cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status);

/* Ends the program with a line where a result is not the one expected. */
#define EXPECT(expected, call)                                                       \
    do {                                                                             \
        long long wanted_ = (long long)(expected);                                   \
        long long got_ = (long long)(call);                                          \
        if (wanted_ != got_) {                                                       \
            printf("line %d: %s is %lld, not %lld\n", __LINE__, #call, got_, wanted_); \
            fflush(stdout);                                                          \
            _exit(99);                                                               \
        }                                                                            \
    } while (0)
