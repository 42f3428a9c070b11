// Prints, for one fault of a kernel, the status codes of its launch and of the calls after it:
// `driver-faults CASE`, or `driver-faults` for the names of all cases. Each case needs a process of
// its own, since a fault ends the context. Built with `cc -std=gnu17 driver-faults.c -ldl`.
#include "driver.h"

// The kernels: each has one parameter, an address or a number.
#define KERNEL(name, body)                                                                         \
    ".visible .entry " name "(.param .u64 p) {\n"                                                  \
    " .reg .b64 %a, %b; .reg .b32 %x, %y, %z, %w; .reg .pred %q;\n"                                \
    " ld.param.u64 %a, [p]; cvt.u32.u64 %x, %a;\n" body " ret;\n}\n"

static const char PTX[] =
    PTX_VERSION
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "
    ".param .b64 s);\n"
    ".global .align 1 .b8 text[5] = {116, 101, 120, 116, 0};\n"
    ".global .align 4 .u32 word = 7;\n"
    ".global .align 4 .u32 sink;\n"
    ".const .align 4 .u32 constant = 9;\n"
    ".func (.reg .b32 %r) deep(.reg .b32 %n) {\n"
    " .local .align 4 .b8 frame[64]; .reg .b32 %m, %k, %e<4>; .reg .b64 %l, %o; .reg .pred %q;\n"
    " mov.u64 %l, frame; and.b32 %k, %n, 15; mul.wide.u32 %o, %k, 4; add.u64 %l, %l, %o;\n"
    " cvta.local.u64 %l, %l; st.volatile.u32 [%l], %n; mov.u32 %r, 0;\n"
    " setp.eq.u32 %q, %n, 0; @%q ret;\n"
    " sub.u32 %m, %n, 1; call (%e0), deep, (%m); ld.volatile.u32 %e1, [%l];\n"
    " add.u32 %r, %e0, %e1;\n ret;\n}\n"
    // clang-format off
    KERNEL("nothing", "")
    KERNEL("trap", "trap;")
    KERNEL("brkpt", "brkpt;")
    KERNEL("load", "ld.volatile.global.u32 %y, [%a];")
    KERNEL("load2", "ld.volatile.global.v2.u32 {%y, %z}, [%a];")
    KERNEL("load_generic", "ld.volatile.u32 %y, [%a];")
    KERNEL("store", "st.global.u32 [%a], 1;")
    KERNEL("store_generic", "st.u32 [%a], 1;")
    KERNEL("atomic", "atom.global.add.u32 %y, [%a], 1;")
    KERNEL("atomic64", "atom.global.add.u64 %b, [%a], 1;")
    KERNEL("reduce", "red.global.add.u32 [%a], 1;")
    KERNEL("atomic_generic", "atom.add.u32 %y, [%a], 1;")
    KERNEL("atomic_local", ".local .align 8 .b8 l[16]; mov.u64 %b, l; cvta.local.u64 %b, %b;"
        " st.volatile.u32 [%b], 0; atom.add.u32 %y, [%b], 1;")
    KERNEL("atomic_shared", ".shared .align 8 .b8 s[64]; mov.u64 %b, s; add.u64 %b, %b, %a; atom.shared.add.u32 %y, [%b], 1;")
    KERNEL("shared_load", ".shared .align 8 .b8 s[64]; mov.u64 %b, s; add.u64 %b, %b, %a; ld.volatile.shared.u32 %y, [%b];")
    KERNEL("shared_store", ".shared .align 8 .b8 s[64]; mov.u64 %b, s; add.u64 %b, %b, %a; st.volatile.shared.u32 [%b], 1;")
    KERNEL("shared_generic", ".shared .align 8 .b8 s[64]; mov.u64 %b, s; cvta.shared.u64 %b, %b; add.u64 %b, %b, %a; st.volatile.u32 [%b], 1;")
    KERNEL("shared_as_global", ".shared .align 8 .b8 s[64]; mov.u64 %b, s; cvta.shared.u64 %b, %b; st.volatile.global.u32 [%b], 1;")
    KERNEL("local_load", ".local .align 8 .b8 l[64]; mov.u64 %b, l; add.u64 %b, %b, %a; ld.local.u32 %y, [%b]; st.volatile.global.u32 [sink], %y;")
    KERNEL("local_store", ".local .align 8 .b8 l[64]; mov.u64 %b, l; add.u64 %b, %b, %a; st.local.u32 [%b], 1; ld.local.u32 %y, [l]; st.volatile.global.u32 [sink], %y;")
    KERNEL("local_generic", ".local .align 8 .b8 l[64]; mov.u64 %b, l; cvta.local.u64 %b, %b; add.u64 %b, %b, %a; st.volatile.u32 [%b], 1;")
    KERNEL("const_store", "mov.u64 %b, constant; cvta.const.u64 %b, %b; st.u32 [%b], 1;")
    KERNEL("const_load", "mov.u64 %b, constant; add.u64 %b, %b, %a; ld.const.u32 %y, [%b]; st.volatile.global.u32 [sink], %y;")
    KERNEL("code_load", "mov.u64 %b, deep; ld.volatile.u32 %y, [%b];")
    KERNEL("code_store", "mov.u64 %b, deep; st.u32 [%b], 1;")
    KERNEL("call", "prototype: .callprototype (.reg .b32 _) _ (.reg .b32 _); mov.u32 %y, 1;"
        " call (%z), %a, (%y), prototype;")
    KERNEL("call_data", "prototype: .callprototype (.reg .b32 _) _ (.reg .b32 _); mov.u32 %y, 1;"
        " mov.u64 %b, word; cvta.global.u64 %b, %b; call (%z), %b, (%y), prototype;")
    KERNEL("recursion", "call (%y), deep, (%x);")
    KERNEL("barrier_count", "mov.u32 %y, 0; barrier.sync %y, %x;")
    KERNEL("barrier_number", "mov.u32 %y, 32; barrier.sync %x, %y;")
    KERNEL("assert", ".param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;"
        " mov.u64 %b, text; cvta.global.u64 %b, %b; mov.u32 %y, 42; mov.u64 %a, 1;"
        " st.param.b64 [m], %b; st.param.b64 [f], %b; st.param.b32 [l], %y; st.param.b64 [n], %b;"
        " st.param.b64 [s], %a; call.uni __assertfail, (m, f, l, n, s);")
    // clang-format on
    ;

// What exists before the fault, so that later calls have something to name.
static struct {
    handle module, stream, event, recorded;
    CUdeviceptr memory;
    void *pinned;
} before;

static void prepare(void) {
    before.module = load(PTX);
    NEED("cuStreamCreate", &before.stream, 1);
    NEED("cuEventCreate", &before.event, 0);
    NEED("cuEventCreate", &before.recorded, 0);
    NEED("cuMemAllocHost_v2", &before.pinned, (size_t)4096);
    before.memory = memory_of(4096);
    NEED("cuEventRecord", before.recorded, NULL);
}

// Launches the kernel, and prints what its launch and the next calls return.
static void fault(const char *name, uint64_t argument) {
    void *arguments[] = {&argument};
    CUdeviceptr memory = 0;
    prepare();
    handle next = kernel_of(before.module, "nothing");
    print("cuLaunchKernel", launch(kernel_of(before.module, name), 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuMemAlloc_v2", &memory, (size_t)16);
    print("cuLaunchKernel", launch(next, 1, NULL, arguments));
}

#define FAULT(id, name, argument)                                                                  \
    static void id(void) { fault(name, argument); }

// Addresses: none, of an allocation, and far behind it.
static CUdeviceptr allocation(long long offset) {
    static CUdeviceptr memory;
    if (!memory) {
        memory = memory_of(4096);
    }
    return memory + offset;
}

FAULT(trap, "trap", 0)
FAULT(brkpt, "brkpt", 0)
FAULT(load_null, "load", 0)
FAULT(load_nowhere, "load", 16)
FAULT(store_nowhere, "store", 16)
FAULT(load_not_canonical, "load", 0x1234567890abcdf0)
FAULT(load_all_ones, "load", 0xfffffffffffffffc)
FAULT(load_generic_nowhere, "load_generic", 64 << 20)
FAULT(store_generic_nowhere, "store_generic", 64 << 20)
FAULT(load_behind, "load", allocation(4096))
FAULT(load_far_behind, "load", allocation(1ll << 30))
FAULT(load_misaligned, "load", allocation(1))
FAULT(load2_misaligned, "load2", allocation(4))
FAULT(store_misaligned, "store", allocation(2))
FAULT(load_misaligned_nowhere, "load", 17)
FAULT(atomic_nowhere, "atomic", 16)
FAULT(atomic_misaligned, "atomic", allocation(2))
FAULT(atomic64_misaligned, "atomic64", allocation(4))
FAULT(reduce_nowhere, "reduce", 16)
FAULT(reduce_misaligned, "reduce", allocation(2))
FAULT(atomic_local, "atomic_local", 0)
FAULT(atomic_shared_behind, "atomic_shared", 1 << 20)
FAULT(atomic_shared_misaligned, "atomic_shared", 2)
FAULT(shared_load_behind, "shared_load", 64)
FAULT(shared_load_1k, "shared_load", 1024)
FAULT(shared_load_8k, "shared_load", 8192)
FAULT(shared_load_48k, "shared_load", 48 << 10)
FAULT(shared_load_227k, "shared_load", 227 << 10)
FAULT(shared_load_1m, "shared_load", 1 << 20)
FAULT(shared_load_before, "shared_load", -4)
FAULT(shared_load_misaligned, "shared_load", 2)
FAULT(shared_store_behind, "shared_store", 64)
FAULT(shared_store_1m, "shared_store", 1 << 20)
FAULT(shared_generic_behind, "shared_generic", 64)
FAULT(shared_generic_1m, "shared_generic", 1 << 20)
FAULT(shared_generic_16m, "shared_generic", 16 << 20)
FAULT(shared_generic_misaligned, "shared_generic", 1)
FAULT(shared_as_global, "shared_as_global", 0)
FAULT(local_load_behind, "local_load", 64)
FAULT(local_load_1k, "local_load", 1024)
FAULT(local_load_64k, "local_load", 64 << 10)
FAULT(local_load_1m, "local_load", 1 << 20)
FAULT(local_load_misaligned, "local_load", 2)
FAULT(local_store_behind, "local_store", 64)
FAULT(local_store_1m, "local_store", 1 << 20)
FAULT(local_generic_1m, "local_generic", 1 << 20)
FAULT(local_generic_16m, "local_generic", 16 << 20)
FAULT(local_generic_misaligned, "local_generic", 1)
FAULT(const_store, "const_store", 0)
FAULT(const_load_1m, "const_load", 1 << 20)
FAULT(const_load_misaligned, "const_load", 2)
FAULT(code_load, "code_load", 0)
FAULT(code_store, "code_store", 0)
FAULT(call_null, "call", 0)
FAULT(call_nowhere, "call", 0x1000)
FAULT(call_odd, "call", 0x1234567)
FAULT(call_data, "call_data", 0)
FAULT(call_memory, "call", allocation(0))
FAULT(recursion_8, "recursion", 8)
FAULT(recursion_100, "recursion", 100)
FAULT(recursion_1000, "recursion", 1000)
FAULT(recursion_4000, "recursion", 4000)
FAULT(recursion_endless, "recursion", 0xffffffff)
FAULT(barrier_count, "barrier_count", 17) // less than a warp: a device that rounds up does not hang
FAULT(barrier_count_zero, "barrier_count", 0)
FAULT(barrier_number, "barrier_number", 16)

// Memory that has been freed: small and large.
static void load_freed(size_t bytes) {
    CUdeviceptr memory = memory_of(bytes);
    NEED("cuMemFree_v2", memory);
    fault("load", memory);
}

static void load_freed_small(void) { load_freed(4096); }

static void load_freed_large(void) { load_freed((size_t)64 << 20); }

// The message of an assertion, which the driver writes to standard error.
static void assertion(void) {
    char line[512];
    FILE *messages = tmpfile();
    if (!messages || dup2(fileno(messages), 2) < 0) {
        exit(2);
    }
    fault("assert", 0);
    rewind(messages);
    while (fgets(line, sizeof line, messages)) {
        if (strstr(line, "Assertion")) {
            printf("stderr: %s", line);
        }
    }
}

// Host memory that the driver was not told of: what a kernel may do with it depends on HMM.
static void host_memory(const char *name) {
    int *host = aligned_alloc(4096, 4096);
    *host = 5;
    fault(name, (uint64_t)(uintptr_t)host);
    number("host value", *host);
}

static void host_load(void) { host_memory("load"); }
static void host_store(void) { host_memory("store"); }
static void host_atomic(void) { host_memory("atomic"); }

static void host_constant(void) {
    static const int value = 5;
    fault("load", (uint64_t)(uintptr_t)&value);
}

static void host_constant_store(void) {
    static const int value = 5;
    fault("store", (uint64_t)(uintptr_t)&value);
}

// Faults of a kernel in a created stream; the other streams and the host's memory.
static void fault_in_stream(void) {
    uint64_t argument = 16;
    void *arguments[] = {&argument};
    prepare();
    print("cuLaunchKernel", launch(kernel_of(before.module, "load"), 1, before.stream, arguments));
    print("cuStreamSynchronize created", CALL("cuStreamSynchronize", before.stream));
    print("cuStreamQuery created", CALL("cuStreamQuery", before.stream));
    print("cuStreamSynchronize null", CALL("cuStreamSynchronize", NULL));
}

// All kinds of calls after a fault, then the destruction of the context, then a new one.
static void later_calls(const char *name, uint64_t argument) {
    void *arguments[] = {&argument};
    size_t size = 0, total = 0;
    int value = 0, host = 0, device = -1;
    handle made = NULL;
    CUdeviceptr memory = 0;
    prepare();
    handle next = kernel_of(before.module, "nothing");
    print("cuLaunchKernel", launch(kernel_of(before.module, name), 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuStreamQuery", NULL);
    SHOW("cuStreamQuery", before.stream);
    SHOW("cuStreamSynchronize", before.stream);
    SHOW("cuEventQuery", before.recorded);
    SHOW("cuEventQuery", before.event);
    SHOW("cuEventRecord", before.event, NULL);
    SHOW("cuEventSynchronize", before.recorded);
    SHOW("cuStreamWaitEvent", before.stream, before.recorded, 0);
    SHOW("cuMemcpyHtoD_v2", before.memory, &host, sizeof host);
    SHOW("cuMemcpyDtoH_v2", &host, before.memory, sizeof host);
    SHOW("cuMemcpyHtoDAsync_v2", before.memory, before.pinned, (size_t)4, before.stream);
    SHOW("cuMemsetD8_v2", before.memory, 0, (size_t)16);
    SHOW("cuMemGetInfo_v2", &size, &total);
    SHOW("cuMemGetAddressRange_v2", &memory, &size, before.memory);
    SHOW("cuPointerGetAttribute", &value, 2, before.memory);
    SHOW("cuModuleGetFunction", &made, before.module, "trap");
    SHOW("cuModuleGetGlobal_v2", &memory, &size, before.module, "word");
    SHOW("cuFuncGetAttribute", &value, 0, next);
    SHOW("cuFuncSetAttribute", next, 8, 1024);
    SHOW("cuOccupancyMaxActiveBlocksPerMultiprocessor", &value, next, 128, (size_t)0);
    SHOW("cuModuleLoadData", &made, PTX);
    SHOW("cuCtxGetDevice", &device);
    SHOW("cuCtxGetCurrent", &made);
    SHOW("cuCtxGetLimit", &size, 0);
    SHOW("cuCtxSetLimit", 0, (size_t)2048);
    SHOW("cuDeviceGetAttribute", &value, 1, 0);
    SHOW("cuStreamCreate", &made, 0);
    SHOW("cuEventCreate", &made, 0);
    SHOW("cuMemAlloc_v2", &memory, (size_t)16);
    SHOW("cuMemAllocHost_v2", &made, (size_t)16);
    SHOW("cuMemAllocManaged", &memory, (size_t)16, 1);
    SHOW("cuMemFree_v2", before.memory);
    SHOW("cuMemFreeHost", before.pinned);
    SHOW("cuEventDestroy_v2", before.event);
    SHOW("cuStreamDestroy_v2", before.stream);
    SHOW("cuModuleUnload", before.module);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuCtxPopCurrent_v2", &made);
    SHOW("cuCtxPushCurrent_v2", context);
    SHOW("cuCtxDestroy_v2", context);
    SHOW("cuCtxGetCurrent", &made);
    number("has current", made != NULL);
    SHOW("cuCtxCreate_v2", &context, 0, 0);
    SHOW("cuModuleLoadData", &before.module, PTX);
    SHOW("cuModuleGetFunction", &next, before.module, "nothing");
    print("cuLaunchKernel", launch(next, 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
}

static void later_trap(void) { later_calls("trap", 0); }
static void later_address(void) { later_calls("store", 16); }
static void later_misaligned(void) { later_calls("store", allocation(2)); }

static void later_assert(void) {
    if (!freopen("/dev/null", "w", stderr)) {
        exit(2);
    }
    later_calls("assert", 0);
}

// A fault in one context, and what another of the same process returns.
static void other_context(void) {
    handle other = NULL, popped = NULL;
    uint64_t argument = 16;
    void *arguments[] = {&argument};
    NEED("cuCtxCreate_v2", &other, 0, 0);
    handle nothing = kernel_of(load(PTX), "nothing");
    NEED("cuCtxPopCurrent_v2", &popped);
    prepare();
    print("cuLaunchKernel", launch(kernel_of(before.module, "store"), 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuCtxPushCurrent_v2", other);
    print("cuLaunchKernel other", launch(nothing, 1, NULL, arguments));
    print("cuCtxSynchronize other", synchronize());
    SHOW("cuMemAlloc_v2", &before.memory, (size_t)16);
}

// A fault in the primary context: release and retain, then reset and retain.
static void primary_context(void) {
    handle primary = NULL;
    uint64_t argument = 16;
    void *arguments[] = {&argument};
    unsigned flags = 0;
    int active = 0;
    NEED("cuDevicePrimaryCtxRetain", &primary, 0);
    NEED("cuCtxSetCurrent", primary);
    prepare();
    print("cuLaunchKernel", launch(kernel_of(before.module, "store"), 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &active);
    number("active", active);
    SHOW("cuDevicePrimaryCtxRetain", &primary, 0);
    SHOW("cuDevicePrimaryCtxRelease_v2", 0);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuDevicePrimaryCtxReset_v2", 0);
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &active);
    number("active", active);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuMemAlloc_v2", &before.memory, (size_t)16);
    handle again = NULL;
    SHOW("cuDevicePrimaryCtxRetain", &again, 0);
    number("same handle", again == primary);
    SHOW("cuCtxSetCurrent", again);
    SHOW("cuMemAlloc_v2", &before.memory, (size_t)16);
    SHOW("cuModuleLoadData", &before.module, PTX);
}

// A stack limit that is too small and one that is large, with the same recursion.
static void stack_limits(void) {
    static const size_t limits[] = {1 << 10, 1 << 14, 1 << 16};
    uint64_t depth = 100;
    void *arguments[] = {&depth};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        NEED("cuCtxSetLimit", 0, limits[i]);
        printf("stack %zu\n", limits[i]);
        handle recursion = kernel_of(load(PTX), "recursion");
        print("cuLaunchKernel", launch(recursion, 1, NULL, arguments));
        print("cuCtxSynchronize", synchronize());
        depth *= 4;
    }
}

#define CASE(id)                                                                                   \
    { #id, id }
static const struct named_case CASES[] = {
    CASE(trap), CASE(brkpt), CASE(load_null), CASE(load_nowhere), CASE(store_nowhere),
    CASE(load_not_canonical), CASE(load_all_ones), CASE(load_generic_nowhere),
    CASE(store_generic_nowhere), CASE(load_behind), CASE(load_far_behind), CASE(load_misaligned),
    CASE(load2_misaligned), CASE(store_misaligned), CASE(load_misaligned_nowhere),
    CASE(atomic_nowhere), CASE(atomic_misaligned), CASE(atomic64_misaligned), CASE(reduce_nowhere),
    CASE(reduce_misaligned), CASE(atomic_local), CASE(atomic_shared_behind),
    CASE(atomic_shared_misaligned), CASE(shared_load_behind), CASE(shared_load_1k),
    CASE(shared_load_8k), CASE(shared_load_48k), CASE(shared_load_227k), CASE(shared_load_1m),
    CASE(shared_load_before), CASE(shared_load_misaligned), CASE(shared_store_behind),
    CASE(shared_store_1m), CASE(shared_generic_behind), CASE(shared_generic_1m),
    CASE(shared_generic_16m), CASE(shared_generic_misaligned), CASE(shared_as_global),
    CASE(local_load_behind), CASE(local_load_1k), CASE(local_load_64k), CASE(local_load_1m),
    CASE(local_load_misaligned), CASE(local_store_behind), CASE(local_store_1m),
    CASE(local_generic_1m), CASE(local_generic_16m), CASE(local_generic_misaligned),
    CASE(const_store), CASE(const_load_1m), CASE(const_load_misaligned), CASE(code_load),
    CASE(code_store), CASE(call_null), CASE(call_nowhere), CASE(call_odd), CASE(call_data),
    CASE(call_memory), CASE(recursion_8), CASE(recursion_100), CASE(recursion_1000), CASE(recursion_4000),
    CASE(recursion_endless), CASE(barrier_count), CASE(barrier_count_zero), CASE(barrier_number),
    CASE(load_freed_small), CASE(load_freed_large), CASE(assertion), CASE(host_load),
    CASE(host_store), CASE(host_atomic), CASE(host_constant), CASE(host_constant_store),
    CASE(fault_in_stream), CASE(later_trap), CASE(later_address), CASE(later_misaligned),
    CASE(later_assert), CASE(other_context), CASE(primary_context), CASE(stack_limits),
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
