/* Reductions, and softmax. */
#include <stdlib.h>

#include "layers.h"

/* Types of cudnn_ops_infer.h of 8.9. */
typedef enum {
    CUDNN_REDUCE_TENSOR_ADD,
    CUDNN_REDUCE_TENSOR_MUL,
    CUDNN_REDUCE_TENSOR_MIN,
    CUDNN_REDUCE_TENSOR_MAX,
    CUDNN_REDUCE_TENSOR_AMAX,
    CUDNN_REDUCE_TENSOR_AVG,
    CUDNN_REDUCE_TENSOR_NORM1,
    CUDNN_REDUCE_TENSOR_NORM2,
    CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS
} cudnnReduceTensorOp_t;
typedef enum { CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_REDUCE_TENSOR_FLATTENED_INDICES } cudnnReduceTensorIndices_t;
typedef enum {
    CUDNN_32BIT_INDICES,
    CUDNN_64BIT_INDICES,
    CUDNN_16BIT_INDICES,
    CUDNN_8BIT_INDICES
} cudnnIndicesType_t;
typedef enum { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG } cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;

typedef struct cudnnReduceTensorStruct {
    cudnnReduceTensorOp_t operation;
    cudnnDataType_t compute;
    cudnnNanPropagation_t nan;
    cudnnReduceTensorIndices_t indices;
    cudnnIndicesType_t index_type;
} *cudnnReduceTensorDescriptor_t;

DESCRIPTOR(cudnnReduceTensorDescriptor_t, cudnnCreateReduceTensorDescriptor, cudnnDestroyReduceTensorDescriptor)

/* Indices have 32 bits ("cuDNN API Reference", cudnnReduceTensor()). */
EXPORT cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t descriptor,
                                                    cudnnReduceTensorOp_t operation, cudnnDataType_t compute,
                                                    cudnnNanPropagation_t nan, cudnnReduceTensorIndices_t indices,
                                                    cudnnIndicesType_t index_type) {
    VALID(descriptor != NULL && operation >= CUDNN_REDUCE_TENSOR_ADD && operation <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS);
    VALID(nan == CUDNN_NOT_PROPAGATE_NAN || nan == CUDNN_PROPAGATE_NAN);
    VALID(indices == CUDNN_REDUCE_TENSOR_NO_INDICES || indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES);
    VALID(index_type >= CUDNN_32BIT_INDICES && index_type <= CUDNN_8BIT_INDICES);
    VALID(compute == CUDNN_DATA_FLOAT || compute == CUDNN_DATA_DOUBLE || compute == CUDNN_DATA_HALF);
    *descriptor = (struct cudnnReduceTensorStruct){operation, compute, nan, indices, index_type};
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t descriptor,
                                                    cudnnReduceTensorOp_t *operation, cudnnDataType_t *compute,
                                                    cudnnNanPropagation_t *nan, cudnnReduceTensorIndices_t *indices,
                                                    cudnnIndicesType_t *index_type) {
    VALID(descriptor != NULL && operation != NULL && compute != NULL && nan != NULL);
    VALID(indices != NULL && index_type != NULL);
    *operation = descriptor->operation;
    *compute = descriptor->compute;
    *nan = descriptor->nan;
    *indices = descriptor->indices;
    *index_type = descriptor->index_type;
    return CUDNN_STATUS_SUCCESS;
}

/* Only extremes have indices. */
static int has_indices(cudnnReduceTensorDescriptor_t descriptor) {
    int is_extreme = descriptor->operation >= CUDNN_REDUCE_TENSOR_MIN &&
                     descriptor->operation <= CUDNN_REDUCE_TENSOR_AMAX;
    return is_extreme && descriptor->indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES;
}

static size_t indices_size(cudnnReduceTensorDescriptor_t descriptor, cudnnTensorDescriptor_t c) {
    return has_indices(descriptor) ? (size_t)count_of(&c->view) * sizeof(uint32_t) : 0;
}

EXPORT cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t descriptor,
                                                  cudnnTensorDescriptor_t a, cudnnTensorDescriptor_t c, size_t *size) {
    OPEN(handle);
    VALID(descriptor != NULL && is_set(a) && is_set(c) && size != NULL && is_broadcast(&c->view, &a->view));
    *size = indices_size(descriptor, c);
    return CUDNN_STATUS_SUCCESS;
}

/* A group of threads adds a row without a work area. */
EXPORT cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t descriptor,
                                                    cudnnTensorDescriptor_t a, cudnnTensorDescriptor_t c,
                                                    size_t *size) {
    OPEN(handle);
    VALID(descriptor != NULL && is_set(a) && is_set(c) && size != NULL && is_broadcast(&c->view, &a->view));
    *size = 0;
    return CUDNN_STATUS_SUCCESS;
}

/* The dimensions that the result keeps. */
static unsigned kept_by(const struct view *a, const struct view *c) {
    unsigned kept = 0;
    for (int each = 0; each < a->rank; each++) {
        kept |= (unsigned)(c->sizes[each] == a->sizes[each]) << each;
    }
    return kept;
}

cudnnStatus_t reduce_tensor(cudnnHandle_t handle, struct reduction *reduction, const struct view *from,
                            const struct view *to) {
    SUPPORTED((from->type == CUDNN_DATA_DOUBLE) == (to->type == CUDNN_DATA_DOUBLE));
    LAY_OUT(&reduction->space, from, kept_by(from, to), {&reduction->a, from}, {&reduction->to, to});
    reduction->group = group_for(reduction->space.terms);
    return launch_rows(handle, module_type(to->type, from->type, from->type), "reduce", &reduction->space,
                       reduction->group, reduction);
}

EXPORT cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t descriptor, void *indices,
                                       size_t size, void *work, size_t work_size, const void *alpha,
                                       cudnnTensorDescriptor_t a, const void *a_data, const void *beta,
                                       cudnnTensorDescriptor_t c, void *c_data) {
    (void)work, (void)work_size; /* of size 0 */
    OPEN(handle);
    VALID(descriptor != NULL && is_set(a) && is_set(c) && a_data != NULL && c_data != NULL);
    VALID(alpha != NULL && beta != NULL && is_broadcast(&c->view, &a->view));
    VALID(!has_indices(descriptor) || (indices != NULL && size >= indices_size(descriptor, c)));
    SUPPORTED(!has_indices(descriptor) || descriptor->index_type == CUDNN_32BIT_INDICES);
    struct view from = tensor_at(a, a_data);
    struct view to = tensor_at(c, c_data);
    struct reduction reduction = {.indices = has_indices(descriptor) ? (uintptr_t)indices : 0,
                                  .alpha = scale_of(alpha, to.type),
                                  .beta = scale_of(beta, to.type),
                                  .operation = (int32_t)descriptor->operation,
                                  .propagates_nan = descriptor->nan == CUDNN_PROPAGATE_NAN};
    return reduce_tensor(handle, &reduction, &from, &to);
}

static cudnnStatus_t check_softmax(cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                   cudnnTensorDescriptor_t x, const void *x_data, cudnnTensorDescriptor_t y,
                                   const void *y_data) {
    VALID(algorithm >= CUDNN_SOFTMAX_FAST && algorithm <= CUDNN_SOFTMAX_LOG);
    VALID(mode == CUDNN_SOFTMAX_MODE_INSTANCE || mode == CUDNN_SOFTMAX_MODE_CHANNEL);
    VALID(is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(has_same_sizes(&x->view, &y->view) && x->view.type == y->view.type);
    return CUDNN_STATUS_SUCCESS;
}

/* The dimensions that number the vectors. */
static unsigned rows_of(cudnnSoftmaxMode_t mode) {
    return mode == CUDNN_SOFTMAX_MODE_INSTANCE ? BATCH : ALL_DIMENSIONS & ~CHANNEL;
}

EXPORT cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm,
                                         cudnnSoftmaxMode_t mode, const void *alpha, cudnnTensorDescriptor_t x,
                                         const void *x_data, const void *beta, cudnnTensorDescriptor_t y,
                                         void *y_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL);
    TRY(check_softmax(algorithm, mode, x, x_data, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct softmax softmax = {.alpha = scale_of(alpha, to.type), .beta = scale_of(beta, to.type),
                              .is_logarithm = algorithm == CUDNN_SOFTMAX_LOG};
    LAY_OUT(&softmax.space, &to, rows_of(mode), {&softmax.x, &from}, {&softmax.y, &to});
    softmax.group = group_for(softmax.space.terms);
    return launch_rows(handle, to.type, "softmax", &softmax.space, softmax.group, &softmax);
}

EXPORT cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm,
                                          cudnnSoftmaxMode_t mode, const void *alpha, cudnnTensorDescriptor_t y,
                                          const void *y_data, cudnnTensorDescriptor_t dy, const void *dy_data,
                                          const void *beta, cudnnTensorDescriptor_t dx, void *dx_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL);
    TRY(check_softmax(algorithm, mode, y, y_data, dx, dx_data));
    TRY(check_softmax(algorithm, mode, dy, dy_data, dx, dx_data));
    struct view value = tensor_at(y, y_data);
    struct view gradient = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    struct softmax softmax = {.alpha = scale_of(alpha, to.type), .beta = scale_of(beta, to.type),
                              .is_logarithm = algorithm == CUDNN_SOFTMAX_LOG};
    LAY_OUT(&softmax.space, &to, rows_of(mode), {&softmax.y, &value}, {&softmax.dy, &gradient}, {&softmax.dx, &to});
    softmax.group = group_for(softmax.space.terms);
    return launch_rows(handle, to.type, "differentiate_softmax", &softmax.space, softmax.group, &softmax);
}
