/* What a program registers when it starts: fat binaries, kernels and variables. A fat binary is loaded
 * into a context when one of its symbols is first used there. */
#include <pthread.h>
#include <stdlib.h>

#include "cudart.h"

/* The driver's handle for a binary or a kernel in one context, or why there is none. */
struct handle {
    struct handle *next;
    CUcontext context;
    void *value;
    cudaError_t reason;
};

struct variable {
    struct variable *next;
    const void *symbol;
    const char *name;
    enum variable_kind kind;
    /* Of a managed variable, the pointer that host code reads; null for others. */
    void **pointer;
    /* Of a texture reference. */
    int reads_normalized;
    size_t offset;
};

struct binary {
    struct binary *next;
    const void *wrapper;
    struct handle *modules;
    struct variable *variables;
};

struct kernel {
    struct kernel *next;
    struct binary *binary;
    const void *stub;
    const char *name;
    struct handle *functions;
};

/* Kernels by the address of their stubs. */
#define BUCKETS 256

/* Guards all that follows. Calls of the driver are made with it held: two threads must not load one
 * binary twice. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct binary *binaries;
static struct kernel *kernels[BUCKETS];

static struct kernel **bucket(const void *stub) {
    return &kernels[((uintptr_t)stub >> 4) % BUCKETS];
}

/* Memory for what a program registers. The functions that register have no way to report a failure. */
static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static const struct handle *handle_in(const struct handle *handles, CUcontext context) {
    while (handles != NULL && handles->context != context) {
        handles = handles->next;
    }
    return handles;
}

static void add_handle(struct handle **handles, CUcontext context, void *value,
                       cudaError_t reason) {
    struct handle *added = allocate(sizeof *added);
    added->context = context;
    added->value = value;
    added->reason = reason;
    added->next = *handles;
    *handles = added;
}

static void forget_handle(struct handle **handles, CUcontext context) {
    while (*handles != NULL && (*handles)->context != context) {
        handles = &(*handles)->next;
    }
    if (*handles != NULL) {
        struct handle *gone = *handles;
        *handles = gone->next;
        free(gone);
    }
}

EXPORT void **__cudaRegisterFatBinary(void *wrapper) {
    struct binary *binary = allocate(sizeof *binary);
    binary->wrapper = wrapper;
    pthread_mutex_lock(&lock);
    binary->next = binaries;
    binaries = binary;
    pthread_mutex_unlock(&lock);
    return (void **)binary;
}

EXPORT void __cudaRegisterFatBinaryEnd(void **handle) {
    (void)handle;
}

EXPORT void __cudaRegisterFunction(void **handle, const char *stub, char *device_stub,
                                   const char *name, int thread_limit, void *thread_id,
                                   void *block_id, dim3 *block, dim3 *grid, int *warp_size) {
    struct kernel *kernel = allocate(sizeof *kernel);
    (void)device_stub, (void)thread_limit, (void)thread_id, (void)block_id;
    (void)block, (void)grid, (void)warp_size;
    kernel->binary = (struct binary *)handle;
    kernel->stub = stub;
    kernel->name = name;
    pthread_mutex_lock(&lock);
    kernel->next = *bucket(stub);
    *bucket(stub) = kernel;
    pthread_mutex_unlock(&lock);
}

static void add_variable(void **handle, struct variable added) {
    struct binary *binary = (struct binary *)handle;
    struct variable *variable = allocate(sizeof *variable);
    *variable = added;
    pthread_mutex_lock(&lock);
    variable->next = binary->variables;
    binary->variables = variable;
    pthread_mutex_unlock(&lock);
}

EXPORT void __cudaRegisterVar(void **handle, char *variable, char *device_name, const char *name,
                              int is_external, size_t size, int is_constant, int is_global) {
    (void)device_name, (void)is_external, (void)size, (void)is_constant, (void)is_global;
    add_variable(handle, (struct variable){.symbol = variable, .name = name});
}

EXPORT void __cudaRegisterManagedVar(void **handle, void **pointer, char *device_name,
                                     const char *name, int is_external, size_t size,
                                     int is_constant, int is_global) {
    (void)device_name, (void)is_external, (void)size, (void)is_constant, (void)is_global;
    add_variable(handle, (struct variable){.symbol = pointer, .name = name, .pointer = pointer});
}

#if CUDART_MAJOR < 12
/* The name in the module is at the "address", and nvcc gives the name in C++ as `name`: "::texture"
 * (__cudaRegisterGlobalTexture of crt/host_runtime.h of CUDA 11). clang gives the first twice. */
EXPORT void __cudaRegisterTexture(void **handle, const struct textureReference *reference,
                                  const void **address, const char *name, int dimensions,
                                  int reads_normalized, int is_external) {
    (void)name, (void)dimensions, (void)is_external;
    add_variable(handle, (struct variable){.symbol = reference,
                                           .name = (const char *)address,
                                           .kind = TEXTURE_VARIABLE,
                                           .reads_normalized = reads_normalized});
}

EXPORT void __cudaRegisterSurface(void **handle, const struct surfaceReference *reference,
                                  const void **address, const char *name, int dimensions,
                                  int is_external) {
    (void)name, (void)dimensions, (void)is_external;
    add_variable(handle, (struct variable){.symbol = reference,
                                           .name = (const char *)address,
                                           .kind = SURFACE_VARIABLE});
}
#endif

/* Tells host code where the managed variables of a binary are. */
static cudaError_t place_managed(const struct binary *binary, CUmodule module) {
    for (struct variable *each = binary->variables; each != NULL; each = each->next) {
        CUdeviceptr address;
        size_t size;
        if (each->pointer == NULL) {
            continue;
        }
        cudaError_t result = cuModuleGetGlobal_v2(&address, &size, module, each->name);
        if (result != cudaSuccess) {
            return result;
        }
        *each->pointer = (void *)(uintptr_t)address;
    }
    return cudaSuccess;
}

/* Whether the driver rejects an image, as it would again. */
static int is_rejection(CUresult result) {
    return result == CUDA_ERROR_INVALID_IMAGE || result == CUDA_ERROR_NO_BINARY_FOR_GPU ||
           result == CUDA_ERROR_INVALID_PTX || result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
}

/* The module of a binary in a context, which is the thread's. */
static cudaError_t module_in(struct binary *binary, CUcontext context, CUmodule *module) {
    const struct handle *known = handle_in(binary->modules, context);
    if (known != NULL) {
        *module = known->value;
        return known->reason;
    }
    cudaError_t result = cuModuleLoadFatBinary(module, binary->wrapper);
    if (is_rejection(result)) {
        add_handle(&binary->modules, context, NULL, result);
    }
    if (result != cudaSuccess) {
        return result;
    }
    add_handle(&binary->modules, context, *module, cudaSuccess);
    return place_managed(binary, *module);
}

EXPORT char __cudaInitModule(void **handle) {
    CUcontext context;
    CUmodule module;
    cudaError_t result = bind_context(&context);
    if (result == cudaSuccess) {
        pthread_mutex_lock(&lock);
        result = module_in((struct binary *)handle, context, &module);
        pthread_mutex_unlock(&lock);
    }
    remember(result);
    return result == cudaSuccess;
}

/* The kernel with that stub, or that is the symbol itself, as handles of cudaGetKernel are. */
static struct kernel *find_locked(const void *symbol) {
    struct kernel *each = *bucket(symbol);
    while (each != NULL && each->stub != symbol) {
        each = each->next;
    }
    for (size_t i = 0; each == NULL && i < BUCKETS; i++) {
        each = kernels[i];
        while (each != NULL && each != symbol) {
            each = each->next;
        }
    }
    return each;
}

struct kernel *find_kernel(const void *symbol) {
    pthread_mutex_lock(&lock);
    struct kernel *kernel = find_locked(symbol);
    pthread_mutex_unlock(&lock);
    return kernel;
}

static cudaError_t function_in(struct kernel *kernel, CUcontext context, CUfunction *function) {
    CUmodule module;
    const struct handle *known = handle_in(kernel->functions, context);
    if (known != NULL) {
        *function = known->value;
        return cudaSuccess;
    }
    cudaError_t result = module_in(kernel->binary, context, &module);
    if (result == cudaSuccess) {
        result = cuModuleGetFunction(function, module, kernel->name);
        result = result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : result;
    }
    if (result == cudaSuccess) {
        add_handle(&kernel->functions, context, *function, cudaSuccess);
    }
    return result;
}

const void *stub_of(CUfunction function) {
    const void *stub = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < BUCKETS && stub == NULL; i++) {
        for (const struct kernel *kernel = kernels[i]; kernel != NULL; kernel = kernel->next) {
            for (const struct handle *handle = kernel->functions; handle != NULL; handle = handle->next) {
                stub = handle->value == function ? kernel->stub : stub;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return stub;
}

cudaError_t kernel_function(const void *symbol, CUfunction *function) {
    CUcontext context;
    cudaError_t result = bind_context(&context);
    if (result != cudaSuccess) {
        return result;
    }
    if (is_library_kernel(symbol)) {
        return cuKernelGetFunction(function, (CUkernel)(uintptr_t)symbol);
    }
    pthread_mutex_lock(&lock);
    struct kernel *kernel = find_locked(symbol);
    result = kernel == NULL ? cudaErrorInvalidDeviceFunction
                            : function_in(kernel, context, function);
    pthread_mutex_unlock(&lock);
    return result;
}

/* The variable of a symbol and its binary; null if there is none. */
static struct variable *find_variable(const void *symbol, enum variable_kind kind,
                                      struct binary **binary) {
    for (struct binary *each = binaries; each != NULL; each = each->next) {
        struct variable *variable = each->variables;
        while (variable != NULL && (variable->symbol != symbol || variable->kind != kind)) {
            variable = variable->next;
        }
        if (variable != NULL) {
            *binary = each;
            return variable;
        }
    }
    return NULL;
}

static cudaError_t find_place(const void *symbol, enum variable_kind kind, CUdeviceptr *address,
                              size_t *size, struct variable **variable) {
    CUcontext context;
    CUmodule module;
    struct binary *binary;
    cudaError_t result = bind_context(&context);
    if (result != cudaSuccess) {
        return result;
    }
    pthread_mutex_lock(&lock);
    *variable = find_variable(symbol, kind, &binary);
    result = *variable == NULL ? cudaErrorInvalidSymbol : module_in(binary, context, &module);
    if (result == cudaSuccess) {
        result = cuModuleGetGlobal_v2(address, size, module, (*variable)->name);
        result = result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : result;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

cudaError_t variable_place(const void *symbol, CUdeviceptr *address, size_t *size) {
    struct variable *variable;
    return find_place(symbol, PLAIN_VARIABLE, address, size, &variable);
}

cudaError_t reference_place(const void *symbol, enum variable_kind kind, reference_variable *reference) {
    struct variable *variable;
    size_t size;
    cudaError_t result = find_place(symbol, kind, &reference->address, &size, &variable);
    if (result == cudaSuccess) {
        reference->reads_normalized = variable->reads_normalized;
        reference->offset = &variable->offset;
    }
    return result;
}

void forget_context(CUcontext context) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct kernel *each = kernels[i]; each != NULL; each = each->next) {
            forget_handle(&each->functions, context);
        }
    }
    for (struct binary *each = binaries; each != NULL; each = each->next) {
        forget_handle(&each->modules, context);
    }
    pthread_mutex_unlock(&lock);
}

static void unload(struct binary *binary) {
    while (binary->modules != NULL) {
        CUcontext context = binary->modules->context;
        CUcontext popped;
        if (binary->modules->value != NULL && cuCtxPushCurrent_v2(context) == CUDA_SUCCESS) {
            cuModuleUnload(binary->modules->value);
            cuCtxPopCurrent_v2(&popped);
        }
        forget_handle(&binary->modules, context);
    }
}

static void remove_kernels(const struct binary *binary) {
    for (size_t i = 0; i < BUCKETS; i++) {
        struct kernel **place = &kernels[i];
        while (*place != NULL) {
            struct kernel *each = *place;
            if (each->binary != binary) {
                place = &each->next;
                continue;
            }
            *place = each->next;
            while (each->functions != NULL) {
                forget_handle(&each->functions, each->functions->context);
            }
            free(each);
        }
    }
}

static void remove_variables(struct binary *binary) {
    while (binary->variables != NULL) {
        struct variable *gone = binary->variables;
        binary->variables = gone->next;
        free(gone);
    }
}

EXPORT void __cudaUnregisterFatBinary(void **handle) {
    struct binary *binary = (struct binary *)handle;
    pthread_mutex_lock(&lock);
    struct binary **place = &binaries;
    while (*place != NULL && *place != binary) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        *place = binary->next;
        remove_kernels(binary);
        remove_variables(binary);
        unload(binary);
        free(binary);
    }
    pthread_mutex_unlock(&lock);
}
