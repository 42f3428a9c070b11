/* cuGetProcAddress: finds the symbol of a function name in a CUDA release. */
#include <string.h>

#include "client.h"

/* CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM: functions with another meaning of stream 0. */
#define PER_THREAD_DEFAULT_STREAM 2

/* The first release that is newer than the driver (DeviceHandlers.DRIVER_VERSION): within a major
 * release, programs of a later minor one are served (CUDA Compatibility, "Minor Version"). */
#define NEXT_MAJOR_RELEASE 13000

#define CALL(number, name, symbol, version) extern char symbol##_place[] __asm__(#symbol);
#define ALIAS(name, symbol, version) extern char symbol##_place[] __asm__(#symbol);
#include "calls.def"
#undef CALL
#undef ALIAS

struct symbol {
    const char *name;
    void *function;
    int version;
};

static const struct symbol symbols[] = {
#define CALL(number, name, symbol, version) {#name, symbol##_place, version},
#define ALIAS(name, symbol, version) {#name, symbol##_place, version},
#include "calls.def"
#undef CALL
#undef ALIAS
    {SET_CALLER, (void *)(uintptr_t)set_caller, 0},
};

/* The latest function of that name in release `version`. */
static int find(const char *name, int version, void **function) {
    int status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    int best = -1;
    *function = NULL;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        if (strcmp(symbols[i].name, name) != 0) {
            continue;
        }
        if (symbols[i].version <= version && symbols[i].version > best) {
            best = symbols[i].version;
            *function = symbols[i].function;
            status = CU_GET_PROC_ADDRESS_SUCCESS;
        } else if (best < 0) {
            status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        }
    }
    return status;
}

EXPORT CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, uint64_t flags,
                                    int *symbolStatus) {
    REQUIRE(symbol != NULL && pfn != NULL && cudaVersion < NEXT_MAJOR_RELEASE)
    int status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    *pfn = NULL;
    if (flags != PER_THREAD_DEFAULT_STREAM) {
        status = find(symbol, cudaVersion, pfn);
    }
    if (symbolStatus != NULL) {
        *symbolStatus = status;
    }
    return status == CU_GET_PROC_ADDRESS_SUCCESS || symbolStatus != NULL ? CUDA_SUCCESS
                                                                         : CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, uint64_t flags) {
    return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, NULL);
}
