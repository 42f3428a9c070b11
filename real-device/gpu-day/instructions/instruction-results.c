// Runs every kernel of a folder that WriteForms wrote and prints the bits of its results, one
// form a line: `instruction-results FOLDER [ptx|cubin] [MODULE]`. The simulated driver takes PTX
// only. Built with `cc instruction-results.c -ldl`, without CUDA's headers: types and codes are
// those of the CUDA driver API, 12.6.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int CUresult;
typedef void *handle;
typedef uint64_t CUdeviceptr;

enum { OUTPUT_BYTES = 1 << 20 };

static void *library;
static handle context;
static handle module;
static char loaded[64];
static CUdeviceptr operands, output;
static char *operand_bytes;
static size_t operand_count;
static const char *folder, *suffix = "ptx";

static void *function(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "instruction-results: the driver has no %s\n", name);
        exit(2);
    }
    return found;
}

#define CALL(name, types, ...) (((CUresult(*) types)function(name))(__VA_ARGS__))

static const char *error_name(CUresult code) {
    const char *text = "?";
    CALL("cuGetErrorName", (CUresult, const char **), code, &text);
    return text;
}

static void need(const char *call, CUresult code) {
    if (code != 0) {
        fprintf(stderr, "instruction-results: %s: %d %s\n", call, code, error_name(code));
        exit(2);
    }
}

static char *read_file(const char *name, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*size + 1, 1);
    if (fread(bytes, 1, *size, file) != *size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return bytes;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void new_context(void) {
    int device = 0;
    need("cuDeviceGet", CALL("cuDeviceGet", (int *, int), &device, 0));
    need("cuCtxCreate_v2", CALL("cuCtxCreate_v2", (handle *, unsigned, int), &context, 0, device));
    need("cuMemAlloc_v2", CALL("cuMemAlloc_v2", (CUdeviceptr *, size_t), &operands, operand_count));
    need("cuMemAlloc_v2", CALL("cuMemAlloc_v2", (CUdeviceptr *, size_t), &output, OUTPUT_BYTES));
    need("cuMemcpyHtoD_v2", CALL("cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t), operands,
                                 operand_bytes, operand_count));
    loaded[0] = 0;
}

static CUresult load(const char *name) {
    if (strcmp(loaded, name) == 0) {
        return 0;
    }
    char file[128];
    size_t size;
    snprintf(file, sizeof file, "%s.%s", name, suffix);
    char *image = read_file(file, &size);
    double start = seconds();
    CUresult code = CALL("cuModuleLoadData", (handle *, const void *), &module, image);
    fprintf(stderr, "%s: cuModuleLoadData %d, %.2f s\n", file, code, seconds() - start);
    free(image);
    if (code == 0) {
        snprintf(loaded, sizeof loaded, "%s", name);
    }
    return code;
}

static CUresult run(const char *kernel, unsigned blocks, unsigned threads, CUdeviceptr in,
                    void *results, size_t bytes) {
    handle found = NULL;
    CUresult code =
        CALL("cuModuleGetFunction", (handle *, handle, const char *), &found, module, kernel);
    if (code != 0) {
        return code;
    }
    CUdeviceptr out = output;
    void *arguments[] = {&in, &out};
    code = CALL("cuMemsetD8_v2", (CUdeviceptr, unsigned char, size_t), output, 0xee, bytes);
    if (code == 0) {
        code = CALL("cuLaunchKernel",
                    (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     handle, void **, void **),
                    found, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL);
    }
    if (code == 0) {
        code = CALL("cuCtxSynchronize", (void));
    }
    if (code == 0) {
        code = CALL("cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t), results, output, bytes);
    }
    return code;
}

static void print(const char *name, const unsigned char *results, size_t count, unsigned bits) {
    printf("%s ", name);
    for (size_t i = 0; i < count; i++) {
        if (bits == 4) {
            printf("%x", results[i] > 15 ? 15 : results[i]);
            continue;
        }
        for (unsigned j = bits / 8; j-- > 0;) {
            printf("%02x", results[i * bits / 8 + j]);
        }
    }
    putchar('\n');
}

int main(int count, char **words) {
    if (count < 2) {
        fprintf(stderr, "usage: instruction-results FOLDER [ptx|cubin] [MODULE]\n");
        return 2;
    }
    folder = words[1];
    if (count > 2) {
        suffix = words[2];
    }
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "instruction-results: %s\n", dlerror());
        return 2;
    }
    double start = seconds();
    need("cuInit", CALL("cuInit", (unsigned), 0));
    operand_bytes = read_file("operands.bin", &operand_count);
    new_context();
    size_t size;
    char *manifest = read_file("manifest.tsv", &size);
    static unsigned char results[OUTPUT_BYTES];
    unsigned done = 0, failed = 0;
    for (char *line = strtok(manifest, "\n"); line; line = strtok(NULL, "\n")) {
        char name[64], kernel[256], form[256];
        unsigned blocks, threads, at, record, bits, each;
        if (sscanf(line, "%63s %255s %u %u %u %u %u %u %*s %*s %255s", name, kernel, &blocks,
                   &threads, &at, &record, &bits, &each, form) != 9) {
            fprintf(stderr, "manifest.tsv: %s: has not all columns\n", line);
            return 2;
        }
        if (count > 3 && strcmp(name, words[3]) != 0) {
            continue;
        }
        CUresult code = load(name);
        if (code != 0) {
            printf("%s ! cuModuleLoadData %d %s\n", form, code, error_name(code));
            failed++;
            continue;
        }
        size_t number = (size_t)blocks * threads * each;
        size_t bytes = number * (bits == 4 ? 1 : bits / 8);
        code = run(kernel, blocks, threads, operands + at, results, bytes);
        done++;
        if (code == 0) {
            print(form, results, number, bits);
        } else {
            printf("%s ! %d %s\n", form, code, error_name(code));
            fflush(stdout);
            failed++;
            // A kernel's fault ends its context.
            CALL("cuCtxDestroy_v2", (handle), context);
            new_context();
        }
    }
    fflush(stdout);
    fprintf(stderr, "%u kernels run, %u failed, %.1f s\n", done, failed, seconds() - start);
    _Exit(0); // a context that has faulted may not be destroyed
}
