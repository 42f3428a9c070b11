/* Normalisations: what those of batches (norms.c) and the newer functions (normalisation.c) share. */
#ifndef OFFLOAD_TCK_CUDNN_NORMS_H
#define OFFLOAD_TCK_CUDNN_NORMS_H

#include "layers.h"

/* cudnnBatchNormMode_t, and cudnnBatchNormOps_t, whose values are those of cudnnNormOps_t (cudnn_ops_infer.h of 8.9). */
typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION,
    CUDNN_BATCHNORM_SPATIAL,
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT
} cudnnBatchNormMode_t;
typedef enum {
    CUDNN_BATCHNORM_OPS_BN,
    CUDNN_BATCHNORM_OPS_BN_ACTIVATION,
    CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION
} cudnnBatchNormOps_t;

/* A tensor of a call. */
struct argument {
    cudnnTensorDescriptor_t tensor;
    const void *data;
};

/* A normalisation. `scale` and `means` describe the parameters and the statistics. */
struct norm_request {
    cudnnBatchNormMode_t mode;
    cudnnBatchNormOps_t operations;
    const void *alpha;
    const void *beta;
    struct argument x;
    struct argument z;
    struct argument y;
    cudnnTensorDescriptor_t scale;
    cudnnTensorDescriptor_t means;
    const void *scale_data;
    const void *bias_data;
    const void *mean_data;
    const void *variance_data;
    const void *saved_mean_data;
    const void *saved_inverse_data;
    double factor;
    double epsilon;
    cudnnActivationDescriptor_t activation;
    void *reserve;
    size_t reserve_size;
};

/* Its gradients. */
struct norm_gradient_request {
    cudnnBatchNormMode_t mode;
    cudnnBatchNormOps_t operations;
    const void *alpha;
    const void *beta;
    const void *parameter_alpha;
    const void *parameter_beta;
    struct argument x;
    struct argument dy;
    struct argument dz;
    struct argument dx;
    cudnnTensorDescriptor_t scale;
    cudnnTensorDescriptor_t means;
    const void *scale_data;
    const void *scale_gradient_data;
    const void *bias_gradient_data;
    const void *saved_mean_data;
    const void *saved_inverse_data;
    double epsilon;
    cudnnActivationDescriptor_t activation;
    void *reserve;
    size_t reserve_size;
};

cudnnStatus_t infer(cudnnHandle_t handle, const struct norm_request *request);
cudnnStatus_t normalise(cudnnHandle_t handle, const struct norm_request *request);
cudnnStatus_t differentiate_norm(cudnnHandle_t handle, const struct norm_gradient_request *request);

/* No function needs a workspace. The activation needs a byte for each element between a training and its gradient. */
cudnnStatus_t reserve_size(cudnnBatchNormMode_t mode, cudnnBatchNormOps_t operations,
                           cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t x, size_t *size);

/* Sets the descriptor of parameters and statistics. */
cudnnStatus_t derive(cudnnTensorDescriptor_t derived, cudnnTensorDescriptor_t x, cudnnBatchNormMode_t mode);

#endif
