/* The functions of the kit's driver for its NVML. They need no cuInit, and an index is that of a device of the
 * machine, whether CUDA_VISIBLE_DEVICES selects it or not. */
#ifndef OFFLOAD_TCK_MACHINE_H
#define OFFLOAD_TCK_MACHINE_H

#include "cuda.h"

/* The largest name of a device, with a NUL (NVML_DEVICE_NAME_V2_BUFFER_SIZE). */
enum { MACHINE_NAME_BYTES = 96 };

CUresult offload_tck_machine_count(int *count);

/* The contexts of this process on a device, the bytes of its memory that the process uses, and all of them. */
CUresult offload_tck_machine_device(int index, int *contexts, uint64_t *used, uint64_t *total, CUuuid *uuid,
                                    char *name);

/* cuDeviceGetAttribute and cuDeviceGetP2PAttribute for devices of the machine. */
CUresult offload_tck_machine_attribute(int *value, int attribute, int index);
CUresult offload_tck_machine_peer_attribute(int *value, int attribute, int first, int second);

#endif
