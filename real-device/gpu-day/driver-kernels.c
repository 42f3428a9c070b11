// Prints what kernels see of the CUDA driver: the heap of device code, formatted output, functions of
// other modules, host functions, waits for memory, clocks. `driver-kernels CASE`, or `driver-kernels`
// for the names of all cases. Lines that begin with `info` differ from run to run.
// Built with `cc -std=gnu17 driver-kernels.c -ldl`.
#include "driver.h"

#include <pthread.h>
#include <time.h>

static const char HEAP[] =
    PTX_VERSION
    ".extern .func (.param .b64 r) malloc(.param .b64 size);\n"
    ".extern .func free(.param .b64 p);\n"
    // allocate(out, size, count): addresses of `count` blocks of `size` bytes.
    ".visible .entry allocate(.param .u64 out, .param .u64 size, .param .u32 count) {\n"
    " .reg .b64 %o, %s, %p; .reg .b32 %n; .reg .pred %q;\n .param .b64 a; .param .b64 r;\n"
    " ld.param.u64 %o, [out]; ld.param.u64 %s, [size]; ld.param.u32 %n, [count];\n"
    "again: st.param.b64 [a], %s; call (r), malloc, (a); ld.param.b64 %p, [r];\n"
    " st.global.u64 [%o], %p; add.u64 %o, %o, 8; sub.u32 %n, %n, 1;\n"
    " setp.ne.u32 %q, %n, 0; @%q bra again; ret;\n}\n"
    ".visible .entry release(.param .u64 p) {\n"
    " .reg .b64 %p; .param .b64 a; ld.param.u64 %p, [p]; st.param.b64 [a], %p;\n"
    " call free, (a); ret;\n}\n"
    ".visible .entry touch(.param .u64 p) {\n"
    " .reg .b64 %p; .reg .b32 %x; ld.param.u64 %p, [p]; ld.volatile.global.u32 %x, [%p];\n"
    " st.volatile.global.u32 [%p], %x; ret;\n}\n";

static CUdeviceptr blocks[4096];

// Allocates blocks in a kernel of one thread; their addresses are in `blocks` then.
static CUresult allocate(handle heap, uint64_t size, unsigned count) {
    CUdeviceptr out = memory_of(sizeof blocks);
    CUresult code = launch(kernel_of(heap, "allocate"), 1, NULL, (void *[]){&out, &size, &count});
    code = code ? code : synchronize();
    return code ? code : CALL("cuMemcpyDtoH_v2", blocks, out, sizeof blocks);
}

static void heap_call(const char *label, handle heap, const char *kernel, CUdeviceptr address) {
    CUresult code = launch(kernel_of(heap, kernel), 1, NULL, (void *[]){&address});
    print(label, code ? code : synchronize());
}

static void heap_distances(void) {
    static const unsigned sizes[] = {0,  1,  8,   15,  16,  17,  24,  32,   33,   48,   64,  80,
                                     96, 100, 128, 200, 256, 512, 1000, 1024, 2048, 4000, 4096, 8192};
    handle heap = load(HEAP);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CUresult code = allocate(heap, sizes[i], 6);
        printf("malloc %u: %d, null %d, least alignment", sizes[i], code, !blocks[0]);
        CUdeviceptr all = 0;
        for (int j = 0; j < 6; j++) {
            all |= blocks[j];
        }
        printf(" %llu, distances", (unsigned long long)(all & -all));
        for (int j = 1; j < 6; j++) {
            printf(" %lld", (long long)(blocks[j] - blocks[j - 1]));
        }
        printf("\n");
    }
}

static void heap_limits(void) {
    static const uint64_t sizes[] = {1 << 20, 7 << 20, 8 << 20, 9 << 20, (uint64_t)1 << 40,
                                     ~(uint64_t)0};
    handle heap = load(HEAP);
    size_t value = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CUresult code = allocate(heap, sizes[i], 1);
        printf("malloc %llu: %d, null %d\n", (unsigned long long)sizes[i], code, !blocks[0]);
        if (blocks[0]) {
            heap_call("free", heap, "release", blocks[0]);
        }
    }
    SHOW("cuCtxSetLimit", 2, (size_t)16 << 20);
    SHOW("cuCtxGetLimit", &value, 2);
    number("heap limit", value);
}

// How many blocks there are until malloc returns null.
static void heap_full(void) {
    static const uint64_t sizes[] = {4096, 65536};
    for (size_t i = 0; i < 2; i++) {
        handle heap = load(HEAP);
        int count = 0;
        CUresult code = allocate(heap, sizes[i], 4096);
        while (count < 4096 && blocks[count]) {
            count++;
        }
        printf("blocks of %d: %d, %d until null\n", (int)sizes[i], code, count);
        for (int j = 0; j < count; j++) {
            launch(kernel_of(heap, "release"), 1, NULL, (void *[]){&blocks[j]});
        }
        print("cuCtxSynchronize", synchronize());
    }
}

static void heap_pointer(void) {
    handle heap = load(HEAP);
    int value = 3;
    print("malloc", allocate(heap, 1000, 2));
    SHOW("cuPointerGetAttribute", (uint64_t[1]){0}, 2, blocks[0]);
    SHOW("cuMemcpyDtoH_v2", &value, blocks[0], sizeof value);
    SHOW("cuMemcpyHtoD_v2", blocks[0], &value, sizeof value);
    SHOW("cuMemFree_v2", blocks[0]);
    heap_call("touch", heap, "touch", blocks[0]);
    heap_call("touch behind", heap, "touch", blocks[0] + 1000);
    heap_call("touch far behind", heap, "touch", blocks[0] + (64 << 20));
}

static void free_null(void) { heap_call("free null", load(HEAP), "release", 0); }

static void free_twice(void) {
    handle heap = load(HEAP);
    print("malloc", allocate(heap, 100, 2));
    heap_call("free", heap, "release", blocks[0]);
    heap_call("touch freed", heap, "touch", blocks[0]);
    heap_call("free again", heap, "release", blocks[0]);
}

static void free_inside(void) {
    handle heap = load(HEAP);
    print("malloc", allocate(heap, 100, 1));
    heap_call("free inside", heap, "release", blocks[0] + 16);
}

static void free_global(void) { heap_call("free", load(HEAP), "release", memory_of(64)); }

static const char OUTPUT[] =
    PTX_VERSION
    ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);\n"
    ".global .align 4 .u32 result;\n"
    ".visible .entry say(.param .u64 format, .param .u64 arguments) {\n"
    " .reg .b64 %f, %a; .reg .b32 %r; .param .b64 f; .param .b64 a; .param .b32 r;\n"
    " ld.param.u64 %f, [format]; ld.param.u64 %a, [arguments];\n"
    " st.param.b64 [f], %f; st.param.b64 [a], %a; call (r), vprintf, (f, a);\n"
    " ld.param.b32 %r, [r]; st.global.u32 [result], %r; ret;\n}\n"
    ".visible .entry ids(.param .u64 format) {\n"
    " .local .align 8 .b8 l[16]; .reg .b64 %f, %a; .reg .b32 %x; .param .b64 f; .param .b64 a;"
    " .param .b32 r;\n"
    " mov.u64 %a, l; cvta.local.u64 %a, %a; mov.u32 %x, %ctaid.x; st.u32 [%a], %x;\n"
    " mov.u32 %x, %tid.x; st.u32 [%a+4], %x; ld.param.u64 %f, [format];\n"
    " st.param.b64 [f], %f; st.param.b64 [a], %a; call (r), vprintf, (f, a); ret;\n}\n";

static handle output;

// Device memory with the bytes.
static CUdeviceptr copy_of(const void *bytes, size_t size) {
    CUdeviceptr memory = memory_of(size);
    NEED("cuMemcpyHtoD_v2", memory, bytes, size);
    return memory;
}

static void say(const char *format, const void *arguments, size_t size) {
    CUdeviceptr text = copy_of(format, strlen(format) + 1), values = 0, variable = 0;
    int result = 77;
    if (!output) {
        output = load(OUTPUT);
    }
    if (size) {
        values = copy_of(arguments, size);
    }
    fflush(stdout);
    CUresult code = launch(kernel_of(output, "say"), 1, NULL, (void *[]){&text, &values});
    code = code ? code : synchronize();
    fflush(stdout);
    NEED("cuModuleGetGlobal_v2", &variable, NULL, output, "result");
    CALL("cuMemcpyDtoH_v2", &result, variable, sizeof result);
    printf("|%d returns %d\n", code, result);
}

static void say_int(const char *format, int value) { say(format, &value, sizeof value); }

static void say_long(const char *format, long long value) { say(format, &value, sizeof value); }

static void say_double(const char *format, double value) { say(format, &value, sizeof value); }

static void output_integers(void) {
    static const char *const formats[] = {"%d",   "%i",    "%u",   "%x",    "%X",   "%o",   "%5d",
                                          "%-5d", "%05d",  "%+d",  "% d",   "%#x",  "%#o",  "%.3d",
                                          "%8.3d", "%hd",  "%hhd", "%hu",   "%c",   "%5c",  "%d%%",
                                          "%ld",  "%zd",
                                          "%-08d", "%+ d"};
    static const char *const wide[] = {"%lld", "%llu", "%llx", "%ld", "%lu",  "%zu",
                                       "%jd",  "%td",  "%p",   "%20p", "%#llx", "%lx"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        printf("%s: ", formats[i]);
        say_long(formats[i], 66);
        printf("%s: ", formats[i]);
        say_long(formats[i], -3 & 0xffffffff);
    }
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        printf("%s: ", wide[i]);
        say_long(wide[i], 0x123456789abcdef);
        printf("%s: ", wide[i]);
        say_long(wide[i], -3);
    }
    printf("null: ");
    say_long("%p", 0);
    say_int("%d\n", 5);
}

// Conversions that are not in the list of the CUDA C++ Programming Guide, one a process.
static void output_odd(int index) {
    static const char *const formats[] = {"%b.", "%n.", "%", "%5", "%y.", "%*d.", "%1$d.", "%'d."};
    printf("%s: ", formats[index]);
    say_long(formats[index], 66);
}

static void output_odd_b(void) { output_odd(0); }
static void output_odd_n(void) { output_odd(1); }
static void output_odd_end(void) { output_odd(2); }
static void output_odd_width(void) { output_odd(3); }
static void output_odd_y(void) { output_odd(4); }
static void output_odd_star(void) { output_odd(5); }
static void output_odd_position(void) { output_odd(6); }
static void output_odd_quote(void) { output_odd(7); }

static void output_floats(void) {
    static const char *const formats[] = {"%f",    "%e",   "%E",   "%g",    "%G",    "%a",
                                          "%A",    "%F",   "%.0f", "%5.2f", "%-9.3f", "%+f",
                                          "%#.0f", "%010f", "% f", "%.20g", "%.15e", "%Lf", "%lf"};
    static const double values[] = {0.0, -0.0, 1.0, -2.5, 3.14159265358979, 1e300, 5e-324, 123456789.0};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            printf("%s: ", formats[i]);
            say_double(formats[i], values[j]);
        }
        printf("%s: ", formats[i]);
        say_double(formats[i], __builtin_inf());
        printf("%s: ", formats[i]);
        say_double(formats[i], -__builtin_nan(""));
    }
}

static void output_texts(void) {
    CUdeviceptr text = copy_of("hello", 6), empty = copy_of("", 1);
    static const char *const formats[] = {"%s", "%8s", "%-8s", "%.2s", "%8.2s", "%s%s", "%ls"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        printf("%s: ", formats[i]);
        say(formats[i], (CUdeviceptr[]){text, text, 0}, 24);
    }
    say("%s", &empty, sizeof empty);
    say("", NULL, 0);
    say("plain", NULL, 0);
    say("%%", NULL, 0);
    struct {
        int a;
        double b;
        int c;
        long long d;
        CUdeviceptr e;
        int f;
    } mixed = {1, 2.5, 'x', -4, text, 6};
    say("%d %f %c %lld %s %d\n", &mixed, sizeof mixed);
    int many[33];
    char format[512] = "";
    for (int i = 0; i < 33; i++) {
        many[i] = i;
        strcat(format, i < 31 ? "%d " : i == 31 ? "%d\n" : "");
    }
    say(format, many, sizeof many);
    strcat(format, "and %d more\n");
    say(format, many, sizeof many);
}

static void output_null_text(void) { say("%s", (CUdeviceptr[]){0}, 8); }

static void output_null_arguments(void) { say("%d", NULL, 0); }

static void output_null_format(void) {
    CUdeviceptr none = 0;
    output = load(OUTPUT);
    CUresult code = launch(kernel_of(output, "say"), 1, NULL, (void *[]){&none, &none});
    print("null format", code ? code : synchronize());
}

static void output_long(void) {
    static char line[20000];
    for (int size = 100; size < 20000; size *= 3) {
        memset(line, 'x', size);
        line[size] = 0;
        printf("format of %d: ", size);
        say(line, NULL, 0);
        CUdeviceptr text = copy_of(line, size + 1);
        printf("text of %d: ", size);
        say("%s", &text, sizeof text);
    }
}

// Lines of several threads and blocks; the order of blocks is not compared.
static void output_order(void) {
    CUdeviceptr text = copy_of("block %d thread %d\n", 20);
    handle ids = kernel_of(load(OUTPUT), "ids");
    fflush(stdout);
    print("launch", launch_shape(ids, (struct shape){1, 70, 0}, NULL, (void *[]){&text}));
    print("cuCtxSynchronize", synchronize());
    fflush(stdout);
}

// When lines appear: at the launch, a query, an event or the end of a stream.
static void output_flush(void) {
    CUdeviceptr text = copy_of("line %d %d\n", 12);
    handle ids = kernel_of(load(OUTPUT), "ids"), stream = NULL, event = NULL;
    int device = 0;
    void *arguments[] = {&text};
    NEED("cuStreamCreate", &stream, 1);
    NEED("cuEventCreate", &event, 0);
    print("launch", launch(ids, 1, stream, arguments));
    usleep(300000);
    print("cuStreamQuery", CALL("cuStreamQuery", stream));
    print("launch", launch(ids, 1, stream, arguments));
    SHOW("cuEventRecord", event, stream);
    SHOW("cuEventSynchronize", event);
    SHOW("cuStreamSynchronize", stream);
    print("launch", launch(ids, 1, stream, arguments));
    usleep(300000);
    SHOW("cuMemcpyDtoH_v2", &device, text, sizeof device);
    print("launch", launch(ids, 1, stream, arguments));
    usleep(300000);
    SHOW("cuMemFree_v2", memory_of(64));
    print("launch", launch(ids, 1, stream, arguments));
    SHOW("cuModuleUnload", load(HEAP));
    print("cuCtxSynchronize", synchronize());
    print("launch", launch(ids, 1, stream, arguments));
    SHOW("cuCtxDestroy_v2", context);
}

// More lines than the buffer holds: how many are printed, and which.
static void output_overflow(void) {
    CUdeviceptr text = copy_of("%d %d\n", 7);
    size_t limit = 0;
    handle ids;
    SHOW("cuCtxSetLimit", 1, (size_t)4096);
    SHOW("cuCtxGetLimit", &limit, 1);
    number("limit", limit);
    ids = kernel_of(load(OUTPUT), "ids");
    print("launch", launch_shape(ids, (struct shape){1, 1024, 0}, NULL, (void *[]){&text}));
    print("cuCtxSynchronize", synchronize());
}

// fill(format, out, count): one thread prints the round and a text `count` times, and stores what each
// call returned.
static const char FILL[] =
    PTX_VERSION
    ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);\n"
    ".visible .entry fill(.param .u64 format, .param .u64 text, .param .u64 out, .param .u32 count) {\n"
    " .local .align 8 .b8 l[16]; .reg .b64 %f, %a, %t, %o; .reg .b32 %x, %r, %n; .reg .pred %q;\n"
    " .param .b64 f; .param .b64 a; .param .b32 r;\n"
    " ld.param.u64 %f, [format]; ld.param.u64 %t, [text]; ld.param.u64 %o, [out];\n"
    " ld.param.u32 %n, [count]; mov.u32 %x, 0; mov.u64 %a, l; cvta.local.u64 %a, %a;\n"
    "again: st.u32 [%a], %x; st.u64 [%a+8], %t; st.param.b64 [f], %f; st.param.b64 [a], %a;\n"
    " call (r), vprintf, (f, a); ld.param.b32 %r, [r]; st.global.u32 [%o], %r;\n"
    " add.u64 %o, %o, 4; add.u32 %x, %x, 1; setp.lt.u32 %q, %x, %n; @%q bra again; ret;\n}\n";

// Synchronizes, and prints which lines of `fill` appeared.
static void show_lines(const char *label) {
    char line[1024];
    FILE *lines = tmpfile();
    int screen = dup(1), count = 0, first = -1, last = -1, gaps = 0, others = 0;
    fflush(stdout);
    dup2(fileno(lines), 1);
    CUresult code = synchronize();
    fflush(stdout);
    dup2(screen, 1);
    rewind(lines);
    while (fgets(line, sizeof line, lines)) {
        int round = -1;
        if (sscanf(line, "%d", &round) != 1) {
            others++;
            continue;
        }
        gaps += count && round != last + 1;
        first = count++ ? first : round;
        last = round;
    }
    printf("%s: %d, %d lines, first %d, last %d, gaps %d, other lines %d\n", label, code, count,
           first, last, gaps, others);
    fclose(lines);
    close(screen);
}

// More output than the buffer holds, from one thread.
static void fill_output(const char *format, int length) {
    enum { COUNT = 40000 };
    static int results[COUNT];
    char text[512];
    memset(text, 'x', length);
    text[length] = 0;
    handle fill = kernel_of(load(FILL), "fill");
    CUdeviceptr line = copy_of(format, strlen(format) + 1), word = copy_of(text, length + 1);
    CUdeviceptr out = memory_of(sizeof results);
    size_t limit = 0;
    SHOW("cuCtxSetLimit", 1, (size_t)524288);
    SHOW("cuCtxGetLimit", &limit, 1);
    number("limit", limit);
    static const unsigned rounds[] = {COUNT, 5, COUNT, 1000};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        unsigned count = rounds[i];
        print("launch", launch(fill, 1, NULL, (void *[]){&line, &word, &out, &count}));
        show_lines("lines");
        NEED("cuMemcpyDtoH_v2", results, out, sizeof results);
        for (unsigned from = 0, to = 0; from < count; from = to) {
            while (to < count && results[to] == results[from]) {
                to++;
            }
            printf("calls %u to %u return %d\n", from, to - 1, results[from]);
        }
    }
    // Two launches before the next synchronization.
    unsigned count = 12000;
    print("launch", launch(fill, 1, NULL, (void *[]){&line, &word, &out, &count}));
    print("launch", launch(fill, 1, NULL, (void *[]){&line, &word, &out, &count}));
    show_lines("lines of two launches");
}

static void output_full(void) { fill_output("%d\n", 0); }
static void output_full_text(void) { fill_output("%d %s\n", 100); }
static void output_full_long_format(void) {
    fill_output("%d and a format that is longer than eight and than sixteen bytes\n", 0);
}

// Functions of one module called from a kernel of another, by address.
static const char CALLEE[] =
    PTX_VERSION
    ".global .align 4 .u32 value = 5;\n"
    ".shared .align 4 .b8 s[64];\n"
    ".func (.reg .b32 %r) get() { ld.global.u32 %r, [value]; ret; }\n"
    ".func (.reg .b32 %r) get_shared() { ld.volatile.shared.u32 %r, [s+8]; ret; }\n"
    ".visible .entry address(.param .u64 to) {\n"
    " .reg .b64 %a, %f; ld.param.u64 %a, [to]; mov.u64 %f, get; st.global.u64 [%a], %f;\n"
    " mov.u64 %f, get_shared; st.global.u64 [%a+8], %f; ret;\n}\n";

static const char CALLER[] =
    PTX_VERSION
    ".shared .align 4 .b8 s[64];\n"
    ".visible .entry call_it(.param .u64 to, .param .u64 which) {\n"
    " .reg .b64 %a, %f, %w; .reg .b32 %x; ld.param.u64 %a, [to]; ld.param.u64 %w, [which];\n"
    " st.volatile.shared.u32 [s], 100; st.volatile.shared.u32 [s+8], 108;\n"
    " st.volatile.shared.u32 [s+60], 160; add.u64 %w, %w, %a; ld.global.u64 %f, [%w];\n"
    "prototype: .callprototype (.reg .b32 _) _ ();\n"
    " call (%x), %f, (), prototype; st.global.u32 [%a+16], %x; ret;\n}\n";

static CUdeviceptr functions_of(handle callee) {
    CUdeviceptr memory = memory_of(64);
    need("cuLaunchKernel",
         launch(kernel_of(callee, "address"), 1, NULL, (void *[]){&memory}));
    need("cuCtxSynchronize", synchronize());
    return memory;
}

static void foreign_call(void) {
    handle caller = load(CALLER), callee = load(CALLEE), again = load(CALLEE);
    CUdeviceptr memory = functions_of(callee), others = functions_of(again);
    CUdeviceptr first[2], second[2];
    NEED("cuMemcpyDtoH_v2", first, memory, sizeof first);
    NEED("cuMemcpyDtoH_v2", second, others, sizeof second);
    number("equal addresses in two modules", first[0] == second[0]);
    printf("info function 0x%llx, in another module 0x%llx\n", (unsigned long long)first[0],
           (unsigned long long)second[0]);
    for (uint64_t which = 0; which <= 8; which += 8) {
        int result = -1;
        CUresult code = launch(kernel_of(caller, "call_it"), 1, NULL, (void *[]){&memory, &which});
        print(which ? "call of get_shared" : "call of get", code ? code : synchronize());
        SHOW("cuMemcpyDtoH_v2", &result, memory + 16, sizeof result);
        number("result", result);
    }
    SHOW("cuModuleUnload", callee);
    uint64_t which = 0;
    CUresult code = launch(kernel_of(caller, "call_it"), 1, NULL, (void *[]){&memory, &which});
    print("call of an unloaded function", code ? code : synchronize());
}

// A function of another context, called by its address there.
static void foreign_context_call(void) {
    handle caller = load(CALLER), other = NULL, popped = NULL;
    CUdeviceptr memory = memory_of(64), functions[2];
    uint64_t which = 0;
    int result = -1;
    NEED("cuCtxCreate_v2", &other, 0, 0);
    NEED("cuMemcpyDtoH_v2", functions, functions_of(load(CALLEE)), sizeof functions);
    NEED("cuCtxPopCurrent_v2", &popped);
    NEED("cuMemcpyHtoD_v2", memory, functions, sizeof functions);
    printf("info function 0x%llx\n", (unsigned long long)functions[0]);
    CUresult code = launch(kernel_of(caller, "call_it"), 1, NULL, (void *[]){&memory, &which});
    print("call of a function of another context", code ? code : synchronize());
    SHOW("cuMemcpyDtoH_v2", &result, memory + 16, sizeof result);
    number("result", result);
}

// Host functions: order, thread, and what a call of the driver returns there.
static pthread_t seen[2];
static CUresult within[4];

static void on_host(void *index) {
    CUdeviceptr memory = 0;
    seen[(uintptr_t)index] = pthread_self();
    within[0] = CALL("cuMemAlloc_v2", &memory, (size_t)16);
    within[1] = CALL("cuCtxSynchronize");
    within[2] = CALL("cuStreamQuery", NULL);
    int device = 0;
    within[3] = CALL("cuCtxGetDevice", &device);
}

// What the callback was given, and what a call of the driver returned there.
static struct {
    int calls, status, data, within;
} callback;

static void on_callback(handle stream, CUresult status, void *data) {
    int device = 0;
    (void)stream;
    callback.calls++;
    callback.status = status;
    callback.data = (int)(uintptr_t)data;
    callback.within = CALL("cuCtxGetDevice", &device);
}

static void show_callback(void) {
    printf("callback: %d calls, status %d, data %d, cuCtxGetDevice within %d\n", callback.calls,
           callback.status, callback.data, callback.within);
}

static void host_functions(void) {
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    SHOW("cuLaunchHostFunc", stream, on_host, (void *)0);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuLaunchHostFunc", NULL, on_host, (void *)1);
    print("cuCtxSynchronize", synchronize());
    number("on the caller's thread", pthread_equal(seen[0], pthread_self()));
    number("on one thread", pthread_equal(seen[0], seen[1]));
    printf("within: cuMemAlloc %d, cuCtxSynchronize %d, cuStreamQuery %d, cuCtxGetDevice %d\n",
           within[0], within[1], within[2], within[3]);
    SHOW("cuStreamAddCallback", stream, on_callback, (void *)7, 0);
    SHOW("cuStreamSynchronize", stream);
    show_callback();
    SHOW("cuStreamAddCallback", stream, on_callback, (void *)7, 1);
}

static void host_function_after_fault(void) {
    handle stream = NULL;
    CUdeviceptr nowhere = 16;
    handle heap = load(HEAP);
    NEED("cuStreamCreate", &stream, 1);
    print("launch", launch(kernel_of(heap, "touch"), 1, stream, (void *[]){&nowhere}));
    usleep(500000);
    print("cuStreamAddCallback", CALL("cuStreamAddCallback", stream, on_callback, (void *)8, 0));
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", stream));
    usleep(200000);
    show_callback();
}

// Waits for words of memory that have their values already, and writes.
static void wait_values(void) {
    CUdeviceptr memory = memory_of(64);
    unsigned host[2] = {5, 6};
    handle stream = NULL;
    NEED("cuStreamCreate", &stream, 1);
    NEED("cuMemcpyHtoD_v2", memory, host, sizeof host);
    for (int flags = 0; flags <= 3; flags++) {
        static const int fits[] = {3, 5, 1, 2}; // >=, ==, &, nor
        print("cuStreamWaitValue32",
              CALL("cuStreamWaitValue32_v2", stream, memory, fits[flags], flags));
    }
    SHOW("cuStreamWaitValue32_v2", stream, memory, 5, 4);
    SHOW("cuStreamWaitValue32_v2", stream, memory, 5, 1 << 30);
    SHOW("cuStreamWaitValue32_v2", stream, memory + 2, 5, 0);
    SHOW("cuStreamWriteValue32_v2", stream, memory + 4, 9, 0);
    SHOW("cuStreamWriteValue32_v2", stream, memory + 4, 9, 1);
    SHOW("cuStreamWriteValue32_v2", stream, memory + 4, 9, 2);
    SHOW("cuStreamWriteValue32_v2", stream, memory + 2, 9, 0);
    SHOW("cuStreamWriteValue64_v2", stream, memory + 4, (uint64_t)9, 0);
    SHOW("cuStreamWriteValue64_v2", stream, memory + 8, (uint64_t)9, 0);
    SHOW("cuStreamWaitValue64_v2", stream, memory + 8, (uint64_t)9, 1);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemcpyDtoH_v2", host, memory, sizeof host);
    number("written", host[1]);
}

static void write_nowhere(void) {
    SHOW("cuStreamWriteValue32_v2", NULL, (CUdeviceptr)16, 9, 0);
    print("cuCtxSynchronize", synchronize());
}

static void write_host(void) {
    static unsigned host = 5;
    SHOW("cuStreamWriteValue32_v2", NULL, (CUdeviceptr)(uintptr_t)&host, 9, 0);
    print("cuCtxSynchronize", synchronize());
    number("host", host);
}

static const char CLOCKS[] =
    PTX_VERSION
    ".visible .entry read(.param .u64 to) {\n"
    " .reg .b64 %a, %t; .reg .b32 %x; ld.param.u64 %a, [to];\n"
    " mov.u64 %t, %clock64; st.global.u64 [%a], %t; mov.u64 %t, %clock64; st.global.u64 [%a+8], %t;\n"
    " mov.u32 %x, %nsmid; st.global.u32 [%a+16], %x; mov.u32 %x, %nwarpid; st.global.u32 [%a+20], %x;\n"
    " mov.u32 %x, %total_smem_size; st.global.u32 [%a+24], %x;\n"
    " mov.u32 %x, %dynamic_smem_size; st.global.u32 [%a+28], %x;\n"
    " mov.u32 %x, %laneid; st.global.u32 [%a+32], %x; mov.u32 %x, %lanemask_lt;\n"
    " st.global.u32 [%a+36], %x; mov.b32 %x, %envreg0; st.global.u32 [%a+40], %x;\n"
    " mov.b32 %x, %envreg1; st.global.u32 [%a+44], %x; mov.b32 %x, %envreg2;\n"
    " st.global.u32 [%a+48], %x; mov.u32 %x, %smid; st.global.u32 [%a+52], %x;\n"
    " mov.u32 %x, %warpid; st.global.u32 [%a+56], %x; ret;\n}\n"
    ".visible .entry timer(.param .u64 to) {\n"
    " .reg .b64 %a, %t, %u; .reg .b32 %n; .reg .pred %q; ld.param.u64 %a, [to]; mov.u32 %n, 16;\n"
    " mov.u64 %t, %globaltimer;\n"
    "again: mov.u64 %u, %globaltimer; setp.eq.u64 %q, %t, %u; @%q bra again;\n"
    " sub.u64 %t, %u, %t; st.global.u64 [%a], %t; add.u64 %a, %a, 8; mov.u64 %t, %u;\n"
    " sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra again; ret;\n}\n";

static void registers(void) {
    static const char *const names[] = {"nsmid",   "nwarpid", "total shared", "dynamic shared",
                                        "lane",    "lanemask_lt", "envreg0",  "envreg1",
                                        "envreg2", "smid",    "warpid"};
    CUdeviceptr memory = memory_of(256);
    uint64_t values[32] = {0};
    handle clocks = load(CLOCKS);
    print("read", launch_shape(kernel_of(clocks, "read"), (struct shape){1, 1, 100}, NULL,
                               (void *[]){&memory}));
    NEED("cuMemcpyDtoH_v2", values, memory, sizeof values);
    printf("info clock64 distance %lld\n", (long long)(values[1] - values[0]));
    unsigned *words = (unsigned *)(values + 2);
    for (int i = 0; i < 11; i++) {
        printf("%s%s: %u\n", i >= 6 ? "info " : "", names[i], words[i]);
    }
}

static void global_timer(void) {
    CUdeviceptr memory = memory_of(256);
    uint64_t values[16] = {0};
    handle clocks = load(CLOCKS);
    print("timer", launch(kernel_of(clocks, "timer"), 1, NULL, (void *[]){&memory}));
    NEED("cuMemcpyDtoH_v2", values, memory, sizeof values);
    for (int i = 0; i < 16; i++) {
        printf("info step of globaltimer %llu ns\n", (unsigned long long)values[i]);
    }
}

static const struct named_case CASES[] = {
    {"heap-distances", heap_distances},
    {"heap-limits", heap_limits},
    {"heap-full", heap_full},
    {"heap-pointer", heap_pointer},
    {"free-null", free_null},
    {"free-twice", free_twice},
    {"free-inside", free_inside},
    {"free-global", free_global},
    {"output-integers", output_integers},
    {"output-odd-b", output_odd_b},
    {"output-odd-n", output_odd_n},
    {"output-odd-end", output_odd_end},
    {"output-odd-width", output_odd_width},
    {"output-odd-y", output_odd_y},
    {"output-odd-star", output_odd_star},
    {"output-odd-position", output_odd_position},
    {"output-odd-quote", output_odd_quote},
    {"output-floats", output_floats},
    {"output-texts", output_texts},
    {"output-null-text", output_null_text},
    {"output-null-arguments", output_null_arguments},
    {"output-null-format", output_null_format},
    {"output-long", output_long},
    {"output-order", output_order},
    {"output-flush", output_flush},
    {"output-overflow", output_overflow},
    {"output-full", output_full},
    {"output-full-text", output_full_text},
    {"output-full-long-format", output_full_long_format},
    {"foreign-call", foreign_call},
    {"foreign-context-call", foreign_context_call},
    {"host-functions", host_functions},
    {"host-function-after-fault", host_function_after_fault},
    {"wait-values", wait_values},
    {"write-nowhere", write_nowhere},
    {"write-host", write_host},
    {"registers", registers},
    {"global-timer", global_timer},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
