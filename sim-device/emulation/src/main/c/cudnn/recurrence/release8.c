/* Recurrent networks: the functions of cuDNN 8 and 9. The descriptors of sequences have their lengths, so that the copy of
 * them on the device is not read, as from 8.9.1 on (cudnnRNNForward(), devSeqLengths). */
#include "recurrence.h"

/* The sizes of a network whose descriptor has all of them. */
static cudnnStatus_t size_whole(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, struct network *network) {
    VALID(settings != NULL);
    return size_network(handle, settings, settings->data_type, settings->input_size, network);
}

EXPORT cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, size_t *size) {
    struct network network;
    VALID(size != NULL);
    TRY(size_whole(handle, settings, &network));
    *size = (size_t)parameter_count(&network) * element_size(network.type);
    return CUDNN_STATUS_SUCCESS;
}

/* Writes where parameters are, and their sizes; no dimensions for parameters that the network lacks. */
static void put_parameters(const struct network *network, const void *space, int64_t offset, const int64_t sizes[3],
                           cudnnTensorDescriptor_t tensor, void **address) {
    *address = offset < 0 ? NULL : (char *)(uintptr_t)space + (size_t)offset * element_size(network->type);
    tensor->view = (struct view){.type = (int)network->type};
    if (offset >= 0) {
        set_packed(&tensor->view, network->type, CUDNN_TENSOR_NCHW, 3, sizes);
    }
}

EXPORT cudnnStatus_t cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int layer,
                                             size_t size, const void *space, int number,
                                             cudnnTensorDescriptor_t matrix_tensor, void **matrix,
                                             cudnnTensorDescriptor_t bias_tensor, void **bias) {
    struct network network;
    int64_t offsets[2], matrix_sizes[3], bias_sizes[3];
    TRY(size_whole(handle, settings, &network));
    VALID(matrix_tensor != NULL && matrix != NULL && bias_tensor != NULL && bias != NULL);
    VALID(space != NULL && size >= (size_t)parameter_count(&network) * element_size(network.type));
    TRY(find_matrix(&network, layer, number, &offsets[0], matrix_sizes));
    TRY(find_bias(&network, layer, number, &offsets[1], bias_sizes));
    put_parameters(&network, space, offsets[0], matrix_sizes, matrix_tensor, matrix);
    put_parameters(&network, space, offsets[1], bias_sizes, bias_tensor, bias);
    return CUDNN_STATUS_SUCCESS;
}

/* The sizes are those of sequences that are all of the greatest length. */
EXPORT cudnnStatus_t cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                                               cudnnForwardMode_t mode, cudnnRNNDataDescriptor_t data,
                                               size_t *work_size, size_t *reserved) {
    struct network network;
    TRY(size_whole(handle, settings, &network));
    VALID(mode == CUDNN_FWD_MODE_INFERENCE || mode == CUDNN_FWD_MODE_TRAINING);
    VALID(data != NULL && data->lengths != NULL && data->type == network.type && data->width == network.input);
    int64_t steps = (int64_t)data->batch * data->longest;
    int is_training = mode == CUDNN_FWD_MODE_TRAINING;
    if (work_size != NULL) {
        *work_size = network_workspace_size(&network, data->batch, data->longest, steps, is_training);
    }
    if (reserved != NULL) {
        *reserved = is_training ? network_reserve_size(&network, steps) : 0;
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Persistent networks are run by the same kernels as others, so that nothing is to be built. */
EXPORT cudnnStatus_t cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int batch) {
    struct network network;
    TRY(size_whole(handle, settings, &network));
    VALID(batch > 0 && settings->algorithm == CUDNN_RNN_ALGO_PERSIST_DYNAMIC);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t describe(struct run *run, cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                              cudnnRNNDataDescriptor_t in, cudnnRNNDataDescriptor_t out, size_t size) {
    struct network network;
    TRY(size_whole(handle, settings, &network));
    VALID(in != NULL && in->type == network.type && in->width == network.input);
    VALID(size >= (size_t)parameter_count(&network) * element_size(network.type));
    return describe_run(run, handle, settings, in, out);
}

static cudnnStatus_t run_with_padding(struct run *run, cudnnRNNDataDescriptor_t data) {
    TRY(run_forward(run));
    return fill_padding(run, data, run->y);
}

EXPORT cudnnStatus_t cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnForwardMode_t mode,
                                     const int *lengths, cudnnRNNDataDescriptor_t x_data, const void *x,
                                     cudnnRNNDataDescriptor_t y_data, void *y, cudnnTensorDescriptor_t outputs,
                                     const void *hx, void *hy, cudnnTensorDescriptor_t cells, const void *cx, void *cy,
                                     size_t weights_size, const void *weights, size_t work_size, void *work,
                                     size_t reserved_size, void *reserved) {
    struct run run;
    cudnnStatus_t status;
    (void)lengths;
    VALID(mode == CUDNN_FWD_MODE_INFERENCE || mode == CUDNN_FWD_MODE_TRAINING);
    TRY(describe(&run, handle, settings, x_data, y_data, weights_size));
    run.is_training = mode == CUDNN_FWD_MODE_TRAINING;
    run.x = (uintptr_t)x;
    run.y = (uintptr_t)y;
    run.weights = (uintptr_t)weights;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    status = set_output_states(&run, outputs, hx, &run.hx);
    status = status != 0 ? status : set_output_states(&run, outputs, hy, &run.hy);
    status = status != 0 ? status : set_cell_states(&run, cells, cx, &run.cx);
    status = status != 0 ? status : set_cell_states(&run, cells, cy, &run.cy);
    return finish_run(&run, status != 0 ? status : run_with_padding(&run, y_data));
}

EXPORT cudnnStatus_t cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, const int *lengths,
                                             cudnnRNNDataDescriptor_t y_data, const void *y, const void *dy,
                                             cudnnRNNDataDescriptor_t x_data, void *dx,
                                             cudnnTensorDescriptor_t outputs, const void *hx, const void *dhy,
                                             void *dhx, cudnnTensorDescriptor_t cells, const void *cx, const void *dcy,
                                             void *dcx, size_t weights_size, const void *weights, size_t work_size,
                                             void *work, size_t reserved_size, void *reserved) {
    struct run run;
    cudnnStatus_t status;
    (void)lengths;
    TRY(describe(&run, handle, settings, x_data, y_data, weights_size));
    run.is_training = 1;
    run.y = (uintptr_t)y;
    run.dy = (uintptr_t)dy;
    run.dx = (uintptr_t)dx;
    run.weights = (uintptr_t)weights;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    status = set_output_states(&run, outputs, hx, &run.hx);
    status = status != 0 ? status : set_output_states(&run, outputs, dhy, &run.dhy);
    status = status != 0 ? status : set_output_states(&run, outputs, dhx, &run.dhx);
    status = status != 0 ? status : set_cell_states(&run, cells, cx, &run.cx);
    status = status != 0 ? status : set_cell_states(&run, cells, dcy, &run.dcy);
    status = status != 0 ? status : set_cell_states(&run, cells, dcx, &run.dcx);
    return finish_run(&run, status != 0 ? status : run_backward(&run));
}

/* Gradients can only be added: the other mode is not supported by NVIDIA's library, either. */
EXPORT cudnnStatus_t cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                                                cudnnWgradMode_t mode, const int *lengths,
                                                cudnnRNNDataDescriptor_t x_data, const void *x,
                                                cudnnTensorDescriptor_t outputs, const void *hx,
                                                cudnnRNNDataDescriptor_t y_data, const void *y, size_t weights_size,
                                                void *gradients, size_t work_size, void *work, size_t reserved_size,
                                                void *reserved) {
    struct run run;
    cudnnStatus_t status;
    (void)lengths;
    VALID(mode == CUDNN_WGRAD_MODE_ADD || mode == CUDNN_WGRAD_MODE_SET);
    SUPPORTED(mode == CUDNN_WGRAD_MODE_ADD);
    TRY(describe(&run, handle, settings, x_data, y_data, weights_size));
    run.is_training = 1;
    run.x = (uintptr_t)x;
    run.y = (uintptr_t)y;
    run.weight_gradients = (uintptr_t)gradients;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    status = set_output_states(&run, outputs, hx, &run.hx);
    return finish_run(&run, status != 0 ? status : run_gradients(&run));
}
