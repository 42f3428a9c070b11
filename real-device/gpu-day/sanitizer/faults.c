// Launches one kernel of faults.cu, whose code is in the file faults.ptx of the current folder or of
// the folder in FAULTS: `faults CASE`, or `faults` for the names of all cases.
// Built with `cc -std=gnu17 faults.c -o faults -ldl`.
#include "../driver.h"

#define THREADS 64u

static handle module;
static CUdeviceptr data, other;

static handle kernel(const char *name) {
    char path[4096], *text = malloc(1 << 20);
    const char *folder = getenv("FAULTS");
    snprintf(path, sizeof path, "%s/faults.ptx", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    if (!file || !text) {
        perror(path);
        exit(2);
    }
    text[fread(text, 1, (1 << 20) - 1, file)] = 0;
    fclose(file);
    module = load(text);
    free(text);
    return kernel_of(module, name);
}

static void allocate(void) {
    data = memory_of(THREADS * 4);
    other = memory_of(THREADS * 4);
    NEED("cuMemsetD8_v2", data, 0, (size_t)THREADS * 4);
}

// Runs one kernel, frees the memory, and ends the context.
static void run(const char *name, struct shape shape, void **arguments) {
    handle found = kernel(name);
    print("cuLaunchKernel", launch_shape(found, shape, NULL, arguments));
    print("cuCtxSynchronize", synchronize());
    CALL("cuMemFree_v2", data);
    CALL("cuMemFree_v2", other);
    CALL("cuModuleUnload", module);
    CALL("cuCtxDestroy_v2", context);
}

#define DATA(name, blocks, threads)                                                                \
    static void name(void) {                                                                       \
        allocate();                                                                                \
        run(#name, (struct shape){blocks, threads, 0}, (void *[]){&data, &(int){0}});              \
    }
#define OTHER(name, threads)                                                                       \
    static void name(void) {                                                                       \
        allocate();                                                                                \
        run(#name, (struct shape){1, threads, 0}, (void *[]){&other, &data});                      \
    }
#define INDEX(name, index)                                                                         \
    static void name(void) {                                                                       \
        allocate();                                                                                \
        run(#name, (struct shape){1, THREADS, 0}, (void *[]){&data, &(int){index}});               \
    }

DATA(clean, 1, THREADS)
DATA(shared_race, 1, THREADS)
DATA(shared_write_race, 1, THREADS)
DATA(global_race, 2, THREADS)
OTHER(uninitialized_global, THREADS)
DATA(uninitialized_shared, 1, THREADS)
DATA(write_behind, 1, THREADS)
OTHER(read_behind, 1)
DATA(write_nowhere, 1, 1)
INDEX(shared_behind, THREADS + 3)
INDEX(local_behind, 4)
DATA(misaligned, 1, 1)
DATA(divergent_barrier, 1, THREADS)
DATA(exited_barrier, 1, THREADS)
DATA(warp_mask, 1, 32)
DATA(allocate_and_lose, 1, 2)
DATA(free_twice, 1, 1)
DATA(heap_behind, 1, 1)

static void host_leak(void) {
    memory_of(1000);
    clean();
}

static void free_inside(void) {
    allocate();
    SHOW("cuMemFree_v2", data + 4);
    run("clean", (struct shape){1, THREADS, 0}, (void *[]){&data});
}

static void copy_behind(void) {
    static int host[2 * THREADS];
    allocate();
    SHOW("cuMemcpyDtoH_v2", host, data, sizeof host);
    run("clean", (struct shape){1, THREADS, 0}, (void *[]){&data});
}

static void copy_uninitialized(void) {
    static int host[THREADS];
    allocate();
    SHOW("cuMemcpyDtoH_v2", host, other, sizeof host);
    run("clean", (struct shape){1, THREADS, 0}, (void *[]){&data});
}

#define CASE(id)                                                                                   \
    { #id, id }
static const struct named_case CASES[] = {
    CASE(clean), CASE(shared_race), CASE(shared_write_race), CASE(global_race),
    CASE(uninitialized_global), CASE(uninitialized_shared), CASE(write_behind), CASE(read_behind),
    CASE(write_nowhere), CASE(shared_behind), CASE(local_behind), CASE(misaligned),
    CASE(divergent_barrier), CASE(exited_barrier), CASE(warp_mask), CASE(allocate_and_lose),
    CASE(free_twice), CASE(heap_behind), CASE(host_leak), CASE(free_inside), CASE(copy_behind),
    CASE(copy_uninitialized),
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
