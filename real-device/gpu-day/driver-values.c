// Prints values that the CUDA driver computes: occupancy, attributes of kernels and pointers, limits,
// texts of errors. `driver-values CASE`, or `driver-values` for the names of all cases. Addresses are
// not printed, only what holds of them. Built with `cc -std=gnu17 driver-values.c -ldl`.
#include "driver.h"

static const char PTX[] =
    PTX_VERSION
    ".global .align 4 .b8 array[400];\n"
    ".extern .shared .align 16 .b8 d[];\n"
    ".visible .entry plain() { ret; }\n"
    ".visible .entry narrow() .maxntid 96, 1, 1 { ret; }\n"
    ".visible .entry exact() .reqntid 8, 8, 2 { ret; }\n"
    ".visible .entry bounded() .maxntid 256, 1, 1 .minnctapersm 4 { ret; }\n"
    ".visible .entry shared(.param .u64 to) {\n"
    " .shared .align 4 .b8 s[5000]; .reg .b32 %x; .reg .b64 %a; ld.param.u64 %a, [to];\n"
    " ld.volatile.shared.u32 %x, [s]; st.global.u32 [%a], %x; ret;\n}\n"
    ".visible .entry local(.param .u64 to) {\n"
    " .local .align 8 .b8 l[100]; .reg .b32 %x; .reg .b64 %a, %b; ld.param.u64 %a, [to];\n"
    " mov.u64 %b, l; cvta.local.u64 %b, %b; add.u64 %b, %b, %a; st.volatile.u32 [%b], 1;\n"
    " ld.volatile.u32 %x, [%b+4]; st.global.u32 [%a], %x; ret;\n}\n"
    ".visible .entry parameters(.param .u64 a, .param .u8 b, .param .align 16 .b8 c[24],"
    " .param .u16 e, .param .f64 f) { ret; }\n";

static handle module;

static handle kernel(const char *name) {
    if (!module) {
        module = load(PTX);
    }
    return kernel_of(module, name);
}

static void error_texts(void) {
    for (int i = -1; i <= 1000; i++) {
        const char *name = "unchanged", *text = "unchanged";
        CUresult code = CALL("cuGetErrorName", i, &name);
        CUresult described = CALL("cuGetErrorString", i, &text);
        if (code == 0 || described == 0 || i < 0 || i == 1000) {
            printf("%d: %d %s: %d %s\n", i, code, name ? name : "null", described,
                   text ? text : "null");
        }
    }
}

static void versions(void) {
    static const char *const names[] = {"cuMemAlloc",       "cuCtxCreate",    "cuMemAdvise",
                                        "cuStreamWaitValue32", "cuDeviceGetUuid", "cuInit",
                                        "cuEventElapsedTime", "cuGetProcAddress", "cuNothing",
                                        "cuMemAlloc_v2",    "cuMemPrefetchAsync"};
    static const int levels[] = {1000, 2000, 3010, 3020, 4000, 11000, 12000, 12060, 13000, 14000};
    int version = 0;
    SHOW("cuDriverGetVersion", &version);
    number("version", version);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t j = 0; j < sizeof levels / sizeof *levels; j++) {
            void *found = NULL;
            int status = -1;
            CUresult code = CALL("cuGetProcAddress_v2", names[i], &found, levels[j], (uint64_t)0,
                                 &status);
            Dl_info info = {0};
            printf("%s %d: %d status %d %s\n", names[i], levels[j], code, status,
                   !found                                     ? "null"
                   : dladdr(found, &info) && info.dli_sname ? info.dli_sname
                                                              : "?");
        }
    }
}

static void function_attributes(void) {
    static const char *const names[] = {"plain", "narrow", "exact",     "bounded",
                                        "shared", "local", "parameters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int attribute = 0; attribute <= 17; attribute++) {
            int value = -99;
            CUresult code = CALL("cuFuncGetAttribute", &value, attribute, kernel(names[i]));
            printf("%s %d: %d value %d\n", names[i], attribute, code, value);
        }
    }
    for (int attribute = 0; attribute <= 17; attribute++) {
        printf("set %d: %d\n", attribute,
               CALL("cuFuncSetAttribute", kernel("plain"), attribute, 1));
    }
    for (int carveout = -2; carveout <= 102; carveout += 13) {
        int value = -99;
        printf("carveout %d: %d", carveout,
               CALL("cuFuncSetAttribute", kernel("plain"), 9, carveout));
        CALL("cuFuncGetAttribute", &value, 9, kernel("plain"));
        printf(" value %d\n", value);
    }
}

static void parameters(void) {
    for (uint64_t i = 0; i <= 5; i++) {
        size_t offset = 0, size = 0;
        CUresult code = CALL("cuFuncGetParamInfo", kernel("parameters"), i, &offset, &size);
        printf("parameter %d: %d offset %zu size %zu\n", (int)i, code, offset, size);
    }
    const char *name = NULL;
    SHOW("cuFuncGetName", &name, kernel("parameters"));
    printf("name %s\n", name ? name : "null");
}

// The number of blocks of a multiprocessor. Kernels of few registers, which limit nothing there.
static void occupancy(void) {
    static const char *const names[] = {"plain", "narrow", "shared"};
    static const unsigned threads[] = {0,   1,   31,  32,  33,  64,  96,  97,  100, 128,  160, 192,
                                       256, 320, 384, 512, 640, 672, 704, 768, 800, 1024, 1025};
    static const unsigned shared[] = {0,     1,     1000,  1024,   1025,   5000,   8192,   10000,
                                      16384, 24576, 32768, 48000,  49151,  49152,  49153,  65536,
                                      75776, 98304, 99328, 101376, 114688, 115712, 150000, 200000,
                                      231424, 232447, 232448, 232449};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        handle found = kernel(names[k]);
        for (int opted = 0; opted < 2; opted++) {
            if (opted) {
                print("set", CALL("cuFuncSetAttribute", found, 8, k == 2 ? 227000 : 232448));
            }
            for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
                printf("%s %s %u:", names[k], opted ? "opted in" : "default", threads[i]);
                for (size_t j = 0; j < sizeof shared / sizeof *shared; j++) {
                    int blocks = -9;
                    CUresult code = CALL("cuOccupancyMaxActiveBlocksPerMultiprocessor", &blocks,
                                         found, threads[i], (size_t)shared[j]);
                    code ? printf(" e%d", code) : printf(" %d", blocks);
                }
                printf("\n");
            }
        }
    }
}

static size_t shared_of(int threads) { return (size_t)threads * 96; }

static void show_size(const char *name, void *callback, size_t shared, int limit) {
    int grid = -1, block = -1;
    CUresult code = CALL("cuOccupancyMaxPotentialBlockSize", &grid, &block, kernel(name), callback,
                         shared, limit);
    printf("%s %s %zu limit %d: %d grid %d block %d\n", name, callback ? "callback" : "constant",
           shared, limit, code, grid, block);
}

static void block_sizes(void) {
    static const char *const names[] = {"plain", "narrow", "exact", "bounded", "shared"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        show_size(names[i], NULL, 0, 0);
        show_size(names[i], NULL, 0, 100);
        show_size(names[i], NULL, 0, 33);
        show_size(names[i], NULL, 0, 5000);
        show_size(names[i], NULL, 0, -1);
        show_size(names[i], NULL, 20000, 0);
        show_size(names[i], NULL, 49152, 0);
        show_size(names[i], NULL, 300000, 0);
        show_size(names[i], (void *)shared_of, 0, 0);
        show_size(names[i], (void *)shared_of, 0, 200);
    }
    for (int blocks = 0; blocks <= 33; blocks += blocks < 4 ? 1 : 7) {
        for (int threads = 32; threads <= 1024; threads *= 4) {
            size_t available = 0;
            CUresult code = CALL("cuOccupancyAvailableDynamicSMemPerBlock", &available,
                                 kernel("plain"), blocks, threads);
            printf("available %d x %d: %d %zu\n", blocks, threads, code, code ? 0 : available);
        }
    }
}

static void limits(void) {
    static const size_t values[] = {0,       1,       100,     1024,    1025,     4096,    5000,
                                    1 << 16, 1 << 18, 1 << 19, 1 << 20, 10000000, 1 << 25};
    for (int i = 0; i <= 10; i++) {
        size_t value = 99;
        CUresult code = CALL("cuCtxGetLimit", &value, i);
        printf("limit %d: %d value %zu\n", i, code, value);
    }
    for (int i = 0; i <= 6; i++) {
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            if (i != 0 || values[j] <= 1 << 16) {
                set_limit(i, values[j]);
            }
        }
    }
}

// A stack of 512 KiB a thread takes all memory of a device for its resident threads.
static void large_stack(void) {
    static const size_t values[] = {1 << 18, 1 << 19, (1 << 19) + 1, 1 << 20, (size_t)1 << 40};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        set_limit(0, values[i]);
    }
}

// Limits after a launch of a kernel that uses what they limit.
static void limits_after_launch(void) {
    print("cuLaunchKernel", launch(kernel("plain"), 1, NULL, NULL));
    print("cuCtxSynchronize", synchronize());
    for (int i = 0; i <= 2; i++) {
        printf("set limit %d: %d\n", i, CALL("cuCtxSetLimit", i, (size_t)1 << 16));
    }
}

static void settings(void) {
    int least = 9, greatest = 9, value = 9;
    unsigned version = 0;
    handle stream = NULL;
    SHOW("cuCtxGetStreamPriorityRange", &least, &greatest);
    printf("priorities %d to %d\n", least, greatest);
    for (int priority = -7; priority <= 2; priority++) {
        CUresult code = CALL("cuStreamCreateWithPriority", &stream, 1, priority);
        CALL("cuStreamGetPriority", stream, &value);
        printf("priority %d: %d value %d\n", priority, code, value);
    }
    for (int i = 0; i <= 4; i++) {
        CUresult code = CALL("cuCtxSetCacheConfig", i);
        CALL("cuCtxGetCacheConfig", &value);
        printf("cache config %d: %d value %d\n", i, code, value);
        code = CALL("cuCtxSetSharedMemConfig", i);
        CALL("cuCtxGetSharedMemConfig", &value);
        printf("shared config %d: %d value %d\n", i, code, value);
    }
    SHOW("cuCtxGetApiVersion", context, &version);
    number("API version", version);
    SHOW("cuModuleGetLoadingMode", &value);
    number("loading mode", value);
    SHOW("cuStreamGetFlags", NULL, &value);
    number("flags of the null stream", value);
    SHOW("cuStreamGetPriority", NULL, &value);
    number("priority of the null stream", value);
    uint64_t id = 0;
    for (uintptr_t s = 0; s <= 2; s++) {
        CUresult code = CALL("cuStreamGetId", (handle)s, &id);
        printf("id of stream %d: %d value %llu\n", (int)s, code, (unsigned long long)id);
    }
    handle of_stream = NULL;
    SHOW("cuStreamGetCtx", NULL, &of_stream);
    number("is current", of_stream == context);
}

// The attributes of an address, in what does not depend on where it is.
static void pointer(const char *label, CUdeviceptr address, CUdeviceptr start) {
    static const char *const names[] = {"",           "context",    "memory type", "device pointer",
                                        "host pointer", "P2P tokens", "sync memops", "buffer id",
                                        "is managed", "ordinal",    "IPC capable", "range start",
                                        "range size", "mapped",     "handle types", "RDMA capable",
                                        "access flags", "pool",     "mapping size", "mapping base",
                                        "block id",   "decompress"};
    CUdeviceptr base = 0;
    size_t size = 0;
    for (int i = 1; i <= 21; i++) {
        uint64_t value[4] = {0};
        if (i == 5) {
            continue;
        }
        CUresult code = CALL("cuPointerGetAttribute", value, i, address);
        const char *word = value[0] == address                        ? "address"
                           : value[0] == start                        ? "start"
                           : value[0] == (uint64_t)(uintptr_t)context ? "context"
                                                                      : NULL;
        if (i == 7 || i == 20 || i == 17) {
            word = value[0] ? "not zero" : "zero";
        }
        printf("%s %s: %d ", label, names[i], code);
        if (value[0] && word) {
            printf("%s\n", word);
        } else {
            printf("%llu\n", (unsigned long long)value[0]);
        }
    }
    CUresult code = CALL("cuMemGetAddressRange_v2", &base, &size, address);
    printf("%s range: %d base %s size %zu\n", label, code, base == start ? "start" : "other", size);
    uint64_t type = 77, managed = 77;
    void *data[] = {&type, &managed};
    code = CALL("cuPointerGetAttributes", 2, (int[]){2, 8}, data, address);
    printf("%s attributes: %d type %u managed %u\n", label, code, (unsigned)type,
           (unsigned)managed);
}

static void pointers(void) {
    static int variable;
    CUdeviceptr memory = memory_of(1000), managed = 0, async = 0, global = 0;
    size_t size = 0;
    char *pinned = NULL, *mapped = NULL, *combined = NULL;
    char *host = aligned_alloc(4096, 8192), *registered = aligned_alloc(4096, 8192);
    NEED("cuMemAllocManaged", &managed, (size_t)1000, 1);
    NEED("cuMemAllocAsync", &async, (size_t)1000, NULL);
    NEED("cuMemAllocHost_v2", &pinned, (size_t)1000);
    NEED("cuMemHostAlloc", &mapped, (size_t)1000, 3);
    NEED("cuMemHostAlloc", &combined, (size_t)1000, 4);
    NEED("cuMemHostRegister_v2", registered, (size_t)8192, 0);
    kernel("plain");
    NEED("cuModuleGetGlobal_v2", &global, &size, module, "array");
    print("cuCtxSynchronize", synchronize());
#define POINTER(label, base, offset)                                                               \
    pointer(label, (CUdeviceptr)(uintptr_t)(base) + (offset), (CUdeviceptr)(uintptr_t)(base))
    POINTER("device", memory, 0);
    POINTER("device inside", memory, 10);
    POINTER("device behind", memory, 1000);
    POINTER("managed", managed, 8);
    POINTER("pool", async, 8);
    POINTER("pinned", pinned, 8);
    POINTER("mapped", mapped, 8);
    POINTER("write-combined", combined, 8);
    POINTER("registered", registered, 8);
    POINTER("variable", global, 8);
    POINTER("heap", host, 8);
    POINTER("static", &variable, 0);
    POINTER("stack", &size, 0);
    POINTER("null", NULL, 0);
    POINTER("nowhere", 16, 0);
    NEED("cuMemFree_v2", memory);
    POINTER("freed", memory, 0);
}

static void host_memory(void) {
    char *host = aligned_alloc(4096, 16384);
    CUdeviceptr device = 0;
    unsigned flags = 99;
    void *pinned = NULL;
    NEED("cuMemHostAlloc", &pinned, (size_t)4096, 3);
    SHOW("cuMemHostGetDevicePointer_v2", &device, pinned, 0);
    number("same address", device == (uintptr_t)pinned);
    SHOW("cuMemHostGetDevicePointer_v2", &device, (char *)pinned + 8, 0);
    number("offset", device - (uintptr_t)pinned);
    SHOW("cuMemHostGetDevicePointer_v2", &device, host, 0);
    SHOW("cuMemHostGetDevicePointer_v2", &device, pinned, 1);
    SHOW("cuMemHostGetFlags", &flags, pinned);
    number("flags", flags);
    SHOW("cuMemHostGetFlags", &flags, host);
    SHOW("cuMemHostUnregister", host);
    SHOW("cuMemHostUnregister", pinned);
    SHOW("cuMemHostRegister_v2", pinned, (size_t)4096, 0);
    SHOW("cuMemHostRegister_v2", host, (size_t)0, 0);
    SHOW("cuMemHostRegister_v2", NULL, (size_t)4096, 0);
    SHOW("cuMemHostRegister_v2", (void *)4096, (size_t)4096, 0);
    SHOW("cuMemHostRegister_v2", host, (size_t)4096, 0x100);
    SHOW("cuMemHostRegister_v2", host, (size_t)4096, 8);
    SHOW("cuMemHostUnregister", host);
    SHOW("cuMemHostRegister_v2", host + 100, (size_t)200, 0);
    SHOW("cuMemHostGetFlags", &flags, host + 100);
    number("flags", flags);
    SHOW("cuMemHostGetDevicePointer_v2", &device, host + 100, 0);
    number("offset", device - (uintptr_t)host);
    SHOW("cuMemHostGetDevicePointer_v2", &device, host, 0);
    SHOW("cuMemHostGetDevicePointer_v2", &device, host + 400, 0);
    SHOW("cuMemHostRegister_v2", host + 100, (size_t)200, 0);
    SHOW("cuMemHostRegister_v2", host + 300, (size_t)100, 0);
    SHOW("cuMemHostRegister_v2", host, (size_t)16384, 0);
    SHOW("cuMemHostUnregister", host);
    SHOW("cuMemHostUnregister", host + 104);
    SHOW("cuMemHostUnregister", host + 100);
    SHOW("cuMemHostUnregister", host + 100);
    SHOW("cuMemHostRegister_v2", host, (size_t)8192, 2);
    SHOW("cuMemHostRegister_v2", host + 4096, (size_t)8192, 2);
    SHOW("cuMemHostRegister_v2", host + 8192, (size_t)8192, 2);
    SHOW("cuMemFreeHost", host);
    SHOW("cuMemHostUnregister", host);
}

static void advice(void) {
    CUdeviceptr managed = 0, device = memory_of(4096);
    char *host = aligned_alloc(4096, 4096);
    NEED("cuMemAllocManaged", &managed, (size_t)1 << 16, 1);
    for (int i = 0; i <= 7; i++) {
        printf("advice %d: device %d host %d none %d device memory %d heap %d\n", i,
               CALL("cuMemAdvise", managed, (size_t)4096, i, 0),
               CALL("cuMemAdvise", managed, (size_t)4096, i, -1),
               CALL("cuMemAdvise", managed, (size_t)0, i, 0),
               CALL("cuMemAdvise", device, (size_t)4096, i, 0),
               CALL("cuMemAdvise", (CUdeviceptr)(uintptr_t)host, (size_t)4096, i, 0));
    }
    SHOW("cuMemAdvise", managed, (size_t)4096, 1, 77);
    SHOW("cuMemAdvise", managed, (size_t)1 << 30, 1, 0);
    SHOW("cuMemPrefetchAsync", managed, (size_t)4096, 0, NULL);
    SHOW("cuMemPrefetchAsync", managed, (size_t)4096, -1, NULL);
    SHOW("cuMemPrefetchAsync", managed, (size_t)4096, 77, NULL);
    SHOW("cuMemPrefetchAsync", managed + 1, (size_t)100, 0, NULL);
    SHOW("cuMemPrefetchAsync", managed, (size_t)0, 0, NULL);
    SHOW("cuMemPrefetchAsync", managed, (size_t)1 << 30, 0, NULL);
    SHOW("cuMemPrefetchAsync", device, (size_t)4096, 0, NULL);
    SHOW("cuMemPrefetchAsync", (CUdeviceptr)(uintptr_t)host, (size_t)4096, 0, NULL);
    SHOW("cuMemPrefetchAsync", (CUdeviceptr)16, (size_t)4096, 0, NULL);
    SHOW("cuStreamAttachMemAsync", NULL, managed, (size_t)0, 1);
    SHOW("cuStreamAttachMemAsync", NULL, managed, (size_t)0, 4);
    SHOW("cuStreamAttachMemAsync", NULL, managed, (size_t)64, 1);
    SHOW("cuStreamAttachMemAsync", NULL, device, (size_t)0, 1);
    print("cuCtxSynchronize", synchronize());
}

// The alignment of allocations, and of blocks that follow each other.
static void addresses(void) {
    static const size_t sizes[] = {1, 100, 256, 512, 513, 4096, 1 << 20, (2 << 20) + 1};
    CUdeviceptr earlier = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CUdeviceptr memory = memory_of(sizes[i]), next = memory_of(sizes[i]);
        CUdeviceptr most = memory & -memory;
        printf("size %zu: aligned to 512 %d, to 2 MiB %d, distance %lld\n", sizes[i], most >= 512,
               most >= 2 << 20, (long long)(next - memory));
        earlier = next;
    }
    NEED("cuMemFree_v2", earlier);
    number("same address again", memory_of((2 << 20) + 1) == earlier);
    size_t least = 0;
    uint64_t properties[4] = {1, (uint64_t)1 << 0 | 0, 0, 0};
    ((int *)properties)[0] = 1;
    ((int *)properties)[1] = 0;
    ((int *)properties)[2] = 1;
    ((int *)properties)[3] = 0;
    SHOW("cuMemGetAllocationGranularity", &least, properties, 0);
    number("granularity", least);
    SHOW("cuMemGetAllocationGranularity", &least, properties, 1);
    number("recommended", least);
}

static const struct named_case CASES[] = {
    {"error-texts", error_texts},
    {"versions", versions},
    {"function-attributes", function_attributes},
    {"parameters", parameters},
    {"occupancy", occupancy},
    {"block-sizes", block_sizes},
    {"limits", limits},
    {"large-stack-alone", large_stack},
    {"limits-after-launch", limits_after_launch},
    {"settings", settings},
    {"pointers", pointers},
    {"host-memory", host_memory},
    {"advice", advice},
    {"addresses", addresses},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
