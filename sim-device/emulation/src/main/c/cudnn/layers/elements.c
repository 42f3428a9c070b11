/* Functions of elements: copies, sums, products and other operations, and activations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layers.h"

/* cudnnOpTensorOp_t (cudnn_ops_infer.h of 8.9). Its values are those of the kernels' functions. */
typedef enum {
    CUDNN_OP_TENSOR_ADD,
    CUDNN_OP_TENSOR_MUL,
    CUDNN_OP_TENSOR_MIN,
    CUDNN_OP_TENSOR_MAX,
    CUDNN_OP_TENSOR_SQRT,
    CUDNN_OP_TENSOR_NOT
} cudnnOpTensorOp_t;

typedef struct cudnnOpTensorStruct {
    cudnnOpTensorOp_t operation;
    cudnnDataType_t compute;
    cudnnNanPropagation_t nan;
} *cudnnOpTensorDescriptor_t;

DESCRIPTOR(cudnnOpTensorDescriptor_t, cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor)
DESCRIPTOR(cudnnActivationDescriptor_t, cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor)

static int is_nan_propagation(cudnnNanPropagation_t nan) {
    return nan == CUDNN_NOT_PROPAGATE_NAN || nan == CUDNN_PROPAGATE_NAN;
}

/* to = f(alpha a) + beta to, for tensors that are set. */
static cudnnStatus_t apply(cudnnHandle_t handle, struct elements *elements, const struct view *a, const struct view *b,
                           const struct view *y, const struct view *to) {
    cudnnDataType_t type = module_type(to->type, a == NULL ? to->type : a->type, b == NULL ? to->type : b->type);
    LAY_OUT(&elements->space, to, ALL_DIMENSIONS, {&elements->to, to}, {&elements->a, a}, {&elements->b, b},
            {&elements->y, y});
    return launch_for(handle, type, "apply", elements->space.rows, elements);
}

static cudnnStatus_t copy(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t a, const void *a_data,
                          const void *beta, cudnnTensorDescriptor_t to, void *to_data) {
    struct view from = tensor_at(a, a_data);
    struct view target = tensor_at(to, to_data);
    struct elements elements = {.function = ELEMENT_COPY, .alpha = scale_of(alpha, target.type),
                                .beta = scale_of(beta, target.type)};
    return apply(handle, &elements, &from, NULL, NULL, &target);
}

EXPORT cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x,
                                          const void *x_data, const void *beta, cudnnTensorDescriptor_t y,
                                          void *y_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL && is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(has_same_sizes(&x->view, &y->view));
    return copy(handle, alpha, x, x_data, beta, y, y_data);
}

EXPORT cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t a,
                                    const void *a_data, const void *beta, cudnnTensorDescriptor_t c, void *c_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL && is_set(a) && is_set(c) && a_data != NULL && c_data != NULL);
    VALID(is_broadcast(&a->view, &c->view));
    return copy(handle, alpha, a, a_data, beta, c, c_data);
}

EXPORT cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y, void *y_data,
                                      const void *alpha) {
    float none[2] = {0, 0};
    OPEN(handle);
    VALID(is_set(y) && y_data != NULL && alpha != NULL);
    return copy(handle, alpha, y, y_data, none, y, y_data);
}

/* The value of a half-precision number (IEEE 754, binary16). */
static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double size = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                  : exponent == 0 ? ldexp(fraction, -24)
                                  : ldexp(fraction + 1024, exponent - 25);
    return bits >> 15 ? -size : size;
}

static double float_value(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* An element in the memory of the host. */
static double value_at(const void *address, cudnnDataType_t type) {
    switch (type) {
    case CUDNN_DATA_DOUBLE:
        return *(const double *)address;
    case CUDNN_DATA_HALF:
        return half_value(*(const uint16_t *)address);
    case CUDNN_DATA_BFLOAT16:
        return float_value((uint32_t) * (const uint16_t *)address << 16);
    case CUDNN_DATA_INT8:
        return *(const int8_t *)address;
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BOOLEAN:
        return *(const uint8_t *)address;
    case CUDNN_DATA_INT32:
        return *(const int32_t *)address;
    case CUDNN_DATA_INT64:
        return (double)*(const int64_t *)address;
    default:
        return *(const float *)address;
    }
}

EXPORT cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y, void *y_data, const void *value) {
    OPEN(handle);
    VALID(is_set(y) && y_data != NULL && value != NULL);
    struct view to = tensor_at(y, y_data);
    struct elements elements = {.function = ELEMENT_SET, .alpha = value_at(value, to.type)};
    return apply(handle, &elements, NULL, NULL, NULL, &to);
}

EXPORT cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t descriptor, cudnnOpTensorOp_t operation,
                                                cudnnDataType_t compute, cudnnNanPropagation_t nan) {
    VALID(descriptor != NULL && operation >= CUDNN_OP_TENSOR_ADD && operation <= CUDNN_OP_TENSOR_NOT);
    VALID(has_kernels(compute) && is_nan_propagation(nan));
    *descriptor = (struct cudnnOpTensorStruct){operation, compute, nan};
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetOpTensorDescriptor(cudnnOpTensorDescriptor_t descriptor, cudnnOpTensorOp_t *operation,
                                                cudnnDataType_t *compute, cudnnNanPropagation_t *nan) {
    VALID(descriptor != NULL && operation != NULL && compute != NULL && nan != NULL);
    *operation = descriptor->operation;
    *compute = descriptor->compute;
    *nan = descriptor->nan;
    return CUDNN_STATUS_SUCCESS;
}

/* The operations of one tensor ignore B ("cuDNN API Reference", cudnnOpTensor()). */
EXPORT cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, cudnnOpTensorDescriptor_t descriptor, const void *alpha_a,
                                   cudnnTensorDescriptor_t a, const void *a_data, const void *alpha_b,
                                   cudnnTensorDescriptor_t b, const void *b_data, const void *beta,
                                   cudnnTensorDescriptor_t c, void *c_data) {
    OPEN(handle);
    VALID(descriptor != NULL && is_set(a) && is_set(c) && a_data != NULL && c_data != NULL);
    VALID(alpha_a != NULL && beta != NULL && has_same_sizes(&a->view, &c->view));
    int has_b = descriptor->operation < CUDNN_OP_TENSOR_SQRT;
    VALID(!has_b || (is_set(b) && b_data != NULL && alpha_b != NULL && is_broadcast(&b->view, &c->view)));
    struct view from = tensor_at(a, a_data);
    struct view other = has_b ? tensor_at(b, b_data) : from;
    struct view to = tensor_at(c, c_data);
    struct elements elements = {.function = (int32_t)descriptor->operation,
                                .propagates_nan = descriptor->nan == CUDNN_PROPAGATE_NAN,
                                .alpha = scale_of(alpha_a, to.type),
                                .alpha_b = has_b ? scale_of(alpha_b, to.type) : 0,
                                .beta = scale_of(beta, to.type)};
    return apply(handle, &elements, &from, has_b ? &other : NULL, NULL, &to);
}

EXPORT cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t descriptor, cudnnActivationMode_t mode,
                                                  cudnnNanPropagation_t nan, double coefficient) {
    VALID(descriptor != NULL && mode >= CUDNN_ACTIVATION_SIGMOID && mode <= CUDNN_ACTIVATION_SWISH);
    VALID(is_nan_propagation(nan));
    *descriptor = (struct cudnnActivationStruct){mode, nan, coefficient, 1};
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetActivationDescriptor(cudnnActivationDescriptor_t descriptor, cudnnActivationMode_t *mode,
                                                  cudnnNanPropagation_t *nan, double *coefficient) {
    VALID(descriptor != NULL && mode != NULL && nan != NULL && coefficient != NULL);
    *mode = descriptor->mode;
    *nan = descriptor->nan;
    *coefficient = descriptor->coefficient;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t descriptor, double beta) {
    VALID(descriptor != NULL);
    descriptor->swish_beta = beta;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t descriptor, double *beta) {
    VALID(descriptor != NULL && beta != NULL);
    *beta = descriptor->swish_beta;
    return CUDNN_STATUS_SUCCESS;
}

struct activation activation_of(cudnnActivationDescriptor_t descriptor) {
    return (struct activation){(int32_t)descriptor->mode, descriptor->nan == CUDNN_PROPAGATE_NAN,
                               descriptor->coefficient, descriptor->swish_beta};
}

/* The identity is for convolutions ("cuDNN API Reference", cudnnActivationMode_t). In place, tensors must lie alike. */
static cudnnStatus_t check_activation(cudnnActivationDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                      const void *x_data, cudnnTensorDescriptor_t y, const void *y_data) {
    VALID(is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(has_same_sizes(&x->view, &y->view) && x->view.type == y->view.type);
    VALID(x_data != y_data || has_same_steps(&x->view, &y->view));
    SUPPORTED(descriptor->mode != CUDNN_ACTIVATION_IDENTITY);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t descriptor,
                                            const void *alpha, cudnnTensorDescriptor_t x, const void *x_data,
                                            const void *beta, cudnnTensorDescriptor_t y, void *y_data) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL);
    TRY(check_activation(descriptor, x, x_data, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct elements elements = {.function = ELEMENT_ACTIVATE, .activation = activation_of(descriptor),
                                .alpha = scale_of(alpha, to.type), .beta = scale_of(beta, to.type)};
    return apply(handle, &elements, &from, NULL, NULL, &to);
}

EXPORT cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t descriptor,
                                             const void *alpha, cudnnTensorDescriptor_t y, const void *y_data,
                                             cudnnTensorDescriptor_t dy, const void *dy_data,
                                             cudnnTensorDescriptor_t x, const void *x_data, const void *beta,
                                             cudnnTensorDescriptor_t dx, void *dx_data) {
    OPEN(handle);
    VALID(descriptor != NULL && alpha != NULL && beta != NULL);
    TRY(check_activation(descriptor, x, x_data, y, y_data));
    TRY(check_activation(descriptor, dy, dy_data, dx, dx_data));
    VALID(has_same_sizes(&x->view, &dx->view) && x->view.type == dx->view.type);
    struct view from = tensor_at(x, x_data);
    struct view value = tensor_at(y, y_data);
    struct view gradient = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    struct elements elements = {.function = ELEMENT_DIFFERENTIATE, .activation = activation_of(descriptor),
                                .alpha = scale_of(alpha, to.type), .beta = scale_of(beta, to.type)};
    return apply(handle, &elements, &from, &gradient, &value, &to);
}
