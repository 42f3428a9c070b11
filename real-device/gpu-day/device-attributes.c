// Prints what the CUDA driver says of device 0: name, memory, compute capability and every attribute
// by its number, as data for the emulated devices: `device-attributes`, whose one case is `device`.
// Built with `cc -std=gnu17 device-attributes.c -ldl`.
#include "driver.h"

// Beyond the last attribute of CUDA 13.0.
#define LAST_ATTRIBUTE 160

static void device(void) {
    char text[256] = "";
    unsigned char uuid[16] = {0};
    size_t total = 0, free_bytes = 0;
    int major = 0, minor = 0, count = 0, version = 0, present = 0;
    SHOW("cuDriverGetVersion", &version);
    number("driver version", version);
    SHOW("cuDeviceGetCount", &count);
    number("devices", count);
    SHOW("cuDeviceGetName", text, 256, 0);
    printf("name: %s\n", text);
    SHOW("cuDeviceGetName", text, 4, 0);
    printf("name in 4 bytes: %.4s\n", text);
    SHOW("cuDeviceTotalMem_v2", &total, 0);
    printf("total memory: %zu bytes\n", total);
    SHOW("cuMemGetInfo_v2", &free_bytes, &total);
    printf("total memory of cuMemGetInfo: %zu bytes\n", total);
    SHOW("cuDeviceComputeCapability", &major, &minor, 0);
    printf("compute capability: %d.%d\n", major, minor);
    SHOW("cuDeviceGetUuid_v2", uuid, 0);
    for (size_t i = 0; i < sizeof uuid; i++) {
        present |= uuid[i];
    }
    number("has UUID", present != 0);
    SHOW("cuDeviceGetPCIBusId", text, 256, 0);
    number("length of PCI bus id", strlen(text));
    SHOW("cuDeviceGetPCIBusId", text, 5, 0);
    SHOW("cuDeviceCanAccessPeer", &present, 0, 0);
    for (int i = 0; i <= 8; i++) {
        present = -1;
        CUresult code = CALL("cuDeviceGetP2PAttribute", &present, i, 0, 0);
        printf("P2P attribute %d: %d value %d\n", i, code, present);
    }
    for (int i = 1; i <= LAST_ATTRIBUTE; i++) {
        int value = -1;
        CUresult code = CALL("cuDeviceGetAttribute", &value, i, 0);
        if (code == 0) {
            printf("attribute %d: %d\n", i, value);
        } else {
            printf("attribute %d: error %d\n", i, code);
        }
    }
    for (int type = 0; type <= 4; type++) {
        int support = -1;
        CUresult code = CALL("cuDeviceGetExecAffinitySupport", &support, type, 0);
        printf("exec affinity %d: %d value %d\n", type, code, support);
    }
}

static const struct named_case CASES[] = {{"device", device}};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
