// Prints the status codes of one case in which a call of the CUDA driver API fails, so that those of
// a GPU's driver and of the emulated one can be compared: `driver-errors CASE`, or `driver-errors`
// for the names of all cases. Each case needs a process of its own, since a kernel's fault ends its
// context. Built with `cc driver-errors.c -ldl`, without CUDA's headers: types and codes are those
// of the CUDA driver API, 12.6.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef void *handle;
typedef uint64_t CUdeviceptr;

static void *library;
static handle context;
static handle module;

// The address of a function of the driver.
static void *function(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "driver-errors: the driver has no %s\n", name);
        exit(2);
    }
    return found;
}

#define CALL(name, types, ...) (((CUresult(*) types)function(name))(__VA_ARGS__))

static void print(const char *call, CUresult code) {
    const char *text = "?";
    CALL("cuGetErrorName", (CUresult, const char **), code, &text);
    printf("%s %d %s\n", call, code, text);
}

// A call that the case depends on.
static void need(const char *call, CUresult code) {
    if (code != 0) {
        print(call, code);
        exit(2);
    }
}

static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry traps() { trap; ret; }\n"
    ".visible .entry narrow() .maxntid 32, 1, 1 { ret; }\n"
    ".visible .entry store(.param .u64 to) {\n"
    "  .reg .b64 %rd<2>;\n"
    "  ld.param.u64 %rd1, [to];\n"
    "  st.global.u32 [%rd1], 1;\n"
    "  ret;\n"
    "}\n";

static handle kernel(const char *name) {
    handle found = NULL;
    need("cuModuleGetFunction",
         CALL("cuModuleGetFunction", (handle *, handle, const char *), &found, module, name));
    return found;
}

static CUresult launch(handle kernel, unsigned threads, handle stream, void **arguments) {
    return CALL("cuLaunchKernel",
                (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                 handle, void **, void **),
                kernel, 1, 1, 1, threads, 1, 1, 0, stream, arguments, NULL);
}

static CUresult synchronize(void) { return CALL("cuCtxSynchronize", (void)); }

static CUresult allocate(CUdeviceptr *memory, size_t bytes) {
    return CALL("cuMemAlloc_v2", (CUdeviceptr *, size_t), memory, bytes);
}

// Launches a kernel that faults, and prints what the context answers then.
static void fault(const char *name, void **arguments) {
    handle next = kernel("nothing");
    CUdeviceptr memory = 0;
    print("cuLaunchKernel", launch(kernel(name), 1, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    print("cuMemAlloc_v2", allocate(&memory, 16));
    print("cuLaunchKernel", launch(next, 1, NULL, NULL));
}

static void trap(void) { fault("traps", NULL); }

static void illegal_address(void) {
    CUdeviceptr nowhere = 16;
    void *arguments[] = {&nowhere};
    fault("store", arguments);
}

static void maxntid(void) {
    print("cuLaunchKernel", launch(kernel("narrow"), 64, NULL, NULL));
    print("cuCtxSynchronize", synchronize());
}

static void block_too_large(void) {
    print("cuLaunchKernel", launch(kernel("nothing"), 4096, NULL, NULL));
    print("cuCtxSynchronize", synchronize());
}

static void empty_block(void) { print("cuLaunchKernel", launch(kernel("nothing"), 0, NULL, NULL)); }

static void copy_to_nowhere(void) {
    int host = 0;
    print("cuMemcpyHtoD_v2",
          CALL("cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t), 16, &host, sizeof host));
    print("cuCtxSynchronize", synchronize());
}

static void copy_past_end(void) {
    CUdeviceptr memory = 0;
    size_t bytes = (size_t)1 << 30;
    char *host = malloc(bytes);
    need("cuMemAlloc_v2", allocate(&memory, 1 << 20));
    print("cuMemcpyDtoH_v2",
          CALL("cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t), host, memory, bytes));
    print("cuCtxSynchronize", synchronize());
    free(host);
}

static void free_twice(void) {
    CUdeviceptr memory = 0;
    need("cuMemAlloc_v2", allocate(&memory, 1 << 20));
    need("cuMemFree_v2", CALL("cuMemFree_v2", (CUdeviceptr), memory));
    print("cuMemFree_v2", CALL("cuMemFree_v2", (CUdeviceptr), memory));
}

static void no_context(void) {
    handle stream = NULL;
    handle nothing = kernel("nothing");
    need("cuStreamCreate", CALL("cuStreamCreate", (handle *, unsigned), &stream, 1));
    need("cuCtxSetCurrent", CALL("cuCtxSetCurrent", (handle), NULL));
    print("cuLaunchKernel on a stream", launch(nothing, 1, stream, NULL));
    print("cuLaunchKernel", launch(nothing, 1, NULL, NULL));
    print("cuStreamSynchronize", CALL("cuStreamSynchronize", (handle), stream));
}

static void out_of_memory(void) {
    CUdeviceptr memory = 0;
    print("cuMemAlloc_v2", allocate(&memory, (size_t)1 << 46));
    print("cuMemAlloc_v2", allocate(&memory, 0));
}

static void no_kernel(void) {
    handle found = NULL;
    print("cuModuleGetFunction",
          CALL("cuModuleGetFunction", (handle *, handle, const char *), &found, module, "none"));
}

static void bad_image(void) {
    static const char elf[4096] = "\177ELF\2\1\1";
    handle loaded = NULL;
    print("cuModuleLoadData",
          CALL("cuModuleLoadData", (handle *, const void *), &loaded, ".version 6.4\n.target sm_60\nx"));
    print("cuModuleLoadData",
          CALL("cuModuleLoadData", (handle *, const void *), &loaded, elf));
}

static const struct {
    const char *name;
    void (*run)(void);
} CASES[] = {
    {"trap", trap},
    {"illegal-address", illegal_address},
    {"maxntid", maxntid},
    {"block-too-large", block_too_large},
    {"empty-block", empty_block},
    {"copy-to-nowhere", copy_to_nowhere},
    {"copy-past-end", copy_past_end},
    {"free-twice", free_twice},
    {"no-context", no_context},
    {"out-of-memory", out_of_memory},
    {"no-kernel", no_kernel},
    {"bad-image", bad_image},
};

static void begin(void) {
    int device = 0;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "driver-errors: %s\n", dlerror());
        exit(2);
    }
    need("cuInit", CALL("cuInit", (unsigned), 0));
    need("cuDeviceGet", CALL("cuDeviceGet", (int *, int), &device, 0));
    need("cuCtxCreate_v2",
         CALL("cuCtxCreate_v2", (handle *, unsigned, int), &context, 0, device));
    need("cuModuleLoadData", CALL("cuModuleLoadData", (handle *, const void *), &module, PTX));
}

int main(int count, char **words) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (count < 2) {
            puts(CASES[i].name);
        } else if (strcmp(words[1], CASES[i].name) == 0) {
            begin();
            CASES[i].run();
            fflush(stdout);
            _Exit(0); // a context that has faulted may not be destroyed
        }
    }
    return count < 2 ? 0 : 2;
}
