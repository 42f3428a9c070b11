/* The functions of batch normalisation. */
#include "norms.h"

EXPORT cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived, cudnnTensorDescriptor_t x,
                                                   cudnnBatchNormMode_t mode) {
    return derive(derived, x, mode);
}

EXPORT cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, cudnnTensorDescriptor_t x,
    const void *x_data, cudnnTensorDescriptor_t y, void *y_data, cudnnTensorDescriptor_t parameters,
    const void *scale, const void *bias, const void *mean, const void *variance, double epsilon) {
    return infer(handle, &(struct norm_request){.mode = mode,
                                                .alpha = alpha,
                                                .beta = beta,
                                                .x = {x, x_data},
                                                .y = {y, y_data},
                                                .scale = parameters,
                                                .means = parameters,
                                                .scale_data = scale,
                                                .bias_data = bias,
                                                .mean_data = mean,
                                                .variance_data = variance,
                                                .epsilon = epsilon});
}

EXPORT cudnnStatus_t cudnnBatchNormalizationForwardTrainingEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations, const void *alpha,
    const void *beta, cudnnTensorDescriptor_t x, const void *x_data, cudnnTensorDescriptor_t z, const void *z_data,
    cudnnTensorDescriptor_t y, void *y_data, cudnnTensorDescriptor_t parameters, const void *scale, const void *bias,
    double factor, void *mean, void *variance, double epsilon, void *saved_mean, void *saved_inverse,
    cudnnActivationDescriptor_t activation, void *work, size_t work_size, void *reserve, size_t reserve_size) {
    (void)work, (void)work_size; /* of size 0 */
    return normalise(handle, &(struct norm_request){.mode = mode,
                                                    .operations = operations,
                                                    .alpha = alpha,
                                                    .beta = beta,
                                                    .x = {x, x_data},
                                                    .z = {z, z_data},
                                                    .y = {y, y_data},
                                                    .scale = parameters,
                                                    .means = parameters,
                                                    .scale_data = scale,
                                                    .bias_data = bias,
                                                    .mean_data = mean,
                                                    .variance_data = variance,
                                                    .saved_mean_data = saved_mean,
                                                    .saved_inverse_data = saved_inverse,
                                                    .factor = factor,
                                                    .epsilon = epsilon,
                                                    .activation = activation,
                                                    .reserve = reserve,
                                                    .reserve_size = reserve_size});
}

EXPORT cudnnStatus_t cudnnBatchNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, cudnnTensorDescriptor_t x,
    const void *x_data, cudnnTensorDescriptor_t y, void *y_data, cudnnTensorDescriptor_t parameters,
    const void *scale, const void *bias, double factor, void *mean, void *variance, double epsilon, void *saved_mean,
    void *saved_inverse) {
    return cudnnBatchNormalizationForwardTrainingEx(handle, mode, CUDNN_BATCHNORM_OPS_BN, alpha, beta, x, x_data, NULL,
                                                    NULL, y, y_data, parameters, scale, bias, factor, mean, variance,
                                                    epsilon, saved_mean, saved_inverse, NULL, NULL, 0, NULL, 0);
}

/* What an activation lets through is in the reserve, so that y and the bias are not read. */
EXPORT cudnnStatus_t cudnnBatchNormalizationBackwardEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations, const void *alpha,
    const void *beta, const void *parameter_alpha, const void *parameter_beta, cudnnTensorDescriptor_t x,
    const void *x_data, cudnnTensorDescriptor_t y, const void *y_data, cudnnTensorDescriptor_t dy, const void *dy_data,
    cudnnTensorDescriptor_t dz, void *dz_data, cudnnTensorDescriptor_t dx, void *dx_data,
    cudnnTensorDescriptor_t parameters, const void *scale, const void *bias, void *scale_gradient, void *bias_gradient,
    double epsilon, const void *saved_mean, const void *saved_inverse, cudnnActivationDescriptor_t activation,
    void *work, size_t work_size, void *reserve, size_t reserve_size) {
    (void)y, (void)y_data, (void)bias;
    (void)work, (void)work_size; /* of size 0 */
    return differentiate_norm(handle, &(struct norm_gradient_request){.mode = mode,
                                                                      .operations = operations,
                                                                      .alpha = alpha,
                                                                      .beta = beta,
                                                                      .parameter_alpha = parameter_alpha,
                                                                      .parameter_beta = parameter_beta,
                                                                      .x = {x, x_data},
                                                                      .dy = {dy, dy_data},
                                                                      .dz = {dz, dz_data},
                                                                      .dx = {dx, dx_data},
                                                                      .scale = parameters,
                                                                      .means = parameters,
                                                                      .scale_data = scale,
                                                                      .scale_gradient_data = scale_gradient,
                                                                      .bias_gradient_data = bias_gradient,
                                                                      .saved_mean_data = saved_mean,
                                                                      .saved_inverse_data = saved_inverse,
                                                                      .epsilon = epsilon,
                                                                      .activation = activation,
                                                                      .reserve = reserve,
                                                                      .reserve_size = reserve_size});
}

EXPORT cudnnStatus_t cudnnBatchNormalizationBackward(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta, const void *parameter_alpha,
    const void *parameter_beta, cudnnTensorDescriptor_t x, const void *x_data, cudnnTensorDescriptor_t dy,
    const void *dy_data, cudnnTensorDescriptor_t dx, void *dx_data, cudnnTensorDescriptor_t parameters,
    const void *scale, void *scale_gradient, void *bias_gradient, double epsilon, const void *saved_mean,
    const void *saved_inverse) {
    return cudnnBatchNormalizationBackwardEx(handle, mode, CUDNN_BATCHNORM_OPS_BN, alpha, beta, parameter_alpha,
                                             parameter_beta, x, x_data, NULL, NULL, dy, dy_data, NULL, NULL, dx,
                                             dx_data, parameters, scale, NULL, scale_gradient, bias_gradient, epsilon,
                                             saved_mean, saved_inverse, NULL, NULL, 0, NULL, 0);
}

/* The checks of the functions that return the size of a workspace, which is 0. */
static cudnnStatus_t workspace_size(cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations,
                                    cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t x, size_t *size) {
    OPEN(handle);
    TRY(reserve_size(mode, operations, activation, x, size));
    *size = 0;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations, cudnnTensorDescriptor_t x,
    cudnnTensorDescriptor_t z, cudnnTensorDescriptor_t y, cudnnTensorDescriptor_t parameters,
    cudnnActivationDescriptor_t activation, size_t *size) {
    VALID(is_set(y) && is_set(parameters));
    VALID(operations != CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION || is_set(z));
    return workspace_size(handle, mode, operations, activation, x, size);
}

EXPORT cudnnStatus_t cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations, cudnnTensorDescriptor_t x,
    cudnnTensorDescriptor_t y, cudnnTensorDescriptor_t dy, cudnnTensorDescriptor_t dz, cudnnTensorDescriptor_t dx,
    cudnnTensorDescriptor_t parameters, cudnnActivationDescriptor_t activation, size_t *size) {
    (void)y;
    VALID(is_set(dy) && is_set(dx) && is_set(parameters));
    VALID(operations != CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION || is_set(dz));
    return workspace_size(handle, mode, operations, activation, x, size);
}

EXPORT cudnnStatus_t cudnnGetBatchNormalizationTrainingExReserveSpaceSize(cudnnHandle_t handle,
                                                                          cudnnBatchNormMode_t mode,
                                                                          cudnnBatchNormOps_t operations,
                                                                          cudnnActivationDescriptor_t activation,
                                                                          cudnnTensorDescriptor_t x, size_t *size) {
    OPEN(handle);
    return reserve_size(mode, operations, activation, x, size);
}
