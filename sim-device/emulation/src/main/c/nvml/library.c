/* Initialisation, statuses, and versions. */
#define _GNU_SOURCE
#include "nvml.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* NVML_INIT_FLAG_NO_GPUS. The other flag, NVML_INIT_FLAG_NO_ATTACH, changes nothing: no device is attached. */
enum { INIT_WITHOUT_DEVICES = 1 };

/* The driver of the release that cuDriverGetVersion returns, 12.6 (CUDA 12.6 Release Notes, "CUDA Toolkit and
 * Corresponding Driver Versions"). NVML has the major number of the release in front. */
#define DRIVER_VERSION "560.28.03"
#define NVML_VERSION "12." DRIVER_VERSION

CUresult cuDriverGetVersion(int *version);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned initialisations;
static int devices;

nvmlReturn_t status_of(CUresult result) {
    switch (result) {
    case CUDA_SUCCESS:
        return NVML_SUCCESS;
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return NVML_ERROR_DRIVER_NOT_LOADED;
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
        return NVML_ERROR_GPU_IS_LOST;
    case CUDA_ERROR_OUT_OF_MEMORY:
        return NVML_ERROR_MEMORY;
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_INVALID_DEVICE:
        return NVML_ERROR_INVALID_ARGUMENT;
    default:
        return NVML_ERROR_UNKNOWN;
    }
}

/* Called with `lock` held. */
static nvmlReturn_t initialise(unsigned flags) {
    int count = 0;
    TRY(status_of(offload_tck_machine_count(&count)));
    REQUIRE(count > 0 || (flags & INIT_WITHOUT_DEVICES) != 0, NVML_ERROR_DRIVER_NOT_LOADED);
    devices = count;
    initialisations++;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlInitWithFlags(unsigned flags) {
    pthread_mutex_lock(&lock);
    nvmlReturn_t result = initialise(flags);
    pthread_mutex_unlock(&lock);
    return result;
}

EXPORT nvmlReturn_t nvmlInit_v2(void) {
    return nvmlInitWithFlags(0);
}

EXPORT nvmlReturn_t nvmlInit(void) {
    return nvmlInitWithFlags(0);
}

EXPORT nvmlReturn_t nvmlShutdown(void) {
    pthread_mutex_lock(&lock);
    nvmlReturn_t result = initialisations > 0 ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
    if (initialisations > 0) {
        initialisations--;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

nvmlReturn_t require_initialised(void) {
    pthread_mutex_lock(&lock);
    unsigned count = initialisations;
    pthread_mutex_unlock(&lock);
    return count > 0 ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

int device_count(void) {
    pthread_mutex_lock(&lock);
    int count = devices;
    pthread_mutex_unlock(&lock);
    return count;
}

EXPORT const char *nvmlErrorString(int result) {
    static const char *const texts[] = {
        "Success",
        "NVML is not initialized",
        "Invalid argument",
        "Not supported",
        "Insufficient permissions",
        "Already initialized",
        "Not found",
        "Insufficient size",
        "Insufficient external power",
        "Driver not loaded",
        "Timeout",
        "Interrupt request issue",
        "NVML library not found",
        "Function not found",
        "Corrupted infoROM",
        "GPU is lost",
        "GPU requires a reset",
        "Blocked by the operating system",
        "Driver and library versions differ",
        "In use",
        "Insufficient memory",
        "No data",
        "Not supported by the virtual GPU while ECC is enabled",
        "Insufficient resources",
        "Frequency not supported",
        "Version of the argument not supported",
        "Deprecated",
        "Not ready",
    };
    return result >= 0 && (size_t)result < sizeof texts / sizeof *texts ? texts[result] : "Unknown error";
}

nvmlReturn_t copy_text(const char *text, char *target, unsigned length) {
    VALID(target != NULL);
    REQUIRE(strlen(text) < length, NVML_ERROR_INSUFFICIENT_SIZE);
    strcpy(target, text);
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length) {
    TRY(require_initialised());
    return copy_text(DRIVER_VERSION, version, length);
}

/* The documentation of this function and the next two names no NVML_ERROR_UNINITIALIZED. */
EXPORT nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length) {
    return copy_text(NVML_VERSION, version, length);
}

EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
    VALID(version != NULL);
    return status_of(cuDriverGetVersion(version));
}

EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
    return nvmlSystemGetCudaDriverVersion_v2(version);
}

/* The first word of the command line, as Linux has it. */
EXPORT nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char *name, unsigned length) {
    char path[32];
    TRY(require_initialised());
    VALID(name != NULL && length > 0);
    snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
    FILE *file = fopen(path, "re");
    REQUIRE(file != NULL, NVML_ERROR_NOT_FOUND);
    size_t count = fread(name, 1, length - 1, file);
    fclose(file);
    name[count] = '\0';
    return NVML_SUCCESS;
}

/* Units exist in S-class systems only, and the simulated machine is none. */
EXPORT nvmlReturn_t nvmlUnitGetCount(unsigned *count) {
    TRY(require_initialised());
    VALID(count != NULL);
    *count = 0;
    return NVML_SUCCESS;
}
