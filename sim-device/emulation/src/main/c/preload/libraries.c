#include "libraries.h"

#include <stdlib.h>
#include <string.h>

#include "code.h"

/* Defines what stands for a function that the kit lacks. */
#define LACKS(name, status)                                                                                            \
    static int name(void) {                                                                                            \
        return status;                                                                                                 \
    }
LACKS(runtime_lacks, 801) /* cudaErrorNotSupported (CUDA Runtime API, "Data types used by CUDA Runtime") */
LACKS(cublas_lacks, 15)   /* CUBLAS_STATUS_NOT_SUPPORTED (cuBLAS 13.0, 2.2.2) */
LACKS(cufft_lacks, 16)    /* CUFFT_NOT_SUPPORTED (cufft.h of CUDA 12.1) */
LACKS(cusparse_lacks, 10) /* CUSPARSE_STATUS_NOT_SUPPORTED (cusparse.h of CUDA 12.1) */
LACKS(cusolver_lacks, 9)  /* CUSOLVER_STATUS_NOT_SUPPORTED (cusolver_common.h of CUDA 12.1) */
LACKS(cudnn_lacks, 9)     /* CUDNN_STATUS_NOT_SUPPORTED of release 8 (cudnn_ops_infer.h of 8.9) */
LACKS(nccl_lacks, 5)      /* ncclInvalidUsage (nccl.h of 2.28.3), which has no result for a function that is missing */

static int has_stem(const char *name, const char *stem) {
    size_t length = stem == NULL ? 0 : strlen(stem);
    return length > 0 && strncmp(name, stem, length) == 0 && name[length] >= 'A' && name[length] <= 'Z';
}

/* Functions that the CUDA runtime has for itself are named `__cudart`, with a number. */
int library_has(const struct library *library, const char *function) {
    return (has_stem(function, library->stems[0]) || has_stem(function, library->stems[1])) &&
           !has_stem(function, library->other);
}

/* The release in the name of a shared library, as in `libcublas.so.12`, or `libcublas-3b81d170.so.12` of a package;
 * 0 if the file has another name. */
static long release_of_name(const char *soname, const char *file) {
    size_t length = strlen(file);
    int has_name = strncmp(soname, file, length) == 0 && (soname[length] == '.' || soname[length] == '-');
    const char *version = has_name ? strstr(soname + length, ".so.") : NULL;
    return version == NULL ? 0 : strtol(version + strlen(".so."), NULL, 10);
}

const char *library_of_kit(const struct library *library, const struct functions *functions, const char *soname) {
    long release = library->file == NULL ? 0 : release_of_name(soname, library->file);
    long at = (release == 0 ? library->release(functions) : release) - library->first;
    return at >= 0 && at < (long)(sizeof library->kits / sizeof *library->kits) ? library->kits[at] : NULL;
}

/* Release 12 alone has cudaGetDeviceProperties_v2, release 13 has lost cudaThreadSynchronize, and 11 brought
 * cudaStreamSetAttribute (declarations of the releases; symbols of libcudart_static.a of 13.0). */
static long runtime_release(const struct functions *functions) {
    if (functions_find(functions, "cudaGetDeviceProperties_v2") != NULL) {
        return 12;
    }
    if (functions_find(functions, "cudaThreadSynchronize") == NULL) {
        return 13;
    }
    return functions_find(functions, "cudaStreamSetAttribute") == NULL ? 0 : 11;
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

/* No function is known that all of 13 have and 12 has not: cublasGetEmulationStrategy is also in 12.9, and
 * cublasGetEmulationSpecialValuesSupport is missing in libraries of 13.0 (cudarc, issue 489). Such a library of
 * 13.0 that is linked into a program is therefore replaced by that of 12. */
static long cublas_release(const struct functions *functions) {
    int is_13 = functions_find(functions, "cublasGetEmulationSpecialValuesSupport") != NULL;
    return is_13 ? 13 : has_long_sizes(functions) ? 12 : 11;
}

/* Its functions had sizes of 64 bits before release 12, and no function is known that all of 12 have and 11 has not.
 * cublasLtEmulationDescCreate came after 13.0 (cuBLAS 13.2, documentation). */
static long cublas_lt_release(const struct functions *functions) {
    return functions_find(functions, "cublasLtEmulationDescCreate") != NULL ? 13 : 12;
}

/* That of CUDA 12. */
static long cufft_release(const struct functions *functions) {
    (void)functions;
    return 11;
}

/* Descriptors of constant arrays (cusparse.h of 12.1) are not in 11. CUDA 13 has the library of 12. */
static long cusparse_release(const struct functions *functions) {
    return functions_find(functions, "cusparseCreateConstCsr") != NULL ? 12 : 11;
}

/* That of CUDA 11.1 to 12. */
static long cusolver_release(const struct functions *functions) {
    (void)functions;
    return 11;
}

/* Parts for inference and training were joined in release 9, and release 8 lost
 * cudnnGetConvolutionForwardAlgorithm (cuDNN, release notes). */
static long cudnn_release(const struct functions *functions) {
    if (functions_find(functions, "cudnnOpsInferVersionCheck") != NULL) {
        return 8;
    }
    return functions_find(functions, "cudnnGetConvolutionForwardAlgorithm") != NULL ? 7 : 9;
}

/* That of CUDA 11, 12 and 13. */
static long curand_release(const struct functions *functions) {
    (void)functions;
    return 10;
}

/* That of all releases since 2.0. */
static long nccl_release(const struct functions *functions) {
    (void)functions;
    return 2;
}

const struct library libraries[] = {
    {.noun = "CUDA runtime",
     .marker = "__cudaRegisterFatBinary",
     .stems = {"cuda", "__cuda"},
     .absent = runtime_lacks,
     .status = "cudaErrorNotSupported",
     .older = "it is older than release 11",
     .kits = {"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13"},
     .first = 11,
     .release = runtime_release,
     .find_in_code = code_functions,
     .is_one_member = 1},
    {.noun = "cuBLAS",
     .marker = "cublasCreate_v2",
     .stems = {"cublas"},
     .other = "cublasLt",
     .absent = cublas_lacks,
     .status = "CUBLAS_STATUS_NOT_SUPPORTED",
     .older = "its release is not 11, 12 or 13",
     .kits = {"libcublas.so.11", "libcublas.so.12", "libcublas.so.13"},
     .first = 11,
     .file = "libcublas",
     .release = cublas_release},
    {.noun = "cuBLASLt",
     .marker = "cublasLtCreate",
     .stems = {"cublasLt"},
     .absent = cublas_lacks,
     .status = "CUBLAS_STATUS_NOT_SUPPORTED",
     .older = "its release is not 11, 12 or 13",
     .kits = {"libcublasLt.so.11", "libcublasLt.so.12", "libcublasLt.so.13"},
     .first = 11,
     .file = "libcublasLt",
     .release = cublas_lt_release},
    {.noun = "cuFFT",
     .marker = "cufftExecC2C",
     .stems = {"cufft"},
     .absent = cufft_lacks,
     .status = "CUFFT_NOT_SUPPORTED",
     .older = "its release is not 10, 11 or 12",
     .kits = {"libcufft.so.10", "libcufft.so.11", "libcufft.so.12"},
     .first = 10,
     .file = "libcufft",
     .release = cufft_release},
    {.noun = "cuSPARSE",
     .marker = "cusparseCreate",
     .stems = {"cusparse"},
     .absent = cusparse_lacks,
     .status = "CUSPARSE_STATUS_NOT_SUPPORTED",
     .older = "its release is not 11 or 12",
     .kits = {"libcusparse.so.11", "libcusparse.so.12"},
     .first = 11,
     .file = "libcusparse",
     .release = cusparse_release},
    {.noun = "cuSOLVER",
     .marker = "cusolverDnCreate",
     .stems = {"cusolver"},
     .absent = cusolver_lacks,
     .status = "CUSOLVER_STATUS_NOT_SUPPORTED",
     .older = "its release is not 10, 11 or 12",
     .kits = {"libcusolver.so.10", "libcusolver.so.11", "libcusolver.so.12"},
     .first = 10,
     .file = "libcusolver",
     .release = cusolver_release},
    {.noun = "cuRAND",
     .marker = "curandCreateGenerator",
     .stems = {"curand"},
     .older = "its release is not 10",
     .kits = {"libcurand.so.10"},
     .first = 10,
     .file = "libcurand",
     .release = curand_release},
    {.noun = "cuDNN",
     .marker = "cudnnCreate",
     .stems = {"cudnn"},
     .absent = cudnn_lacks,
     .status = "CUDNN_STATUS_NOT_SUPPORTED",
     .older = "its release is not 8 or 9",
     .kits = {"libcudnn.so.8", "libcudnn.so.9"},
     .first = 8,
     .file = "libcudnn",
     .release = cudnn_release},
    {.noun = "NCCL",
     .marker = "ncclCommInitRank",
     .stems = {"nccl", "pnccl"},
     .absent = nccl_lacks,
     .status = "ncclInvalidUsage",
     .older = "its release is not 2",
     .kits = {"libnccl.so.2"},
     .first = 2,
     .file = "libnccl",
     .release = nccl_release},
    {0},
};
