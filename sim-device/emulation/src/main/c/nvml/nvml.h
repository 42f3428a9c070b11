/* NVML over the kit's driver: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("NVML API Reference Guide"). Structures and values are those of
 * its header (nvml.h of CUDA 12.2; NVML_DEVICE_ARCH_BLACKWELL is that of CUDA 12.8). Symbols have no versions: programs
 * that are linked with NVIDIA's library name none (StarPU of Debian). */
#ifndef OFFLOAD_TCK_NVML_H
#define OFFLOAD_TCK_NVML_H

#include <stddef.h>
#include <stdint.h>

#include "../machine.h"

#define EXPORT __attribute__((visibility("default")))

typedef enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_GPU_IS_LOST = 15,
    NVML_ERROR_MEMORY = 20,
    NVML_ERROR_ARGUMENT_VERSION_MISMATCH = 25,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

/* A handle is a number, and never dereferenced. */
typedef struct nvmlDevice_st *nvmlDevice_t;

/* Sizes of texts, and the most links of a device. */
enum { LEGACY_BUS_ID_BYTES = 16, BUS_ID_BYTES = 32, MOST_LINKS = 18 };

/* CUdevice_attribute. */
enum {
    CLOCK_RATE = 13,
    MULTIPROCESSOR_COUNT = 16,
    COMPUTE_MODE = 20,
    PCI_BUS_ID = 33,
    PCI_DEVICE_ID = 34,
    MEMORY_CLOCK_RATE = 36,
    GLOBAL_MEMORY_BUS_WIDTH = 37,
    PCI_DOMAIN_ID = 50,
    COMPUTE_CAPABILITY_MAJOR = 75,
    COMPUTE_CAPABILITY_MINOR = 76,
    MULTI_GPU_BOARD = 84
};

/* Returns the status of a call that fails. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        nvmlReturn_t status_ = (call);                                                                                 \
        if (status_ != NVML_SUCCESS) {                                                                                 \
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

#define VALID(condition) REQUIRE(condition, NVML_ERROR_INVALID_ARGUMENT)

/* A device as this process uses it. */
struct description {
    int contexts;
    uint64_t used;
    uint64_t total;
    CUuuid uuid;
    char name[MACHINE_NAME_BYTES];
};

/* NVML_SUCCESS between nvmlInit and nvmlShutdown. */
nvmlReturn_t require_initialised(void);

/* The devices of the machine. */
int device_count(void);

/* NVML_SUCCESS if NVML is initialised and the handle is that of a device. */
nvmlReturn_t require_device(nvmlDevice_t device);

/* A handle and the index that it has. */
nvmlDevice_t device_at(int index);
int index_of(nvmlDevice_t device);

/* The status for a result of the driver. */
nvmlReturn_t status_of(CUresult result);

/* Attributes of a device from the driver; both require it. */
nvmlReturn_t describe(nvmlDevice_t device, struct description *description);
nvmlReturn_t read_attribute(nvmlDevice_t device, int attribute, unsigned *value);

/* Copies a text with its NUL to a buffer of the program. */
nvmlReturn_t copy_text(const char *text, char *target, unsigned length);

#endif
