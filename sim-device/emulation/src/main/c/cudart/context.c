/* The driver, which is loaded and initialised at the first call that needs it, and the context of each
 * thread: the one that it made current with the driver API, or else the primary context of its device. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "cudart.h"

/* Most devices of a process: /dev/nvidia0 to 63. */
#define MOST_DEVICES 64

/* The oldest release whose libraries the kit has: set_caller is of every release. */
#define OLDEST_RELEASE 11000

#define FUNCTION(name, parameters) CUresult(*name) parameters;
#include "driver.def"
#undef FUNCTION

static const struct {
    const char *name;
    void *place;
} functions[] = {
#define FUNCTION(name, parameters) {#name, &name},
#include "driver.def"
#undef FUNCTION
};

/* Finds the functions of the driver. Fails if there is no driver, or an older one. */
static int load_driver(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == NULL) {
        return -1;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].name);
        if (function == NULL) {
            return -1;
        }
        memcpy(functions[i].place, &function, sizeof function);
    }
    return 0;
}

static void ignore_caller(const char *function) {
    (void)function;
}

void (*set_caller)(const char *function) = ignore_caller;

static void find_set_caller(void) {
    void *function = NULL;
    int status;
    if (cuGetProcAddress_v2(SET_CALLER, &function, OLDEST_RELEASE, 0, &status) == CUDA_SUCCESS &&
        function != NULL) {
        memcpy(&set_caller, &function, sizeof function);
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cudaError_t start_result;

static void start(void) {
    start_result = load_driver() == 0 ? cuInit(0) : cudaErrorInsufficientDriver;
    if (start_result == cudaSuccess) {
        find_set_caller();
    }
}

cudaError_t start_driver(void) {
    pthread_once(&once, start);
    return start_result;
}

#define NO_DEVICE (-1)

/* The device that the thread chose with cudaSetDevice; NO_DEVICE if it chose none. */
static __thread int chosen_device = NO_DEVICE;

/* The device of threads that chose none: the first of cudaSetValidDevices. */
static _Atomic int first_valid_device;

static int preferred_device(void) {
    return chosen_device == NO_DEVICE ? atomic_load(&first_valid_device) : chosen_device;
}

/* The primary contexts that the library holds. The driver's handle of a device is its number. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext primary_contexts[MOST_DEVICES];

cudaError_t primary_context(int device, CUcontext *context) {
    cudaError_t result = start_driver();
    if (result != cudaSuccess) {
        return result;
    }
    if (device < 0 || device >= MOST_DEVICES) {
        return cudaErrorInvalidDevice;
    }
    pthread_mutex_lock(&lock);
    if (primary_contexts[device] == NULL) {
        result = cuDevicePrimaryCtxRetain(&primary_contexts[device], device);
    }
    *context = primary_contexts[device];
    pthread_mutex_unlock(&lock);
    return result;
}

cudaError_t bind_context(CUcontext *context) {
    CUcontext current = NULL;
    cudaError_t result = start_driver();
    if (result == cudaSuccess) {
        result = cuCtxGetCurrent(&current);
    }
    if (result == cudaSuccess && current == NULL) {
        result = primary_context(preferred_device(), &current);
        if (result == cudaSuccess) {
            result = cuCtxSetCurrent(current);
        }
    }
    if (context != NULL) {
        *context = current;
    }
    return result;
}

cudaError_t device_of_thread(int *device) {
    CUcontext current = NULL;
    cudaError_t result = start_driver();
    *device = preferred_device();
    if (result == cudaSuccess) {
        result = cuCtxGetCurrent(&current);
    }
    return result != cudaSuccess || current == NULL ? result : cuCtxGetDevice(device);
}

EXPORT cudaError_t cudaGetDevice(int *device) {
    REQUIRE(device != NULL);
    return remember(device_of_thread(device));
}

static cudaError_t choose(int device) {
    int count = 0;
    TRY(start_driver());
    TRY(cuDeviceGetCount(&count));
    if (device < 0 || device >= count) {
        return remember(cudaErrorInvalidDevice);
    }
    chosen_device = device;
    return cudaSuccess;
}

/* From release 12 on, the device has its primary context when the function returns. */
EXPORT cudaError_t cudaSetDevice(int device) {
    CUcontext context = NULL;
    TRY(choose(device));
    if (CUDART_MAJOR >= 12) {
        TRY(primary_context(device, &context));
    }
    return remember(cuCtxSetCurrent(context));
}

/* Every device works, so that the others of the list are never tried. */
EXPORT cudaError_t cudaSetValidDevices(int *devices, int count) {
    int existing = 0;
    TRY(start_driver());
    TRY(cuDeviceGetCount(&existing));
    REQUIRE(count >= 0 && count <= existing && (devices != NULL || count == 0));
    for (int i = 0; i < count; i++) {
        if (devices[i] < 0 || devices[i] >= existing) {
            return remember(cudaErrorInvalidDevice);
        }
    }
    atomic_store(&first_valid_device, count == 0 ? 0 : devices[0]);
    return cudaSuccess;
}

#if CUDART_MAJOR >= 12
/* Bit of `flags` that says that `device_flags` counts. */
#define cudaInitDeviceFlagsAreValid 1u

EXPORT cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    CUcontext context;
    REQUIRE((flags & ~cudaInitDeviceFlagsAreValid) == 0);
    TRY(start_driver());
    if (flags != 0) {
        TRY(cuDevicePrimaryCtxSetFlags_v2(device, device_flags));
    }
    return remember(primary_context(device, &context));
}
#endif

EXPORT cudaError_t cudaSetDeviceFlags(unsigned flags) {
    int device;
    TRY(device_of_thread(&device));
    return remember(cuDevicePrimaryCtxSetFlags_v2(device, flags));
}

EXPORT cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    int device;
    int active;
    REQUIRE(flags != NULL);
    TRY(device_of_thread(&device));
    return remember(cuDevicePrimaryCtxGetState(device, flags, &active));
}

EXPORT cudaError_t cudaDeviceReset(void) {
    int device;
    TRY(device_of_thread(&device));
    pthread_mutex_lock(&lock);
    CUcontext context = primary_contexts[device];
    primary_contexts[device] = NULL;
    pthread_mutex_unlock(&lock);
    forget_context(context);
    TRY(cuDevicePrimaryCtxReset_v2(device));
    return remember(cuCtxSetCurrent(NULL));
}

EXPORT cudaError_t cudaDeviceSynchronize(void) {
    IN_CONTEXT(cuCtxSynchronize());
}

#if CUDART_MAJOR < 13
EXPORT cudaError_t cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

EXPORT cudaError_t cudaThreadExit(void) {
    return cudaDeviceReset();
}
#endif
