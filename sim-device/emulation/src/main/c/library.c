/* Libraries, which are loaded without a context, and their kernels. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "image.h"
#include "jit.h"
#include "layout.h"
#include "names.h"

/* Most options that a call may have. */
#define MOST_OPTIONS (1 << 16)

/* The arguments of a load after its code. */
struct options {
    int *jit;
    void **jit_values;
    unsigned jit_count;
    int *library;
    void **library_values;
    unsigned library_count;
};

static int are_complete(const struct options *options) {
    return (options->jit_count == 0 || (options->jit != NULL && options->jit_values != NULL)) &&
           (options->library_count == 0 ||
            (options->library != NULL && options->library_values != NULL)) &&
           options->jit_count < MOST_OPTIONS && options->library_count < MOST_OPTIONS;
}

static CUresult load(CUlibrary *library, const char *name, const void *code, size_t size,
                     const struct options *options) {
    char *log = NULL;
    CUresult result = DRIVER_CALL(
        cuLibraryLoadData, OUT_64(library), IN_TEXT(name), IN_BYTES(code, size),
        IN_BYTES(options->jit, options->jit_count * sizeof *options->jit),
        IN_BYTES(options->library, options->library_count * sizeof *options->library),
        OUT_COPY(&log, NULL));
    jit_store_log(log,
                  jit_option(CU_JIT_ERROR_LOG_BUFFER, options->jit_count, options->jit,
                             options->jit_values),
                  jit_option(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, options->jit_count, options->jit,
                             options->jit_values));
    free(log);
    return result;
}

EXPORT CUresult cuLibraryLoadData(CUlibrary *library, const void *code, int *jitOptions,
                                  void **jitOptionsValues, unsigned numJitOptions,
                                  int *libraryOptions, void **libraryOptionValues,
                                  unsigned numLibraryOptions) {
    struct options options = {jitOptions,     jitOptionsValues,    numJitOptions,
                              libraryOptions, libraryOptionValues, numLibraryOptions};
    size_t size = 0;
    REQUIRE(library != NULL && code != NULL && are_complete(&options))
    void *linked = image_with_units(code, &size);
    if (linked == NULL) {
        size = image_size(&code);
    }
    CUresult result = size == 0 ? CUDA_ERROR_INVALID_IMAGE
                                : load(library, "", linked == NULL ? code : linked, size, &options);
    free(linked);
    return result;
}

EXPORT CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, int *jitOptions,
                                      void **jitOptionsValues, unsigned numJitOptions,
                                      int *libraryOptions, void **libraryOptionValues,
                                      unsigned numLibraryOptions) {
    struct options options = {jitOptions,     jitOptionsValues,    numJitOptions,
                              libraryOptions, libraryOptionValues, numLibraryOptions};
    size_t size = 0;
    REQUIRE(library != NULL && fileName != NULL && are_complete(&options))
    unsigned char *code = image_read(fileName, &size);
    if (code == NULL) {
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    CUresult result = load(library, fileName, code, size, &options);
    free(code);
    return result;
}

EXPORT CUresult cuLibraryUnload(CUlibrary library) {
    return DRIVER_CALL(cuLibraryUnload, IN_POINTER(library));
}

EXPORT CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name) {
    char *layout = NULL;
    size_t size = 0;
    REQUIRE(pKernel != NULL && name != NULL)
    CUresult result = DRIVER_CALL(cuLibraryGetKernel, OUT_64(pKernel), IN_POINTER(library),
                                  IN_TEXT(name), OUT_COPY(&layout, &size));
    return layout_take(result, (CUfunction)*pKernel, layout, size);
}

EXPORT CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary lib) {
    return DRIVER_CALL(cuLibraryGetKernelCount, OUT_32(count), IN_POINTER(lib));
}

EXPORT CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned numKernels, CUlibrary lib) {
    char *handles = NULL;
    char *layouts = NULL;
    size_t bytes = 0;
    size_t size = 0;
    REQUIRE(kernels != NULL)
    CUresult result =
        DRIVER_CALL(cuLibraryEnumerateKernels, IN(numKernels), IN_POINTER(lib),
                    OUT_COPY(&handles, &bytes), OUT_COPY(&layouts, &size));
    return layout_store(result, (CUfunction *)kernels, handles, bytes, layouts);
}

EXPORT CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library) {
    return DRIVER_CALL(cuLibraryGetModule, OUT_64(pMod), IN_POINTER(library));
}

EXPORT CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library,
                                   const char *name) {
    REQUIRE(name != NULL && (dptr != NULL || bytes != NULL))
    return DRIVER_CALL(cuLibraryGetGlobal, OPTIONAL_64(dptr), OPTIONAL_64(bytes),
                       IN_POINTER(library), IN_TEXT(name));
}

EXPORT CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library,
                                    const char *name) {
    REQUIRE(name != NULL && (dptr != NULL || bytes != NULL))
    return DRIVER_CALL(cuLibraryGetManaged, OPTIONAL_64(dptr), OPTIONAL_64(bytes),
                       IN_POINTER(library), IN_TEXT(name));
}

EXPORT CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel) {
    char *layout = NULL;
    size_t size = 0;
    REQUIRE(pFunc != NULL)
    CUresult result = DRIVER_CALL(cuKernelGetFunction, OUT_64(pFunc), IN_POINTER(kernel),
                                  OUT_COPY(&layout, &size));
    return layout_take(result, *pFunc, layout, size);
}

EXPORT CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel) {
    return DRIVER_CALL(cuKernelGetLibrary, OUT_64(pLib), IN_POINTER(kernel));
}

EXPORT CUresult cuKernelGetAttribute(int *pi, int attrib, CUkernel kernel, CUdevice dev) {
    return DRIVER_CALL(cuKernelGetAttribute, OUT_32(pi), IN(attrib), IN_POINTER(kernel), IN(dev));
}

EXPORT CUresult cuKernelSetAttribute(int attrib, int val, CUkernel kernel, CUdevice dev) {
    return DRIVER_CALL(cuKernelSetAttribute, IN(attrib), IN(val), IN_POINTER(kernel), IN(dev));
}

EXPORT CUresult cuKernelSetCacheConfig(CUkernel kernel, int config, CUdevice dev) {
    return DRIVER_CALL(cuKernelSetCacheConfig, IN_POINTER(kernel), IN(config), IN(dev));
}

EXPORT CUresult cuKernelGetName(const char **name, CUkernel hfunc) {
    char *text = NULL;
    REQUIRE(name != NULL)
    CUresult result = DRIVER_CALL(cuKernelGetName, OUT_COPY(&text, NULL), IN_POINTER(hfunc));
    if (text != NULL) {
        *name = keep_name(text);
    }
    return result;
}

EXPORT CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset,
                                     size_t *paramSize) {
    REQUIRE(paramOffset != NULL)
    return DRIVER_CALL(cuKernelGetParamInfo, IN_POINTER(kernel), IN(paramIndex),
                       OUT_64(paramOffset), OPTIONAL_64(paramSize));
}
