/* Spatial transformers. */
#include <stdlib.h>

#include "layers.h"

/* cudnnSamplerType_t (cudnn_ops_infer.h of 8.9). */
typedef enum { CUDNN_SAMPLER_BILINEAR } cudnnSamplerType_t;

/* Batch, channels, height and width of the output. */
enum { IMAGE_RANK = 4, MATRIX = 6 };

typedef struct cudnnSpatialTransformerStruct {
    cudnnDataType_t type;
    int rank;
    int sizes[DIMENSIONS]; /* 0 until they are set */
} *cudnnSpatialTransformerDescriptor_t;

DESCRIPTOR(cudnnSpatialTransformerDescriptor_t, cudnnCreateSpatialTransformerDescriptor,
           cudnnDestroySpatialTransformerDescriptor)

/* NVIDIA's library checks the number of dimensions when the descriptor is used, and has no numbers of 16 bits but halves. */
EXPORT cudnnStatus_t cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t descriptor,
                                                            cudnnSamplerType_t sampler, cudnnDataType_t type, int rank,
                                                            const int *sizes) {
    VALID(descriptor != NULL && sizes != NULL && sampler == CUDNN_SAMPLER_BILINEAR);
    VALID(rank >= 0 && rank <= DIMENSIONS);
    SUPPORTED(type != CUDNN_DATA_INT8);
    VALID(type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_DOUBLE || type == CUDNN_DATA_HALF);
    descriptor->type = type;
    descriptor->rank = rank;
    for (int each = 0; each < rank; each++) {
        descriptor->sizes[each] = sizes[each];
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Only images in two dimensions have samplers ("cuDNN API Reference", cudnnSpatialTfSamplerForward()). */
static cudnnStatus_t check_descriptor(cudnnSpatialTransformerDescriptor_t descriptor) {
    VALID(descriptor != NULL && descriptor->sizes[0] > 0);
    SUPPORTED(descriptor->rank == IMAGE_RANK);
    for (int each = 0; each < IMAGE_RANK; each++) {
        VALID(descriptor->sizes[each] > 0);
    }
    return CUDNN_STATUS_SUCCESS;
}

static struct sampling sampling_of(cudnnSpatialTransformerDescriptor_t descriptor) {
    return (struct sampling){.images = descriptor->sizes[0],
                             .channels = descriptor->sizes[1],
                             .rows = descriptor->sizes[2],
                             .columns = descriptor->sizes[3]};
}

EXPORT cudnnStatus_t cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                        cudnnSpatialTransformerDescriptor_t descriptor,
                                                        const void *theta, void *grid) {
    OPEN(handle);
    TRY(check_descriptor(descriptor));
    VALID(theta != NULL && grid != NULL);
    struct sampling sampling = sampling_of(descriptor);
    sampling.theta = (uintptr_t)theta;
    sampling.grid = (uintptr_t)grid;
    return launch_for(handle, descriptor->type, "make_grid", sampling.images * sampling.rows * sampling.columns,
                      &sampling);
}

EXPORT cudnnStatus_t cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                         cudnnSpatialTransformerDescriptor_t descriptor,
                                                         const void *grid_gradient, void *theta_gradient) {
    OPEN(handle);
    TRY(check_descriptor(descriptor));
    VALID(grid_gradient != NULL && theta_gradient != NULL);
    struct sampling sampling = sampling_of(descriptor);
    sampling.theta = (uintptr_t)theta_gradient;
    sampling.grid_gradient = (uintptr_t)grid_gradient;
    return launch_for(handle, descriptor->type, "differentiate_grid", sampling.images * MATRIX * THREADS, &sampling);
}

static struct operand image(const struct view *view) {
    struct operand operand = {.data = view->data, .type = view->type};
    for (int each = 0; each < IMAGE_RANK; each++) {
        operand.steps[each] = view->steps[each];
    }
    return operand;
}

/* The output has the sizes of the descriptor, and the input its batch and channels. */
static cudnnStatus_t check_images(cudnnSpatialTransformerDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                  const void *x_data, cudnnTensorDescriptor_t y, const void *y_data) {
    TRY(check_descriptor(descriptor));
    VALID(is_set(x) && is_set(y) && x_data != NULL && y_data != NULL);
    VALID(x->view.rank == IMAGE_RANK && y->view.rank == IMAGE_RANK);
    VALID(x->view.type == (int32_t)descriptor->type && y->view.type == (int32_t)descriptor->type);
    for (int each = 0; each < IMAGE_RANK; each++) {
        VALID(y->view.sizes[each] == descriptor->sizes[each]);
    }
    VALID(x->view.sizes[0] == descriptor->sizes[0] && x->view.sizes[1] == descriptor->sizes[1]);
    return CUDNN_STATUS_SUCCESS;
}

static void set_images(struct sampling *sampling, const struct view *x, const struct view *y) {
    sampling->height = x->sizes[2];
    sampling->width = x->sizes[3];
    sampling->x = image(x);
    sampling->y = image(y);
}

EXPORT cudnnStatus_t cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t descriptor,
                                                  const void *alpha, cudnnTensorDescriptor_t x, const void *x_data,
                                                  const void *grid, const void *beta, cudnnTensorDescriptor_t y,
                                                  void *y_data) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL && grid != NULL);
    TRY(check_images(descriptor, x, x_data, y, y_data));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    struct sampling sampling = sampling_of(descriptor);
    set_images(&sampling, &from, &to);
    sampling.grid = (uintptr_t)grid;
    sampling.alpha = scale_of(alpha, to.type);
    sampling.beta = scale_of(beta, to.type);
    return launch_for(handle, to.type, "sample", count_of(&to), &sampling);
}

EXPORT cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t handle,
                                                   cudnnSpatialTransformerDescriptor_t descriptor, const void *alpha,
                                                   cudnnTensorDescriptor_t x, const void *x_data, const void *beta,
                                                   cudnnTensorDescriptor_t dx, void *dx_data, const void *grid_alpha,
                                                   cudnnTensorDescriptor_t dy, const void *dy_data, const void *grid,
                                                   const void *grid_beta, void *grid_gradient) {
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL && grid_alpha != NULL && grid_beta != NULL);
    VALID(grid != NULL && grid_gradient != NULL);
    TRY(check_images(descriptor, x, x_data, dy, dy_data));
    TRY(check_images(descriptor, dx, dx_data, dy, dy_data));
    VALID(has_same_sizes(&x->view, &dx->view));
    struct view from = tensor_at(x, x_data);
    struct view gradient = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    struct sampling sampling = sampling_of(descriptor);
    set_images(&sampling, &from, &gradient);
    sampling.dx = image(&to);
    sampling.grid = (uintptr_t)grid;
    sampling.grid_gradient = (uintptr_t)grid_gradient;
    sampling.alpha = scale_of(alpha, to.type);
    sampling.beta = scale_of(beta, to.type);
    sampling.grid_alpha = scale_of(grid_alpha, to.type);
    sampling.grid_beta = scale_of(grid_beta, to.type);
    TRY(launch_for(handle, to.type, "differentiate_image", sampling.images * sampling.channels, &sampling));
    return launch_for(handle, to.type, "differentiate_positions",
                      sampling.images * sampling.rows * sampling.columns, &sampling);
}
