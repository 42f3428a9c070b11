/* The newer functions of normalisation (cudnnNormalization...), with the kernels of batch normalisation. */
#include "norms.h"

/* cudnnNormMode_t and cudnnNormAlgo_t (cudnn_ops_infer.h of 8.9). */
typedef enum { CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_PER_CHANNEL } cudnnNormMode_t;
typedef enum { CUDNN_NORM_ALGO_STANDARD, CUDNN_NORM_ALGO_PERSIST } cudnnNormAlgo_t;

/* Channels make one group ("cuDNN API Reference", cudnnNormalizationForwardTraining(), groupCnt). */
static cudnnStatus_t check(cudnnNormMode_t mode, cudnnNormAlgo_t algorithm, int groups) {
    VALID(mode == CUDNN_NORM_PER_ACTIVATION || mode == CUDNN_NORM_PER_CHANNEL);
    VALID(algorithm == CUDNN_NORM_ALGO_STANDARD || algorithm == CUDNN_NORM_ALGO_PERSIST);
    SUPPORTED(groups == 1);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnBatchNormMode_t batch_mode(cudnnNormMode_t mode) {
    return mode == CUDNN_NORM_PER_ACTIVATION ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL;
}

EXPORT cudnnStatus_t cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t parameters, cudnnTensorDescriptor_t means,
                                                     cudnnTensorDescriptor_t x, cudnnNormMode_t mode, int groups) {
    TRY(check(mode, CUDNN_NORM_ALGO_STANDARD, groups));
    TRY(derive(parameters, x, batch_mode(mode)));
    return derive(means, x, batch_mode(mode));
}

EXPORT cudnnStatus_t cudnnNormalizationForwardInference(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnBatchNormOps_t operations, cudnnNormAlgo_t algorithm,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x, const void *x_data,
    cudnnTensorDescriptor_t parameters, const void *scale, const void *bias, cudnnTensorDescriptor_t means,
    const void *mean, const void *variance, cudnnTensorDescriptor_t z, const void *z_data,
    cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t y, void *y_data, double epsilon, int groups) {
    TRY(check(mode, algorithm, groups));
    return infer(handle, &(struct norm_request){.mode = batch_mode(mode),
                                                .operations = operations,
                                                .alpha = alpha,
                                                .beta = beta,
                                                .x = {x, x_data},
                                                .z = {z, z_data},
                                                .y = {y, y_data},
                                                .scale = parameters,
                                                .means = means,
                                                .scale_data = scale,
                                                .bias_data = bias,
                                                .mean_data = mean,
                                                .variance_data = variance,
                                                .epsilon = epsilon,
                                                .activation = activation});
}

EXPORT cudnnStatus_t cudnnNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnBatchNormOps_t operations, cudnnNormAlgo_t algorithm,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x, const void *x_data,
    cudnnTensorDescriptor_t parameters, const void *scale, const void *bias, double factor,
    cudnnTensorDescriptor_t means, void *mean, void *variance, double epsilon, void *saved_mean, void *saved_inverse,
    cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t z, const void *z_data, cudnnTensorDescriptor_t y,
    void *y_data, void *work, size_t work_size, void *reserve, size_t reserve_size, int groups) {
    (void)work, (void)work_size; /* of size 0 */
    TRY(check(mode, algorithm, groups));
    return normalise(handle, &(struct norm_request){.mode = batch_mode(mode),
                                                    .operations = operations,
                                                    .alpha = alpha,
                                                    .beta = beta,
                                                    .x = {x, x_data},
                                                    .z = {z, z_data},
                                                    .y = {y, y_data},
                                                    .scale = parameters,
                                                    .means = means,
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

/* What an activation lets through is in the reserve, so that y and the bias are not read. */
EXPORT cudnnStatus_t cudnnNormalizationBackward(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnBatchNormOps_t operations, cudnnNormAlgo_t algorithm,
    const void *alpha, const void *beta, const void *parameter_alpha, const void *parameter_beta,
    cudnnTensorDescriptor_t x, const void *x_data, cudnnTensorDescriptor_t y, const void *y_data,
    cudnnTensorDescriptor_t dy, const void *dy_data, cudnnTensorDescriptor_t dz, void *dz_data,
    cudnnTensorDescriptor_t dx, void *dx_data, cudnnTensorDescriptor_t parameters, const void *scale, const void *bias,
    void *scale_gradient, void *bias_gradient, double epsilon, cudnnTensorDescriptor_t means, const void *saved_mean,
    const void *saved_inverse, cudnnActivationDescriptor_t activation, void *work, size_t work_size, void *reserve,
    size_t reserve_size, int groups) {
    (void)y, (void)y_data, (void)bias;
    (void)work, (void)work_size; /* of size 0 */
    TRY(check(mode, algorithm, groups));
    return differentiate_norm(handle, &(struct norm_gradient_request){.mode = batch_mode(mode),
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
                                                                      .means = means,
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

EXPORT cudnnStatus_t cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                                   cudnnBatchNormOps_t operations,
                                                                   cudnnNormAlgo_t algorithm,
                                                                   cudnnActivationDescriptor_t activation,
                                                                   cudnnTensorDescriptor_t x, size_t *size,
                                                                   int groups) {
    OPEN(handle);
    TRY(check(mode, algorithm, groups));
    return reserve_size(batch_mode(mode), operations, activation, x, size);
}

EXPORT cudnnStatus_t cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnBatchNormOps_t operations, cudnnNormAlgo_t algorithm,
    cudnnTensorDescriptor_t x, cudnnTensorDescriptor_t z, cudnnTensorDescriptor_t y,
    cudnnTensorDescriptor_t parameters, cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t means,
    size_t *size, int groups) {
    VALID(is_set(y) && is_set(parameters) && is_set(means));
    VALID(operations != CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION || is_set(z));
    TRY(cudnnGetNormalizationTrainingReserveSpaceSize(handle, mode, operations, algorithm, activation, x, size,
                                                      groups));
    *size = 0;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetNormalizationBackwardWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnBatchNormOps_t operations, cudnnNormAlgo_t algorithm,
    cudnnTensorDescriptor_t x, cudnnTensorDescriptor_t y, cudnnTensorDescriptor_t dy, cudnnTensorDescriptor_t dz,
    cudnnTensorDescriptor_t dx, cudnnTensorDescriptor_t parameters, cudnnActivationDescriptor_t activation,
    cudnnTensorDescriptor_t means, size_t *size, int groups) {
    (void)y;
    VALID(is_set(dy) && is_set(dx) && is_set(parameters) && is_set(means));
    VALID(operations != CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION || is_set(dz));
    TRY(cudnnGetNormalizationTrainingReserveSpaceSize(handle, mode, operations, algorithm, activation, x, size,
                                                      groups));
    *size = 0;
    return CUDNN_STATUS_SUCCESS;
}
