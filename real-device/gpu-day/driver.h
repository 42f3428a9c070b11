// What the programs of this folder share: the CUDA driver, loaded without CUDA's headers, and cases
// by name. Types and codes are those of the CUDA driver API, 12.6. Functions are called without a
// prototype, so arguments of 64 bits must have a type of 64 bits, and C is gnu17.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int CUresult;
typedef void *handle;
typedef uint64_t CUdeviceptr;
typedef CUresult (*driver_function)();

// A case: its name, and what prints its lines.
struct named_case {
    const char *name;
    void (*run)(void);
};

static void *library;
static handle context;

static CUresult absent() { return -1; }

// The address of a function of the driver; the result of one that it lacks is -1.
static driver_function function(const char *name) {
    void *found = dlsym(library, name);
    return found ? (driver_function)found : absent;
}

#define CALL(name, ...) (function(name)(__VA_ARGS__))
#define SHOW(name, ...) print(name, CALL(name, __VA_ARGS__))
#define NEED(name, ...) need(name, CALL(name, __VA_ARGS__))

static void print(const char *label, CUresult code) {
    const char *text = NULL;
    if (code != -1) {
        CALL("cuGetErrorName", code, &text);
    }
    printf("%s: %d %s\n", label, code, code == -1 ? "absent" : text ? text : "?");
    fflush(stdout);
}

// A call that the case depends on.
static void need(const char *label, CUresult code) {
    if (code != 0) {
        print(label, code);
        exit(2);
    }
}

__attribute__((unused)) static void number(const char *label, long long value) {
    printf("%s: %lld\n", label, value);
    fflush(stdout);
}

#define PTX_VERSION ".version 7.0\n.target sm_70\n.address_size 64\n"

__attribute__((unused)) static handle load(const char *ptx) {
    char log[4096] = "";
    int options[] = {5, 6}; // CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
    void *values[] = {log, (void *)sizeof log};
    handle loaded = NULL;
    CUresult code = CALL("cuModuleLoadDataEx", &loaded, ptx, 2, options, values);
    if (code != 0) {
        fprintf(stderr, "%s\n", log);
        need("cuModuleLoadDataEx", code);
    }
    return loaded;
}

__attribute__((unused)) static handle kernel_of(handle module, const char *name) {
    handle found = NULL;
    NEED("cuModuleGetFunction", &found, module, name);
    return found;
}

// A launch: blocks and threads in x, bytes of dynamic shared memory.
struct shape {
    unsigned blocks, threads, shared;
};

static CUresult launch_shape(handle kernel, struct shape shape, handle stream, void **arguments) {
    return ((CUresult(*)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, handle, void **, void **))function("cuLaunchKernel"))(
        kernel, shape.blocks, 1, 1, shape.threads, 1, 1, shape.shared, stream, arguments, NULL);
}

__attribute__((unused)) static CUresult launch(handle kernel, unsigned threads, handle stream,
                                               void **arguments) {
    return launch_shape(kernel, (struct shape){1, threads, 0}, stream, arguments);
}

__attribute__((unused)) static CUresult synchronize(void) { return CALL("cuCtxSynchronize"); }

__attribute__((unused)) static CUdeviceptr memory_of(size_t bytes) {
    CUdeviceptr memory = 0;
    NEED("cuMemAlloc_v2", &memory, bytes);
    return memory;
}

// Sets a limit, and prints what it is then.
__attribute__((unused)) static void set_limit(int limit, size_t bytes) {
    size_t value = 99;
    CUresult code = CALL("cuCtxSetLimit", limit, bytes);
    CALL("cuCtxGetLimit", &value, limit);
    printf("set limit %d to %zu: %d value %zu\n", limit, bytes, code, value);
}

static void begin(void) {
    int device = 0;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    NEED("cuInit", 0);
    NEED("cuDeviceGet", &device, 0);
    NEED("cuCtxCreate_v2", &context, 0, device);
}

// Runs the case that the first argument names, or prints the names of all.
static int run_case(const struct named_case *cases, size_t count, int words, char **word) {
    for (size_t i = 0; i < count; i++) {
        if (words < 2) {
            puts(cases[i].name);
        } else if (strcmp(word[1], cases[i].name) == 0) {
            begin();
            cases[i].run();
            fflush(stdout);
            _Exit(0); // a context that has faulted may not be destroyed
        }
    }
    return words < 2 ? 0 : 2;
}

#define RUN_CASE(cases, words, word) run_case(cases, sizeof cases / sizeof *cases, words, word)
