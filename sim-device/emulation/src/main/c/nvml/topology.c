/* How devices are connected, and their partitions, of which there are none. */
#include "nvml.h"

/* nvmlGpuP2PCapsIndex_t: the fifth, PROP, is PCI in later headers. */
enum { CAPS_READ, CAPS_WRITE, CAPS_NVLINK, CAPS_ATOMICS, CAPS_PCI, CAPS };

/* nvmlGpuP2PStatus_t. */
enum { P2P_OK = 0, P2P_NOT_SUPPORTED = 5 };

/* CUdevice_P2PAttribute. */
enum { ACCESS_SUPPORTED = 2, NATIVE_ATOMIC_SUPPORTED = 3 };

/* Peers access each other over PCI: no device has links. */
EXPORT nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t first, nvmlDevice_t second, unsigned caps, unsigned *status) {
    int value = 0;
    TRY(require_device(first));
    TRY(require_device(second));
    VALID(caps < CAPS && status != NULL);
    int attribute = caps == CAPS_ATOMICS ? NATIVE_ATOMIC_SUPPORTED : ACCESS_SUPPORTED;
    TRY(status_of(offload_tck_machine_peer_attribute(&value, attribute, index_of(first), index_of(second))));
    *status = value != 0 && caps != CAPS_NVLINK ? P2P_OK : P2P_NOT_SUPPORTED;
    return NVML_SUCCESS;
}

/* Which bridges lie between devices is unknown. */
EXPORT nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t first, nvmlDevice_t second, const void *level) {
    TRY(require_device(first));
    TRY(require_device(second));
    VALID(level != NULL);
    return NVML_ERROR_NOT_SUPPORTED;
}

EXPORT nvmlReturn_t nvmlDeviceGetTopologyNearestGpus(nvmlDevice_t device, unsigned level, const unsigned *count,
                                                     const nvmlDevice_t *devices) {
    (void)level;
    TRY(require_device(device));
    VALID(count != NULL && (*count == 0 || devices != NULL));
    return NVML_ERROR_NOT_SUPPORTED;
}

/* Defines a function of a link. */
#define OF_LINK(function)                                                                                              \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned link, const void *value) {                              \
        TRY(require_device(device));                                                                                   \
        VALID(link < MOST_LINKS && value != NULL);                                                                     \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }
OF_LINK(nvmlDeviceGetNvLinkState)
OF_LINK(nvmlDeviceGetNvLinkVersion)
OF_LINK(nvmlDeviceGetNvLinkRemotePciInfo)
OF_LINK(nvmlDeviceGetNvLinkRemotePciInfo_v2)
OF_LINK(nvmlDeviceGetNvLinkRemoteDeviceType)

/* Defines a function of one of several properties of a link. */
#define PROPERTY_OF_LINK(function)                                                                                     \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned link, unsigned property, const void *value) {           \
        (void)property;                                                                                                \
        TRY(require_device(device));                                                                                   \
        VALID(link < MOST_LINKS && value != NULL);                                                                     \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }
PROPERTY_OF_LINK(nvmlDeviceGetNvLinkCapability)
PROPERTY_OF_LINK(nvmlDeviceGetNvLinkErrorCounter)

/* What a device has of partitions (MIG): none. */
#define NONE_OF_PARTITIONS(function)                                                                                   \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned *value) {                                               \
        TRY(require_device(device));                                                                                   \
        VALID(value != NULL);                                                                                          \
        *value = 0;                                                                                                    \
        return NVML_SUCCESS;                                                                                           \
    }
NONE_OF_PARTITIONS(nvmlDeviceIsMigDeviceHandle)
NONE_OF_PARTITIONS(nvmlDeviceGetMaxMigDeviceCount)
