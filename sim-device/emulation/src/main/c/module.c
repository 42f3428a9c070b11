/* Modules: load, query, unload. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "image.h"
#include "layout.h"

/* Largest file that cuModuleLoad accepts, in bytes. */
#define LARGEST_FILE (1L << 29)

/* Reads a file into memory that the caller frees. */
static unsigned char *read_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rbe");
    unsigned char *bytes = NULL;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        bytes = length < 0 || length > LARGEST_FILE ? NULL : malloc((size_t)length + 1);
        rewind(file);
        *size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)length, file);
    }
    fclose(file);
    return bytes;
}

EXPORT CUresult cuModuleLoad(CUmodule *module, const char *fname) {
    size_t size = 0;
    REQUIRE(fname != NULL)
    unsigned char *image = read_file(fname, &size);
    if (image == NULL) {
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    CUresult result =
        DRIVER_CALL(cuModuleLoad, OUT_64(module), IN_TEXT(fname), IN_BYTES(image, size));
    free(image);
    return result;
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    REQUIRE(image != NULL)
    size_t size = image_size(&image);
    if (size == 0) {
        return CUDA_ERROR_INVALID_IMAGE;
    }
    return DRIVER_CALL(cuModuleLoadData, OUT_64(module), IN_BYTES(image, size));
}

EXPORT CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin) {
    REQUIRE(fatCubin != NULL)
    size_t size = 0;
    void *linked = image_with_units(fatCubin, &size);
    if (linked == NULL) {
        size = image_size(&fatCubin);
    }
    CUresult result = size == 0 ? CUDA_ERROR_INVALID_IMAGE
                                : DRIVER_CALL(cuModuleLoadFatBinary, OUT_64(module),
                                              IN_BYTES(linked == NULL ? fatCubin : linked, size));
    free(linked);
    return result;
}

/* The location of an option's value; null if the option is absent. */
static void **option(int wanted, unsigned count, const int *options, void **values) {
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == wanted) {
            return &values[i];
        }
    }
    return NULL;
}

/* Stores a log in the buffer of the caller, truncated to its size, and the stored length. */
static void store_log(const char *log, void **buffer, void **room) {
    if (log == NULL || buffer == NULL || *buffer == NULL || room == NULL) {
        return;
    }
    size_t size = (size_t)(unsigned)(uintptr_t)*room;
    size_t length = strlen(log);
    if (size > 0) {
        length = length < size - 1 ? length : size - 1;
        memcpy(*buffer, log, length);
        ((char *)*buffer)[length] = '\0';
        *room = (void *)(uintptr_t)(length + 1);
    }
}

EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned numOptions,
                                   int *options, void **optionValues) {
    char *info = NULL;
    char *error = NULL;
    REQUIRE(image != NULL && (numOptions == 0 || (options != NULL && optionValues != NULL)))
    REQUIRE(numOptions < 1 << 16)
    size_t size = image_size(&image);
    if (size == 0) {
        return CUDA_ERROR_INVALID_IMAGE;
    }
    CUresult result = DRIVER_CALL(cuModuleLoadDataEx, OUT_64(module), IN_BYTES(image, size),
                                  IN(numOptions), IN_BYTES(options, numOptions * sizeof *options),
                                  IN_BYTES(optionValues, numOptions * sizeof *optionValues),
                                  OUT_COPY(&info, NULL), OUT_COPY(&error, NULL));
    store_log(info, option(CU_JIT_INFO_LOG_BUFFER, numOptions, options, optionValues),
              option(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, numOptions, options, optionValues));
    store_log(error, option(CU_JIT_ERROR_LOG_BUFFER, numOptions, options, optionValues),
              option(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, numOptions, options, optionValues));
    free(info);
    free(error);
    return result;
}

EXPORT CUresult cuModuleUnload(CUmodule hmod) {
    return DRIVER_CALL(cuModuleUnload, IN_POINTER(hmod));
}

EXPORT CUresult cuModuleGetLoadingMode(int *mode) {
    return DRIVER_CALL(cuModuleGetLoadingMode, OUT_32(mode));
}

EXPORT CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name) {
    char *layout = NULL;
    size_t size = 0;
    REQUIRE(name != NULL)
    CUresult result = DRIVER_CALL(cuModuleGetFunction, OUT_64(hfunc), IN_POINTER(hmod),
                                  IN_TEXT(name), OUT_COPY(&layout, &size));
    if (result == CUDA_SUCCESS && layout != NULL) {
        result = layout_remember(*hfunc, layout, size);
    }
    free(layout);
    return result;
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod,
                                     const char *name) {
    REQUIRE(name != NULL && (dptr != NULL || bytes != NULL))
    return DRIVER_CALL(cuModuleGetGlobal_v2, OPTIONAL_64(dptr), OPTIONAL_64(bytes),
                       IN_POINTER(hmod), IN_TEXT(name));
}
