/* Modules: load, query, unload. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "image.h"
#include "jit.h"
#include "launchstate.h"
#include "layout.h"
#include "reference.h"

EXPORT CUresult cuModuleLoad(CUmodule *module, const char *fname) {
    size_t size = 0;
    REQUIRE(fname != NULL)
    unsigned char *image = image_read(fname, &size);
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
    jit_store_log(info, jit_option(CU_JIT_INFO_LOG_BUFFER, numOptions, options, optionValues),
              jit_option(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, numOptions, options, optionValues));
    jit_store_log(error, jit_option(CU_JIT_ERROR_LOG_BUFFER, numOptions, options, optionValues),
              jit_option(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, numOptions, options, optionValues));
    free(info);
    free(error);
    return result;
}

EXPORT CUresult cuModuleUnload(CUmodule hmod) {
    CUresult result = DRIVER_CALL(cuModuleUnload, IN_POINTER(hmod));
    if (result == CUDA_SUCCESS) {
        forget_textures(hmod);
        forget_surfaces(hmod);
        forget_launch_states(hmod);
    }
    return result;
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
    return layout_take(result, *hfunc, layout, size);
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod,
                                     const char *name) {
    REQUIRE(name != NULL && (dptr != NULL || bytes != NULL))
    return DRIVER_CALL(cuModuleGetGlobal_v2, OPTIONAL_64(dptr), OPTIONAL_64(bytes),
                       IN_POINTER(hmod), IN_TEXT(name));
}

/* The function of releases before 3.2, whose addresses have 32 bits: too few for those of variables. */
EXPORT CUresult cuModuleGetGlobal(unsigned *dptr, unsigned *bytes, CUmodule hmod, const char *name) {
    CUdeviceptr address;
    size_t size;
    CUresult result = cuModuleGetGlobal_v2(&address, &size, hmod, name);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if ((dptr != NULL && address > UINT32_MAX) || size > UINT32_MAX) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (dptr != NULL) {
        *dptr = (unsigned)address;
    }
    if (bytes != NULL) {
        *bytes = (unsigned)size;
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule mod) {
    return DRIVER_CALL(cuModuleGetFunctionCount, OUT_32(count), IN_POINTER(mod));
}

EXPORT CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned numFunctions, CUmodule mod) {
    char *handles = NULL;
    char *layouts = NULL;
    size_t bytes = 0;
    size_t size = 0;
    REQUIRE(functions != NULL)
    CUresult result = DRIVER_CALL(cuModuleEnumerateFunctions, IN(numFunctions), IN_POINTER(mod),
                                  OUT_COPY(&handles, &bytes), OUT_COPY(&layouts, &size));
    return layout_store(result, functions, handles, bytes, layouts);
}
