#include "libraries.h"

#include <stdlib.h>
#include <string.h>

#include "code.h"

/* cudaError_t (CUDA Runtime API, "Data types used by CUDA Runtime"). */
#define cudaErrorNotSupported 801

/* cublasStatus_t (cuBLAS 13.0, 2.2.2). */
#define CUBLAS_STATUS_NOT_SUPPORTED 15

static int runtime_lacks(void) {
    return cudaErrorNotSupported;
}

static int cublas_lacks(void) {
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

/* cufftResult (cufft.h of CUDA 12.1). */
#define CUFFT_NOT_SUPPORTED 16

static int cufft_lacks(void) {
    return CUFFT_NOT_SUPPORTED;
}

/* cusparseStatus_t (cusparse.h of CUDA 12.1). */
#define CUSPARSE_STATUS_NOT_SUPPORTED 10

static int cusparse_lacks(void) {
    return CUSPARSE_STATUS_NOT_SUPPORTED;
}

/* cusolverStatus_t (cusolver_common.h of CUDA 12.1). */
#define CUSOLVER_STATUS_NOT_SUPPORTED 9

static int cusolver_lacks(void) {
    return CUSOLVER_STATUS_NOT_SUPPORTED;
}

/* Whether the name consists of a stem and a part that begins with a capital letter. */
static int has_stem(const char *name, const char *stem) {
    size_t length = strlen(stem);
    return strncmp(name, stem, length) == 0 && name[length] >= 'A' && name[length] <= 'Z';
}

/* The functions that the runtime has for itself are named `__cudart`, with a number. */
static int is_of_runtime(const char *name) {
    return has_stem(name, "cuda") || has_stem(name, "__cuda");
}

static int is_of_cublas_lt(const char *name) {
    return has_stem(name, "cublasLt");
}

/* cuBLASLt's names begin as those of cuBLAS. */
static int is_of_cublas(const char *name) {
    return has_stem(name, "cublas") && !is_of_cublas_lt(name);
}

/* Release 12 alone has cudaGetDeviceProperties_v2, release 13 has lost cudaThreadSynchronize, and 11 brought
 * cudaStreamSetAttribute (declarations of the releases; symbols of libcudart_static.a of 13.0). The name of a shared
 * library is not needed. */
static const char *runtime_of_kit(const struct functions *functions, const char *soname) {
    (void)soname;
    if (functions_find(functions, "cudaGetDeviceProperties_v2") != NULL) {
        return "libcudart.so.12";
    }
    if (functions_find(functions, "cudaThreadSynchronize") == NULL) {
        return "libcudart.so.13";
    }
    return functions_find(functions, "cudaStreamSetAttribute") == NULL ? NULL : "libcudart.so.11.0";
}

/* The release in the name of a shared library, as in `libcublas.so.12`, or `libcublas-3b81d170.so.12` of a package;
 * 0 if the file has another name. */
static long release_of_name(const char *soname, const char *stem) {
    size_t length = strlen(stem);
    int has_name = strncmp(soname, stem, length) == 0 && (soname[length] == '.' || soname[length] == '-');
    const char *version = has_name ? strstr(soname + length, ".so.") : NULL;
    return version == NULL ? 0 : strtol(version + strlen(".so."), NULL, 10);
}

/* Release 12 brought functions with sizes of 64 bits, whose names end so (cuBLAS 12.0, release notes). */
static int has_long_sizes(const struct functions *functions) {
    for (const struct function *each = functions->list; each < functions->list + functions->count; each++) {
        size_t length = strlen(each->name);
        if (length > 3 && strcmp(each->name + length - 3, "_64") == 0) {
            return 1;
        }
    }
    return 0;
}

static const char *of_release(const char *const kits[3], long release) {
    return release >= 11 && release <= 13 ? kits[release - 11] : NULL;
}

/* No function is known that all of 13 have and 12 has not: cublasGetEmulationStrategy is also in 12.9, and
 * cublasGetEmulationSpecialValuesSupport is missing in libraries of 13.0 (cudarc, issue 489). Such a library of
 * 13.0 that is linked into a program is therefore replaced by that of 12. */
static const char *cublas_of_kit(const struct functions *functions, const char *soname) {
    static const char *const kits[] = {"libcublas.so.11", "libcublas.so.12", "libcublas.so.13"};
    long release = release_of_name(soname, "libcublas");
    if (release == 0) {
        int is_13 = functions_find(functions, "cublasGetEmulationSpecialValuesSupport") != NULL;
        release = is_13 ? 13 : has_long_sizes(functions) ? 12 : 11;
    }
    return of_release(kits, release);
}

/* Its functions had sizes of 64 bits before release 12, and no function is known that all of 12 have and 11 has not.
 * cublasLtEmulationDescCreate came after 13.0 (cuBLAS 13.2, documentation). */
static const char *cublas_lt_of_kit(const struct functions *functions, const char *soname) {
    static const char *const kits[] = {"libcublasLt.so.11", "libcublasLt.so.12", "libcublasLt.so.13"};
    long release = release_of_name(soname, "libcublasLt");
    if (release == 0) {
        release = functions_find(functions, "cublasLtEmulationDescCreate") != NULL ? 13 : 12;
    }
    return of_release(kits, release);
}

static int is_of_cufft(const char *name) {
    return has_stem(name, "cufft");
}

/* The numbers of its releases are one less than CUDA's. */
static const char *cufft_of_kit(const struct functions *functions, const char *soname) {
    static const char *const kits[] = {"libcufft.so.10", "libcufft.so.11", "libcufft.so.12"};
    long release = release_of_name(soname, "libcufft");
    (void)functions;
    return of_release(kits, release == 0 ? 12 : release + 1);
}

static int is_of_cusparse(const char *name) {
    return has_stem(name, "cusparse");
}

/* CUDA 13 has the name of 12. Its descriptors of constant arrays (cusparse.h of 12.1) are not in 11. */
static const char *cusparse_of_kit(const struct functions *functions, const char *soname) {
    static const char *const kits[] = {"libcusparse.so.11", "libcusparse.so.12", NULL};
    long release = release_of_name(soname, "libcusparse");
    if (release == 0) {
        release = functions_find(functions, "cusparseCreateConstCsr") != NULL ? 12 : 11;
    }
    return of_release(kits, release);
}

static int is_of_cusolver(const char *name) {
    return has_stem(name, "cusolver");
}

/* The library of CUDA 11 has the number of that of CUDA 12. */
static const char *cusolver_of_kit(const struct functions *functions, const char *soname) {
    static const char *const kits[] = {"libcusolver.so.11", "libcusolver.so.12", NULL};
    long release = release_of_name(soname, "libcusolver");
    (void)functions;
    return of_release(kits, release == 0 ? 11 : release);
}

const struct library libraries[] = {
    {
        .noun = "CUDA runtime",
        .marker = "__cudaRegisterFatBinary",
        .status = "cudaErrorNotSupported",
        .older = "it is older than release 11",
        .absent = runtime_lacks,
        .has_name = is_of_runtime,
        .kit = runtime_of_kit,
        .find_in_code = code_functions,
        .is_one_member = 1,
    },
    {
        .noun = "cuBLAS",
        .marker = "cublasCreate_v2",
        .status = "CUBLAS_STATUS_NOT_SUPPORTED",
        .older = "its release is not 11, 12 or 13",
        .absent = cublas_lacks,
        .has_name = is_of_cublas,
        .kit = cublas_of_kit,
    },
    {
        .noun = "cuBLASLt",
        .marker = "cublasLtCreate",
        .status = "CUBLAS_STATUS_NOT_SUPPORTED",
        .older = "its release is not 11, 12 or 13",
        .absent = cublas_lacks,
        .has_name = is_of_cublas_lt,
        .kit = cublas_lt_of_kit,
    },
    {
        .noun = "cuFFT",
        .marker = "cufftExecC2C",
        .status = "CUFFT_NOT_SUPPORTED",
        .older = "its release is not 10, 11 or 12",
        .absent = cufft_lacks,
        .has_name = is_of_cufft,
        .kit = cufft_of_kit,
    },
    {
        .noun = "cuSPARSE",
        .marker = "cusparseCreate",
        .status = "CUSPARSE_STATUS_NOT_SUPPORTED",
        .older = "its release is not 11 or 12",
        .absent = cusparse_lacks,
        .has_name = is_of_cusparse,
        .kit = cusparse_of_kit,
    },
    {
        .noun = "cuSOLVER",
        .marker = "cusolverDnCreate",
        .status = "CUSOLVER_STATUS_NOT_SUPPORTED",
        .older = "its release is not 11 or 12",
        .absent = cusolver_lacks,
        .has_name = is_of_cusolver,
        .kit = cusolver_of_kit,
    },
    {0},
};
