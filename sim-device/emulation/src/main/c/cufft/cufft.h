/* cuFFT over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("cuFFT API Reference"). Types and values are those of its headers
 * (cufft.h of CUDA 12.1). One source gives the libraries of three CUDA releases: CUDA_MAJOR is 11, 12 or 13. */
#ifndef OFFLOAD_TCK_CUFFT_H
#define OFFLOAD_TCK_CUFFT_H

#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_NOT_SUPPORTED = 16
} cufftResult;

typedef int cufftHandle;

/* cufftType. */
typedef enum {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;

enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

/* The arguments of cufftMakePlanMany64. Without `in_embed`, data lie without gaps. */
typedef struct {
    int rank;
    const int64_t *lengths;
    const int64_t *in_embed;
    int64_t in_step;
    int64_t in_distance;
    const int64_t *out_embed;
    int64_t out_step;
    int64_t out_distance;
    cufftType type;
    int64_t batches;
} request;

/* The most devices of a plan ("cuFFT API Reference", "Multiple GPU cuFFT Transforms"). */
enum { MOST_DEVICES = 16 };

/* How the result of a transform in one dimension is divided: `count` strings of `substrings` parts with `length` elements each, and
 * `step` elements from one part to the next. */
struct strings {
    int64_t count;
    int64_t substrings;
    int64_t length;
    int64_t step;
};

typedef struct {
    int is_made;
    cufftType type;
    int rank;
    int64_t lengths[DIMENSIONS];
    int64_t batches;
    struct layout in;
    struct layout out;
    int has_default_layout;
    CUstream stream;
    int allocates;     /* its own work area */
    CUdeviceptr own;   /* its work area, or 0 */
    CUdeviceptr work;  /* two arrays of complex numbers */
    CUdeviceptr roots[DIMENSIONS];
    struct modules modules;
    int device_count; /* 0 for a plan of the current device */
    int devices[MOST_DEVICES];
    struct strings strings;
    CUdeviceptr gathered; /* all elements, on the first device */
} plan;

/* The plan of a number, or null. */
plan *find_plan(cufftHandle handle);

/* Whether a type has numbers of 64 bits. */
int is_double(cufftType type);

/* The bytes of the work area of a plan. */
size_t work_size(const plan *plan);

/* Sets the lengths and the layouts of a plan. */
cufftResult describe(plan *plan, const request *request);

/* Loads the kernels and computes the roots of unity of a plan; and frees them. */
cufftResult prepare(plan *plan);
void dispose(plan *plan);

/* Runs the transform in the stream of the plan. */
cufftResult transform(plan *plan, const void *in, void *out, int is_inverse);

/* Checks that the data of a plan can be divided among its devices, and allocates memory for all on the first one (xt.c). */
cufftResult divide(plan *plan);

/* Selects the first device of a plan, and returns the one that was selected; -1 for a plan of the current device. */
int select_first(const plan *plan);

/* Selects a device again; none if it is -1. */
void select_again(int device);

#endif
