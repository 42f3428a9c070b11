/* Normalisation of batches. */
#include "norms.h"

/* The ranks of tensors that are normalised ("cuDNN API Reference", cudnnBatchNormalizationForwardTraining()). */
enum { LEAST_RANK = 4, MOST_RANK = 5 };

static int is_mode(cudnnBatchNormMode_t mode) {
    return mode >= CUDNN_BATCHNORM_PER_ACTIVATION && mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT;
}

static int is_operation(cudnnBatchNormOps_t operations) {
    return operations >= CUDNN_BATCHNORM_OPS_BN && operations <= CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
}

/* The sizes of parameters: those of an image, or a number for each channel. */
static struct view parameters_of(const struct view *x, cudnnBatchNormMode_t mode) {
    int64_t sizes[DIMENSIONS];
    struct view view = {0};
    for (int each = 0; each < x->rank; each++) {
        int is_kept = each == 1 || (each > 1 && mode == CUDNN_BATCHNORM_PER_ACTIVATION);
        sizes[each] = is_kept ? x->sizes[each] : 1;
    }
    set_packed(&view, x->type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, x->rank,
               sizes);
    return view;
}

/* The dimensions that number the parameters. */
static unsigned kept_in(cudnnBatchNormMode_t mode) {
    return mode == CUDNN_BATCHNORM_PER_ACTIVATION ? ALL_DIMENSIONS & ~BATCH : CHANNEL;
}

cudnnStatus_t derive(cudnnTensorDescriptor_t derived, cudnnTensorDescriptor_t x, cudnnBatchNormMode_t mode) {
    VALID(derived != NULL && is_set(x) && is_mode(mode));
    derived->view = parameters_of(&x->view, mode);
    derived->view.data = 0;
    return CUDNN_STATUS_SUCCESS;
}

/* Whether an argument has the sizes of x. */
static int is_like(const struct argument *argument, const struct view *x) {
    return is_set(argument->tensor) && argument->data != NULL && has_same_sizes(&argument->tensor->view, x);
}

static int has_parameter_sizes(cudnnTensorDescriptor_t tensor, const struct view *x, cudnnBatchNormMode_t mode) {
    struct view wanted = parameters_of(x, mode);
    return is_set(tensor) && has_same_sizes(&tensor->view, &wanted);
}

static cudnnStatus_t check_parameters(cudnnTensorDescriptor_t scale, cudnnTensorDescriptor_t means,
                                      const struct argument *x, cudnnBatchNormMode_t mode, double epsilon) {
    VALID(is_set(x->tensor) && x->data != NULL && is_mode(mode) && epsilon >= 0);
    VALID(x->tensor->view.rank >= LEAST_RANK && x->tensor->view.rank <= MOST_RANK);
    VALID(has_parameter_sizes(scale, &x->tensor->view, mode) && has_parameter_sizes(means, &x->tensor->view, mode));
    return CUDNN_STATUS_SUCCESS;
}

/* The activation is ReLU or none. */
static cudnnStatus_t check_activation(cudnnBatchNormOps_t operations, cudnnActivationDescriptor_t activation,
                                      int *has_activation) {
    VALID(is_operation(operations) && (operations == CUDNN_BATCHNORM_OPS_BN || activation != NULL));
    *has_activation = operations != CUDNN_BATCHNORM_OPS_BN && activation->mode != CUDNN_ACTIVATION_IDENTITY;
    SUPPORTED(!*has_activation || activation->mode == CUDNN_ACTIVATION_RELU);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t reserve_size(cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations,
                           cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t x, size_t *size) {
    int has_activation;
    VALID(is_set(x) && size != NULL && is_mode(mode));
    TRY(check_activation(operations, activation, &has_activation));
    *size = has_activation ? (size_t)count_of(&x->view) : 0;
    return CUDNN_STATUS_SUCCESS;
}

/* Requires room for the mask of the activation. */
static cudnnStatus_t check_reserve(const struct argument *x, int has_activation, const void *reserve, size_t size) {
    VALID(!has_activation || (reserve != NULL && size >= (size_t)count_of(&x->tensor->view)));
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t check(const struct norm_request *request, struct normalisation *norm) {
    const struct view *x = request->x.tensor == NULL ? NULL : &request->x.tensor->view;
    int adds = request->operations == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
    TRY(check_parameters(request->scale, request->means, &request->x, request->mode, request->epsilon));
    TRY(check_activation(request->operations, request->activation, &norm->has_activation));
    VALID(request->alpha != NULL && request->beta != NULL && is_like(&request->y, x));
    VALID(request->y.tensor->view.type == x->type && (!adds || is_like(&request->z, x)));
    VALID(request->scale_data != NULL && request->bias_data != NULL);
    VALID((request->mean_data == NULL) == (request->variance_data == NULL));
    VALID((request->saved_mean_data == NULL) == (request->saved_inverse_data == NULL));
    norm->alpha = scale_of(request->alpha, x->type);
    norm->beta = scale_of(request->beta, x->type);
    norm->epsilon = request->epsilon;
    norm->factor = request->factor;
    return CUDNN_STATUS_SUCCESS;
}

/* A tensor at an address, or none. */
static const struct view *at(struct view *view, cudnnTensorDescriptor_t tensor, const void *data) {
    if (data == NULL) {
        return NULL;
    }
    *view = tensor_at(tensor, data);
    return view;
}

static cudnnStatus_t run(cudnnHandle_t handle, const char *kernel, const struct norm_request *request,
                         struct normalisation *norm) {
    struct view x = tensor_at(request->x.tensor, request->x.data), y = tensor_at(request->y.tensor, request->y.data);
    struct view scale = tensor_at(request->scale, request->scale_data);
    struct view bias = tensor_at(request->scale, request->bias_data);
    struct view z, mean, variance, saved_mean, saved_inverse;
    int adds = request->operations == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
    LAY_OUT(&norm->space, &x, kept_in(request->mode), {&norm->x, &x}, {&norm->y, &y}, {&norm->scale, &scale},
            {&norm->bias, &bias}, {&norm->z, adds ? at(&z, request->z.tensor, request->z.data) : NULL},
            {&norm->mean, at(&mean, request->means, request->mean_data)},
            {&norm->variance, at(&variance, request->means, request->variance_data)},
            {&norm->saved_mean, at(&saved_mean, request->means, request->saved_mean_data)},
            {&norm->saved_inverse, at(&saved_inverse, request->means, request->saved_inverse_data)});
    norm->group = group_for(norm->space.terms);
    return launch_rows(handle, x.type, kernel, &norm->space, norm->group, norm);
}

cudnnStatus_t infer(cudnnHandle_t handle, const struct norm_request *request) {
    struct normalisation norm = {0};
    OPEN(handle);
    TRY(check(request, &norm));
    VALID(request->mean_data != NULL);
    return run(handle, "infer", request, &norm);
}

cudnnStatus_t normalise(cudnnHandle_t handle, const struct norm_request *request) {
    struct normalisation norm = {0};
    OPEN(handle);
    TRY(check(request, &norm));
    TRY(check_reserve(&request->x, norm.has_activation, request->reserve, request->reserve_size));
    norm.mask = norm.has_activation ? (uintptr_t)request->reserve : 0;
    return run(handle, "normalise", request, &norm);
}

static cudnnStatus_t check_gradient(const struct norm_gradient_request *request, int *has_activation) {
    const struct view *x = request->x.tensor == NULL ? NULL : &request->x.tensor->view;
    int adds = request->operations == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
    TRY(check_parameters(request->scale, request->means, &request->x, request->mode, request->epsilon));
    TRY(check_activation(request->operations, request->activation, has_activation));
    TRY(check_reserve(&request->x, *has_activation, request->reserve, request->reserve_size));
    VALID(request->alpha != NULL && request->beta != NULL);
    VALID(request->parameter_alpha != NULL && request->parameter_beta != NULL);
    VALID(is_like(&request->dy, x) && is_like(&request->dx, x) && (!adds || is_like(&request->dz, x)));
    VALID(request->scale_data != NULL && request->scale_gradient_data != NULL && request->bias_gradient_data != NULL);
    VALID((request->saved_mean_data == NULL) == (request->saved_inverse_data == NULL));
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t differentiate_norm(cudnnHandle_t handle, const struct norm_gradient_request *request) {
    int has_activation;
    struct view dz, saved_mean, saved_inverse;
    OPEN(handle);
    TRY(check_gradient(request, &has_activation));
    struct view x = tensor_at(request->x.tensor, request->x.data);
    struct view dy = tensor_at(request->dy.tensor, request->dy.data);
    struct view dx = tensor_at(request->dx.tensor, request->dx.data);
    struct view scale = tensor_at(request->scale, request->scale_data);
    struct view scale_gradient = tensor_at(request->scale, request->scale_gradient_data);
    struct view bias_gradient = tensor_at(request->scale, request->bias_gradient_data);
    int adds = request->operations == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
    struct normalisation_gradient norm = {.alpha = scale_of(request->alpha, x.type),
                                          .beta = scale_of(request->beta, x.type),
                                          .parameter_alpha = scale_of(request->parameter_alpha, x.type),
                                          .parameter_beta = scale_of(request->parameter_beta, x.type),
                                          .epsilon = request->epsilon,
                                          .mask = has_activation ? (uintptr_t)request->reserve : 0};
    LAY_OUT(&norm.space, &x, kept_in(request->mode), {&norm.x, &x}, {&norm.dy, &dy}, {&norm.dx, &dx},
            {&norm.dz, adds ? at(&dz, request->dz.tensor, request->dz.data) : NULL}, {&norm.scale, &scale},
            {&norm.scale_gradient, &scale_gradient}, {&norm.bias_gradient, &bias_gradient},
            {&norm.saved_mean, at(&saved_mean, request->means, request->saved_mean_data)},
            {&norm.saved_inverse, at(&saved_inverse, request->means, request->saved_inverse_data)});
    norm.group = group_for(norm.space.terms);
    return launch_rows(handle, x.type, "differentiate_norm", &norm.space, norm.group, &norm);
}
