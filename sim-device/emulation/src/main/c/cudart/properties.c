/* cudaDeviceProp: what cudaGetDeviceProperties answers, from the attributes of the driver. */
#include <string.h>

#include "cudart.h"

/* In the order of the structure's fields. BEFORE_13 are fields that release 13 has no longer, FROM_12 and
 * FROM_13 those that a release has first. INT(field, count) is an array of ints, or one. The last column
 * is the first of `count` consecutive attributes. */
#if CUDART_MAJOR >= 13
#define BEFORE_13(field)
#else
#define BEFORE_13(field) field
#endif
#define FIELDS                                                                                     \
    SIZE(sharedMemPerBlock, 8)                                                                     \
    INT(regsPerBlock, 1, 12)                                                                       \
    INT(warpSize, 1, 10)                                                                           \
    SIZE(memPitch, 11)                                                                             \
    INT(maxThreadsPerBlock, 1, 1)                                                                  \
    INT(maxThreadsDim, 3, 2)                                                                       \
    INT(maxGridSize, 3, 5)                                                                         \
    BEFORE_13(INT(clockRate, 1, 13))                                                               \
    SIZE(totalConstMem, 9)                                                                         \
    INT(major, 1, 75)                                                                              \
    INT(minor, 1, 76)                                                                              \
    SIZE(textureAlignment, 14)                                                                     \
    SIZE(texturePitchAlignment, 51)                                                                \
    BEFORE_13(INT(deviceOverlap, 1, 15))                                                           \
    INT(multiProcessorCount, 1, 16)                                                                \
    BEFORE_13(INT(kernelExecTimeoutEnabled, 1, 17))                                                \
    INT(integrated, 1, 18)                                                                         \
    INT(canMapHostMemory, 1, 19)                                                                   \
    BEFORE_13(INT(computeMode, 1, 20))                                                             \
    INT(maxTexture1D, 1, 21)                                                                       \
    INT(maxTexture1DMipmap, 1, 77)                                                                 \
    BEFORE_13(INT(maxTexture1DLinear, 1, 69))                                                      \
    INT(maxTexture2D, 2, 22)                                                                       \
    INT(maxTexture2DMipmap, 2, 73)                                                                 \
    INT(maxTexture2DLinear, 3, 70)                                                                 \
    INT(maxTexture2DGather, 2, 45)                                                                 \
    INT(maxTexture3D, 3, 24)                                                                       \
    INT(maxTexture3DAlt, 3, 47)                                                                    \
    INT(maxTextureCubemap, 1, 52)                                                                  \
    INT(maxTexture1DLayered, 2, 42)                                                                \
    INT(maxTexture2DLayered, 3, 27)                                                                \
    INT(maxTextureCubemapLayered, 2, 53)                                                           \
    INT(maxSurface1D, 1, 55)                                                                       \
    INT(maxSurface2D, 2, 56)                                                                       \
    INT(maxSurface3D, 3, 58)                                                                       \
    INT(maxSurface1DLayered, 2, 61)                                                                \
    INT(maxSurface2DLayered, 3, 63)                                                                \
    INT(maxSurfaceCubemap, 1, 66)                                                                  \
    INT(maxSurfaceCubemapLayered, 2, 67)                                                           \
    SIZE(surfaceAlignment, 30)                                                                     \
    INT(concurrentKernels, 1, 31)                                                                  \
    INT(ECCEnabled, 1, 32)                                                                         \
    INT(pciBusID, 1, 33)                                                                           \
    INT(pciDeviceID, 1, 34)                                                                        \
    INT(pciDomainID, 1, 50)                                                                        \
    INT(tccDriver, 1, 35)                                                                          \
    INT(asyncEngineCount, 1, 40)                                                                   \
    INT(unifiedAddressing, 1, 41)                                                                  \
    BEFORE_13(INT(memoryClockRate, 1, 36))                                                         \
    INT(memoryBusWidth, 1, 37)                                                                     \
    INT(l2CacheSize, 1, 38)                                                                        \
    INT(persistingL2CacheMaxSize, 1, 108)                                                          \
    INT(maxThreadsPerMultiProcessor, 1, 39)                                                        \
    INT(streamPrioritiesSupported, 1, 78)                                                          \
    INT(globalL1CacheSupported, 1, 79)                                                             \
    INT(localL1CacheSupported, 1, 80)                                                              \
    SIZE(sharedMemPerMultiprocessor, 81)                                                           \
    INT(regsPerMultiprocessor, 1, 82)                                                              \
    INT(managedMemory, 1, 83)                                                                      \
    INT(isMultiGpuBoard, 1, 84)                                                                    \
    INT(multiGpuBoardGroupID, 1, 85)                                                               \
    INT(hostNativeAtomicSupported, 1, 86)                                                          \
    BEFORE_13(INT(singleToDoublePrecisionPerfRatio, 1, 87))                                        \
    INT(pageableMemoryAccess, 1, 88)                                                               \
    INT(concurrentManagedAccess, 1, 89)                                                            \
    INT(computePreemptionSupported, 1, 90)                                                         \
    INT(canUseHostPointerForRegisteredMem, 1, 91)                                                  \
    INT(cooperativeLaunch, 1, 95)                                                                  \
    BEFORE_13(INT(cooperativeMultiDeviceLaunch, 1, 96))                                            \
    SIZE(sharedMemPerBlockOptin, 97)                                                               \
    INT(pageableMemoryAccessUsesHostPageTables, 1, 100)                                            \
    INT(directManagedMemAccessFromHost, 1, 101)                                                    \
    INT(maxBlocksPerMultiProcessor, 1, 106)                                                        \
    INT(accessPolicyMaxWindowSize, 1, 109)                                                         \
    SIZE(reservedSharedMemPerBlock, 111)

#define FIELDS_FROM_12                                                                             \
    INT(hostRegisterSupported, 1, 99)                                                              \
    INT(sparseCudaArraySupported, 1, 112)                                                          \
    INT(hostRegisterReadOnlySupported, 1, 113)                                                     \
    INT(timelineSemaphoreInteropSupported, 1, 114)                                                 \
    INT(memoryPoolsSupported, 1, 115)                                                              \
    INT(gpuDirectRDMASupported, 1, 116)                                                            \
    INT(gpuDirectRDMAFlushWritesOptions, 1, 117)                                                   \
    INT(gpuDirectRDMAWritesOrdering, 1, 118)                                                       \
    INT(memoryPoolSupportedHandleTypes, 1, 119)                                                    \
    INT(deferredMappingCudaArraySupported, 1, 121)                                                 \
    INT(ipcEventSupported, 1, 125)                                                                 \
    INT(clusterLaunch, 1, 120)                                                                     \
    INT(unifiedFunctionPointers, 1, 129)

#define FIELDS_FROM_13                                                                             \
    INT(deviceNumaConfig, 1, 130)                                                                  \
    INT(deviceNumaId, 1, 131)                                                                      \
    INT(mpsEnabled, 1, 133)                                                                        \
    INT(hostNumaId, 1, 134)                                                                        \
    INT(gpuPciDeviceID, 1, 139)                                                                    \
    INT(gpuPciSubsystemID, 1, 140)                                                                 \
    INT(hostNumaMultinodeIpcSupported, 1, 143)

/* struct cudaDeviceProp, in the order of driver_types.h of CUDA 11.3, 12.3 and 13.0. */
struct properties {
    char name[256];
    CUuuid uuid;
    char luid[8];
    unsigned luid_device_node_mask;
    size_t totalGlobalMem;
#define INT(field, count, attribute) int field[count];
#define SIZE(field, attribute) size_t field;
    FIELDS
#if CUDART_MAJOR >= 12
    FIELDS_FROM_12
#endif
#if CUDART_MAJOR >= 13
    FIELDS_FROM_13
    int reserved[56];
#elif CUDART_MAJOR == 12
    int reserved[63];
#endif
#undef INT
#undef SIZE
};

/* sizeof(struct cudaDeviceProp) of the release. */
_Static_assert(sizeof(struct properties) == (CUDART_MAJOR == 11   ? 728
                                             : CUDART_MAJOR == 12 ? 1032
                                                                  : 1008),
               "a field is missing");

struct field {
    size_t offset;
    /* Number of ints; 0 for a size_t. */
    int count;
    int attribute;
};

static const struct field fields[] = {
#define INT(field, count, attribute) {offsetof(struct properties, field), count, attribute},
#define SIZE(field, attribute) {offsetof(struct properties, field), 0, attribute},
    FIELDS
#if CUDART_MAJOR >= 12
    FIELDS_FROM_12
#endif
#if CUDART_MAJOR >= 13
    FIELDS_FROM_13
#endif
#undef INT
#undef SIZE
};

/* A field with the value of its attributes; 0 of an attribute that the driver does not know. */
static void fill(struct properties *properties, const struct field *field, CUdevice device) {
    char *place = (char *)properties + field->offset;
    int value = 0;
    if (field->count == 0) {
        cuDeviceGetAttribute(&value, field->attribute, device);
        *(size_t *)(void *)place = (size_t)value;
    }
    for (int i = 0; i < field->count; i++) {
        value = 0;
        cuDeviceGetAttribute(&value, field->attribute + i, device);
        ((int *)(void *)place)[i] = value;
    }
}

static cudaError_t get_properties(struct properties *properties, int device) {
    REQUIRE(properties != NULL);
    TRY(start_driver());
    *properties = (struct properties){0};
    TRY(cuDeviceGetName(properties->name, sizeof properties->name, device));
    TRY(cuDeviceGetUuid_v2(&properties->uuid, device));
    TRY(cuDeviceTotalMem_v2(&properties->totalGlobalMem, device));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        fill(properties, &fields[i], device);
    }
    return cudaSuccess;
}

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaGetDeviceProperties_v2(struct properties *properties, int device) {
    return get_properties(properties, device);
}

/* The structure of release 11, which ends before the fields that release 12 has first. */
EXPORT cudaError_t cudaGetDeviceProperties(void *properties, int device) {
    struct properties all;
    REQUIRE(properties != NULL);
    TRY(get_properties(&all, device));
    memcpy(properties, &all, offsetof(struct properties, hostRegisterSupported));
    return cudaSuccess;
}
#else
EXPORT cudaError_t cudaGetDeviceProperties(struct properties *properties, int device) {
    return get_properties(properties, device);
}
#endif

/* Whether a field has at least the value that is wanted. 0 is no wish. */
static int reaches(const struct properties *properties, const struct properties *wanted, const struct field *field) {
    const char *value = (const char *)properties + field->offset;
    const char *least = (const char *)wanted + field->offset;
    if (field->count == 0) {
        return *(const size_t *)(const void *)value >= *(const size_t *)(const void *)least;
    }
    return *(const int *)(const void *)value >= *(const int *)(const void *)least;
}

/* The number of properties that the device has at least as wanted. The compute capability is one. */
static int score(const struct properties *properties, const struct properties *wanted) {
    int capability = properties->major[0] * 10 + properties->minor[0];
    int score = (properties->totalGlobalMem >= wanted->totalGlobalMem) +
                (capability >= wanted->major[0] * 10 + wanted->minor[0]);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        int is_capability = fields[i].offset == offsetof(struct properties, major) ||
                            fields[i].offset == offsetof(struct properties, minor);
        score += !is_capability && reaches(properties, wanted, &fields[i]);
    }
    return score;
}

/* The first of the devices that have the most of the wanted properties: NVIDIA documents no measure of what matches
 * best. */
static cudaError_t choose(int *device, const struct properties *wanted) {
    struct properties properties;
    int count = 0;
    int best = -1;
    REQUIRE(device != NULL && wanted != NULL);
    TRY(start_driver());
    TRY(cuDeviceGetCount(&count));
    for (int i = 0; i < count; i++) {
        TRY(get_properties(&properties, i));
        int now = score(&properties, wanted);
        if (now > best) {
            best = now;
            *device = i;
        }
    }
    return cudaSuccess;
}

#if CUDART_MAJOR == 12
/* Reads the structure of release 11, with which that of release 12 begins: programs of both call this function. */
EXPORT cudaError_t cudaChooseDevice(int *device, const void *wanted) {
    struct properties all = {0};
    REQUIRE(wanted != NULL);
    memcpy(&all, wanted, offsetof(struct properties, hostRegisterSupported));
    return choose(device, &all);
}
#else
EXPORT cudaError_t cudaChooseDevice(int *device, const struct properties *wanted) {
    return choose(device, wanted);
}
#endif
