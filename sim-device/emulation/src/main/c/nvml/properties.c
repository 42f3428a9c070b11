/* Properties in the description of a device: its memory, clocks, architecture, and the processes that use it. */
#include "nvml.h"

#include <string.h>
#include <unistd.h>

/* nvmlClockType_t and nvmlClockId_t. */
enum { CLOCK_GRAPHICS, CLOCK_SM, CLOCK_MEM, CLOCK_VIDEO, CLOCK_TYPES };
enum { CLOCK_ID_CURRENT = 0, CLOCK_IDS = 4 };
enum { KILOHERTZ_PER_MEGAHERTZ = 1000 };

/* nvmlEnableState_t. */
enum { FEATURE_DISABLED = 0 };

/* The instances of a device without partitions. */
enum { NO_INSTANCE = 0xffffffff };

/* nvmlMemory_t. */
struct memory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

/* nvmlMemory_v2_t. */
struct memory_v2 {
    unsigned version;
    unsigned long long total;
    unsigned long long reserved;
    unsigned long long free;
    unsigned long long used;
};

/* NVML_STRUCT_VERSION: the size of a structure and the number of its version. */
enum { MEMORY_VERSION = sizeof(struct memory_v2) | 2 << 24 };

/* nvmlProcessInfo_v1_t. */
struct process {
    unsigned pid;
    unsigned long long used;
};

/* nvmlProcessInfo_v2_t, which is also that of version 3 of the functions. */
struct process_v2 {
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance;
    unsigned compute_instance;
};

/* Of each compute capability, the architecture (nvmlDeviceArchitecture_t), and the cores of a multiprocessor: results
 * of 32-bit floating-point additions per cycle (CUDA C++ Programming Guide, "Arithmetic Instructions"). */
static const struct {
    unsigned major;
    unsigned minor;
    unsigned architecture;
    unsigned cores;
} capabilities[] = {
    {7, 5, 6, 64}, {8, 0, 7, 64}, {8, 6, 7, 128}, {8, 9, 8, 128}, {9, 0, 9, 128}, {10, 0, 10, 128}, {12, 0, 10, 128},
};
enum { ARCHITECTURE_UNKNOWN = 0xffffffff };

EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, struct memory *memory) {
    struct description description;
    TRY(describe(device, &description));
    VALID(memory != NULL);
    *memory = (struct memory){description.total, description.total - description.used, description.used};
    return NVML_SUCCESS;
}

/* The driver reserves no memory of a simulated device. */
EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, struct memory_v2 *memory) {
    struct description description;
    TRY(describe(device, &description));
    VALID(memory != NULL);
    REQUIRE(memory->version == MEMORY_VERSION, NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    memory->total = description.total;
    memory->reserved = 0;
    memory->free = description.total - description.used;
    memory->used = description.used;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
    unsigned read_major;
    unsigned read_minor;
    TRY(require_device(device));
    VALID(major != NULL && minor != NULL);
    TRY(read_attribute(device, COMPUTE_CAPABILITY_MAJOR, &read_major));
    TRY(read_attribute(device, COMPUTE_CAPABILITY_MINOR, &read_minor));
    *major = (int)read_major;
    *minor = (int)read_minor;
    return NVML_SUCCESS;
}

/* The row of `capabilities`; their number if there is none. */
static nvmlReturn_t find_capability(nvmlDevice_t device, size_t *row) {
    int major = 0;
    int minor = 0;
    TRY(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
    for (*row = 0; *row < sizeof capabilities / sizeof *capabilities; (*row)++) {
        if (capabilities[*row].major == (unsigned)major && capabilities[*row].minor == (unsigned)minor) {
            break;
        }
    }
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, unsigned *architecture) {
    size_t row;
    TRY(find_capability(device, &row));
    VALID(architecture != NULL);
    int is_known = row < sizeof capabilities / sizeof *capabilities;
    *architecture = is_known ? capabilities[row].architecture : ARCHITECTURE_UNKNOWN;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned *cores) {
    size_t row;
    unsigned multiprocessors;
    TRY(find_capability(device, &row));
    VALID(cores != NULL);
    REQUIRE(row < sizeof capabilities / sizeof *capabilities, NVML_ERROR_NOT_SUPPORTED);
    TRY(read_attribute(device, MULTIPROCESSOR_COUNT, &multiprocessors));
    *cores = multiprocessors * capabilities[row].cores;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned *is_on_board_of_several) {
    return read_attribute(device, MULTI_GPU_BOARD, is_on_board_of_several);
}

/* CUcomputemode has the values of nvmlComputeMode_t. */
EXPORT nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, unsigned *mode) {
    return read_attribute(device, COMPUTE_MODE, mode);
}

EXPORT nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *bits) {
    return read_attribute(device, GLOBAL_MEMORY_BUS_WIDTH, bits);
}

/* The device server ends some time after its last program. */
EXPORT nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, unsigned *mode) {
    TRY(require_device(device));
    VALID(mode != NULL);
    *mode = FEATURE_DISABLED;
    return NVML_SUCCESS;
}

/* A simulated device always has the clocks of its description. */
EXPORT nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, unsigned type, unsigned *clock) {
    unsigned kilohertz;
    TRY(require_device(device));
    VALID(clock != NULL && type < CLOCK_TYPES);
    REQUIRE(type != CLOCK_VIDEO, NVML_ERROR_NOT_SUPPORTED);
    TRY(read_attribute(device, type == CLOCK_MEM ? MEMORY_CLOCK_RATE : CLOCK_RATE, &kilohertz));
    *clock = kilohertz / KILOHERTZ_PER_MEGAHERTZ;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, unsigned type, unsigned *clock) {
    return nvmlDeviceGetMaxClockInfo(device, type, clock);
}

EXPORT nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, unsigned type, unsigned id, unsigned *clock) {
    TRY(require_device(device));
    VALID(clock != NULL && type < CLOCK_TYPES && id < CLOCK_IDS);
    REQUIRE(id == CLOCK_ID_CURRENT, NVML_ERROR_NOT_SUPPORTED);
    return nvmlDeviceGetMaxClockInfo(device, type, clock);
}

/* Finds out whether this process computes on a device; `count` becomes 1 or 0. */
static nvmlReturn_t find_process(nvmlDevice_t device, unsigned *count, void *processes, struct process_v2 *own) {
    struct description description;
    TRY(describe(device, &description));
    VALID(count != NULL && (*count == 0 || processes != NULL));
    unsigned room = *count;
    *count = description.contexts > 0 ? 1 : 0;
    REQUIRE(*count <= room, NVML_ERROR_INSUFFICIENT_SIZE);
    *own = (struct process_v2){(unsigned)getpid(), description.used, NO_INSTANCE, NO_INSTANCE};
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device, unsigned *count,
                                                         struct process *processes) {
    struct process_v2 own;
    TRY(find_process(device, count, processes, &own));
    if (*count > 0) {
        *processes = (struct process){own.pid, own.used};
    }
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device, unsigned *count,
                                                            struct process_v2 *processes) {
    struct process_v2 own;
    TRY(find_process(device, count, processes, &own));
    if (*count > 0) {
        *processes = own;
    }
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned *count,
                                                            struct process_v2 *processes) {
    return nvmlDeviceGetComputeRunningProcesses_v2(device, count, processes);
}

/* A simulated device draws nothing, and there is no MPS. */
#define NO_PROCESSES(function)                                                                                         \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned *count, const void *processes) {                        \
        TRY(require_device(device));                                                                                   \
        VALID(count != NULL && (*count == 0 || processes != NULL));                                                    \
        *count = 0;                                                                                                    \
        return NVML_SUCCESS;                                                                                           \
    }
NO_PROCESSES(nvmlDeviceGetGraphicsRunningProcesses)
NO_PROCESSES(nvmlDeviceGetGraphicsRunningProcesses_v2)
NO_PROCESSES(nvmlDeviceGetGraphicsRunningProcesses_v3)
NO_PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses)
NO_PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses_v2)
NO_PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses_v3)
