/* What the kit's libraries of mathematics share: the driver's functions that they call, their kernels, and types of data. */
#ifndef OFFLOAD_TCK_MATHEMATICS_LIBRARY_H
#define OFFLOAD_TCK_MATHEMATICS_LIBRARY_H

#include <pthread.h>

#include "../cuda.h"
#include "types.h"

#define EXPORT __attribute__((visibility("default")))

/* Returns the status of a call that fails. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        __typeof__(call) status_ = (call);                                                                             \
        if (status_ != 0) {                                                                                            \
            return status_;                                                                                            \
        }                                                                                                              \
    } while (0)

/* Returns a status unless the condition holds. */
#define REQUIRE(condition, otherwise)                                                                                  \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return otherwise;                                                                                          \
        }                                                                                                              \
    } while (0)

/* Defines status_of(), the status for a result of the driver. */
#define STATUS_OF(type, stem)                                                                                          \
    type status_of(CUresult result) {                                                                                  \
        switch (result) {                                                                                              \
        case CUDA_SUCCESS:                                                                                             \
            return stem##_SUCCESS;                                                                                     \
        case CUDA_ERROR_OUT_OF_MEMORY:                                                                                 \
            return stem##_ALLOC_FAILED;                                                                                \
        case CUDA_ERROR_NOT_INITIALIZED:                                                                               \
        case CUDA_ERROR_NO_DEVICE:                                                                                     \
            return stem##_NOT_INITIALIZED;                                                                             \
        default:                                                                                                       \
            return stem##_EXECUTION_FAILED;                                                                            \
        }                                                                                                              \
    }

/* Defines the functions that set and read a field of a handle. OPEN and VALID are those of the library; `condition` is that
 * of a valid `value`. */
#define SETTING(status, handle_type, set, get, type, field, condition)                                                 \
    EXPORT status set(handle_type handle, type value) {                                                                \
        OPEN(handle);                                                                                                  \
        VALID(condition);                                                                                              \
        handle->field = value;                                                                                         \
        return (status)0;                                                                                              \
    }                                                                                                                  \
    EXPORT status get(handle_type handle, type *value) {                                                               \
        OPEN(handle);                                                                                                  \
        VALID(value != NULL);                                                                                          \
        *value = handle->field;                                                                                        \
        return (status)0;                                                                                              \
    }

/* libraryPropertyType (library_types.h). */
enum { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };

/* The bytes of an element; 0 for another type. */
size_t type_size(cudaDataType type);

/* `f32`: the name of a type in those of kernels; empty for another type. */
const char *type_name(cudaDataType type);

int is_complex(cudaDataType type);

/* The type of the real part of a type. */
cudaDataType real_type(cudaDataType type);

/* The text of the kernels of one type, `<library>/kernels/<type>.ptx`, which ends with a NUL. */
#define KERNELS(library, type)                                                                                         \
    extern const char library##_##type[];                                                                              \
    __asm__(".section .rodata\n.globl " #library "_" #type "\n.hidden " #library "_" #type "\n" #library "_" #type     \
            ":\n.incbin \"" #library "/kernels/" #type ".ptx\"\n.byte 0\n.text\n");

/* Those of the four types of BLAS, and their texts in the order of module_of(). */
#define BLAS_KERNELS(library)                                                                                          \
    KERNELS(library, f32)                                                                                              \
    KERNELS(library, f64)                                                                                              \
    KERNELS(library, c32)                                                                                              \
    KERNELS(library, c64)                                                                                              \
    static const char *const texts[BLAS_TYPES] = {library##_f32, library##_f64, library##_c32, library##_c64};
enum { BLAS_TYPES = 4 };

/* The module of one of the four types; BLAS_TYPES for another type. */
int module_of(cudaDataType type);
int is_blas_type(cudaDataType type);

/* The modules of a handle, each of which is loaded when a kernel of it is first launched. */
enum { MOST_MODULES = 7 };
struct modules {
    pthread_mutex_t lock;
    CUmodule loaded[MOST_MODULES];
};

void open_modules(struct modules *modules);
void close_modules(struct modules *modules);

/* Threads of a block of most kernels, and the most layers of a grid (CUDA C++ Programming Guide, "Compute
 * Capabilities"). */
enum { BLOCK = 256, MOST_LAYERS = 65535 };

/* The blocks of `BLOCK` threads for `count` elements: threads take more than one beyond 4,096 blocks. */
unsigned blocks_for(int64_t count);

/* The layers for `batches` matrices: a layer takes more than one beyond the most. */
unsigned layers_for(int64_t batches);

/* Launches `offload_tck_<kernel>` of module number `module`, whose text is given. */
CUresult run_kernel(struct modules *modules, int module, const char *text, const char *kernel, CUstream stream,
                    const unsigned grid[3], unsigned threads, void *parameters);

/* Whether the thread has a current context. A thread without one gets that of its device, as from the CUDA runtime. */
int has_context(void);

/* Allocates memory, which reports name after `function`, the one that the program has called. */
CUresult allocate_for(const char *function, CUdeviceptr *address, size_t size);

/* The functions of the driver that the libraries call (libcuda.so.1). */
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **parameters,
                        void **extra);
CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size);
CUresult cuMemFree_v2(CUdeviceptr address);
CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream);
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream);
CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t size, CUstream stream);
CUresult cuMemcpyDtoH_v2(void *target, CUdeviceptr source, size_t size);
CUresult cuMemcpyHtoD_v2(CUdeviceptr target, const void *source, size_t size);
CUresult cuMemcpyDtoD_v2(CUdeviceptr target, CUdeviceptr source, size_t size);
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t count, CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status);

CUresult cuCtxGetCurrent(CUcontext *context);

/* And of the CUDA runtime. */
int cudaFree(void *address);

/* The release of the CUDA runtime: 1000 times its number and more. */
int cudaRuntimeGetVersion(int *version);

#endif
