// Prints what the CUDA driver answers about streams, threads and contexts: host functions and the calls
// within them, their order, events of another context, threads without a context. `driver-streams
// CASE`, or `driver-streams` for the names of all cases. Lines that begin with `info` differ from run
// to run. Built with `cc -std=gnu17 driver-streams.c -ldl -pthread`.
#include "driver.h"

#include <pthread.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static const char PTX[] =
    PTX_VERSION
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry fail() { trap; }\n"
    ".visible .entry store(.param .u64 to, .param .u32 x) {\n"
    " .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [to]; ld.param.u32 %x, [x];\n"
    " st.volatile.global.u32 [%a], %x; ret;\n}\n"
    ".visible .entry spin(.param .u64 time) {\n"
    " .reg .b64 %t, %s, %d; .reg .pred %q;\n ld.param.u64 %d, [time];\n"
    " mov.u64 %s, %globaltimer;\n"
    "again: mov.u64 %t, %globaltimer; sub.u64 %t, %t, %s;\n"
    " setp.lt.u64 %q, %t, %d; @%q bra again;\n ret;\n}\n";

static handle stream_of(void) {
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    return stream;
}

// A kernel that runs for this time.
static CUresult spin(handle module, handle stream, uint64_t nanoseconds) {
    return launch(kernel_of(module, "spin"), 1, stream, (void *[]){&nanoseconds});
}

// What calls return within a host function, with things of the context that exist already.
static struct {
    handle module, kernel, stream, other, event, made;
    CUdeviceptr memory;
    void *pinned;
} within;

static void query_driver(void) {
    int value = 0, device = 0;
    unsigned flags = 0;
    size_t size = 0;
    handle found = NULL;
    const char *name = NULL;
    SHOW("cuInit", 0);
    SHOW("cuDriverGetVersion", &value);
    SHOW("cuGetErrorName", 1, &name);
    SHOW("cuDeviceGet", &device, 0);
    SHOW("cuDeviceGetCount", &value);
    SHOW("cuDeviceGetAttribute", &value, 1, 0);
    SHOW("cuGetProcAddress_v2", "cuMemAlloc", &found, 12000, (uint64_t)0, &value);
    SHOW("cuCtxGetCurrent", &found);
    number("has current", found != NULL);
    SHOW("cuCtxGetDevice", &device);
    SHOW("cuCtxGetApiVersion", context, &flags);
    SHOW("cuCtxGetFlags", &flags);
    SHOW("cuCtxGetLimit", &size, 0);
    SHOW("cuCtxPopCurrent_v2", &found);
    SHOW("cuCtxPushCurrent_v2", context);
    SHOW("cuCtxSetCurrent", context);
    SHOW("cuDevicePrimaryCtxGetState", 0, &flags, &value);
    SHOW("cuDevicePrimaryCtxRetain", &found, 0);
}

static void use_streams(void) {
    int value = 0;
    unsigned flags = 0;
    uint64_t id = 0;
    float time = 0;
    handle found = NULL;
    SHOW("cuStreamQuery", within.stream);
    SHOW("cuStreamQuery", within.other);
    SHOW("cuStreamGetFlags", within.other, &flags);
    SHOW("cuStreamGetPriority", within.other, &value);
    SHOW("cuStreamGetCtx", within.other, &found);
    SHOW("cuStreamGetId", within.other, &id);
    SHOW("cuStreamWaitEvent", within.other, within.event, 0);
    SHOW("cuEventQuery", within.event);
    SHOW("cuEventRecord", within.event, within.other);
    SHOW("cuEventElapsedTime", &time, within.event, within.event);
    SHOW("cuEventCreate", &found, 0);
    SHOW("cuStreamCreate", &found, 1);
    SHOW("cuLaunchHostFunc", within.other, function("cuDriverGetVersion"), &value);
    SHOW("cuStreamDestroy_v2", within.made);
    SHOW("cuEventSynchronize", within.event);
    SHOW("cuStreamSynchronize", within.other);
}

static void use_memory(void) {
    int value = 0;
    size_t size = 0, total = 0;
    handle found = NULL;
    CUdeviceptr memory = 0;
    SHOW("cuMemGetInfo_v2", &size, &total);
    SHOW("cuMemGetAddressRange_v2", &memory, &size, within.memory);
    SHOW("cuPointerGetAttribute", &value, 2, within.memory);
    SHOW("cuMemcpyHtoDAsync_v2", within.memory, &value, sizeof value, within.other);
    SHOW("cuMemsetD8Async", within.memory, 0, (size_t)16, within.other);
    SHOW("cuMemAlloc_v2", &memory, (size_t)16);
    SHOW("cuMemAllocHost_v2", &found, (size_t)16);
    SHOW("cuMemAllocManaged", &memory, (size_t)16, 1);
    SHOW("cuMemcpyHtoD_v2", within.memory, &value, sizeof value);
    SHOW("cuMemsetD8_v2", within.memory, 0, (size_t)16);
    SHOW("cuMemFreeHost", within.pinned);
    SHOW("cuMemFree_v2", within.memory);
}

static void use_kernels(void) {
    int value = 0;
    handle found = NULL;
    SHOW("cuModuleGetFunction", &found, within.module, "nothing");
    SHOW("cuFuncGetAttribute", &value, 0, within.kernel);
    SHOW("cuOccupancyMaxActiveBlocksPerMultiprocessor", &value, within.kernel, 32, (size_t)0);
    print("cuLaunchKernel other", launch(within.kernel, 1, within.other, NULL));
    print("cuLaunchKernel null", launch(within.kernel, 1, NULL, NULL));
    SHOW("cuModuleLoadData", &found, PTX);
    SHOW("cuCtxSynchronize");
}

static void call_driver(void *calls) {
    ((void (*)(void))calls)();
    printf("end of the function\n");
    fflush(stdout);
}

static void prepare(void) {
    within.module = load(PTX);
    within.kernel = kernel_of(within.module, "nothing");
    within.stream = stream_of();
    within.other = stream_of();
    within.made = stream_of();
    within.memory = memory_of(64);
    NEED("cuEventCreate", &within.event, 0);
    NEED("cuMemAllocHost_v2", &within.pinned, (size_t)64);
}

static void calls_within(void (*calls)(void)) {
    prepare();
    SHOW("cuLaunchHostFunc", within.stream, call_driver, calls);
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", within.stream));
    print("cuCtxSynchronize", synchronize());
}

static void queries_within(void) { calls_within(query_driver); }
static void streams_within(void) { calls_within(use_streams); }
static void memory_within(void) { calls_within(use_memory); }
static void kernels_within(void) { calls_within(use_kernels); }

static void on_callback(handle stream, CUresult status, void *calls) {
    printf("callback: given stream %d status %d\n", stream == within.stream, status);
    call_driver(calls);
}

static void calls_within_callback(void) {
    static void (*const calls[])(void) = {query_driver, use_streams, use_memory, use_kernels};
    prepare();
    for (int i = 0; i < 4; i++) {
        SHOW("cuStreamAddCallback", within.stream, on_callback, calls[i], 0);
        print("cuStreamSynchronize", CALL("cuStreamSynchronize", within.stream));
    }
    print("cuCtxSynchronize", synchronize());
}

// The order in which host functions and callbacks ran.
static volatile int order[64], ran;

static void note(void *number) {
    order[__atomic_fetch_add(&ran, 1, __ATOMIC_SEQ_CST)] = (int)(uintptr_t)number;
}

static void note_callback(handle stream, CUresult status, void *number) {
    (void)stream;
    note((void *)((uintptr_t)number + 100 * status));
}

static void show_order(const char *label) {
    printf("%s:", label);
    for (int i = 0; i < ran; i++) {
        printf(" %d", order[i]);
    }
    printf("\n");
    fflush(stdout);
    ran = 0;
}

static void order_of_functions(void) {
    handle module = load(PTX), first = stream_of(), second = stream_of();
    print("spin", spin(module, first, 100000000));
    for (uintptr_t i = 0; i < 8; i++) {
        CUresult code = i % 2 ? CALL("cuStreamAddCallback", first, note_callback, (void *)i, 0)
                              : CALL("cuLaunchHostFunc", first, note, (void *)i);
        need("order", code);
    }
    NEED("cuLaunchHostFunc", second, note, (void *)50);
    print("cuStreamSynchronize second", CALL("cuStreamSynchronize", second));
    show_order("after the second stream");
    print("cuStreamSynchronize first", CALL("cuStreamSynchronize", first));
    show_order("after the first stream");
    // A kernel after a function: the stream waits for the function.
    print("cuLaunchHostFunc", CALL("cuLaunchHostFunc", NULL, note, (void *)1));
    print("nothing", launch(kernel_of(module, "nothing"), 1, NULL, NULL));
    print("cuLaunchHostFunc", CALL("cuLaunchHostFunc", NULL, note, (void *)2));
    print("cuCtxSynchronize", synchronize());
    show_order("null stream");
}

// Functions of two streams: whether the second runs while the first waits for it.
static volatile int second_ran;

static void wait_for_second(void *seen) {
    double start = seconds();
    while (!second_ran && seconds() - start < 1) {
        usleep(1000);
    }
    *(int *)seen = second_ran;
}

static void set_second(void *none) {
    (void)none;
    second_ran = 1;
}

static void functions_of_two_streams(void) {
    handle first = stream_of(), second = stream_of();
    int seen = -1;
    SHOW("cuLaunchHostFunc", first, wait_for_second, &seen);
    usleep(100000);
    SHOW("cuLaunchHostFunc", second, set_second, NULL);
    print("cuStreamQuery", CALL("cuStreamQuery", first));
    print("cuCtxSynchronize", synchronize());
    number("at the same time", seen);
}

static void wait_a_second(void *none) {
    (void)none;
    usleep(1000000);
}

// What goes on while a function runs in another stream, and what comes after it in its own.
static void work_beside_a_function(void) {
    handle module = load(PTX), first = stream_of(), second = stream_of(), event = NULL;
    CUdeviceptr memory = memory_of(64);
    unsigned seven = 7, value = 0;
    NEED("cuEventCreate", &event, 0);
    NEED("cuMemsetD8_v2", memory, 0, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuLaunchHostFunc", first, wait_a_second, NULL);
    double start = seconds();
    print("store", launch(kernel_of(module, "store"), 1, second, (void *[]){&memory, &seven}));
    print("cuStreamSynchronize second", CALL("cuStreamSynchronize", second));
    number("second waited for the function", seconds() - start > 0.7);
    SHOW("cuEventRecord", event, first);
    SHOW("cuEventQuery", event);
    SHOW("cuStreamQuery", first);
    SHOW("cuStreamWaitEvent", second, event, 0);
    SHOW("cuStreamQuery", second);
    print("cuStreamSynchronize second", CALL("cuStreamSynchronize", second));
    number("second waited for the event", seconds() - start > 0.7);
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    number("value", value);
    SHOW("cuLaunchHostFunc", first, wait_a_second, NULL);
    start = seconds();
    SHOW("cuStreamDestroy_v2", first);
    number("the destruction waited", seconds() - start > 0.7);
    print("cuCtxSynchronize", synchronize());
    number("the context waited", seconds() - start > 0.7);
}

// Functions and callbacks that are enqueued behind a kernel which fails.
static void functions_behind_fault(void) {
    handle module = load(PTX), stream = stream_of(), other = stream_of();
    print("spin", spin(module, stream, 500000000));
    print("fail", launch(kernel_of(module, "fail"), 1, stream, NULL));
    SHOW("cuLaunchHostFunc", stream, note, (void *)1);
    SHOW("cuStreamAddCallback", stream, note_callback, (void *)2, 0);
    SHOW("cuLaunchHostFunc", stream, note, (void *)3);
    SHOW("cuStreamAddCallback", stream, note_callback, (void *)4, 0);
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", stream));
    usleep(300000);
    show_order("behind the fault");
    SHOW("cuLaunchHostFunc", other, note, (void *)5);
    SHOW("cuStreamAddCallback", other, note_callback, (void *)6, 0);
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", other));
    usleep(300000);
    show_order("in another stream");
}

// A thread that never had a context, with things of one.
static handle thread_stream, thread_kernel, thread_event;
static CUdeviceptr thread_memory;

static void *without_context(void *none) {
    handle found = (handle)1;
    int value = 0;
    SHOW("cuCtxGetCurrent", &found);
    number("has current", found != NULL);
    print("cuLaunchKernel created", launch(thread_kernel, 1, thread_stream, NULL));
    print("cuLaunchKernel null", launch(thread_kernel, 1, NULL, NULL));
    print("cuLaunchKernel legacy", launch(thread_kernel, 1, (handle)1, NULL));
    print("cuLaunchKernel per-thread", launch(thread_kernel, 1, (handle)2, NULL));
    SHOW("cuStreamSynchronize", thread_stream);
    SHOW("cuStreamQuery", thread_stream);
    SHOW("cuEventRecord", thread_event, thread_stream);
    SHOW("cuEventSynchronize", thread_event);
    SHOW("cuLaunchHostFunc", thread_stream, note, (void *)1);
    SHOW("cuStreamAddCallback", thread_stream, note_callback, (void *)2, 0);
    SHOW("cuStreamSynchronize", thread_stream);
    show_order("ran");
    SHOW("cuMemcpyHtoD_v2", thread_memory, &value, sizeof value);
    SHOW("cuMemcpyHtoDAsync_v2", thread_memory, &value, sizeof value, thread_stream);
    SHOW("cuMemcpyDtoHAsync_v2", &value, thread_memory, sizeof value, thread_stream);
    SHOW("cuMemsetD8Async", thread_memory, 0, (size_t)16, thread_stream);
    SHOW("cuStreamWriteValue32_v2", thread_stream, thread_memory, 1, 0);
    SHOW("cuStreamWaitValue32_v2", thread_stream, thread_memory, 1, 1);
    SHOW("cuMemAllocAsync", &(CUdeviceptr){0}, (size_t)16, thread_stream);
    SHOW("cuMemPrefetchAsync", thread_memory, (size_t)16, 0, thread_stream);
    SHOW("cuStreamSynchronize", thread_stream);
    SHOW("cuMemFree_v2", thread_memory);
    SHOW("cuStreamDestroy_v2", thread_stream);
    return none;
}

static void fresh_thread(void) {
    pthread_t thread;
    thread_kernel = kernel_of(load(PTX), "nothing");
    thread_stream = stream_of();
    thread_memory = memory_of(64);
    NEED("cuEventCreate", &thread_event, 0);
    pthread_create(&thread, NULL, without_context, NULL);
    pthread_join(thread, NULL);
    print("cuCtxSynchronize", synchronize());
}

// Things of one context used while another is current.
static void two_contexts(void) {
    handle other = NULL, first = stream_of(), event = NULL, late = NULL, popped = NULL, own = NULL;
    handle module = load(PTX), store = kernel_of(module, "store");
    CUdeviceptr memory = memory_of(64), second_memory = 0;
    unsigned seven = 7, value = 0;
    float time = -1;
    int attribute = 0;
    size_t size = 0;
    NEED("cuEventCreate", &event, 0);
    NEED("cuMemsetD8_v2", memory, 0, (size_t)64);
    NEED("cuCtxCreate_v2", &other, 0, 0);
    handle second = stream_of(), again = load(PTX);
    NEED("cuEventCreate", &late, 0);
    NEED("cuEventCreate", &own, 0);
    second_memory = memory_of(64);
    // The current context is the second one from here.
    print("spin in the first context", spin(module, first, 300000000));
    SHOW("cuEventRecord", event, first);
    SHOW("cuEventQuery", event);
    double start = seconds();
    SHOW("cuStreamWaitEvent", second, event, 0);
    SHOW("cuStreamQuery", second);
    SHOW("cuEventRecord", late, second);
    SHOW("cuEventSynchronize", late);
    number("waited", seconds() - start > 0.1);
    SHOW("cuEventQuery", event);
    SHOW("cuEventElapsedTime", &time, event, late);
    SHOW("cuEventRecord", event, second);
    SHOW("cuEventRecord", late, first);
    SHOW("cuEventRecord", event, NULL);
    SHOW("cuStreamWaitEvent", NULL, event, 0);
    SHOW("cuStreamSynchronize", first);
    SHOW("cuStreamQuery", first);
    print("kernel of the first in its stream",
          launch(store, 1, first, (void *[]){&memory, &seven}));
    print("kernel of the first in a stream of the second",
          launch(store, 1, second, (void *[]){&memory, &seven}));
    print("kernel of the first in the null stream",
          launch(store, 1, NULL, (void *[]){&memory, &seven}));
    print("kernel of the second in a stream of the first",
          launch(kernel_of(again, "store"), 1, first, (void *[]){&memory, &seven}));
    print("kernel of the second with memory of the first",
          launch(kernel_of(again, "store"), 1, second, (void *[]){&memory, &seven}));
    SHOW("cuStreamSynchronize", second);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    number("value", value);
    SHOW("cuMemcpyDtoD_v2", second_memory, memory, (size_t)16);
    SHOW("cuMemcpyPeer", second_memory, other, memory, context, (size_t)16);
    SHOW("cuMemcpyHtoDAsync_v2", memory, &seven, sizeof seven, second);
    SHOW("cuMemcpyHtoDAsync_v2", second_memory, &seven, sizeof seven, first);
    SHOW("cuMemsetD8Async", memory, 0, (size_t)16, second);
    SHOW("cuModuleGetFunction", &popped, module, "nothing");
    SHOW("cuModuleGetGlobal_v2", &second_memory, &size, module, "none");
    SHOW("cuFuncGetAttribute", &attribute, 0, store);
    SHOW("cuPointerGetAttribute", &popped, 1, memory);
    number("context of the memory is the first", popped == context);
    SHOW("cuMemFree_v2", memory);
    SHOW("cuStreamGetCtx", first, &popped);
    number("context of the stream is the first", popped == context);
    SHOW("cuLaunchHostFunc", first, note, (void *)1);
    SHOW("cuStreamDestroy_v2", first);
    SHOW("cuEventDestroy_v2", event);
    SHOW("cuModuleUnload", module);
    SHOW("cuCtxDestroy_v2", context);
    SHOW("cuEventRecord", own, second);
    print("cuCtxSynchronize", synchronize());
}

// The null streams, and streams that do and do not wait for them.
static void null_streams(void) {
    handle module = load(PTX), blocking = NULL, free_of_it = stream_of();
    CUdeviceptr memory = memory_of(64);
    unsigned seven = 7;
    NEED("cuStreamCreate", &blocking, 0);
    print("nothing", launch(kernel_of(module, "nothing"), 1, NULL, NULL));
    print("cuCtxSynchronize", synchronize());
    static const char *const names[] = {"null", "legacy", "per-thread"};
    for (uintptr_t i = 0; i <= 2; i++) {
        print("spin", spin(module, (handle)i, 300000000));
        printf("%s: itself %d, null %d, legacy %d, per-thread %d, blocking %d, non-blocking %d\n",
               names[i], CALL("cuStreamQuery", (handle)i), CALL("cuStreamQuery", NULL),
               CALL("cuStreamQuery", (handle)1), CALL("cuStreamQuery", (handle)2),
               CALL("cuStreamQuery", blocking), CALL("cuStreamQuery", free_of_it));
        print("store", launch(kernel_of(module, "store"), 1, blocking, (void *[]){&memory, &seven}));
        print("store", launch(kernel_of(module, "store"), 1, free_of_it,
                              (void *[]){&memory, &seven}));
        usleep(100000);
        printf("%s, later: blocking %d, non-blocking %d\n", names[i],
               CALL("cuStreamQuery", blocking), CALL("cuStreamQuery", free_of_it));
        print("cuCtxSynchronize", synchronize());
    }
    print("spin blocking", spin(module, blocking, 300000000));
    print("store null", launch(kernel_of(module, "store"), 1, NULL, (void *[]){&memory, &seven}));
    usleep(100000);
    SHOW("cuStreamQuery", NULL);
    SHOW("cuStreamQuery", (handle)2);
    print("cuCtxSynchronize", synchronize());
}

// Writes and waits for words, several in one call.
static void batch_of_operations(void) {
    struct operation {
        int kind;
        CUdeviceptr address;
        uint64_t value;
        unsigned flags;
        CUdeviceptr alias;
        uint64_t rest;
    } operations[3] = {{2, 0, 5, 0, 0, 0}, {1, 0, 5, 1, 0, 0}, {4, 0, 6, 0, 0, 0}};
    CUdeviceptr memory = memory_of(64);
    handle stream = stream_of();
    unsigned words[16] = {0};
    NEED("cuMemsetD8_v2", memory, 0, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    for (int i = 0; i < 3; i++) {
        operations[i].address = memory + (i == 2 ? 8 : 0);
    }
    SHOW("cuStreamBatchMemOp_v2", stream, 2, operations, 0);
    SHOW("cuStreamBatchMemOp_v2", stream, 3, operations, 0);
    SHOW("cuStreamBatchMemOp_v2", stream, 0, operations, 0);
    SHOW("cuStreamBatchMemOp_v2", stream, 257, operations, 0);
    SHOW("cuStreamBatchMemOp_v2", stream, 1, operations, 1);
    operations[0].kind = 77;
    SHOW("cuStreamBatchMemOp_v2", stream, 1, operations, 0);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemcpyDtoH_v2", words, memory, sizeof words);
    printf("words %u %u\n", words[0], words[2]);
    SHOW("cuStreamBatchMemOp_v2", stream, 2, NULL, 0);
}


static const struct named_case CASES[] = {
    {"queries-within", queries_within},
    {"streams-within", streams_within},
    {"memory-within", memory_within},
    {"kernels-within", kernels_within},
    {"calls-within-callback", calls_within_callback},
    {"order-of-functions", order_of_functions},
    {"functions-of-two-streams", functions_of_two_streams},
    {"work-beside-a-function", work_beside_a_function},
    {"functions-behind-fault", functions_behind_fault},
    {"fresh-thread", fresh_thread},
    {"two-contexts", two_contexts},
    {"null-streams", null_streams},
    {"batch-of-operations", batch_of_operations},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
