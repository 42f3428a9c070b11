/* Libraries and their kernels. Options have the numbers of the driver's. */
#include <pthread.h>
#include <stdlib.h>

#include "cudart.h"

#if CUDART_MAJOR >= 12
typedef CUlibrary cudaLibrary_t;

/* Handles of kernels of libraries, which the program passes in place of symbols. */
struct known {
    struct known *next;
    CUkernel kernel;
};

#define BUCKETS 256

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *kernels[BUCKETS];

static struct known **bucket(CUkernel kernel) {
    return &kernels[((uintptr_t)kernel >> 4) % BUCKETS];
}

int is_library_kernel(const void *symbol) {
    pthread_mutex_lock(&lock);
    const struct known *each = *bucket((CUkernel)(uintptr_t)symbol);
    while (each != NULL && each->kernel != symbol) {
        each = each->next;
    }
    pthread_mutex_unlock(&lock);
    return each != NULL;
}

/* Handles are never reused, so that one which was added stays. */
static cudaError_t add(CUkernel kernel) {
    if (is_library_kernel(kernel)) {
        return cudaSuccess;
    }
    struct known *added = malloc(sizeof *added);
    if (added == NULL) {
        return cudaErrorMemoryAllocation;
    }
    added->kernel = kernel;
    pthread_mutex_lock(&lock);
    added->next = *bucket(kernel);
    *bucket(kernel) = added;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

EXPORT cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, int *jit_options,
                                       void **jit_values, unsigned jit_count, int *options,
                                       void **values, unsigned count) {
    IN_CONTEXT(cuLibraryLoadData(library, code, jit_options, jit_values, jit_count, options, values,
                                 count));
}

EXPORT cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *name,
                                           int *jit_options, void **jit_values, unsigned jit_count,
                                           int *options, void **values, unsigned count) {
    IN_CONTEXT(cuLibraryLoadFromFile(library, name, jit_options, jit_values, jit_count, options,
                                     values, count));
}

EXPORT cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    IN_CONTEXT(cuLibraryUnload(library));
}

EXPORT cudaError_t cudaLibraryGetKernel(CUkernel *kernel, cudaLibrary_t library, const char *name) {
    TRY(bind_context(NULL));
    TRY(cuLibraryGetKernel(kernel, library, name));
    return remember(add(*kernel));
}

EXPORT cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library) {
    IN_CONTEXT(cuLibraryGetKernelCount(count, library));
}

EXPORT cudaError_t cudaLibraryEnumerateKernels(CUkernel *found, unsigned most,
                                               cudaLibrary_t library) {
    unsigned count;
    TRY(bind_context(NULL));
    TRY(cuLibraryGetKernelCount(&count, library));
    TRY(cuLibraryEnumerateKernels(found, most, library));
    for (unsigned i = 0; i < most && i < count; i++) {
        TRY(add(found[i]));
    }
    return cudaSuccess;
}

EXPORT cudaError_t cudaLibraryGetGlobal(void **address, size_t *size, cudaLibrary_t library,
                                        const char *name) {
    IN_CONTEXT(cuLibraryGetGlobal((CUdeviceptr *)address, size, library, name));
}

EXPORT cudaError_t cudaLibraryGetManaged(void **address, size_t *size, cudaLibrary_t library,
                                         const char *name) {
    IN_CONTEXT(cuLibraryGetManaged((CUdeviceptr *)address, size, library, name));
}

/* Of a registered kernel, the attribute is that of its function in the primary context of the device. */
EXPORT cudaError_t cudaKernelSetAttributeForDevice(void *kernel, int attribute, int value,
                                                   int device) {
    CUcontext context, popped;
    CUfunction function;
    TRY(bind_context(NULL));
    if (is_library_kernel(kernel)) {
        return remember(cuKernelSetAttribute(attribute, value, kernel, device));
    }
    TRY(primary_context(device, &context));
    TRY(cuCtxPushCurrent_v2(context));
    cudaError_t result = kernel_function(kernel, &function);
    result = result == cudaSuccess ? cuFuncSetAttribute(function, attribute, value) : result;
    cuCtxPopCurrent_v2(&popped);
    return remember(result);
}
#else
int is_library_kernel(const void *symbol) {
    (void)symbol;
    return 0;
}
#endif
