// Launches the seven kernels of peer_kernels.sm75.ptx at fixed sizes, each twice on fresh data, so
// that a profiler of a GPU and `offload-tck exec --profile-out` count the same launches. Sizes and
// contents are those of `calibrate`. Prints a sum of each kernel's output.
//
//     peer-kernels PTX            # cc -O1 peer-kernels.c -o peer-kernels -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef void *handle;
typedef uint64_t CUdeviceptr;

static void *library;
static handle module;

static void *function(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "peer-kernels: the driver has no %s\n", name);
        exit(2);
    }
    return found;
}

#define CALL(name, types, ...)                                                                     \
    do {                                                                                           \
        CUresult code = ((CUresult(*) types)function(name))(__VA_ARGS__);                          \
        if (code) {                                                                                \
            fprintf(stderr, "peer-kernels: %s returned %d\n", name, code);                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static uint32_t state;

static uint32_t next(void) { return state = state * 1664525u + 1013904223u; }

static CUdeviceptr buffer(int words, int kind) { // 0 zeros, 1 floats, 2 bytes
    CUdeviceptr memory;
    uint32_t *host = malloc(4 * (size_t)words);
    state = 1;
    for (int i = 0; i < words; i++) {
        uint32_t bits = next();
        host[i] = kind == 0 ? 0 : kind == 1 ? 0x3f800000u | bits >> 9 : bits >> 24;
    }
    CALL("cuMemAlloc_v2", (CUdeviceptr *, size_t), &memory, 4 * (size_t)words);
    CALL("cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t), memory, host, 4 * (size_t)words);
    free(host);
    return memory;
}

static void run(const char *name, int grid, int grid_y, int block, int block_y, void **arguments,
                CUdeviceptr output, int words) {
    handle kernel;
    uint64_t sum = 0;
    uint32_t *host = malloc(4 * (size_t)words);
    CALL("cuModuleGetFunction", (handle *, handle, const char *), &kernel, module, name);
    CALL("cuLaunchKernel",
         (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle,
          void **, void **),
         kernel, grid, grid_y, 1, block, block_y, 1, 0, NULL, arguments, NULL);
    CALL("cuCtxSynchronize", (void));
    CALL("cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t), host, output, 4 * (size_t)words);
    for (int i = 0; i < words; i++) {
        sum = sum * 31 + host[i];
    }
    printf("%s %d x %d: %016llx\n", name, grid * grid_y, block * block_y, (unsigned long long)sum);
    free(host);
}

static void saxpy(int n) {
    float a = 2.5f;
    CUdeviceptr x = buffer(n, 1), y = buffer(n, 1);
    run("saxpy", (n + 255) / 256, 1, 256, 1, (void *[]){&n, &a, &x, &y}, y, n);
}

static void product(const char *name, int n) {
    CUdeviceptr a = buffer(n * n, 1), b = buffer(n * n, 1), c = buffer(n * n, 1);
    run(name, n / 16, n / 16, 16, 16, (void *[]){&n, &a, &b, &c}, c, n * n);
}

static void reduce(int n) {
    CUdeviceptr x = buffer(n, 2), sum = buffer(1, 0);
    run("reduce", (n + 255) / 256, 1, 256, 1, (void *[]){&n, &x, &sum}, sum, 1);
}

static void histogram(int n) {
    CUdeviceptr x = buffer(n, 2), bins = buffer(256, 0);
    run("histogram", 64, 1, 256, 1, (void *[]){&n, &x, &bins}, bins, 256);
}

static void nbody(int n) {
    CUdeviceptr x = buffer(4 * n, 1), y = buffer(4 * n, 0);
    run("nbody", n / 256, 1, 256, 1, (void *[]){&n, &x, &y}, y, 4 * n);
}

static void mandelbrot(int side) {
    int rounds = 256;
    CUdeviceptr out = buffer(side * side, 0);
    run("mandelbrot", side / 16, side / 16, 16, 16, (void *[]){&side, &side, &rounds, &out}, out,
        side * side);
}

int main(int count, char **words) {
    int device = 0;
    handle context;
    static char text[1 << 20];
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!file || !library || fread(text, 1, sizeof text - 1, file) == 0) {
        fprintf(stderr, "usage: peer-kernels PTX, with libcuda.so.1\n");
        return 2;
    }
    fclose(file);
    CALL("cuInit", (unsigned), 0);
    CALL("cuDeviceGet", (int *, int), &device, 0);
    CALL("cuCtxCreate_v2", (handle *, unsigned, int), &context, 0, device);
    CALL("cuModuleLoadData", (handle *, const void *), &module, text);
    for (int n = 14; n <= 20; n += 3) {
        saxpy(1 << n);
        reduce(1 << n);
        histogram(1 << n);
    }
    for (int n = 64; n <= 512; n *= 2) {
        product("matmul_naive", n);
        product("matmul_tiled", n);
        mandelbrot(n);
    }
    for (int n = 512; n <= 4096; n *= 2) {
        nbody(n);
    }
    return 0;
}
