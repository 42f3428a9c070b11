/* Initialization and devices. */
#include <limits.h>
#include <string.h>

#include "client.h"
#include "machine.h"

EXPORT CUresult cuInit(unsigned Flags) {
    return DRIVER_CALL(cuInit, IN(Flags));
}

EXPORT CUresult cuDriverGetVersion(int *driverVersion) {
    return DRIVER_CALL(cuDriverGetVersion, OUT_32(driverVersion));
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    return DRIVER_CALL(cuDeviceGet, OUT_32(device), IN(ordinal));
}

EXPORT CUresult cuDeviceGetCount(int *count) {
    return DRIVER_CALL(cuDeviceGetCount, OUT_32(count));
}

EXPORT CUresult cuDeviceGetName(char *name, int len, CUdevice dev) {
    REQUIRE(name != NULL && len > 0)
    return DRIVER_CALL(cuDeviceGetName, OUT_TEXT(name, (size_t)len), IN(len), IN(dev));
}

EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) {
    REQUIRE(uuid != NULL)
    return DRIVER_CALL(cuDeviceGetUuid, OUT_BYTES(uuid, sizeof *uuid), IN(dev));
}

/* Differs from the first version only for partitions of a device (MIG), which do not exist here. */
EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev) {
    return cuDeviceGetUuid(uuid, dev);
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev) {
    return DRIVER_CALL(cuDeviceTotalMem_v2, OUT_64(bytes), IN(dev));
}

/* The version of CUDA 2, with 32-bit sizes. */
EXPORT CUresult cuDeviceTotalMem(unsigned *bytes, CUdevice dev) {
    size_t all = 0;
    REQUIRE(bytes != NULL)
    CUresult result = cuDeviceTotalMem_v2(&all, dev);
    if (result == CUDA_SUCCESS) {
        *bytes = all > UINT_MAX ? UINT_MAX : (unsigned)all;
    }
    return result;
}

EXPORT CUresult cuDeviceGetAttribute(int *pi, int attrib, CUdevice dev) {
    return DRIVER_CALL(cuDeviceGetAttribute, OUT_32(pi), IN(attrib), IN(dev));
}

EXPORT CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev) {
    REQUIRE(pciBusId != NULL && len > 0)
    return DRIVER_CALL(cuDeviceGetPCIBusId, OUT_TEXT(pciBusId, (size_t)len), IN(len), IN(dev));
}

EXPORT CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) {
    REQUIRE(pciBusId != NULL)
    return DRIVER_CALL(cuDeviceGetByPCIBusId, OUT_32(dev), IN_TEXT(pciBusId));
}

EXPORT CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev) {
    return DRIVER_CALL(cuDeviceComputeCapability, OUT_32(major), OUT_32(minor), IN(dev));
}

EXPORT CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) {
    return DRIVER_CALL(cuDeviceCanAccessPeer, OUT_32(canAccessPeer), IN(dev), IN(peerDev));
}

EXPORT CUresult cuDeviceGetP2PAttribute(int *value, int attrib, CUdevice srcDevice,
                                        CUdevice dstDevice) {
    return DRIVER_CALL(cuDeviceGetP2PAttribute, OUT_32(value), IN(attrib), IN(srcDevice),
                       IN(dstDevice));
}

/* The kit's own functions for its NVML: devices of the machine by their indices, whether CUDA_VISIBLE_DEVICES
 * selects them or not, and also before cuInit. */
EXPORT CUresult offload_tck_machine_count(int *count) {
    return DRIVER_CALL(offload_tck_machine_count, OUT_32(count));
}

EXPORT CUresult offload_tck_machine_device(int index, int *contexts, uint64_t *used, uint64_t *total, CUuuid *uuid,
                                           char *name) {
    return DRIVER_CALL(offload_tck_machine_device, IN(index), OUT_32(contexts), OUT_64(used), OUT_64(total),
                       OUT_BYTES(uuid, sizeof *uuid), OUT_TEXT(name, MACHINE_NAME_BYTES));
}

EXPORT CUresult offload_tck_machine_attribute(int *value, int attribute, int index) {
    return DRIVER_CALL(offload_tck_machine_attribute, OUT_32(value), IN(attribute), IN(index));
}

EXPORT CUresult offload_tck_machine_peer_attribute(int *value, int attribute, int first, int second) {
    return DRIVER_CALL(offload_tck_machine_peer_attribute, OUT_32(value), IN(attribute), IN(first), IN(second));
}
