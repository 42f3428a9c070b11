/* Calls whose C prototype is more than a row of the table; FakeDriver answers. */
#include "driver.h"

static char order[8];

static void host_function(void *data) {
    strcat(order, data);
}

static void callback(void *stream, int result, void *data) {
    EXPECT(0, result);
    EXPECT(7, stream);
    strcat(order, data);
}

static size_t shared_of(int block) {
    return (size_t)block * 2;
}

static void launches(void *function) {
    u64 first = 0x1122334455667788;
    int second = -2;
    double third = 0.5;
    void *parameters[] = {&first, &second, &third};
    EXPECT(0, cuLaunchKernel(function, 1, 2, 3, 4, 5, 6, 7, (void *)8, parameters, NULL));
    char block[24] = "a block of 24 bytes, all";
    size_t size = sizeof block;
    void *extra[] = {(void *)1, block, (void *)2, &size, NULL};
    EXPECT(0, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    EXPECT(1, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, extra));
    void *unknown[] = {(void *)9, block, NULL};
    EXPECT(1, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, unknown));
    void *missing[] = {&first, NULL, &third};
    EXPECT(1, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, missing, NULL));
}

static void modules(void) {
    void *module;
    char info[8] = "";
    char error[64] = "";
    int options[] = {3, 4, 5, 6};
    void *values[] = {info, (void *)sizeof info, error, (void *)sizeof error};
    EXPECT(0, cuModuleLoadDataEx(&module, ".version 6.4", 4, options, values));
    EXPECT(7000, module);
    EXPECT(0, strcmp(info, "buffer "));
    EXPECT(8, values[1]);
    EXPECT(0, strcmp(error, "buffer of cuModuleLoadDataEx"));
    EXPECT(1 + strlen(error), values[3]);
    unsigned char fat[32] = {0x50, 0xED, 0x55, 0xBA, 1, 0, 16, 0, 16};
    struct {
        unsigned magic, version;
        void *image, *none;
    } wrapper = {0x466243B1, 1, fat, NULL};
    EXPECT(0, cuModuleLoadData(&module, &wrapper));
    EXPECT(200, cuModuleLoadData(&module, "\177ELF\1"));
    EXPECT(1, cuModuleLoadData(&module, NULL));
    EXPECT(1, cuModuleLoadData(NULL, ".version"));
    EXPECT(1, cuModuleGetFunction(&module, module, NULL));
}

static void copies(void) {
    u64 device;
    char *pinned;
    char host[64] = "0123456789abcdef";
    EXPECT(0, cuMemAlloc_v2(&device, 64));
    EXPECT(0x200000000000, device);
    EXPECT(0, cuMemAllocHost_v2((void **)&pinned, 64));
    EXPECT(0, cuMemcpyHtoD_v2(device, host, 16));
    EXPECT(0, memcmp((void *)(uintptr_t)device, host, 16));
    EXPECT(0, cuMemcpyDtoH_v2(pinned, device, 16));
    EXPECT(0, memcmp(pinned, host, 16));
    EXPECT(0, cuMemcpy((uintptr_t)host + 32, device + 4, 4));
    EXPECT(0, memcmp(host + 32, "4567", 4));
    EXPECT(0, cuMemcpy(device, (uintptr_t)pinned, 8));
    EXPECT(0, cuMemsetD8_v2(device, 'x', 64));
    struct {
        size_t sx, sy;
        unsigned st;
        const void *sh;
        u64 sd;
        void *sa;
        size_t sp, dx, dy;
        unsigned dt;
        void *dh;
        u64 dd;
        void *da;
        size_t dp, width, height;
    } copy = {1, 1, 1, "....abc.def.", 0, 0, 4, 2, 0, 2, 0, device, 0, 8, 3, 2};
    EXPECT(0, cuMemcpy2D_v2(&copy));
    EXPECT(0, memcmp((void *)(uintptr_t)device, "xxbc.xxxxxef.xxx", 16));
    EXPECT(1, cuMemcpyHtoD_v2(device, NULL, 1));
}

static void symbols(void) {
    void *function;
    int status;
    EXPECT(0, cuGetProcAddress_v2("cuMemAlloc", &function, 12060, 0, &status));
    EXPECT(0, status);
    EXPECT((uintptr_t)&cuMemAlloc_v2, function);
    EXPECT(0, cuGetProcAddress_v2("cuDeviceTotalMem", &function, 2000, 0, &status));
    EXPECT((uintptr_t)&cuDeviceTotalMem, function);
    EXPECT(500, cuGetProcAddress_v2("cuMemAlloc", &function, 3000, 0, &status));
    EXPECT(2, status);
    EXPECT(0, function);
    EXPECT(500, cuGetProcAddress_v2("cuGraphLaunch", &function, 12060, 0, &status));
    EXPECT(1, status);
}

int main(void) {
    void *function;
    const char *name;
    const char *again;
    int grid;
    int block;
    unsigned total;
    u64 attribute[8];
    EXPECT(3, cuDeviceGetCount(&grid));
    EXPECT(0, cuInit(0));
    EXPECT(1, cuDeviceGetCount(NULL));
    EXPECT(0, cuDeviceTotalMem(&total, 0));
    EXPECT(7000, total);
    EXPECT(0, cuModuleGetFunction(&function, (void *)5, "kernel"));
    launches(function);
    modules();
    copies();
    symbols();
    EXPECT(0, cuLaunchHostFunc(NULL, host_function, "a"));
    EXPECT(0, cuStreamAddCallback((void *)7, callback, "b", 0));
    EXPECT(0, strcmp(order, "ab"));
    EXPECT(0, cuOccupancyMaxPotentialBlockSize(&grid, &block, function, shared_of, 3, 0));
    EXPECT(7000, grid);
    EXPECT(7001, block);
    EXPECT(0, cuFuncGetName(&name, function));
    EXPECT(0, strcmp(name, "buffer of cuFuncGetName"));
    EXPECT(0, cuFuncGetName(&again, function));
    EXPECT((uintptr_t)name, again);
    EXPECT(0, cuPointerGetAttribute(attribute, 1, 5));
    EXPECT(0, memcmp(attribute, "buffer of cuPointer", 19));
    EXPECT(999, cuCtxSetCurrent(NULL));
    printf("before ");
    EXPECT(0, cuCtxSetLimit(0, 1));
    printf("after\n");
    return 0;
}
