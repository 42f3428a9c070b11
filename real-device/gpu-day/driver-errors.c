// Prints the status codes of one case in which a call of the CUDA driver API fails, so that those of
// a GPU's driver and of the emulated one can be compared: `driver-errors CASE`, or `driver-errors`
// for the names of all cases. Each case has a process of its own. Faults of kernels are in
// driver-faults.c. Built with `cc -std=gnu17 driver-errors.c -ldl`.
#include "driver.h"

static const char PTX[] =
    PTX_VERSION
    ".global .align 4 .b8 array[400];\n"
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry narrow() .maxntid 32, 1, 1 { ret; }\n"
    ".visible .entry exact() .reqntid 64, 1, 1 { ret; }\n"
    ".extern .shared .align 16 .b8 d[];\n"
    ".visible .entry dynamic(.param .u64 to) {\n"
    " .reg .b64 %a, %b; .reg .b32 %x;\n"
    " ld.param.u64 %a, [to]; mov.u64 %b, d; st.volatile.shared.u32 [%b], 1;\n ret;\n}\n"
    ".visible .entry sum(.param .u64 to, .param .u32 x, .param .u32 y) {\n"
    " .reg .b64 %a; .reg .b32 %x, %y;\n"
    " ld.param.u64 %a, [to]; ld.param.u32 %x, [x]; ld.param.u32 %y, [y];\n"
    " add.u32 %x, %x, %y; st.global.u32 [%a], %x;\n ret;\n}\n"
    ".visible .entry spin(.param .u64 to) {\n"
    " .reg .b64 %t, %s, %d; .reg .pred %q;\n ld.param.u64 %d, [to];\n"
    " mov.u64 %s, %globaltimer;\n"
    "again: mov.u64 %t, %globaltimer; sub.u64 %t, %t, %s;\n"
    " setp.lt.u64 %q, %t, %d; @%q bra again;\n ret;\n}\n";

static handle module;

static handle kernel(const char *name) {
    if (!module) {
        module = load(PTX);
    }
    return kernel_of(module, name);
}

static CUresult launch_all(handle kernel, const unsigned grid[3], const unsigned block[3],
                           void **arguments, void **extra) {
    return ((CUresult(*)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, handle, void **, void **))function("cuLaunchKernel"))(
        kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0, NULL, arguments, extra);
}

static void show_shape(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                       unsigned bz) {
    char label[128];
    snprintf(label, sizeof label, "grid %ux%ux%u block %ux%ux%u", gx, gy, gz, bx, by, bz);
    print(label, launch_all(kernel("nothing"), (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz},
                            NULL, NULL));
}

static void launch_shapes(void) {
    show_shape(0, 1, 1, 1, 1, 1);
    show_shape(1, 0, 1, 1, 1, 1);
    show_shape(1, 1, 0, 1, 1, 1);
    show_shape(1, 1, 1, 0, 1, 1);
    show_shape(1, 1, 1, 1, 1, 0);
    show_shape(0, 0, 0, 0, 0, 0);
    show_shape(1, 65535, 1, 1, 1, 1);
    show_shape(1, 65536, 1, 1, 1, 1);
    show_shape(1, 1, 65536, 1, 1, 1);
    show_shape(0x80000000u, 1, 1, 1, 1, 1);
    show_shape(0xffffffffu, 1, 1, 1, 1, 1);
    show_shape(1, 1, 1, 1025, 1, 1);
    show_shape(1, 1, 1, 1, 1025, 1);
    show_shape(1, 1, 1, 1, 1, 64);
    show_shape(1, 1, 1, 1, 1, 65);
    show_shape(1, 1, 1, 32, 32, 2);
    print("cuCtxSynchronize", synchronize());
}

static void maxntid(void) {
    print("narrow 64", launch(kernel("narrow"), 64, NULL, NULL));
    print("narrow 32", launch(kernel("narrow"), 32, NULL, NULL));
    print("narrow 16", launch(kernel("narrow"), 16, NULL, NULL));
    print("exact 64", launch(kernel("exact"), 64, NULL, NULL));
    print("exact 32", launch(kernel("exact"), 32, NULL, NULL));
    print("exact 96", launch(kernel("exact"), 96, NULL, NULL));
    print("exact 1x64", launch_all(kernel("exact"), (unsigned[]){1, 1, 1}, (unsigned[]){1, 64, 1},
                                   NULL, NULL));
    print("cuCtxSynchronize", synchronize());
}

static void show_shared(unsigned bytes) {
    uint64_t to = 0;
    char label[64];
    snprintf(label, sizeof label, "launch %u", bytes);
    print(label, launch_shape(kernel("dynamic"), (struct shape){1, 1, bytes}, NULL,
                              (void *[]){&to}));
}

static void show_shared_limit(int bytes) {
    char label[64];
    int value = -1;
    snprintf(label, sizeof label, "cuFuncSetAttribute %d", bytes);
    print(label, CALL("cuFuncSetAttribute", kernel("dynamic"), 8, bytes));
    SHOW("cuFuncGetAttribute", &value, 8, kernel("dynamic"));
    number("value", value);
}

static void dynamic_shared(void) {
    show_shared(48 << 10);
    show_shared((48 << 10) + 1);
    show_shared(64 << 10);
    show_shared(227 << 10);
    show_shared(228 << 10);
    show_shared(0xffffffffu);
    show_shared_limit(64 << 10);
    show_shared(64 << 10);
    show_shared((64 << 10) + 1);
    show_shared_limit(227 << 10);
    show_shared(227 << 10);
    show_shared_limit((227 << 10) + 1);
    show_shared_limit(-1);
    show_shared_limit(0);
    show_shared(16);
    show_shared(48 << 10);
    print("cuCtxSynchronize", synchronize());
}

static void launch_arguments(void) {
    CUdeviceptr memory = memory_of(16);
    struct {
        CUdeviceptr to;
        unsigned x, y;
    } block = {memory, 2, 3};
    size_t size = sizeof block, small = 12, large = 64;
    unsigned result = 0, one[3] = {1, 1, 1};
    handle sum = kernel("sum");
    void *arguments[] = {&block.to, &block.x, &block.y, NULL};
    void *extra[] = {(void *)1, &block, (void *)2, &size, NULL};
    void *too_small[] = {(void *)1, &block, (void *)2, &small, NULL};
    void *too_large[] = {(void *)1, &block, (void *)2, &large, NULL};
    void *no_size[] = {(void *)1, &block, NULL};
    void *no_end[] = {(void *)7, &block, NULL};
    print("params", launch_all(sum, one, one, arguments, NULL));
    print("extra", launch_all(sum, one, one, NULL, extra));
    NEED("cuMemcpyDtoH_v2", &result, memory, sizeof result);
    number("sum", result);
    print("both", launch_all(sum, one, one, arguments, extra));
    print("extra too small", launch_all(sum, one, one, NULL, too_small));
    print("extra too large", launch_all(sum, one, one, NULL, too_large));
    print("extra without size", launch_all(sum, one, one, NULL, no_size));
    print("extra of unknown name", launch_all(sum, one, one, NULL, no_end));
    print("params for a kernel without", launch_all(kernel("nothing"), one, one, arguments, NULL));
    print("cuCtxSynchronize", synchronize());
}

static void cooperative(void) {
    static const unsigned blocks[] = {1, 132, 132 * 2, 132 * 32, 132 * 32 + 1, 1 << 20};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        char label[64];
        snprintf(label, sizeof label, "cooperative %u x 32", blocks[i]);
        print(label, ((CUresult(*)(handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                                   unsigned, unsigned, handle, void **))
                          function("cuLaunchCooperativeKernel"))(
                         kernel("nothing"), blocks[i], 1, 1, 32, 1, 1, 0, NULL, NULL));
    }
    print("cuCtxSynchronize", synchronize());
}

static void copies(void) {
    CUdeviceptr memory = memory_of(1 << 20);
    int host[4] = {0};
    size_t large = (size_t)1 << 30;
    char *room = malloc(large);
    SHOW("cuMemcpyHtoD_v2", (CUdeviceptr)16, host, sizeof host);
    SHOW("cuMemcpyHtoD_v2", (CUdeviceptr)0, host, sizeof host);
    SHOW("cuMemcpyHtoD_v2", memory, NULL, sizeof host);
    SHOW("cuMemcpyHtoD_v2", memory, host, (size_t)0);
    SHOW("cuMemcpyHtoD_v2", (CUdeviceptr)16, host, (size_t)0);
    SHOW("cuMemcpyDtoH_v2", NULL, memory, sizeof host);
    SHOW("cuMemcpyDtoH_v2", host, (CUdeviceptr)16, sizeof host);
    SHOW("cuMemcpyDtoH_v2", room, memory, large);
    SHOW("cuMemcpyHtoD_v2", memory, room, large);
    SHOW("cuMemcpyDtoD_v2", memory, memory, large);
    SHOW("cuMemcpyDtoD_v2", memory + 64, memory, (size_t)256);
    SHOW("cuMemcpyHtoD_v2", memory + (1 << 20) - 8, host, (size_t)16);
    SHOW("cuMemcpyDtoH_v2", host, memory + (1 << 20) - 8, (size_t)16);
    SHOW("cuMemcpyDtoD_v2", memory + (1 << 20) - 8, memory, (size_t)16);
    SHOW("cuMemcpyHtoD_v2", (CUdeviceptr)(uintptr_t)room, host, sizeof host);
    SHOW("cuMemcpy", (CUdeviceptr)(uintptr_t)room, (CUdeviceptr)(uintptr_t)host, sizeof host);
    SHOW("cuMemcpy", memory, (CUdeviceptr)(uintptr_t)host, sizeof host);
    print("cuCtxSynchronize", synchronize());
}

static void copies_async(void) {
    CUdeviceptr memory = memory_of(1 << 20);
    int host[4] = {0};
    size_t large = (size_t)1 << 30;
    char *room = malloc(large);
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    SHOW("cuMemcpyHtoDAsync_v2", (CUdeviceptr)16, host, sizeof host, stream);
    SHOW("cuMemcpyDtoHAsync_v2", host, (CUdeviceptr)16, sizeof host, stream);
    SHOW("cuMemcpyDtoHAsync_v2", room, memory, large, stream);
    SHOW("cuMemcpyHtoDAsync_v2", memory, room, large, stream);
    SHOW("cuMemcpyDtoDAsync_v2", memory, memory, large, stream);
    SHOW("cuMemcpyHtoDAsync_v2", memory + (1 << 20) - 8, host, (size_t)16, stream);
    SHOW("cuStreamSynchronize", stream);
    print("cuCtxSynchronize", synchronize());
}

static void sets(void) {
    CUdeviceptr memory = memory_of(1 << 20);
    SHOW("cuMemsetD8_v2", (CUdeviceptr)16, 1, (size_t)4);
    SHOW("cuMemsetD8_v2", (CUdeviceptr)0, 1, (size_t)4);
    SHOW("cuMemsetD8_v2", memory, 1, (size_t)0);
    SHOW("cuMemsetD8_v2", memory, 1, (size_t)1 << 30);
    SHOW("cuMemsetD8_v2", memory + (1 << 20) - 8, 1, (size_t)16);
    SHOW("cuMemsetD16_v2", memory + 1, 1, (size_t)4);
    SHOW("cuMemsetD32_v2", memory + 2, 1, (size_t)4);
    SHOW("cuMemsetD32Async", memory + 2, 1, (size_t)4, NULL);
    SHOW("cuMemsetD2D8_v2", memory, (size_t)8, 1, (size_t)16, (size_t)4);
    SHOW("cuMemsetD2D32_v2", memory, (size_t)18, 1, (size_t)4, (size_t)4);
    SHOW("cuMemsetD2D32_v2", memory, (size_t)16, 1, (size_t)4, (size_t)0);
    print("cuCtxSynchronize", synchronize());
}

static void frees(void) {
    CUdeviceptr memory = memory_of(1 << 20), managed = 0, array = 0;
    size_t size = 0;
    void *pinned = NULL, *host = malloc(64);
    NEED("cuMemAllocHost_v2", &pinned, (size_t)4096);
    NEED("cuMemAllocManaged", &managed, (size_t)4096, 1);
    kernel("nothing");
    NEED("cuModuleGetGlobal_v2", &array, &size, module, "array");
    SHOW("cuMemFree_v2", (CUdeviceptr)0);
    SHOW("cuMemFree_v2", memory + 256);
    SHOW("cuMemFree_v2", memory + (1 << 20));
    SHOW("cuMemFree_v2", (CUdeviceptr)16);
    SHOW("cuMemFree_v2", (CUdeviceptr)(uintptr_t)host);
    SHOW("cuMemFree_v2", (CUdeviceptr)(uintptr_t)pinned);
    SHOW("cuMemFree_v2", array);
    SHOW("cuMemFree_v2", managed + 64);
    SHOW("cuMemFree_v2", managed);
    SHOW("cuMemFree_v2", memory);
    SHOW("cuMemFree_v2", memory);
    SHOW("cuMemFreeHost", NULL);
    SHOW("cuMemFreeHost", host);
    SHOW("cuMemFreeHost", (void *)(uintptr_t)memory_of(64));
    SHOW("cuMemFreeHost", (char *)pinned + 64);
    SHOW("cuMemFreeHost", pinned);
    SHOW("cuMemFreeHost", pinned);
    SHOW("cuMemFreeAsync", (CUdeviceptr)0, NULL);
    SHOW("cuMemFreeAsync", memory_of(64), NULL);
    print("cuCtxSynchronize", synchronize());
}

static void allocations(void) {
    CUdeviceptr memory = 0;
    void *host = NULL;
    size_t pitch = 0;
    SHOW("cuMemAlloc_v2", &memory, (size_t)0);
    SHOW("cuMemAlloc_v2", &memory, (size_t)1 << 46);
    SHOW("cuMemAlloc_v2", &memory, ~(size_t)0);
    SHOW("cuMemAllocHost_v2", &host, (size_t)0);
    SHOW("cuMemHostAlloc", &host, (size_t)16, 8);
    SHOW("cuMemAllocManaged", &memory, (size_t)0, 1);
    SHOW("cuMemAllocManaged", &memory, (size_t)16, 0);
    SHOW("cuMemAllocManaged", &memory, (size_t)16, 4);
    SHOW("cuMemAllocAsync", &memory, (size_t)0, NULL);
    SHOW("cuMemAllocAsync", &memory, (size_t)16, NULL);
    SHOW("cuMemAllocPitch_v2", &memory, &pitch, (size_t)1, (size_t)1, 4);
    number("pitch", pitch);
    SHOW("cuMemAllocPitch_v2", &memory, &pitch, (size_t)513, (size_t)4, 16);
    number("pitch", pitch);
    SHOW("cuMemAllocPitch_v2", &memory, &pitch, (size_t)0, (size_t)1, 4);
    SHOW("cuMemAllocPitch_v2", &memory, &pitch, (size_t)16, (size_t)1, 2);
}

static void handles(void) {
    int value = 0;
    size_t size = 0;
    float time = 0;
    handle found = NULL;
    CUdeviceptr memory = 0;
    unsigned one[3] = {1, 1, 1};
    print("cuLaunchKernel", launch_all(NULL, one, one, NULL, NULL));
    SHOW("cuModuleGetFunction", &found, NULL, "nothing");
    SHOW("cuModuleGetGlobal_v2", &memory, &size, NULL, "array");
    SHOW("cuModuleUnload", NULL);
    SHOW("cuModuleLoad", &found, "/nonexistent/file.ptx");
    SHOW("cuFuncGetAttribute", &value, 0, NULL);
    SHOW("cuFuncGetModule", &found, NULL);
    SHOW("cuOccupancyMaxActiveBlocksPerMultiprocessor", &value, NULL, 32, (size_t)0);
    SHOW("cuEventRecord", NULL, NULL);
    SHOW("cuEventQuery", NULL);
    SHOW("cuEventSynchronize", NULL);
    SHOW("cuEventDestroy_v2", NULL);
    SHOW("cuEventElapsedTime", &time, NULL, NULL);
    SHOW("cuStreamWaitEvent", NULL, NULL, 0);
    SHOW("cuStreamDestroy_v2", NULL);
    SHOW("cuStreamDestroy_v2", (handle)1);
    SHOW("cuStreamDestroy_v2", (handle)2);
    SHOW("cuStreamQuery", (handle)1);
    SHOW("cuStreamQuery", (handle)2);
    SHOW("cuStreamCreate", &found, 2);
    SHOW("cuEventCreate", &found, 0x100);
    SHOW("cuCtxDestroy_v2", NULL);
    SHOW("cuCtxPushCurrent_v2", NULL);
    SHOW("cuCtxCreate_v2", &found, 0, 77);
    SHOW("cuCtxCreate_v2", &found, 3, 0);
    SHOW("cuCtxCreate_v2", &found, 0x1000, 0);
    SHOW("cuDeviceGet", &value, 77);
    SHOW("cuDeviceGet", &value, -1);
    SHOW("cuDeviceGetAttribute", &value, 0, 0);
    SHOW("cuDeviceGetAttribute", &value, 100000, 0);
    SHOW("cuDeviceGetAttribute", &value, 1, 77);
    SHOW("cuDevicePrimaryCtxRelease_v2", 0);
    SHOW("cuLaunchHostFunc", NULL, NULL, NULL);
    SHOW("cuInit", 1);
}

static void copy_to_nowhere(void) {
    SHOW("cuMemcpy", (CUdeviceptr)16, memory_of(16), (size_t)16);
    print("cuCtxSynchronize", synchronize());
}

static void copy_from_nowhere(void) {
    SHOW("cuMemcpyAsync", memory_of(16), (CUdeviceptr)16, (size_t)16, NULL);
    print("cuCtxSynchronize", synchronize());
}

// Null pointers to results and names; some drivers end the process there.
static void null_memory(void) { SHOW("cuMemAlloc_v2", NULL, (size_t)16); }
static void null_stream(void) { SHOW("cuStreamCreate", NULL, 0); }
static void null_event(void) { SHOW("cuEventCreate", NULL, 0); }
static void null_current(void) { SHOW("cuCtxGetCurrent", NULL); }
static void null_image(void) {
    handle found = NULL;
    SHOW("cuModuleLoadData", &found, NULL);
}
static void null_module(void) { SHOW("cuModuleLoadData", NULL, PTX); }
static void null_name(void) {
    handle found = NULL;
    kernel("nothing");
    SHOW("cuModuleGetFunction", &found, module, NULL);
}
static void null_global_name(void) {
    CUdeviceptr memory = 0;
    size_t size = 0;
    kernel("nothing");
    SHOW("cuModuleGetGlobal_v2", &memory, &size, module, NULL);
}
static void null_arguments(void) {
    unsigned one[3] = {1, 1, 1};
    print("cuLaunchKernel", launch_all(kernel("sum"), one, one, NULL, NULL));
}

static void destroyed_stream(void) {
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    SHOW("cuStreamDestroy_v2", stream);
    SHOW("cuStreamQuery", stream);
    SHOW("cuStreamDestroy_v2", stream);
}

static void destroyed_event(void) {
    handle event = NULL;
    NEED("cuEventCreate", &event, 0);
    SHOW("cuEventDestroy_v2", event);
    SHOW("cuEventQuery", event);
    SHOW("cuEventDestroy_v2", event);
}

static void unloaded_module(void) {
    handle nothing = kernel("nothing"), found = NULL;
    SHOW("cuModuleUnload", module);
    SHOW("cuModuleGetFunction", &found, module, "nothing");
    print("cuLaunchKernel", launch(nothing, 1, NULL, NULL));
    SHOW("cuModuleUnload", module);
}

static void events(void) {
    handle start = NULL, end = NULL, untimed = NULL;
    float time = -1;
    uint64_t wait = 200000000;
    void *arguments[] = {&wait};
    handle spin = kernel("spin");
    NEED("cuEventCreate", &start, 0);
    NEED("cuEventCreate", &end, 0);
    NEED("cuEventCreate", &untimed, 2);
    SHOW("cuEventQuery", start);
    SHOW("cuEventSynchronize", start);
    SHOW("cuEventElapsedTime", &time, start, end);
    SHOW("cuEventRecord", start, NULL);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuEventElapsedTime", &time, start, end);
    SHOW("cuEventElapsedTime", &time, start, start);
    number("is zero", time == 0);
    need("cuLaunchKernel", launch(spin, 1, NULL, arguments));
    SHOW("cuEventRecord", untimed, NULL);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuEventElapsedTime", &time, start, untimed);
    SHOW("cuEventRecordWithFlags", start, NULL, 1);
    SHOW("cuEventRecordWithFlags", start, NULL, 2);
}

static void not_ready(void) {
    handle event = NULL, start = NULL;
    float time = -1;
    uint64_t wait = 500000000;
    void *arguments[] = {&wait};
    handle spin = kernel("spin");
    NEED("cuEventCreate", &start, 0);
    NEED("cuEventCreate", &event, 0);
    SHOW("cuEventRecord", start, NULL);
    print("cuLaunchKernel", launch(spin, 1, NULL, arguments));
    SHOW("cuEventRecord", event, NULL);
    SHOW("cuEventQuery", event);
    SHOW("cuStreamQuery", NULL);
    SHOW("cuEventElapsedTime", &time, start, event);
    SHOW("cuEventDestroy_v2", start);
    SHOW("cuStreamWaitEvent", NULL, event, 0);
    SHOW("cuEventSynchronize", event);
    SHOW("cuEventQuery", event);
    SHOW("cuStreamQuery", NULL);
}

static void show_image(const char *label, const char *image) {
    handle loaded = NULL;
    print(label, CALL("cuModuleLoadData", &loaded, image));
}

#define MODULE(version, target, text)                                                              \
    ".version " version "\n.target " target "\n.address_size 64\n" text
#define EMPTY ".visible .entry k() { ret; }\n"

static void images(void) {
    static char elf[4096] = "\177ELF\2\1\1";
    static const char zero[64];
    show_image("sm_60", MODULE("6.4", "sm_60", EMPTY));
    show_image("sm_30", MODULE("6.0", "sm_30", EMPTY));
    show_image("sm_10", MODULE("1.4", "sm_10", EMPTY));
    show_image("sm_90", MODULE("8.0", "sm_90", EMPTY));
    show_image("sm_90a", MODULE("8.0", "sm_90a", EMPTY));
    show_image("sm_100", MODULE("8.6", "sm_100", EMPTY));
    show_image("sm_100a", MODULE("8.6", "sm_100a", EMPTY));
    show_image("sm_120", MODULE("8.7", "sm_120", EMPTY));
    show_image("sm_999", MODULE("8.0", "sm_999", EMPTY));
    show_image("sm_90 of 7.0", MODULE("7.0", "sm_90", EMPTY));
    show_image("version 9.0", MODULE("9.0", "sm_75", EMPTY));
    show_image("version 9.9", MODULE("9.9", "sm_75", EMPTY));
    show_image("version 20.0", MODULE("20.0", "sm_75", EMPTY));
    show_image("address size 32", ".version 7.0\n.target sm_70\n.address_size 32\n" EMPTY);
    show_image("no address size", ".version 7.0\n.target sm_70\n" EMPTY);
    show_image("no target", ".version 7.0\n" EMPTY);
    show_image("syntax", MODULE("7.0", "sm_70", "x"));
    show_image("not PTX", "x");
    show_image("empty", "");
    show_image("only a header", MODULE("7.0", "sm_70", ""));
    show_image("unknown instruction", MODULE("7.0", "sm_70", ".entry k() { foo.u32; ret; }"));
    show_image("undeclared register", MODULE("7.0", "sm_70", ".entry k() { mov.u32 %r, 1; ret; }"));
    show_image("wrong type",
               MODULE("7.0", "sm_70", ".entry k() { .reg .b64 %r; mov.u32 %r, 1; ret; }"));
    show_image("volatile local", MODULE("7.0", "sm_70",
                                        ".entry k() { .local .b32 l; .reg .b32 %r; "
                                        "ld.volatile.local.u32 %r, [l]; ret; }"));
    show_image("extern function", MODULE("7.0", "sm_70",
                                         ".extern .func f();\n.visible .entry k() { call f; ret; }"));
    show_image("extern function unused",
               MODULE("7.0", "sm_70", ".extern .func f();\n.visible .entry k() { ret; }"));
    show_image("extern variable", MODULE("7.0", "sm_70",
                                         ".extern .global .u32 v;\n.visible .entry k() { .reg .b32 "
                                         "%r; ld.global.u32 %r, [v]; ret; }"));
    show_image("extern variable unused",
               MODULE("7.0", "sm_70", ".extern .global .u32 v;\n.visible .entry k() { ret; }"));
    show_image("calls a kernel", MODULE("7.0", "sm_70",
                                        ".visible .entry a() { ret; }\n.visible .entry b() { call "
                                        "a; ret; }"));
    show_image("two of a name", MODULE("7.0", "sm_70", EMPTY EMPTY));
    show_image("49 KiB of shared memory",
               MODULE("7.0", "sm_70",
                      ".visible .entry k() { .shared .b8 s[50176]; .reg .b32 %r; ld.volatile.shared.u32 "
                      "%r, [s]; ret; }"));
    show_image("65 KiB of constants",
               MODULE("7.0", "sm_70", ".const .b8 c[66560];\n.visible .entry k() { ret; }"));
    show_image("too many parameters",
               MODULE("7.0", "sm_70", ".visible .entry k(.param .b8 p[4356]) { ret; }"));
    show_image("32764 bytes of parameters",
               MODULE("8.1", "sm_70", ".visible .entry k(.param .b8 p[32764]) { ret; }"));
    show_image("ELF header only", elf);
    show_image("zeros", zero);
}

// A cubin of another architecture: an ELF header as ptxas 13.0 writes it, with no sections.
static void foreign_cubin(void) {
    static unsigned char elf[4096] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8};
    static const unsigned flags[] = {75 << 8 | 2, 80 << 8 | 2, 100 << 8 | 2, 90 << 8 | 2};
    elf[16] = 2;
    elf[18] = 190;
    elf[20] = 1;
    elf[52] = 64;
    elf[54] = 56;
    elf[58] = 64;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        memcpy(elf + 48, &flags[i], sizeof flags[i]);
        show_image("empty cubin", (const char *)elf);
    }
}

static void lookups(void) {
    handle found = NULL;
    CUdeviceptr memory = 0;
    size_t size = 0;
    kernel("nothing");
    SHOW("cuModuleGetFunction", &found, module, "none");
    SHOW("cuModuleGetFunction", &found, module, "array");
    SHOW("cuModuleGetFunction", &found, module, "");
    SHOW("cuModuleGetGlobal_v2", &memory, &size, module, "none");
    SHOW("cuModuleGetGlobal_v2", &memory, &size, module, "nothing");
    SHOW("cuModuleGetGlobal_v2", NULL, &size, module, "array");
    number("size", size);
    SHOW("cuModuleGetGlobal_v2", &memory, NULL, module, "array");
    SHOW("cuModuleGetGlobal_v2", NULL, NULL, module, "array");
}

// Calls of a thread without a current context, with things of a context.
static void no_context(void) {
    handle stream = NULL, event = NULL, found = NULL;
    CUdeviceptr memory = memory_of(64), made = 0;
    handle nothing = kernel("nothing");
    int value = 0, least = 0, greatest = 0;
    size_t size = 0, total = 0;
    void *host = NULL;
    char *room = aligned_alloc(4096, 4096);
    NEED("cuStreamCreate", &stream, 1);
    NEED("cuEventCreate", &event, 0);
    NEED("cuCtxSetCurrent", NULL);
    print("cuLaunchKernel created", launch(nothing, 1, stream, NULL));
    print("cuLaunchKernel null", launch(nothing, 1, NULL, NULL));
    print("cuLaunchKernel legacy", launch(nothing, 1, (handle)1, NULL));
    print("cuLaunchKernel per-thread", launch(nothing, 1, (handle)2, NULL));
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuStreamSynchronize", NULL);
    SHOW("cuStreamQuery", stream);
    SHOW("cuStreamQuery", NULL);
    SHOW("cuEventRecord", event, stream);
    SHOW("cuEventRecord", event, NULL);
    SHOW("cuEventSynchronize", event);
    SHOW("cuEventQuery", event);
    SHOW("cuStreamWaitEvent", stream, event, 0);
    SHOW("cuStreamGetFlags", stream, &value);
    SHOW("cuStreamGetCtx", stream, &found);
    SHOW("cuMemcpyHtoD_v2", memory, &value, sizeof value);
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    SHOW("cuMemcpyHtoDAsync_v2", memory, &value, sizeof value, stream);
    SHOW("cuMemcpyDtoHAsync_v2", &value, memory, sizeof value, stream);
    SHOW("cuMemcpyDtoDAsync_v2", memory + 32, memory, (size_t)16, stream);
    SHOW("cuMemsetD8_v2", memory, 0, (size_t)16);
    SHOW("cuMemsetD8Async", memory, 0, (size_t)16, stream);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemAlloc_v2", &made, (size_t)16);
    SHOW("cuMemAllocManaged", &made, (size_t)16, 1);
    SHOW("cuMemAllocAsync", &made, (size_t)16, stream);
    SHOW("cuMemAllocHost_v2", &host, (size_t)16);
    SHOW("cuMemHostAlloc", &host, (size_t)16, 1);
    SHOW("cuMemHostRegister_v2", room, (size_t)4096, 1);
    SHOW("cuMemHostUnregister", room);
    SHOW("cuMemGetInfo_v2", &size, &total);
    SHOW("cuMemGetAddressRange_v2", &made, &size, memory);
    SHOW("cuPointerGetAttribute", &value, 2, memory);
    SHOW("cuModuleLoadData", &found, PTX);
    SHOW("cuModuleGetFunction", &found, module, "nothing");
    SHOW("cuModuleGetGlobal_v2", &made, &size, module, "array");
    SHOW("cuFuncGetAttribute", &value, 0, nothing);
    SHOW("cuFuncSetAttribute", nothing, 8, 1024);
    SHOW("cuOccupancyMaxActiveBlocksPerMultiprocessor", &value, nothing, 32, (size_t)0);
    SHOW("cuStreamCreate", &found, 0);
    SHOW("cuEventCreate", &found, 0);
    SHOW("cuCtxSynchronize");
    SHOW("cuCtxGetDevice", &value);
    SHOW("cuCtxGetFlags", &value);
    SHOW("cuCtxGetLimit", &size, 0);
    SHOW("cuCtxSetLimit", 0, (size_t)1024);
    SHOW("cuCtxGetStreamPriorityRange", &least, &greatest);
    SHOW("cuCtxGetCurrent", &found);
    number("has current", found != NULL);
    SHOW("cuCtxPopCurrent_v2", &found);
    SHOW("cuCtxGetApiVersion", NULL, &value);
    SHOW("cuLaunchHostFunc", stream, function("cuInit"), NULL);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuEventDestroy_v2", event);
    SHOW("cuMemFree_v2", memory);
    SHOW("cuModuleUnload", module);
    SHOW("cuStreamDestroy_v2", stream);
    SHOW("cuCtxDestroy_v2", context);
}

// The stack of current contexts.
static void context_stack(void) {
    handle second = NULL, popped = NULL, current = NULL;
    int device = -1;
    unsigned flags = 0;
    SHOW("cuCtxCreate_v2", &second, 4, 0);
    SHOW("cuCtxGetFlags", &flags);
    number("flags", flags);
    SHOW("cuCtxPopCurrent_v2", &popped);
    number("is second", popped == second);
    SHOW("cuCtxGetCurrent", &current);
    number("is first", current == context);
    SHOW("cuCtxSetCurrent", second);
    SHOW("cuCtxPopCurrent_v2", NULL);
    SHOW("cuCtxGetCurrent", &current);
    number("is none", current == NULL);
    SHOW("cuCtxPopCurrent_v2", &popped);
    SHOW("cuCtxPushCurrent_v2", context);
    SHOW("cuCtxPushCurrent_v2", context);
    SHOW("cuCtxDestroy_v2", context);
    SHOW("cuCtxGetCurrent", &current);
    number("is none", current == NULL);
    SHOW("cuCtxGetDevice", &device);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuCtxPopCurrent_v2", &popped);
    SHOW("cuCtxPopCurrent_v2", &popped);
    SHOW("cuCtxPushCurrent_v2", second);
    SHOW("cuCtxSetCurrent", NULL);
    SHOW("cuCtxSetCurrent", NULL);
    SHOW("cuCtxDestroy_v2", second);
}

static void destroyed_context(void) {
    handle current = NULL;
    CUdeviceptr memory = memory_of(64);
    SHOW("cuCtxDestroy_v2", context);
    SHOW("cuCtxGetCurrent", &current);
    number("is none", current == NULL);
    SHOW("cuMemFree_v2", memory);
    SHOW("cuCtxSetCurrent", context);
    SHOW("cuCtxDestroy_v2", context);
}

// The primary context: states, flags and counts.
static void primary_context(void) {
    handle primary = NULL;
    unsigned flags = 99;
    int active = 99;
    CUdeviceptr memory = 0;
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &active);
    printf("flags %u active %d\n", flags, active);
    SHOW("cuDevicePrimaryCtxReset_v2", 0);
    SHOW("cuDevicePrimaryCtxSetFlags_v2", 0, 4);
    SHOW("cuDevicePrimaryCtxRetain", &primary, 0);
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &active);
    printf("flags %u active %d\n", flags, active);
    SHOW("cuDevicePrimaryCtxSetFlags_v2", 0, 1);
    SHOW("cuDevicePrimaryCtxSetFlags_v2", 0, 0x1000);
    SHOW("cuCtxDestroy_v2", primary);
    SHOW("cuCtxSetCurrent", primary);
    SHOW("cuMemAlloc_v2", &memory, (size_t)64);
    SHOW("cuDevicePrimaryCtxRelease_v2", 0);
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &active);
    printf("flags %u active %d\n", flags, active);
    SHOW("cuMemAlloc_v2", &memory, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuCtxSetCurrent", primary);
    SHOW("cuDevicePrimaryCtxRelease_v2", 0);
}

static const struct named_case CASES[] = {
    {"launch-shapes", launch_shapes},     {"maxntid", maxntid},
    {"dynamic-shared", dynamic_shared},   {"launch-arguments", launch_arguments},
    {"cooperative", cooperative},         {"copies", copies},
    {"copies-async", copies_async},       {"sets", sets},
    {"frees", frees},                     {"allocations", allocations},
    {"handles", handles},                 {"destroyed-stream", destroyed_stream},
    {"destroyed-event", destroyed_event}, {"unloaded-module", unloaded_module},
    {"events", events},                   {"not-ready", not_ready},
    {"images", images},                   {"foreign-cubin", foreign_cubin},
    {"lookups", lookups},                 {"no-context", no_context},
    {"context-stack", context_stack},     {"destroyed-context", destroyed_context},
    {"primary-context", primary_context}, {"null-memory", null_memory},
    {"null-stream", null_stream},         {"null-event", null_event},
    {"null-current", null_current},       {"null-image", null_image},
    {"null-module", null_module},         {"null-name", null_name},
    {"null-global-name", null_global_name}, {"null-arguments", null_arguments},
    {"copy-to-nowhere", copy_to_nowhere}, {"copy-from-nowhere", copy_from_nowhere},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
