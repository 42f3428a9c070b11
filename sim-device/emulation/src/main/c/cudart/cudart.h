/* The CUDA runtime API over the functions of the driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("CUDA Runtime API"), what compilers call from LLVM
 * (clang/lib/CodeGen/CGCUDANV.cpp) and the declarations of crt/host_runtime.h of CUDA 13.0. One source
 * gives the library of each major release: CUDART_MAJOR is 11, 12 or 13. */
#ifndef OFFLOAD_TCK_CUDART_H
#define OFFLOAD_TCK_CUDART_H

#include "driver.h"

#define EXPORT __attribute__((visibility("default")))

/* cudaError_t: those that the library itself returns. Codes of the driver keep their numbers (CUDA
 * Runtime API, "Data types used by CUDA Runtime": equal since release 10.1). */
typedef int cudaError_t;
enum {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidTexture = 18,
    cudaErrorInvalidTextureBinding = 19,
    cudaErrorInvalidChannelDescriptor = 20,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorInvalidFilterSetting = 26,
    cudaErrorInsufficientDriver = 35,
    cudaErrorInvalidSurface = 37,
    cudaErrorMissingConfiguration = 52,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorInvalidDevice = 101,
    cudaErrorNotReady = 600
};

typedef CUstream cudaStream_t;
typedef CUevent cudaEvent_t;

typedef struct {
    unsigned x;
    unsigned y;
    unsigned z;
} dim3;

typedef struct {
    void *pointer;
    size_t pitch;
    size_t width;
    size_t height;
} cudaPitchedPtr;

typedef struct {
    size_t width;
    size_t height;
    size_t depth;
} cudaExtent;

typedef struct {
    size_t x;
    size_t y;
    size_t z;
} cudaPos;

typedef struct {
    CUarray from_array;
    cudaPos from_position;
    cudaPitchedPtr from;
    CUarray to_array;
    cudaPos to_position;
    cudaPitchedPtr to;
    cudaExtent extent;
    int kind;
} cudaMemcpy3DParms;

typedef struct {
    CUarray from_array;
    cudaPos from_position;
    cudaPitchedPtr from;
    int from_device;
    CUarray to_array;
    cudaPos to_position;
    cudaPitchedPtr to;
    int to_device;
    cudaExtent extent;
} cudaMemcpy3DPeerParms;

/* cudaChannelFormatDesc: bits of each channel, and what they are. */
typedef struct {
    int x;
    int y;
    int z;
    int w;
    int kind;
} cudaChannelFormatDesc;

/* cudaMemcpyKind. */
enum {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

#define IS_KIND(kind) ((kind) >= cudaMemcpyHostToHost && (kind) <= cudaMemcpyDefault)

/* cudaLaunchConfig_t. Its attributes are those of the driver. */
typedef struct {
    dim3 grid;
    dim3 block;
    size_t shared;
    cudaStream_t stream;
    CUlaunchAttribute *attributes;
    unsigned count;
} cudaLaunchConfig_t;

/* Sets the name of the function that makes the next calls of this thread; NULL for none. No effect if the driver is
 * not the kit's. */
extern void (*set_caller)(const char *function);

/* A call of the driver. Reports name the function that contains the call: as that of the memory which it allocates, and
 * where the driver rejects an argument. */
#define CALLED(call)                                                                             \
    ({                                                                                             \
        set_caller(__func__);                                                                      \
        cudaError_t result_ = (call);                                                              \
        set_caller(NULL);                                                                          \
        result_;                                                                                   \
    })

/* Remembers an error for cudaGetLastError, and returns it. */
cudaError_t remember(cudaError_t error);
#define remember(call) (remember)(CALLED(call))

/* Returns from the function if a call fails. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        cudaError_t error_ = CALLED(call);                                                         \
        if (error_ != cudaSuccess) {                                                               \
            return remember(error_);                                                               \
        }                                                                                          \
    } while (0)

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return remember(cudaErrorInvalidValue);                                                \
        }                                                                                          \
    } while (0)

/* A call of the driver in the context of the thread. */
#define IN_CONTEXT(call)                                                                           \
    do {                                                                                           \
        cudaError_t error_ = bind_context(NULL);                                                   \
        return remember(error_ != cudaSuccess ? error_ : (call));                                  \
    } while (0)

/* Loads and initialises the driver at the first call. No function of the driver is called before. */
cudaError_t start_driver(void);

/* Gives the thread a context, if it has none: the primary one of its device. `context`, unless null,
 * receives the context of the thread. */
cudaError_t bind_context(CUcontext *context);

/* The device of the thread. */
cudaError_t device_of_thread(int *device);

/* The primary context of a device, which exists afterwards. */
cudaError_t primary_context(int device, CUcontext *context);

/* A device function that a program registered. */
struct kernel;

/* Whether a symbol is the handle of a kernel of a library. */
int is_library_kernel(const void *symbol);

/* The kernel of a host stub or of a handle of cudaGetKernel; null if there is none. */
struct kernel *find_kernel(const void *symbol);

/* The function of a kernel in the context of the thread. Loads its module at the first call. */
cudaError_t kernel_function(const void *symbol, CUfunction *function);

/* The memory type of one end of a copy whose other end is the host for kind `host`. */
unsigned memory_type(int kind, int host);

#define BITS_OF_BYTE 8

/* The channels of an element as the driver takes them. */
cudaError_t format_of(const cudaChannelFormatDesc *channels, int *format, unsigned *count);

/* The channels of an element as the driver returns them. */
cudaChannelFormatDesc channels_of(int format, unsigned count);

/* Bytes of an element of an array. The thread has a context afterwards. */
cudaError_t element_of(CUarray array, size_t *bytes);

/* The place of rows in an array: bytes and rows before the first. */
typedef struct {
    CUarray array;
    size_t x;
    size_t y;
} array_place;

/* Copies rows from array to array. `stream` is null for a copy that the caller waits for. */
cudaError_t copy_array_rows(array_place to, array_place from, size_t width, size_t height,
                            const cudaStream_t *stream);

/* Copies bytes from array to array, row after row. */
cudaError_t copy_array_bytes(array_place to, array_place from, size_t size, const cudaStream_t *stream);

/* A copy of slices as the driver takes it. */
cudaError_t slices_of(const cudaMemcpy3DParms *all, CUDA_MEMCPY3D *copy);

/* cudaKernelNodeParams. */
typedef struct {
    const void *function; /* the stub of the kernel */
    dim3 grid;
    dim3 block;
    unsigned shared;
    void **arguments;
    void **extra;
} cudaKernelNodeParams;

/* A kernel node as the driver takes it. */
cudaError_t kernel_node(const cudaKernelNodeParams *params, CUDA_KERNEL_NODE_PARAMS_v2 *node);

/* The stub of a kernel by its function; null if the program registered none. */
const void *stub_of(CUfunction function);

/* Address and size of a registered variable in the context of the thread. */
cudaError_t variable_place(const void *symbol, CUdeviceptr *address, size_t *size);

/* The references that a program declares, of CUDA 11 and before. */
struct textureReference;
struct surfaceReference;

/* The kind of a registered variable. */
enum variable_kind { PLAIN_VARIABLE, TEXTURE_VARIABLE, SURFACE_VARIABLE };

/* The variable of a texture reference or surface reference in the module of a context. It contains the handle of an
 * object, or 0. */
typedef struct {
    CUdeviceptr address;
    /* Of a texture reference: whether fetches return integers as fractions of their greatest value. */
    int reads_normalized;
    /* Of a texture reference: the bytes between the address that the driver took and the one that the program gave
     * when it last bound memory. */
    size_t *offset;
} reference_variable;

/* The variable of a registered reference in the context of the thread. */
cudaError_t reference_place(const void *symbol, enum variable_kind kind, reference_variable *reference);

/* Forgets the modules of a context, which exists no longer. */
void forget_context(CUcontext context);

static inline CUdeviceptr address_of(const void *pointer) {
    return (CUdeviceptr)(uintptr_t)pointer;
}

#endif
