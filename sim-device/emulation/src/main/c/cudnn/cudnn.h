/* cuDNN over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("cuDNN API Reference" of 8.9.7, "cuDNN API" of 9). Types and values are
 * those of its headers (cudnn_ops_infer.h and others of 8.9, cudnn_graph.h and others of 9). One source gives the libraries of
 * two releases: CUDNN_MAJOR is 8 (for CUDA 11 and 12) or 9 (for CUDA 12 and 13). */
#ifndef OFFLOAD_TCK_CUDNN_H
#define OFFLOAD_TCK_CUDNN_H

#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CUDNN_STATUS_SUCCESS = 0,
#if CUDNN_MAJOR >= 9
    CUDNN_STATUS_NOT_INITIALIZED = 1001,
    CUDNN_STATUS_BAD_PARAM = 2000,
    CUDNN_STATUS_INVALID_VALUE = 2001,
    CUDNN_STATUS_NOT_SUPPORTED = 3000,
    CUDNN_STATUS_INTERNAL_ERROR = 4000,
    CUDNN_STATUS_ALLOC_FAILED = 4003,
    CUDNN_STATUS_EXECUTION_FAILED = 5000
#else
    CUDNN_STATUS_NOT_INITIALIZED = 1,
    CUDNN_STATUS_ALLOC_FAILED = 2,
    CUDNN_STATUS_BAD_PARAM = 3,
    CUDNN_STATUS_INTERNAL_ERROR = 4,
    CUDNN_STATUS_INVALID_VALUE = 5,
    CUDNN_STATUS_EXECUTION_FAILED = 8,
    CUDNN_STATUS_NOT_SUPPORTED = 9
#endif
} cudnnStatus_t;

typedef enum { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C } cudnnTensorFormat_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum {
    CUDNN_DEFAULT_MATH,
    CUDNN_TENSOR_OP_MATH,
    CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION,
    CUDNN_FMA_MATH
} cudnnMathType_t;
typedef enum {
    CUDNN_ACTIVATION_SIGMOID,
    CUDNN_ACTIVATION_RELU,
    CUDNN_ACTIVATION_TANH,
    CUDNN_ACTIVATION_CLIPPED_RELU,
    CUDNN_ACTIVATION_ELU,
    CUDNN_ACTIVATION_IDENTITY,
    CUDNN_ACTIVATION_SWISH
} cudnnActivationMode_t;

/* A handle. It belongs to the context in which it was created. */
typedef struct cudnnContext {
    CUstream stream;
    struct modules modules;
} *cudnnHandle_t;

/* Descriptors of tensors. The view has no address, and rank 0 until it is set. */
typedef struct cudnnTensorStruct {
    struct view view;
} *cudnnTensorDescriptor_t;

/* Those of filters: output channels, input channels of a group, and the window. */
typedef struct cudnnFilterStruct {
    struct view view;
    cudnnTensorFormat_t format;
} *cudnnFilterDescriptor_t;

/* The upper bound of CLIPPED_RELU, the slope of ELU (cudnnSetActivationDescriptor()), and the factor of SWISH
 * (cudnnSetActivationDescriptorSwishBeta()). */
typedef struct cudnnActivationStruct {
    cudnnActivationMode_t mode;
    cudnnNanPropagation_t nan;
    double coefficient;
    double swish_beta;
} *cudnnActivationDescriptor_t;

/* Returns from a function whose arguments are invalid, or not supported. */
#define VALID(condition) REQUIRE(condition, reject(CUDNN_STATUS_BAD_PARAM, __func__, #condition))
#define SUPPORTED(condition) REQUIRE(condition, reject(CUDNN_STATUS_NOT_SUPPORTED, __func__, #condition))
#define OPEN(handle) VALID((handle) != NULL && has_context())

/* Defines the functions that create and destroy a descriptor, whose fields are 0. */
#define DESCRIPTOR(type, create, destroy)                                                                              \
    EXPORT cudnnStatus_t create(type *descriptor) {                                                                    \
        VALID(descriptor != NULL);                                                                                     \
        *descriptor = calloc(1, sizeof **descriptor);                                                                  \
        return *descriptor == NULL ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;                                 \
    }                                                                                                                  \
    EXPORT cudnnStatus_t destroy(type descriptor) {                                                                    \
        free(descriptor);                                                                                              \
        return CUDNN_STATUS_SUCCESS;                                                                                   \
    }

/* Returns a status, and keeps for cudnnGetLastErrorString() which condition does not hold in which function. */
cudnnStatus_t reject(cudnnStatus_t status, const char *function, const char *condition);

/* The status for a result of the driver. */
cudnnStatus_t status_of(CUresult result);

/* The bytes of an element; 0 for a type that the library does not have. */
size_t element_size(cudnnDataType_t type);

/* Whether the modules of kernels have the type: one of the four of floating-point numbers. */
int has_kernels(cudnnDataType_t type);

/* The elements of a tensor; and those from its first to its last one in memory. */
int64_t count_of(const struct view *view);
int64_t extent_of(const struct view *view);

int has_same_sizes(const struct view *a, const struct view *b);

/* Whether a tensor has no gaps, in the order of its dimensions. */
int is_packed(const struct view *view);

/* Sets the sizes of a view, and the steps of a tensor without gaps. */
void set_packed(struct view *view, cudnnDataType_t type, cudnnTensorFormat_t format, int rank, const int64_t *sizes);

/* The tensor of a descriptor at an address. */
struct view tensor_at(cudnnTensorDescriptor_t descriptor, const void *data);
struct view filter_at(cudnnFilterDescriptor_t descriptor, const void *data);

/* A scaling factor in the memory of the host: `double` if the tensor that is written has that type, or else `float` ("cuDNN
 * API Reference", "Scaling Parameters"). */
double scale_of(const void *factor, cudnnDataType_t type);

/* Runs `offload_tck_dnn_<kernel>_<type>` in the stream of the handle: with that grid; or with a thread for each of
 * `count` elements, or for several (`blocks_for`). */
cudnnStatus_t launch(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, const unsigned grid[3],
                     unsigned threads, void *parameters);
cudnnStatus_t launch_for(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, int64_t count,
                         void *parameters);

#endif
