/* The driver's linker: PTX of several modules becomes a cubin. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "image.h"
#include "jit.h"

/* CUjitInputType (CUDA driver API 13.0). */
enum { CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1 };

/* A link that the program has begun. The values of options are the program's until it is destroyed. */
struct CUlinkState_st {
    uint64_t handle;
    void **error_buffer; /* null if there is none */
    void **error_room;
    void *error_size; /* what error_room was */
    unsigned max_registers; /* 0 if they are not limited */
    char *cubin;
};

/* The limit of registers that options state. */
static unsigned max_registers(unsigned absent, unsigned count, const int *options, void **values) {
    void **value = jit_option(CU_JIT_MAX_REGISTERS, count, options, values);
    return value == NULL ? absent : (unsigned)(uintptr_t)*value;
}

EXPORT CUresult cuLinkCreate_v2(unsigned numOptions, int *options, void **optionValues, CUlinkState *stateOut) {
    REQUIRE(stateOut != NULL && (numOptions == 0 || (options != NULL && optionValues != NULL)))
    struct CUlinkState_st *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    CUresult result = DRIVER_CALL(cuLinkCreate_v2, OUT_64(&state->handle));
    if (result != CUDA_SUCCESS) {
        free(state);
        return result;
    }
    state->error_buffer = jit_option(CU_JIT_ERROR_LOG_BUFFER, numOptions, options, optionValues);
    state->error_room = jit_option(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, numOptions, options, optionValues);
    state->error_size = state->error_room == NULL ? NULL : *state->error_room;
    state->max_registers = max_registers(0, numOptions, options, optionValues);
    *stateOut = state;
    return CUDA_SUCCESS;
}

/* Whether data is what a replaced NVRTC returned for machine code. A variable of the preloaded library
 * (preload/nvrtc.c) is set if the process has one. Without it, PTX of the type of machine code is an error of the
 * program. */
static int is_ptx_of_nvrtc(int type, const void *data, size_t size) {
    const int *returns_ptx = dlsym(RTLD_DEFAULT, "offload_tck_nvrtc_returns_ptx");
    int is_elf = size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
    return type == CU_JIT_INPUT_CUBIN && returns_ptx != NULL && *returns_ptx && !is_elf;
}

static void store_log(struct CUlinkState_st *state, char *log) {
    if (log != NULL && *log != '\0' && state->error_room != NULL) {
        *state->error_room = state->error_size;
        jit_store_log(log, state->error_buffer, state->error_room);
    }
    free(log);
}

EXPORT CUresult cuLinkAddData_v2(CUlinkState state, int type, const void *data, size_t size, const char *name,
                                 unsigned numOptions, int *options, void **optionValues) {
    char *log = NULL;
    REQUIRE(state != NULL && data != NULL)
    REQUIRE(numOptions == 0 || (options != NULL && optionValues != NULL))
    int is_ptx = is_ptx_of_nvrtc(type, data, size);
    int read_type = is_ptx ? CU_JIT_INPUT_PTX : type;
    unsigned limit = is_ptx ? 0 : max_registers(state->max_registers, numOptions, options, optionValues);
    const char *stated = name == NULL ? "" : name;
    CUresult result = DRIVER_CALL(cuLinkAddData_v2, IN(state->handle), IN(read_type), IN_BYTES(data, size),
                                  IN_TEXT(stated), IN(limit), OUT_COPY(&log, NULL));
    store_log(state, log);
    return result;
}

EXPORT CUresult cuLinkAddFile_v2(CUlinkState state, int type, const char *path, unsigned numOptions, int *options,
                                 void **optionValues) {
    size_t size = 0;
    REQUIRE(path != NULL)
    unsigned char *data = image_read(path, &size);
    if (data == NULL) {
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    CUresult result = cuLinkAddData_v2(state, type, data, size, path, numOptions, options, optionValues);
    free(data);
    return result;
}

EXPORT CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut) {
    char *log = NULL;
    char *cubin = NULL;
    size_t size = 0;
    REQUIRE(state != NULL && cubinOut != NULL)
    CUresult result = DRIVER_CALL(cuLinkComplete, IN(state->handle), OUT_COPY(&cubin, &size), OUT_COPY(&log, NULL));
    store_log(state, log);
    if (result != CUDA_SUCCESS) {
        free(cubin);
        return result;
    }
    free(state->cubin);
    state->cubin = cubin;
    *cubinOut = cubin;
    if (sizeOut != NULL) {
        *sizeOut = size;
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLinkDestroy(CUlinkState state) {
    REQUIRE(state != NULL)
    CUresult result = DRIVER_CALL(cuLinkDestroy, IN(state->handle));
    free(state->cubin);
    free(state);
    return result;
}

/* The names before release 6.5, whose functions take the same arguments. */
EXPORT CUresult cuLinkCreate(unsigned numOptions, int *options, void **optionValues, CUlinkState *stateOut) {
    return cuLinkCreate_v2(numOptions, options, optionValues, stateOut);
}

EXPORT CUresult cuLinkAddData(CUlinkState state, int type, const void *data, size_t size, const char *name,
                              unsigned numOptions, int *options, void **optionValues) {
    return cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues);
}

EXPORT CUresult cuLinkAddFile(CUlinkState state, int type, const char *path, unsigned numOptions, int *options,
                              void **optionValues) {
    return cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues);
}
