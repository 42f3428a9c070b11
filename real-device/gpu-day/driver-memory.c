// Prints how the CUDA driver rounds sizes and limits, and what the host, the driver and kernels see of
// the same memory while a kernel runs: `driver-memory CASE`, or `driver-memory` for the names of all
// cases. Lines that begin with `info` differ from run to run. Built with
// `cc -std=gnu17 driver-memory.c -ldl`.
#include "driver.h"

#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

// Codes of values that follow each other, a line for each range of values with the same code.
static struct {
    long first, last;
    CUresult code;
} range = {1, 0, 0};

static void end_range(const char *label) {
    if (range.first <= range.last) {
        printf("%s %ld to %ld: %d\n", label, range.first, range.last, range.code);
    }
    range.first = 1;
    range.last = 0;
}

static void add_to_range(const char *label, long value, CUresult code) {
    if (range.first > range.last || code != range.code) {
        end_range(label);
        range.first = value;
        range.code = code;
    }
    range.last = value;
}

static const char PARAMETERS[] =
    PTX_VERSION
    ".visible .entry p0() { ret; }\n"
    ".visible .entry p1(.param .u8 a) { ret; }\n"
    ".visible .entry p4(.param .u32 a) { ret; }\n"
    ".visible .entry p8(.param .u64 a) { ret; }\n"
    ".visible .entry p9(.param .u64 a, .param .u8 b) { ret; }\n"
    ".visible .entry p12(.param .u64 a, .param .u32 b) { ret; }\n"
    ".visible .entry p16(.param .u64 a, .param .u32 b, .param .u32 c) { ret; }\n"
    ".visible .entry p17(.param .align 16 .b8 a[17]) { ret; }\n"
    ".visible .entry p24(.param .u64 a, .param .u64 b, .param .u64 c) { ret; }\n"
    ".visible .entry p100(.param .b8 a[100]) { ret; }\n"
    ".visible .entry p128(.param .align 64 .b8 a[128]) { ret; }\n"
    ".visible .entry p4000(.param .b8 a[4000]) { ret; }\n"
    ".visible .entry p4096(.param .b8 a[4096]) { ret; }\n";

// Which sizes of a block of parameters `extra` accepts for a kernel.
static void extra_sizes(void) {
    static const struct {
        const char *name;
        long size;
    } kernels[] = {{"p0", 0},   {"p1", 1},   {"p4", 4},     {"p8", 8},     {"p9", 9},
                   {"p12", 12}, {"p16", 16}, {"p17", 17},   {"p24", 24},   {"p100", 100},
                   {"p128", 128}, {"p4000", 4000}, {"p4096", 4096}};
    static char block[16384];
    handle module = load(PARAMETERS);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        handle kernel = kernel_of(module, kernels[i].name);
        long least = kernels[i].size < 24 ? 0 : kernels[i].size - 24;
        for (long size = least; size <= kernels[i].size + 160; size++) {
            size_t bytes = size;
            void *extra[] = {(void *)1, block, (void *)2, &bytes, NULL};
            CUresult code =
                ((CUresult(*)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned, handle, void **, void **))function("cuLaunchKernel"))(
                    kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra);
            add_to_range(kernels[i].name, size, code);
        }
        end_range(kernels[i].name);
    }
    print("cuCtxSynchronize", synchronize());
}

static void limit_steps(void) {
    static const size_t heap[] = {
        4194303,  4194304,  4194305,  4194304 + 4096,  4194304 + 32768, 4194304 + 32769,
        4194304 + 65536, 4194304 + 65537, 8388607, 8388609, 8388608 + 16384, 8388608 + 32768,
        8388608 + 32769, 8388608 + 49152, 8388608 + 65536, 8388608 + 65537, 8388608 + 98304,
        8388608 + 131072, 8388608 + 131073, 12345678, 20000000, 33554433, 100000000, 134217729,
        500000000, 1000000001};
    static const size_t output[] = {524289, 524544, 524288 + 1024, 524288 + 4096, 600000, 1000001,
                                    1048577, 1048576 + 127, 1048576 + 128, 1048576 + 129, 3000000,
                                    12345678};
    static const size_t stack[] = {1, 15, 16, 17, 500, 1000, 1023, 1025, 1500, 2049, 4095, 65535,
                                   65537, 100000};
    for (size_t i = 0; i < sizeof heap / sizeof *heap; i++) {
        set_limit(2, heap[i]);
    }
    for (size_t i = 0; i < sizeof output / sizeof *output; i++) {
        set_limit(1, output[i]);
    }
    for (size_t i = 0; i < sizeof stack / sizeof *stack; i++) {
        set_limit(0, stack[i]);
    }
}

// The largest stack between 256 and 512 KiB, which depends on the memory of the device.
static void largest_stack(void) {
    size_t accepted = 1 << 18, refused = 1 << 19, value = 0, available = 0, total = 0;
    int processors = 0, threads = 0;
    CUresult last = 0;
    NEED("cuMemGetInfo_v2", &available, &total);
    NEED("cuDeviceGetAttribute", &processors, 16, 0);
    NEED("cuDeviceGetAttribute", &threads, 39, 0);
    printf("info memory %zu free %zu, resident threads %d, memory of one %zu\n", total, available,
           processors * threads, total / processors / threads);
    print("cuCtxSetLimit", CALL("cuCtxSetLimit", 0, accepted));
    while (refused - accepted > 16) {
        size_t middle = (accepted + refused) / 2 / 16 * 16;
        CUresult code = CALL("cuCtxSetLimit", 0, middle);
        if (code == 0) {
            accepted = middle;
        } else {
            refused = middle;
            last = code;
        }
    }
    number("largest stack", accepted);
    number("code above", last);
    CALL("cuCtxGetLimit", &value, 0);
    number("value", value);
    for (size_t bytes = accepted - 16; bytes <= accepted + 32; bytes += 8) {
        set_limit(0, bytes);
    }
    NEED("cuMemGetInfo_v2", &available, &total);
    printf("info free %zu\n", available);
}

// Host memory of no bytes.
static void no_bytes(void) {
    for (int flags = 0; flags <= 8; flags++) {
        void *host = (void *)0x77;
        printf("cuMemHostAlloc flags %d: %d", flags, CALL("cuMemHostAlloc", &host, (size_t)0, flags));
        printf(" %s", host == NULL ? "null" : host == (void *)0x77 ? "unchanged" : "an address");
        if (host != (void *)0x77) {
            printf(" cuMemFreeHost: %d", CALL("cuMemFreeHost", host));
        }
        printf("\n");
    }
    CUdeviceptr memory = 0x77;
    void *host = (void *)0x77;
    SHOW("cuMemAllocHost_v2", &host, (size_t)0);
    number("unchanged", host == (void *)0x77);
    number("null", host == NULL);
    SHOW("cuMemAlloc_v2", &memory, (size_t)0);
    number("unchanged", memory == 0x77);
    number("null", memory == 0);
    SHOW("cuMemHostAlloc", NULL, (size_t)0, 0);
    SHOW("cuMemHostAlloc", NULL, (size_t)16, 0);
}

// Kernels that wait: `wait` until a word is not 0, at most `time` nanoseconds; then the second word is 1 if
// it saw the word and 2 if not. `set` sets a word.
static const char WAITS[] =
    PTX_VERSION
    ".visible .entry wait(.param .u64 flag, .param .u64 to, .param .u64 time) {\n"
    " .reg .b64 %f, %o, %s, %t, %d; .reg .b32 %x; .reg .pred %q; ld.param.u64 %d, [time];\n"
    " ld.param.u64 %f, [flag]; ld.param.u64 %o, [to]; mov.u64 %s, %globaltimer;\n"
    "again: ld.volatile.global.u32 %x, [%f]; setp.ne.u32 %q, %x, 0; @%q bra seen;\n"
    " mov.u64 %t, %globaltimer; sub.u64 %t, %t, %s; setp.lt.u64 %q, %t, %d;\n"
    " @%q bra again; st.volatile.global.u32 [%o], 2; ret;\n"
    "seen: st.volatile.global.u32 [%o], 1; ret;\n}\n"
    ".visible .entry set(.param .u64 flag) {\n"
    " .reg .b64 %f; ld.param.u64 %f, [flag]; st.volatile.global.u32 [%f], 1; ret;\n}\n"
    // echo(flag, to): 1000 times, waits until the first word is the round and writes it to the second.
    ".visible .entry echo(.param .u64 flag, .param .u64 to) {\n"
    " .reg .b64 %f, %o, %s, %t; .reg .b32 %x, %n; .reg .pred %q;\n"
    " ld.param.u64 %f, [flag]; ld.param.u64 %o, [to]; mov.u64 %s, %globaltimer; mov.u32 %n, 1;\n"
    "again: ld.volatile.global.u32 %x, [%f]; setp.eq.u32 %q, %x, %n; @%q bra seen;\n"
    " mov.u64 %t, %globaltimer; sub.u64 %t, %t, %s; setp.lt.u64 %q, %t, 5000000000;\n"
    " @%q bra again; ret;\n"
    "seen: fence.acq_rel.sys; st.volatile.global.u32 [%o], %n; add.u32 %n, %n, 1;\n"
    " setp.le.u32 %q, %n, 1000; @%q bra again; ret;\n}\n"
    // add(word, rounds, to): the number of rounds that it made in at most two seconds is written.
    ".visible .entry add(.param .u64 word, .param .u32 rounds, .param .u64 to) {\n"
    " .reg .b64 %f, %o, %s, %t; .reg .b32 %x, %n, %m; .reg .pred %q;\n"
    " ld.param.u64 %f, [word]; ld.param.u32 %m, [rounds]; ld.param.u64 %o, [to];\n"
    " mov.u64 %s, %globaltimer; mov.u32 %n, 0;\n"
    "again: atom.sys.global.add.u32 %x, [%f], 1; add.u32 %n, %n, 1; setp.ge.u32 %q, %n, %m;\n"
    " @%q bra done; mov.u64 %t, %globaltimer; sub.u64 %t, %t, %s;\n"
    " setp.lt.u64 %q, %t, 2000000000; @%q bra again;\n"
    "done: st.volatile.global.u32 [%o], %n; ret;\n}\n";

static uint64_t patience = 5000000000; // nanoseconds

static handle stream_of(void) {
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    return stream;
}

static void show_seen(const char *label, CUdeviceptr to, handle stream) {
    unsigned seen = 0;
    CUresult code = CALL("cuStreamSynchronize", stream);
    CALL("cuMemcpyDtoH_v2", &seen, to, sizeof seen);
    printf("%s: %d %s\n", label, code, seen == 1 ? "seen" : seen == 2 ? "not seen" : "no result");
    fflush(stdout);
}

// A kernel waits for what comes after it in another stream.
static void wait_for_stream(void) {
    handle module = load(WAITS), wait = kernel_of(module, "wait"), set = kernel_of(module, "set");
    handle first = stream_of(), second = stream_of();
    unsigned one = 1;
    for (int kind = 0; kind <= 4; kind++) {
        static const char *const names[] = {"set by a kernel", "set by a copy", "set by a memset",
                                            "set by a written value", "set by a copy of the caller"};
        CUdeviceptr flag = memory_of(64), to = memory_of(64);
        NEED("cuMemsetD8_v2", flag, 0, (size_t)64);
        NEED("cuMemsetD8_v2", to, 0, (size_t)64);
        print("cuCtxSynchronize", synchronize());
        print("wait", launch(wait, 1, first, (void *[]){&flag, &to, &patience}));
        CUresult code = kind == 0   ? launch(set, 1, second, (void *[]){&flag})
                        : kind == 1 ? CALL("cuMemcpyHtoDAsync_v2", flag, &one, sizeof one, second)
                        : kind == 2 ? CALL("cuMemsetD32Async", flag, 1, (size_t)1, second)
                        : kind == 3 ? CALL("cuStreamWriteValue32_v2", second, flag, 1, 0)
                                    : CALL("cuMemcpyHtoD_v2", flag, &one, sizeof one);
        print(names[kind], code);
        show_seen(names[kind], to, first);
    }
}

// Two kernels of one stream: the second does not start before the first has ended.
static void wait_for_same_stream(void) {
    handle module = load(WAITS), stream = stream_of();
    CUdeviceptr flag = memory_of(64), to = memory_of(64);
    patience = 20000000;
    NEED("cuMemsetD8_v2", flag, 0, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    print("wait", launch(kernel_of(module, "wait"), 1, stream, (void *[]){&flag, &to, &patience}));
    print("set", launch(kernel_of(module, "set"), 1, stream, (void *[]){&flag}));
    show_seen("set by the same stream", to, stream);
}

static CUdeviceptr address_of(volatile void *host) {
    CUdeviceptr device = 0;
    NEED("cuMemHostGetDevicePointer_v2", &device, host, 0);
    return device;
}

// A kernel waits for the host, and answers it 1000 times.
static void talk(const char *label, volatile unsigned *host, CUdeviceptr device) {
    handle module = load(WAITS), stream = stream_of();
    CUdeviceptr to = memory_of(64), back = device + 128;
    NEED("cuMemsetD8_v2", to, 0, (size_t)64);
    host[0] = 0;
    host[32] = 0;
    print("wait", launch(kernel_of(module, "wait"), 1, stream, (void *[]){&device, &to, &patience}));
    print("cuStreamQuery", CALL("cuStreamQuery", stream));
    usleep(100000);
    host[0] = 1;
    __sync_synchronize();
    show_seen(label, to, stream);
    host[0] = 0;
    print("echo", launch(kernel_of(module, "echo"), 1, stream, (void *[]){&device, &back}));
    double start = seconds();
    unsigned round = 1;
    for (; round <= 1000 && seconds() - start < 5; round++) {
        host[0] = round;
        while (host[32] != round && seconds() - start < 5) {
        }
    }
    printf("info seconds of %u rounds: %.4f\n", round - 1, seconds() - start);
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", stream));
    number("last round", host[32]);
}

static void talk_pinned(void) {
    volatile unsigned *host = NULL;
    NEED("cuMemHostAlloc", &host, (size_t)4096, 2);
    talk("pinned memory", host, address_of(host));
}

static void talk_registered(void) {
    volatile unsigned *host = aligned_alloc(4096, 4096);
    NEED("cuMemHostRegister_v2", host, (size_t)4096, 2);
    talk("registered memory", host, address_of(host));
}

static void talk_managed(void) {
    CUdeviceptr managed = 0;
    NEED("cuMemAllocManaged", &managed, (size_t)4096, 1);
    talk("managed memory", (volatile unsigned *)(uintptr_t)managed, managed);
}

// Additions of the host and of a kernel to one word at a time.
static void add_both(const char *label, volatile unsigned *host, CUdeviceptr device) {
    enum { DEVICE = 200000, THREADS = 32 };
    handle module = load(WAITS), stream = stream_of(), add = kernel_of(module, "add");
    CUdeviceptr to = memory_of(64);
    unsigned rounds = DEVICE, made = 0, added = 0;
    int native = -1;
    CALL("cuDeviceGetAttribute", &native, 86, 0);
    printf("info attribute of native atomics: %d\n", native);
    *host = 0;
    NEED("cuMemsetD8_v2", to, 0, (size_t)64);
    print("add", launch(add, 1, stream, (void *[]){&device, &rounds, &to}));
    double start = seconds();
    while (CALL("cuStreamQuery", stream) == 600 && seconds() - start < 5) {
        for (int i = 0; i < 1000; i++) {
            __atomic_fetch_add(host, 1, __ATOMIC_SEQ_CST);
        }
        added += 1000;
    }
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", stream));
    NEED("cuMemcpyDtoH_v2", &made, to, sizeof made);
    printf("info %s: kernel %u, host %u, word %u, lost %u\n", label, made, added, *host,
           made + added - *host);
    printf("%s: %s\n", label, made + added == *host ? "no addition lost" : "additions lost");
}

static void add_pinned(void) {
    volatile unsigned *host = NULL;
    NEED("cuMemHostAlloc", &host, (size_t)4096, 2);
    add_both("pinned memory", host, address_of(host));
}

static void add_managed(void) {
    CUdeviceptr managed = 0;
    NEED("cuMemAllocManaged", &managed, (size_t)4096, 1);
    add_both("managed memory", (volatile unsigned *)(uintptr_t)managed, managed);
}

static void add_managed_on_host(void) {
    CUdeviceptr managed = 0;
    NEED("cuMemAllocManaged", &managed, (size_t)4096, 1);
    SHOW("cuMemAdvise", managed, (size_t)4096, 3, -1); // preferred location
    SHOW("cuMemAdvise", managed, (size_t)4096, 5, 0);  // accessed by
    add_both("managed memory kept on the host", (volatile unsigned *)(uintptr_t)managed, managed);
}

// Additions of two kernels at a time to one word of the device.
static void add_kernels(void) {
    handle module = load(WAITS), first = stream_of(), second = stream_of();
    handle add = kernel_of(module, "add");
    CUdeviceptr word = memory_of(64), to = memory_of(64), also = to + 4;
    unsigned rounds = 20000, values[2] = {0}, sum = 0;
    NEED("cuMemsetD8_v2", word, 0, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    print("add", launch(add, 1, first, (void *[]){&word, &rounds, &to}));
    print("add", launch(add, 1, second, (void *[]){&word, &rounds, &also}));
    print("cuCtxSynchronize", synchronize());
    NEED("cuMemcpyDtoH_v2", values, to, sizeof values);
    NEED("cuMemcpyDtoH_v2", &sum, word, sizeof sum);
    printf("two kernels: %u + %u = %u\n", values[0], values[1], sum);
}

// Pools of memory: the default one, a new one, and the order of allocations in a stream.
struct location {
    int type, id;
};

static void pools(void) {
    struct {
        int type, handles;
        struct location location;
        void *security;
        size_t most;
        unsigned short usage;
        unsigned char reserved[54];
    } wanted = {1, 0, {1, 0}, NULL, 0, 0, {0}};
    handle standard = NULL, current = NULL, made = NULL, stream = stream_of();
    CUdeviceptr first = 0, second = 0;
    SHOW("cuDeviceGetDefaultMemPool", &standard, 0);
    SHOW("cuDeviceGetMemPool", &current, 0);
    number("current is default", standard == current);
    SHOW("cuMemPoolCreate", &made, &wanted);
    for (int pool = 0; pool < 2; pool++) {
        for (int attribute = 0; attribute <= 13; attribute++) {
            uint64_t value[2] = {0};
            CUresult code =
                CALL("cuMemPoolGetAttribute", pool ? made : standard, attribute, value);
            printf("%s pool attribute %d: %d value %llu\n", pool ? "made" : "default", attribute,
                   code, (unsigned long long)value[0]);
        }
    }
    SHOW("cuMemAllocFromPoolAsync", &first, (size_t)1000, made, stream);
    SHOW("cuMemFreeAsync", first, stream);
    SHOW("cuMemAllocFromPoolAsync", &second, (size_t)1000, made, stream);
    number("same address after a free in the stream", first == second);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemPoolGetAttribute", made, 5, &(uint64_t){0});
    SHOW("cuMemPoolTrimTo", made, (size_t)0);
    SHOW("cuMemFree_v2", second);
    SHOW("cuMemPoolDestroy", standard);
    SHOW("cuMemPoolDestroy", made);
    SHOW("cuDeviceSetMemPool", 0, standard);
    wanted.location.type = 77;
    SHOW("cuMemPoolCreate", &made, &wanted);
}

// Allocations in the order of streams, without names of pools.
static void allocations_in_order(void) {
    handle stream = stream_of(), other = stream_of();
    CUdeviceptr first = 0, second = 0, third = 0;
    SHOW("cuMemAllocAsync", &first, (size_t)1000, stream);
    SHOW("cuMemsetD8Async", first, 1, (size_t)1000, stream);
    SHOW("cuMemFreeAsync", first, stream);
    SHOW("cuMemFreeAsync", first, stream);
    SHOW("cuMemAllocAsync", &second, (size_t)1000, stream);
    number("same address", first == second);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemFree_v2", second);
    SHOW("cuMemFree_v2", second);
    third = memory_of(1000);
    SHOW("cuMemFreeAsync", third, other);
    SHOW("cuStreamSynchronize", other);
    SHOW("cuMemFreeAsync", third, other);
    SHOW("cuMemFreeAsync", (CUdeviceptr)16, other);
    SHOW("cuMemAllocAsync", &second, (size_t)1000, stream);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemFreeAsync", second + 8, stream);
    SHOW("cuMemFreeAsync", second, other);
    SHOW("cuMemAllocAsync", &second, (size_t)1 << 46, stream);
    SHOW("cuMemAllocAsync", NULL, (size_t)16, stream);
    print("cuCtxSynchronize", synchronize());
}

// Newer forms of advice and prefetches, whose locations are structures.
static void locations(void) {
    CUdeviceptr managed = 0, device = memory_of(4096);
    NEED("cuMemAllocManaged", &managed, (size_t)1 << 16, 1);
    for (int type = 0; type <= 5; type++) {
        for (int id = -1; id <= 1; id++) {
            struct location location = {type, id};
            printf("location %d %d: prefetch %d advice 3 %d advice 5 %d\n", type, id,
                   CALL("cuMemPrefetchAsync_v2", managed, (size_t)4096, location, 0, NULL),
                   CALL("cuMemAdvise_v2", managed, (size_t)4096, 3, location),
                   CALL("cuMemAdvise_v2", managed, (size_t)4096, 5, location));
        }
    }
    struct location here = {1, 0};
    SHOW("cuMemPrefetchAsync_v2", managed, (size_t)4096, here, 1, NULL);
    SHOW("cuMemPrefetchAsync_v2", managed, (size_t)0, here, 0, NULL);
    SHOW("cuMemPrefetchAsync_v2", managed, (size_t)1 << 30, here, 0, NULL);
    SHOW("cuMemPrefetchAsync_v2", device, (size_t)4096, here, 0, NULL);
    SHOW("cuMemPrefetchAsync_v2", (CUdeviceptr)16, (size_t)4096, here, 0, NULL);
    SHOW("cuMemAdvise_v2", device, (size_t)4096, 3, here);
    SHOW("cuMemAdvise_v2", managed, (size_t)0, 3, here);
    print("cuCtxSynchronize", synchronize());
}

// Copies in a batch, as CUDA 12.8 has them and as 13.0 has.
static void copies_in_batch(void) {
    struct {
        int order;
        struct location from, to;
        unsigned flags;
    } attributes = {1, {0, 0}, {0, 0}, 0};
    handle stream = stream_of();
    CUdeviceptr memory = memory_of(4096);
    unsigned host[3] = {1, 2, 3}, back[3] = {0};
    CUdeviceptr to[] = {memory, memory + 256, memory + 512};
    CUdeviceptr from[] = {(uintptr_t)&host[0], (uintptr_t)&host[1], (uintptr_t)&host[2]};
    size_t sizes[] = {4, 4, 4}, first[] = {0}, failed = 77;
    SHOW("cuMemcpyBatchAsync", to, from, sizes, (size_t)3, &attributes, first, (size_t)1, &failed,
         stream);
    SHOW("cuStreamSynchronize", stream);
    for (int i = 0; i < 3; i++) {
        CALL("cuMemcpyDtoH_v2", &back[i], to[i], sizeof *back);
    }
    printf("copied %u %u %u, failed %zu\n", back[0], back[1], back[2], failed);
    SHOW("cuMemcpyBatchAsync_v2", to, from, sizes, (size_t)3, &attributes, first, (size_t)1,
         stream);
    SHOW("cuMemcpyBatchAsync", to, from, sizes, (size_t)3, &attributes, first, (size_t)1, &failed,
         NULL);
    SHOW("cuMemcpyBatchAsync", to, from, sizes, (size_t)0, &attributes, first, (size_t)1, &failed,
         stream);
    to[1] = 16;
    failed = 77;
    SHOW("cuMemcpyBatchAsync", to, from, sizes, (size_t)3, &attributes, first, (size_t)1, &failed,
         stream);
    printf("failed %zu\n", failed);
    print("cuCtxSynchronize", synchronize());
}

static const struct named_case CASES[] = {
    {"extra-sizes", extra_sizes},
    {"limit-steps", limit_steps},
    {"largest-stack-alone", largest_stack},
    {"no-bytes", no_bytes},
    {"wait-for-stream", wait_for_stream},
    {"wait-for-same-stream", wait_for_same_stream},
    {"talk-pinned", talk_pinned},
    {"talk-registered", talk_registered},
    {"talk-managed", talk_managed},
    {"add-pinned", add_pinned},
    {"add-managed", add_managed},
    {"add-managed-on-host", add_managed_on_host},
    {"add-kernels", add_kernels},
    {"pools", pools},
    {"allocations-in-order", allocations_in_order},
    {"locations", locations},
    {"copies-in-batch", copies_in_batch},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
