/* Handles of devices, and what identifies a device. */
#include "nvml.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* `GPU-` and a UUID of 5 parts, with a NUL. */
enum { UUID_BYTES = 41 };

/* Handles are numbers that no other object has as its address, so that most wrong handles are found. */
#define FIRST_HANDLE ((uintptr_t)0x4e564d4c00000001)

/* nvmlBrandType_t. */
enum { BRAND_UNKNOWN = 0 };

struct pci_address {
    unsigned domain;
    unsigned bus;
    unsigned device;
};

/* nvmlPciInfo_t. The first two versions have no `bus_id`, and the first no `subsystem`. */
struct pci_info {
    char legacy_bus_id[LEGACY_BUS_ID_BYTES];
    struct pci_address address;
    unsigned device;
    unsigned subsystem;
    char bus_id[BUS_ID_BYTES];
};

nvmlDevice_t device_at(int index) {
    return (nvmlDevice_t)(FIRST_HANDLE + (uintptr_t)index);
}

int index_of(nvmlDevice_t device) {
    return (int)((uintptr_t)device - FIRST_HANDLE);
}

nvmlReturn_t require_device(nvmlDevice_t device) {
    TRY(require_initialised());
    VALID((uintptr_t)device - FIRST_HANDLE < (uintptr_t)device_count());
    return NVML_SUCCESS;
}

nvmlReturn_t describe(nvmlDevice_t device, struct description *description) {
    TRY(require_device(device));
    return status_of(offload_tck_machine_device(index_of(device), &description->contexts, &description->used,
                                                &description->total, &description->uuid, description->name));
}

nvmlReturn_t read_attribute(nvmlDevice_t device, int attribute, unsigned *value) {
    int read = 0;
    TRY(require_device(device));
    VALID(value != NULL);
    TRY(status_of(offload_tck_machine_attribute(&read, attribute, index_of(device))));
    *value = (unsigned)read;
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count) {
    TRY(require_initialised());
    VALID(count != NULL);
    *count = (unsigned)device_count();
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetCount(unsigned *count) {
    return nvmlDeviceGetCount_v2(count);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device) {
    TRY(require_initialised());
    VALID(device != NULL && index < (unsigned)device_count());
    *device = device_at((int)index);
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device) {
    return nvmlDeviceGetHandleByIndex_v2(index, device);
}

static nvmlReturn_t read_address(nvmlDevice_t device, struct pci_address *address) {
    TRY(read_attribute(device, PCI_DOMAIN_ID, &address->domain));
    TRY(read_attribute(device, PCI_BUS_ID, &address->bus));
    return read_attribute(device, PCI_DEVICE_ID, &address->device);
}

/* Reads `domain:bus:device.function`; the function, which is 0, may be missing. */
static int parse_address(const char *text, struct pci_address *address) {
    unsigned function = 0;
    int end = 0;
    int count = sscanf(text, "%8x:%2x:%2x%n.%1x%n", &address->domain, &address->bus, &address->device, &end, &function,
                       &end);
    return count >= 3 && text[end] == '\0' && function == 0;
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, nvmlDevice_t *device) {
    struct pci_address wanted;
    struct pci_address address;
    TRY(require_initialised());
    VALID(bus_id != NULL && device != NULL && parse_address(bus_id, &wanted));
    for (int i = 0; i < device_count(); i++) {
        TRY(read_address(device_at(i), &address));
        if (memcmp(&address, &wanted, sizeof address) == 0) {
            *device = device_at(i);
            return NVML_SUCCESS;
        }
    }
    return NVML_ERROR_NOT_FOUND;
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *bus_id, nvmlDevice_t *device) {
    return nvmlDeviceGetHandleByPciBusId_v2(bus_id, device);
}

static nvmlReturn_t write_uuid(nvmlDevice_t device, char text[UUID_BYTES]) {
    struct description description;
    TRY(describe(device, &description));
    const unsigned char *bytes = (const unsigned char *)&description.uuid;
    char *end = text + sprintf(text, "GPU");
    for (size_t i = 0; i < sizeof description.uuid; i++) {
        int is_first_of_part = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        end += sprintf(end, is_first_of_part ? "-%02x" : "%02x", bytes[i]);
    }
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length) {
    char text[UUID_BYTES];
    TRY(write_uuid(device, text));
    return copy_text(text, uuid, length);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
    char text[UUID_BYTES];
    TRY(require_initialised());
    VALID(uuid != NULL && device != NULL);
    for (int i = 0; i < device_count(); i++) {
        TRY(write_uuid(device_at(i), text));
        if (strcasecmp(text, uuid) == 0) {
            *device = device_at(i);
            return NVML_SUCCESS;
        }
    }
    return NVML_ERROR_NOT_FOUND;
}

/* No simulated device has a serial number (nvmlDeviceGetSerial). */
EXPORT nvmlReturn_t nvmlDeviceGetHandleBySerial(const char *serial, nvmlDevice_t *device) {
    TRY(require_initialised());
    VALID(serial != NULL && device != NULL);
    return NVML_ERROR_NOT_FOUND;
}

EXPORT nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length) {
    struct description description;
    TRY(describe(device, &description));
    return copy_text(description.name, name, length);
}

EXPORT nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index) {
    TRY(require_device(device));
    VALID(index != NULL);
    *index = (unsigned)index_of(device);
    return NVML_SUCCESS;
}

/* There is no device file; this is the number that it would have. */
EXPORT nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned *number) {
    return nvmlDeviceGetIndex(device, number);
}

/* No product of a brand is simulated as a whole. */
EXPORT nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t device, unsigned *brand) {
    TRY(require_device(device));
    VALID(brand != NULL);
    *brand = BRAND_UNKNOWN;
    return NVML_SUCCESS;
}

/* The identifiers of the vendor, the device and the subsystem are unknown: 0. */
static nvmlReturn_t read_pci(nvmlDevice_t device, struct pci_info *info) {
    memset(info, 0, sizeof *info);
    TRY(read_address(device, &info->address));
    snprintf(info->legacy_bus_id, sizeof info->legacy_bus_id, "%04X:%02X:%02X.0", info->address.domain & 0xffff,
             info->address.bus & 0xff, info->address.device & 0xff);
    snprintf(info->bus_id, sizeof info->bus_id, "%08X:%02X:%02X.0", info->address.domain, info->address.bus,
             info->address.device);
    return NVML_SUCCESS;
}

static nvmlReturn_t copy_pci(nvmlDevice_t device, void *target, size_t bytes) {
    struct pci_info info;
    TRY(read_pci(device, &info));
    VALID(target != NULL);
    memcpy(target, &info, bytes);
    return NVML_SUCCESS;
}

EXPORT nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, void *info) {
    return copy_pci(device, info, sizeof(struct pci_info));
}

EXPORT nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, void *info) {
    return copy_pci(device, info, offsetof(struct pci_info, bus_id));
}

EXPORT nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, void *info) {
    return copy_pci(device, info, offsetof(struct pci_info, subsystem));
}
