/* The functions of convolutions: they check their arguments and run a correlation. */
#include <stddef.h>

#include "../layers/layers.h"
#include "algorithms.h"

/* A convolution whose tensors are described and lie at addresses, and whose image of y has its size. */
static cudnnStatus_t make(struct convolution *made, cudnnConvolutionDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                          const void *x_data, cudnnFilterDescriptor_t w, const void *w_data, cudnnTensorDescriptor_t y,
                          const void *y_data) {
    VALID(descriptor != NULL && x != NULL && w != NULL && y != NULL);
    *made = (struct convolution){descriptor, tensor_at(x, x_data), filter_at(w, w_data), tensor_at(y, y_data)};
    VALID(descriptor->rank > 0 && x->view.rank == descriptor->rank + 2 && w->view.rank == x->view.rank);
    for (int each = 0; each < descriptor->rank; each++) {
        VALID(y->view.sizes[each + 2] == output_size(descriptor, &x->view, &w->view, each));
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t describe_convolution(struct convolution *made, cudnnConvolutionDescriptor_t descriptor,
                                   cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w, cudnnTensorDescriptor_t y,
                                   enum direction direction) {
    TRY(make(made, descriptor, x, NULL, w, NULL, y, NULL));
    return check_convolution(made, direction);
}

static cudnnStatus_t run(cudnnHandle_t handle, const struct convolution *convolution, enum direction direction,
                         int algorithm, const void *alpha, const void *beta) {
    const struct view *to = direction == FORWARD         ? &convolution->y
                            : direction == BACKWARD_DATA ? &convolution->x
                                                         : &convolution->w;
    VALID(alpha != NULL && beta != NULL && convolution->x.data != 0 && convolution->w.data != 0 &&
          convolution->y.data != 0);
    TRY(check_algorithm(direction, algorithm));
    cudnnDataType_t type = (cudnnDataType_t)to->type;
    struct epilogue epilogue = {.alpha = scale_of(alpha, type), .beta = scale_of(beta, type)};
    return convolve(handle, convolution, direction, &epilogue);
}

/* The workspace is not needed. */
EXPORT cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x,
                                             const void *x_data, cudnnFilterDescriptor_t w, const void *w_data,
                                             cudnnConvolutionDescriptor_t descriptor, int algorithm, void *work,
                                             size_t work_size, const void *beta, cudnnTensorDescriptor_t y,
                                             void *y_data) {
    struct convolution made;
    (void)work;
    (void)work_size;
    OPEN(handle);
    TRY(make(&made, descriptor, x, x_data, w, w_data, y, y_data));
    return run(handle, &made, FORWARD, algorithm, alpha, beta);
}

EXPORT cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha, cudnnFilterDescriptor_t w,
                                                  const void *w_data, cudnnTensorDescriptor_t dy, const void *dy_data,
                                                  cudnnConvolutionDescriptor_t descriptor, int algorithm, void *work,
                                                  size_t work_size, const void *beta, cudnnTensorDescriptor_t dx,
                                                  void *dx_data) {
    struct convolution made;
    (void)work;
    (void)work_size;
    OPEN(handle);
    TRY(make(&made, descriptor, dx, dx_data, w, w_data, dy, dy_data));
    return run(handle, &made, BACKWARD_DATA, algorithm, alpha, beta);
}

EXPORT cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x,
                                                    const void *x_data, cudnnTensorDescriptor_t dy, const void *dy_data,
                                                    cudnnConvolutionDescriptor_t descriptor, int algorithm, void *work,
                                                    size_t work_size, const void *beta, cudnnFilterDescriptor_t dw,
                                                    void *dw_data) {
    struct convolution made;
    (void)work;
    (void)work_size;
    OPEN(handle);
    TRY(make(&made, descriptor, x, x_data, dw, dw_data, dy, dy_data));
    return run(handle, &made, BACKWARD_FILTER, algorithm, alpha, beta);
}

/* Whether a tensor has one element for each channel of y. */
static int is_bias_of(const struct view *bias, const struct view *y) {
    return bias->rank == y->rank && bias->sizes[1] == y->sizes[1] && count_of(bias) == bias->sizes[1];
}

static cudnnStatus_t check_activation(cudnnActivationDescriptor_t activation) {
    VALID(activation != NULL);
    SUPPORTED(activation->mode == CUDNN_ACTIVATION_RELU || activation->mode == CUDNN_ACTIVATION_IDENTITY);
    SUPPORTED(activation->nan == CUDNN_NOT_PROPAGATE_NAN);
    return CUDNN_STATUS_SUCCESS;
}

/* z is not read if its factor is 0, and may be y. */
EXPORT cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x, const void *x_data, cudnnFilterDescriptor_t w,
    const void *w_data, cudnnConvolutionDescriptor_t descriptor, int algorithm, void *work, size_t work_size,
    const void *beta, cudnnTensorDescriptor_t z, const void *z_data, cudnnTensorDescriptor_t bias, const void *bias_data,
    cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t y, void *y_data) {
    struct convolution made;
    (void)work;
    (void)work_size;
    OPEN(handle);
    TRY(make(&made, descriptor, x, x_data, w, w_data, y, y_data));
    VALID(alpha != NULL && beta != NULL && z != NULL && bias != NULL);
    VALID(x_data != NULL && w_data != NULL && bias_data != NULL && y_data != NULL);
    TRY(check_activation(activation));
    TRY(check_algorithm(FORWARD, algorithm));
    VALID(is_bias_of(&bias->view, &y->view) && has_same_sizes(&z->view, &y->view));
    cudnnDataType_t type = (cudnnDataType_t)y->view.type;
    struct epilogue epilogue = {.alpha = scale_of(alpha, type),
                                .beta = scale_of(beta, type),
                                .added = tensor_at(z, z_data),
                                .bias = tensor_at(bias, bias_data),
                                .is_rectified = activation->mode == CUDNN_ACTIVATION_RELU};
    VALID(epilogue.beta == 0 || z_data != NULL);
    return convolve(handle, &made, FORWARD, &epilogue);
}

EXPORT cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t dy,
                                                  const void *dy_data, const void *beta, cudnnTensorDescriptor_t db,
                                                  void *db_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL && dy != NULL && db != NULL && dy_data != NULL && db_data != NULL);
    VALID(dy->view.rank > 0 && dy->view.type == db->view.type && is_bias_of(&db->view, &dy->view));
    cudnnDataType_t type = (cudnnDataType_t)dy->view.type;
    struct view from = tensor_at(dy, dy_data);
    struct view to = tensor_at(db, db_data);
    struct reduction sum = {.operation = REDUCE_ADD,
                            .alpha = scale_of(alpha, type),
                            .beta = scale_of(beta, type),
                            .propagates_nan = 1};
    return reduce_tensor(handle, &sum, &from, &to);
}
