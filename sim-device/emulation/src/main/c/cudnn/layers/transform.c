/* Copies of tensors with padding. */
#include <stdlib.h>

#include "layers.h"

/* cudnnFoldingDirection_t (cudnn_ops_infer.h of 8.9). */
typedef enum { CUDNN_TRANSFORM_FOLD, CUDNN_TRANSFORM_UNFOLD } cudnnFoldingDirection_t;

typedef struct cudnnTensorTransformStruct {
    uint32_t rank; /* 0 until it is set */
    cudnnTensorFormat_t format;
    int32_t before[DIMENSIONS];
    int32_t after[DIMENSIONS];
    uint32_t fold[DIMENSIONS];
    cudnnFoldingDirection_t direction;
} *cudnnTensorTransformDescriptor_t;

DESCRIPTOR(cudnnTensorTransformDescriptor_t, cudnnCreateTensorTransformDescriptor,
           cudnnDestroyTensorTransformDescriptor)

/* An array that is null leaves what was set before. Negative padding cuts off; folds of at most 1 do not fold. */
EXPORT cudnnStatus_t cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t descriptor, uint32_t rank,
                                                       cudnnTensorFormat_t format, const int32_t *before,
                                                       const int32_t *after, const uint32_t *fold,
                                                       cudnnFoldingDirection_t direction) {
    VALID(descriptor != NULL && rank > FIRST_OF_PLANE);
    SUPPORTED(rank <= DIMENSIONS);
    VALID(format >= CUDNN_TENSOR_NCHW && format <= CUDNN_TENSOR_NCHW_VECT_C);
    VALID(direction == CUDNN_TRANSFORM_FOLD || direction == CUDNN_TRANSFORM_UNFOLD);
    descriptor->rank = rank;
    descriptor->format = format;
    descriptor->direction = direction;
    for (uint32_t each = 0; each < rank; each++) {
        descriptor->before[each] = before == NULL ? descriptor->before[each] : before[each];
        descriptor->after[each] = after == NULL ? descriptor->after[each] : after[each];
        if (each < rank - FIRST_OF_PLANE) {
            descriptor->fold[each] = fold == NULL ? descriptor->fold[each] : fold[each];
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t descriptor, uint32_t most,
                                                       cudnnTensorFormat_t *format, int32_t *before, int32_t *after,
                                                       uint32_t *fold, cudnnFoldingDirection_t *direction) {
    VALID(descriptor != NULL && descriptor->rank > 0 && format != NULL && direction != NULL);
    VALID(before != NULL && after != NULL && fold != NULL);
    *format = descriptor->format;
    *direction = descriptor->direction;
    for (uint32_t each = 0; each < most && each < descriptor->rank; each++) {
        before[each] = descriptor->before[each];
        after[each] = descriptor->after[each];
        if (each < descriptor->rank - FIRST_OF_PLANE) {
            fold[each] = descriptor->fold[each];
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

static int64_t padded_size(cudnnTensorTransformDescriptor_t descriptor, const struct view *from, uint32_t dimension) {
    return from->sizes[dimension] + descriptor->before[dimension] + descriptor->after[dimension];
}

/* The order of folded elements is not documented. */
static int has_folds(cudnnTensorTransformDescriptor_t descriptor) {
    int has = 0;
    for (uint32_t each = 0; each < descriptor->rank - FIRST_OF_PLANE; each++) {
        has = has || descriptor->fold[each] > 1;
    }
    return has;
}

EXPORT cudnnStatus_t cudnnInitTransformDest(cudnnTensorTransformDescriptor_t descriptor, cudnnTensorDescriptor_t from,
                                            cudnnTensorDescriptor_t to, size_t *size) {
    int64_t sizes[DIMENSIONS];
    VALID(descriptor != NULL && descriptor->rank > 0 && is_set(from) && to != NULL && size != NULL);
    VALID((uint32_t)from->view.rank == descriptor->rank);
    SUPPORTED(!has_folds(descriptor) && descriptor->format != CUDNN_TENSOR_NCHW_VECT_C);
    for (uint32_t each = 0; each < descriptor->rank; each++) {
        sizes[each] = padded_size(descriptor, &from->view, each);
        VALID(sizes[each] > 0);
    }
    set_packed(&to->view, (cudnnDataType_t)from->view.type, descriptor->format, from->view.rank, sizes);
    to->view.data = 0;
    *size = (size_t)extent_of(&to->view) * element_size((cudnnDataType_t)to->view.type);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t transform(cudnnHandle_t handle, cudnnTensorTransformDescriptor_t descriptor, const void *alpha,
                               const struct view *from, const void *beta, const struct view *to) {
    struct padding padding = {.space = {.rank = to->rank, .kept = to->rank, .rows = count_of(to), .terms = 1},
                              .a = {.data = from->data, .type = from->type},
                              .to = {.data = to->data, .type = to->type},
                              .alpha = scale_of(alpha, to->type),
                              .beta = scale_of(beta, to->type)};
    VALID((uint32_t)from->rank == descriptor->rank && from->rank == to->rank && from->data != 0 && to->data != 0);
    SUPPORTED(!has_folds(descriptor));
    for (int each = 0; each < to->rank; each++) {
        VALID(to->sizes[each] == padded_size(descriptor, from, (uint32_t)each));
        padding.space.sizes[each] = to->sizes[each];
        padding.a.steps[each] = from->steps[each];
        padding.to.steps[each] = to->steps[each];
        padding.before[each] = descriptor->before[each];
        padding.sizes[each] = from->sizes[each];
    }
    return launch_for(handle, module_type(to->type, from->type, from->type), "pad", padding.space.rows, &padding);
}

EXPORT cudnnStatus_t cudnnTransformTensorEx(cudnnHandle_t handle, cudnnTensorTransformDescriptor_t descriptor,
                                            const void *alpha, cudnnTensorDescriptor_t from, const void *from_data,
                                            const void *beta, cudnnTensorDescriptor_t to, void *to_data) {
    OPEN(handle);
    VALID(descriptor != NULL && descriptor->rank > 0 && alpha != NULL && beta != NULL && is_set(from) && is_set(to));
    struct view source = tensor_at(from, from_data);
    struct view target = tensor_at(to, to_data);
    return transform(handle, descriptor, alpha, &source, beta, &target);
}

EXPORT cudnnStatus_t cudnnTransformFilter(cudnnHandle_t handle, cudnnTensorTransformDescriptor_t descriptor,
                                          const void *alpha, cudnnFilterDescriptor_t from, const void *from_data,
                                          const void *beta, cudnnFilterDescriptor_t to, void *to_data) {
    OPEN(handle);
    VALID(descriptor != NULL && descriptor->rank > 0 && alpha != NULL && beta != NULL && from != NULL && to != NULL);
    VALID(from->view.rank > 0 && to->view.rank > 0);
    struct view source = filter_at(from, from_data);
    struct view target = filter_at(to, to_data);
    return transform(handle, descriptor, alpha, &source, beta, &target);
}
