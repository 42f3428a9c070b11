/* Normalisation by the responses of neighbours: of channels, or in a plane. */
#include <stdlib.h>

#include "layers.h"

/* The window of a descriptor that is not set, and the limits of one that is (cudnn_ops_infer.h of 8.9, CUDNN_LRN_MIN_N and
 * others). */
enum { LEAST_WINDOW = 1, MOST_WINDOW = 16 };
#define LEAST_CONSTANT 1e-5
#define LEAST_EXPONENT 0.01

/* cudnnLRNMode_t and cudnnDivNormMode_t. */
typedef enum { CUDNN_LRN_CROSS_CHANNEL_DIM1 } cudnnLRNMode_t;
typedef enum { CUDNN_DIVNORM_PRECOMPUTED_MEANS } cudnnDivNormMode_t;

typedef struct cudnnLRNStruct {
    unsigned window;
    double alpha;
    double exponent;
    double constant;
} *cudnnLRNDescriptor_t;

EXPORT cudnnStatus_t cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *descriptor) {
    VALID(descriptor != NULL);
    *descriptor = malloc(sizeof **descriptor);
    REQUIRE(*descriptor != NULL, CUDNN_STATUS_ALLOC_FAILED);
    **descriptor = (struct cudnnLRNStruct){5, 1e-4, 0.75, 2};
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t descriptor) {
    free(descriptor);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t descriptor, unsigned window, double alpha,
                                           double exponent, double constant) {
    VALID(descriptor != NULL && window >= LEAST_WINDOW && window <= MOST_WINDOW);
    VALID(constant >= LEAST_CONSTANT && exponent >= LEAST_EXPONENT);
    *descriptor = (struct cudnnLRNStruct){window, alpha, exponent, constant};
    return CUDNN_STATUS_SUCCESS;
}

/* Any of the addresses may be null. */
static void put(double *to, double value) {
    if (to != NULL) {
        *to = value;
    }
}

EXPORT cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t descriptor, unsigned *window, double *alpha,
                                           double *exponent, double *constant) {
    VALID(descriptor != NULL);
    if (window != NULL) {
        *window = descriptor->window;
    }
    put(alpha, descriptor->alpha);
    put(exponent, descriptor->exponent);
    put(constant, descriptor->constant);
    return CUDNN_STATUS_SUCCESS;
}

/* The window of N channels begins (N - 1) / 2 channels before its centre. */
static struct response response_of(cudnnLRNDescriptor_t descriptor, const struct view *x, const void *alpha,
                                   const void *beta) {
    int64_t behind = (descriptor->window - 1) / 2;
    return (struct response){.channels = x->sizes[1],
                             .behind = behind,
                             .ahead = descriptor->window - behind - 1,
                             .slope = descriptor->alpha / descriptor->window,
                             .exponent = descriptor->exponent,
                             .constant = descriptor->constant,
                             .alpha = scale_of(alpha, x->type),
                             .beta = scale_of(beta, x->type)};
}

static cudnnStatus_t check_response(cudnnLRNMode_t mode, cudnnTensorDescriptor_t x, const void *x_data,
                                    cudnnTensorDescriptor_t y, const void *y_data) {
    VALID(mode == CUDNN_LRN_CROSS_CHANNEL_DIM1 && is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(has_same_sizes(&x->view, &y->view) && x->view.type == y->view.type);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t descriptor,
                                                 cudnnLRNMode_t mode, const void *alpha, cudnnTensorDescriptor_t x,
                                                 const void *x_data, const void *beta, cudnnTensorDescriptor_t y,
                                                 void *y_data) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL);
    TRY(check_response(mode, x, x_data, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct response response = response_of(descriptor, &from, alpha, beta);
    LAY_OUT(&response.space, &to, ALL_DIMENSIONS & ~CHANNEL, {&response.x, &from}, {&response.y, &to});
    return launch_for(handle, to.type, "respond", count_of(&to), &response);
}

EXPORT cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t descriptor,
                                                  cudnnLRNMode_t mode, const void *alpha, cudnnTensorDescriptor_t y,
                                                  const void *y_data, cudnnTensorDescriptor_t dy, const void *dy_data,
                                                  cudnnTensorDescriptor_t x, const void *x_data, const void *beta,
                                                  cudnnTensorDescriptor_t dx, void *dx_data) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL);
    TRY(check_response(mode, x, x_data, y, y_data));
    TRY(check_response(mode, dx, dx_data, dy, dy_data));
    TRY(check_response(mode, x, x_data, dx, dx_data));
    struct view from = tensor_at(x, x_data);
    struct view value = tensor_at(y, y_data);
    struct view gradient = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    struct response response = response_of(descriptor, &from, alpha, beta);
    LAY_OUT(&response.space, &to, ALL_DIMENSIONS & ~CHANNEL, {&response.x, &from}, {&response.y, &value},
            {&response.dy, &gradient}, {&response.dx, &to});
    return launch_for(handle, to.type, "differentiate_response", count_of(&to), &response);
}

/* The windows of a plane: alpha is divided by their elements ("cuDNN API Reference", cudnnSetLRNDescriptor()). */
static struct contrast contrast_of(cudnnLRNDescriptor_t descriptor, const struct view *x, const void *alpha,
                                   const void *beta) {
    struct contrast contrast = {.pooling = {.outer = x->sizes[0] * x->sizes[1],
                                            .channels = x->sizes[1],
                                            .from = {1, 1, 1},
                                            .window = {1, 1, 1},
                                            .stride = {1, 1, 1},
                                            .alpha = scale_of(alpha, x->type),
                                            .beta = scale_of(beta, x->type)},
                                .slope = descriptor->alpha,
                                .exponent = descriptor->exponent,
                                .constant = descriptor->constant};
    for (int each = FIRST_OF_PLANE; each < x->rank; each++) {
        int to = each + WINDOW - x->rank;
        contrast.pooling.from[to] = x->sizes[each];
        contrast.pooling.window[to] = descriptor->window;
        contrast.pooling.before[to] = (descriptor->window - 1) / 2;
        contrast.slope /= descriptor->window;
    }
    for (int each = 0; each < WINDOW; each++) {
        contrast.pooling.to[each] = contrast.pooling.from[each];
    }
    return contrast;
}

/* Only means of 0, which are null, are supported: the documentation does not define the effect of others. */
static cudnnStatus_t check_contrast(cudnnDivNormMode_t mode, cudnnTensorDescriptor_t x, const void *x_data,
                                    const void *means, const void *work, const void *more_work,
                                    cudnnTensorDescriptor_t y, const void *y_data) {
    VALID(mode == CUDNN_DIVNORM_PRECOMPUTED_MEANS && work != NULL && more_work != NULL);
    TRY(check_response(CUDNN_LRN_CROSS_CHANNEL_DIM1, x, x_data, y, y_data));
    VALID(x->view.rank > FIRST_OF_PLANE && x->view.rank <= FIRST_OF_PLANE + WINDOW);
    SUPPORTED(means == NULL);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDivisiveNormalizationForward(cudnnHandle_t handle, cudnnLRNDescriptor_t descriptor,
                                                       cudnnDivNormMode_t mode, const void *alpha,
                                                       cudnnTensorDescriptor_t x, const void *x_data,
                                                       const void *means, void *work, void *more_work,
                                                       const void *beta, cudnnTensorDescriptor_t y, void *y_data) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL);
    TRY(check_contrast(mode, x, x_data, means, work, more_work, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct contrast contrast = contrast_of(descriptor, &from, alpha, beta);
    contrast.pooling.x = image_operand(&from);
    contrast.pooling.y = image_operand(&to);
    return launch_for(handle, to.type, "contrast", count_of(&to), &contrast);
}

/* x, its means, dy and the work areas have one descriptor. */
EXPORT cudnnStatus_t cudnnDivisiveNormalizationBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t descriptor,
                                                        cudnnDivNormMode_t mode, const void *alpha,
                                                        cudnnTensorDescriptor_t x, const void *x_data,
                                                        const void *means, const void *dy_data, void *work,
                                                        void *more_work, const void *beta, cudnnTensorDescriptor_t dx,
                                                        void *dx_data, void *means_gradient) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL && dy_data != NULL);
    TRY(check_contrast(mode, x, x_data, means, work, more_work, dx, dx_data));
    SUPPORTED(means_gradient == NULL);
    struct view from = tensor_at(x, x_data);
    struct view gradient = tensor_at(x, dy_data);
    struct view area = tensor_at(x, work);
    struct view to = tensor_at(dx, dx_data);
    struct contrast contrast = contrast_of(descriptor, &from, alpha, beta);
    contrast.pooling.x = image_operand(&from);
    contrast.pooling.dy = image_operand(&gradient);
    contrast.pooling.dx = image_operand(&to);
    contrast.work = image_operand(&area);
    TRY(launch_for(handle, to.type, "prepare_contrast", count_of(&to), &contrast));
    return launch_for(handle, to.type, "differentiate_contrast", count_of(&to), &contrast);
}
