/* Pooling. */
#include <stdlib.h>

#include "layers.h"

/* cudnnPoolingMode_t (cudnn_ops_infer.h of 8.9). */
typedef enum {
    CUDNN_POOLING_MAX,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
    CUDNN_POOLING_MAX_DETERMINISTIC
} cudnnPoolingMode_t;

typedef struct cudnnPoolingStruct {
    cudnnPoolingMode_t mode;
    cudnnNanPropagation_t nan;
    int rank; /* 0 until it is set */
    int window[DIMENSIONS];
    int before[DIMENSIONS];
    int stride[DIMENSIONS];
} *cudnnPoolingDescriptor_t;

DESCRIPTOR(cudnnPoolingDescriptor_t, cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor)

EXPORT cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t descriptor, cudnnPoolingMode_t mode,
                                                 cudnnNanPropagation_t nan, int rank, const int *window,
                                                 const int *before, const int *stride) {
    struct cudnnPoolingStruct made = {.mode = mode, .nan = nan, .rank = rank};
    VALID(descriptor != NULL && mode >= CUDNN_POOLING_MAX && mode <= CUDNN_POOLING_MAX_DETERMINISTIC);
    VALID((nan == CUDNN_NOT_PROPAGATE_NAN || nan == CUDNN_PROPAGATE_NAN) && rank > 0);
    VALID(window != NULL && before != NULL && stride != NULL);
    SUPPORTED(rank <= DIMENSIONS - FIRST_OF_PLANE);
    for (int each = 0; each < rank; each++) {
        VALID(window[each] > 0 && stride[each] > 0);
        made.window[each] = window[each];
        made.before[each] = before[each];
        made.stride[each] = stride[each];
    }
    *descriptor = made;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t descriptor, cudnnPoolingMode_t mode,
                                                 cudnnNanPropagation_t nan, int height, int width, int above, int left,
                                                 int down, int right) {
    return cudnnSetPoolingNdDescriptor(descriptor, mode, nan, 2, (int[]){height, width}, (int[]){above, left},
                                       (int[]){down, right});
}

/* Any of the addresses may be null. */
static void put(int *to, int value) {
    if (to != NULL) {
        *to = value;
    }
}

EXPORT cudnnStatus_t cudnnGetPoolingNdDescriptor(cudnnPoolingDescriptor_t descriptor, int most,
                                                 cudnnPoolingMode_t *mode, cudnnNanPropagation_t *nan, int *rank,
                                                 int *window, int *before, int *stride) {
    VALID(descriptor != NULL && descriptor->rank > 0);
    SUPPORTED(most >= 0 && most <= DIMENSIONS - FIRST_OF_PLANE);
    put((int *)mode, (int)descriptor->mode);
    put((int *)nan, (int)descriptor->nan);
    put(rank, descriptor->rank);
    for (int each = 0; each < most && each < descriptor->rank; each++) {
        put(window == NULL ? NULL : window + each, descriptor->window[each]);
        put(before == NULL ? NULL : before + each, descriptor->before[each]);
        put(stride == NULL ? NULL : stride + each, descriptor->stride[each]);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetPooling2dDescriptor(cudnnPoolingDescriptor_t descriptor, cudnnPoolingMode_t *mode,
                                                 cudnnNanPropagation_t *nan, int *height, int *width, int *above,
                                                 int *left, int *down, int *right) {
    VALID(descriptor != NULL && descriptor->rank == 2);
    put((int *)mode, (int)descriptor->mode);
    put((int *)nan, (int)descriptor->nan);
    int *const to[] = {height, width, above, left, down, right};
    for (int each = 0; each < 2; each++) {
        put(to[each], descriptor->window[each]);
        put(to[2 + each], descriptor->before[each]);
        put(to[4 + each], descriptor->stride[each]);
    }
    return CUDNN_STATUS_SUCCESS;
}

/* 1 + (size + 2 padding - window) / stride ("cuDNN API Reference", cudnnGetPoolingNdForwardOutputDim()); 0 where the window
 * does not fit. */
static int64_t output_size(cudnnPoolingDescriptor_t descriptor, const struct view *x, int dimension) {
    if (dimension < FIRST_OF_PLANE) {
        return x->sizes[dimension];
    }
    int of = dimension - FIRST_OF_PLANE;
    int64_t room = x->sizes[dimension] + 2 * descriptor->before[of] - descriptor->window[of];
    return room < 0 ? 0 : 1 + room / descriptor->stride[of];
}

EXPORT cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(cudnnPoolingDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                                       int rank, int *sizes) {
    VALID(descriptor != NULL && descriptor->rank > 0 && is_set(x) && sizes != NULL);
    VALID(rank == x->view.rank && rank == descriptor->rank + FIRST_OF_PLANE);
    for (int each = 0; each < rank; each++) {
        sizes[each] = (int)output_size(descriptor, &x->view, each);
        VALID(sizes[each] > 0);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                                       int *n, int *c, int *h, int *w) {
    int sizes[4];
    VALID(n != NULL && c != NULL && h != NULL && w != NULL);
    TRY(cudnnGetPoolingNdForwardOutputDim(descriptor, x, 4, sizes));
    *n = sizes[0];
    *c = sizes[1];
    *h = sizes[2];
    *w = sizes[3];
    return CUDNN_STATUS_SUCCESS;
}

/* The sizes of the planes need not be those of cudnnGetPoolingNdForwardOutputDim: TensorFlow pads at the end alone, by more
 * windows. Each window has an element of x. */
static cudnnStatus_t check_pooling(cudnnPoolingDescriptor_t descriptor, cudnnTensorDescriptor_t x, const void *x_data,
                                   cudnnTensorDescriptor_t y, const void *y_data) {
    VALID(descriptor != NULL && descriptor->rank > 0 && is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(x->view.rank == y->view.rank && x->view.rank == descriptor->rank + FIRST_OF_PLANE);
    VALID(x->view.type == y->view.type);
    for (int each = 0; each < FIRST_OF_PLANE; each++) {
        VALID(y->view.sizes[each] == x->view.sizes[each]);
    }
    SUPPORTED(descriptor->rank <= WINDOW);
    for (int each = 0; each < descriptor->rank; each++) {
        int64_t last = (y->view.sizes[each + FIRST_OF_PLANE] - 1) * descriptor->stride[each] - descriptor->before[each];
        SUPPORTED(descriptor->before[each] >= 0 && descriptor->before[each] < descriptor->window[each]);
        SUPPORTED(last < x->view.sizes[each + FIRST_OF_PLANE]);
    }
    return CUDNN_STATUS_SUCCESS;
}

static struct pooling pooling_of(cudnnPoolingDescriptor_t descriptor, const struct view *x, const struct view *y,
                                 const void *alpha, const void *beta) {
    struct pooling pooling = {.outer = x->sizes[0] * x->sizes[1],
                              .channels = x->sizes[1],
                              .from = {1, 1, 1},
                              .to = {1, 1, 1},
                              .window = {1, 1, 1},
                              .stride = {1, 1, 1},
                              .alpha = scale_of(alpha, x->type),
                              .beta = scale_of(beta, x->type),
                              .mode = (int32_t)descriptor->mode,
                              .propagates_nan = descriptor->nan == CUDNN_PROPAGATE_NAN};
    for (int each = 0; each < descriptor->rank; each++) {
        int to = each + WINDOW - descriptor->rank;
        pooling.from[to] = x->sizes[each + FIRST_OF_PLANE];
        pooling.to[to] = y->sizes[each + FIRST_OF_PLANE];
        pooling.window[to] = descriptor->window[each];
        pooling.before[to] = descriptor->before[each];
        pooling.stride[to] = descriptor->stride[each];
    }
    return pooling;
}

EXPORT cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, cudnnPoolingDescriptor_t descriptor, const void *alpha,
                                         cudnnTensorDescriptor_t x, const void *x_data, const void *beta,
                                         cudnnTensorDescriptor_t y, void *y_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL);
    TRY(check_pooling(descriptor, x, x_data, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct pooling pooling = pooling_of(descriptor, &from, &to, alpha, beta);
    pooling.x = image_operand(&from);
    pooling.y = image_operand(&to);
    return launch_for(handle, module_type(to.type, from.type, from.type), "pool", count_of(&to), &pooling);
}

EXPORT cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t descriptor, const void *alpha,
                                          cudnnTensorDescriptor_t y, const void *y_data, cudnnTensorDescriptor_t dy,
                                          const void *dy_data, cudnnTensorDescriptor_t x, const void *x_data,
                                          const void *beta, cudnnTensorDescriptor_t dx, void *dx_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL);
    TRY(check_pooling(descriptor, x, x_data, y, y_data));
    TRY(check_pooling(descriptor, dx, dx_data, dy, dy_data));
    VALID(has_same_sizes(&x->view, &dx->view) && x->view.type == dx->view.type);
    struct view from = tensor_at(x, x_data);
    struct view gradient = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    struct pooling pooling = pooling_of(descriptor, &from, &gradient, alpha, beta);
    pooling.x = image_operand(&from);
    pooling.dy = image_operand(&gradient);
    pooling.dx = image_operand(&to);
    return launch_for(handle, to.type, "differentiate_pooling", count_of(&to), &pooling);
}
