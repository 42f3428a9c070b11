/* Recurrent networks: the functions of cuDNN 6 and 7, which cuDNN 9 lacks. Their descriptors do not have the size and
 * the type of inputs: those are of the tensors of a call, one for each time. */
#if CUDNN_MAJOR < 9
#include <stdlib.h>

#include "recurrence.h"

/* The first one that fails of two steps of a call. */
#define THEN(status, call) ((status) != CUDNN_STATUS_SUCCESS ? (status) : (call))

static cudnnStatus_t size_for(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnTensorDescriptor_t inputs,
                              struct network *network) {
    VALID(inputs != NULL && inputs->view.rank >= 3);
    return size_network(handle, settings, (cudnnDataType_t)inputs->view.type, inputs->view.sizes[1], network);
}

static int64_t bytes_of(const struct network *network) {
    return parameter_count(network) * (int64_t)element_size(network->type);
}

static int holds_parameters(const struct network *network, cudnnFilterDescriptor_t filter) {
    return filter != NULL && filter->view.type == (int)network->type &&
           count_of(&filter->view) >= parameter_count(network);
}

EXPORT cudnnStatus_t cudnnGetRNNParamsSize(cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                                           cudnnTensorDescriptor_t inputs, size_t *size, cudnnDataType_t type) {
    struct network network;
    VALID(size != NULL);
    TRY(size_for(handle, settings, inputs, &network));
    VALID(type == network.type);
    *size = (size_t)bytes_of(&network);
    return CUDNN_STATUS_SUCCESS;
}

/* Writes where parameters are, and their sizes; a filter without dimensions for parameters that the network lacks. */
static void put_parameters(const struct network *network, const void *weights, int64_t offset, const int64_t sizes[3],
                           cudnnFilterDescriptor_t filter, void **address) {
    *address = offset < 0 ? NULL : (char *)(uintptr_t)weights + (size_t)offset * element_size(network->type);
    *filter = (struct cudnnFilterStruct){.format = CUDNN_TENSOR_NCHW};
    if (offset >= 0) {
        set_packed(&filter->view, network->type, CUDNN_TENSOR_NCHW, 3, sizes);
    }
}

EXPORT cudnnStatus_t cudnnGetRNNLinLayerMatrixParams(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int layer,
                                                     cudnnTensorDescriptor_t inputs, cudnnFilterDescriptor_t weights,
                                                     const void *data, int number, cudnnFilterDescriptor_t matrix,
                                                     void **address) {
    struct network network;
    int64_t offset, sizes[3];
    TRY(size_for(handle, settings, inputs, &network));
    VALID(holds_parameters(&network, weights) && matrix != NULL && address != NULL);
    TRY(find_matrix(&network, layer, number, &offset, sizes));
    put_parameters(&network, data, offset, sizes, matrix, address);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetRNNLinLayerBiasParams(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int layer,
                                                   cudnnTensorDescriptor_t inputs, cudnnFilterDescriptor_t weights,
                                                   const void *data, int number, cudnnFilterDescriptor_t bias,
                                                   void **address) {
    struct network network;
    int64_t offset, sizes[3];
    TRY(size_for(handle, settings, inputs, &network));
    VALID(holds_parameters(&network, weights) && bias != NULL && address != NULL);
    TRY(find_bias(&network, layer, number, &offset, sizes));
    put_parameters(&network, data, offset, sizes, bias, address);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t describe_times(struct run *run, cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                    const cudnnTensorDescriptor_t *in) {
    VALID(times > 0 && in != NULL);
    *run = (struct run){.handle = handle};
    TRY(size_for(handle, settings, in[0], &run->network));
    return sequences_of_times(times, in, &run->sequences);
}

/* The workspace serves training and inference. */
EXPORT cudnnStatus_t cudnnGetRNNWorkspaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                              const cudnnTensorDescriptor_t *inputs, size_t *size) {
    struct run run;
    VALID(size != NULL);
    TRY(describe_times(&run, handle, settings, times, inputs));
    const struct sequences *found = &run.sequences;
    size_t training = network_workspace_size(&run.network, found->batch, found->longest, found->steps, 1);
    size_t inference = network_workspace_size(&run.network, found->batch, found->longest, found->steps, 0);
    *size = training > inference ? training : inference;
    return finish_run(&run, CUDNN_STATUS_SUCCESS);
}

EXPORT cudnnStatus_t cudnnGetRNNTrainingReserveSize(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                                    const cudnnTensorDescriptor_t *inputs, size_t *size) {
    struct run run;
    VALID(size != NULL);
    TRY(describe_times(&run, handle, settings, times, inputs));
    *size = network_reserve_size(&run.network, run.sequences.steps);
    return finish_run(&run, CUDNN_STATUS_SUCCESS);
}

/* Checks the tensors of all times: of `width` elements, and with the batches of the run. */
static cudnnStatus_t check_times(const struct run *run, const cudnnTensorDescriptor_t *tensors, int64_t width) {
    struct sequences found;
    cudnnStatus_t status = sequences_of_times((int)run->sequences.longest, tensors, &found);
    if (status == CUDNN_STATUS_SUCCESS) {
        const struct view *view = &tensors[0]->view;
        int is_same = view->type == (int)run->network.type && view->sizes[1] == width &&
                      found.batch == run->sequences.batch && found.steps == run->sequences.steps;
        free(found.values);
        status = is_same ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
    }
    return status;
}

static cudnnStatus_t check_outputs(const struct run *run, const cudnnTensorDescriptor_t *tensors) {
    return check_times(run, tensors, run->network.directions * run->network.output);
}

static cudnnStatus_t set_weights(const struct run *run, cudnnFilterDescriptor_t filter, const void *data,
                                 CUdeviceptr *address) {
    VALID(holds_parameters(&run->network, filter));
    *address = (uintptr_t)data;
    return CUDNN_STATUS_SUCCESS;
}

/* A tensor of states and its address, as calls have them. */
struct state {
    cudnnTensorDescriptor_t tensor;
    const void *data;
};

/* The states and parameters of forward runs. */
struct forward_states {
    struct state hx, cx, hy, cy;
    cudnnFilterDescriptor_t filter;
    const void *weights;
};

static cudnnStatus_t set_forward(struct run *run, const struct forward_states *states) {
    TRY(set_output_states(run, states->hx.tensor, states->hx.data, &run->hx));
    TRY(set_output_states(run, states->hy.tensor, states->hy.data, &run->hy));
    TRY(set_cell_states(run, states->cx.tensor, states->cx.data, &run->cx));
    TRY(set_cell_states(run, states->cy.tensor, states->cy.data, &run->cy));
    return set_weights(run, states->filter, states->weights, &run->weights);
}

/* Those of backward runs. */
struct backward_states {
    struct state hx, cx, dhx, dcx, dhy, dcy;
    cudnnFilterDescriptor_t filter;
    const void *weights;
};

static cudnnStatus_t set_backward(struct run *run, const struct backward_states *states) {
    TRY(set_output_states(run, states->hx.tensor, states->hx.data, &run->hx));
    TRY(set_output_states(run, states->dhx.tensor, states->dhx.data, &run->dhx));
    TRY(set_output_states(run, states->dhy.tensor, states->dhy.data, &run->dhy));
    TRY(set_cell_states(run, states->cx.tensor, states->cx.data, &run->cx));
    TRY(set_cell_states(run, states->dcx.tensor, states->dcx.data, &run->dcx));
    TRY(set_cell_states(run, states->dcy.tensor, states->dcy.data, &run->dcy));
    return set_weights(run, states->filter, states->weights, &run->weights);
}

/* The parameters of the functions of the same kind. */
#define FORWARD_STATES                                                                                                 \
    {                                                                                                                  \
        .hx = {hx_tensor, hx}, .cx = {cx_tensor, cx}, .hy = {hy_tensor, hy}, .cy = {cy_tensor, cy}, .filter = filter,  \
        .weights = weights                                                                                             \
    }
#define BACKWARD_STATES                                                                                                \
    {                                                                                                                  \
        .hx = {hx_tensor, hx}, .cx = {cx_tensor, cx}, .dhx = {dhx_tensor, dhx}, .dcx = {dcx_tensor, dcx},              \
        .dhy = {dhy_tensor, dhy}, .dcy = {dcy_tensor, dcy}, .filter = filter, .weights = weights                       \
    }

static cudnnStatus_t forward_times(struct run *run, const cudnnTensorDescriptor_t *y_tensors, const void *x, void *y,
                                   const struct forward_states *states) {
    run->x = (uintptr_t)x;
    run->y = (uintptr_t)y;
    cudnnStatus_t status = check_outputs(run, y_tensors);
    status = THEN(status, set_forward(run, states));
    return finish_run(run, THEN(status, run_forward(run)));
}

EXPORT cudnnStatus_t cudnnRNNForwardInference(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                              const cudnnTensorDescriptor_t *x_tensors, const void *x,
                                              cudnnTensorDescriptor_t hx_tensor, const void *hx,
                                              cudnnTensorDescriptor_t cx_tensor, const void *cx,
                                              cudnnFilterDescriptor_t filter, const void *weights,
                                              const cudnnTensorDescriptor_t *y_tensors, void *y,
                                              cudnnTensorDescriptor_t hy_tensor, void *hy,
                                              cudnnTensorDescriptor_t cy_tensor, void *cy, void *work,
                                              size_t work_size) {
    struct run run;
    struct forward_states states = FORWARD_STATES;
    TRY(describe_times(&run, handle, settings, times, x_tensors));
    set_spaces(&run, work, work_size, NULL, 0);
    return forward_times(&run, y_tensors, x, y, &states);
}

EXPORT cudnnStatus_t cudnnRNNForwardTraining(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                             const cudnnTensorDescriptor_t *x_tensors, const void *x,
                                             cudnnTensorDescriptor_t hx_tensor, const void *hx,
                                             cudnnTensorDescriptor_t cx_tensor, const void *cx,
                                             cudnnFilterDescriptor_t filter, const void *weights,
                                             const cudnnTensorDescriptor_t *y_tensors, void *y,
                                             cudnnTensorDescriptor_t hy_tensor, void *hy,
                                             cudnnTensorDescriptor_t cy_tensor, void *cy, void *work, size_t work_size,
                                             void *reserved, size_t reserved_size) {
    struct run run;
    struct forward_states states = FORWARD_STATES;
    TRY(describe_times(&run, handle, settings, times, x_tensors));
    run.is_training = 1;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    return forward_times(&run, y_tensors, x, y, &states);
}

EXPORT cudnnStatus_t cudnnRNNBackwardData(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                          const cudnnTensorDescriptor_t *y_tensors, const void *y,
                                          const cudnnTensorDescriptor_t *dy_tensors, const void *dy,
                                          cudnnTensorDescriptor_t dhy_tensor, const void *dhy,
                                          cudnnTensorDescriptor_t dcy_tensor, const void *dcy,
                                          cudnnFilterDescriptor_t filter, const void *weights,
                                          cudnnTensorDescriptor_t hx_tensor, const void *hx,
                                          cudnnTensorDescriptor_t cx_tensor, const void *cx,
                                          const cudnnTensorDescriptor_t *dx_tensors, void *dx,
                                          cudnnTensorDescriptor_t dhx_tensor, void *dhx,
                                          cudnnTensorDescriptor_t dcx_tensor, void *dcx, void *work, size_t work_size,
                                          void *reserved, size_t reserved_size) {
    struct run run;
    struct backward_states states = BACKWARD_STATES;
    TRY(describe_times(&run, handle, settings, times, dx_tensors));
    run.is_training = 1;
    run.y = (uintptr_t)y;
    run.dy = (uintptr_t)dy;
    run.dx = (uintptr_t)dx;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    cudnnStatus_t status = check_outputs(&run, y_tensors);
    status = THEN(status, check_outputs(&run, dy_tensors));
    status = THEN(status, set_backward(&run, &states));
    return finish_run(&run, THEN(status, run_backward(&run)));
}

EXPORT cudnnStatus_t cudnnRNNBackwardWeights(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int times,
                                             const cudnnTensorDescriptor_t *x_tensors, const void *x,
                                             cudnnTensorDescriptor_t hx_tensor, const void *hx,
                                             const cudnnTensorDescriptor_t *y_tensors, const void *y, const void *work,
                                             size_t work_size, cudnnFilterDescriptor_t filter, void *gradients,
                                             const void *reserved, size_t reserved_size) {
    struct run run;
    TRY(describe_times(&run, handle, settings, times, x_tensors));
    run.is_training = 1;
    run.x = (uintptr_t)x;
    run.y = (uintptr_t)y;
    set_spaces(&run, (void *)(uintptr_t)work, work_size, (void *)(uintptr_t)reserved, reserved_size);
    cudnnStatus_t status = check_outputs(&run, y_tensors);
    status = THEN(status, set_output_states(&run, hx_tensor, hx, &run.hx));
    status = THEN(status, set_weights(&run, filter, gradients, &run.weight_gradients));
    return finish_run(&run, THEN(status, run_gradients(&run)));
}

static cudnnStatus_t forward_data(struct run *run, cudnnRNNDataDescriptor_t y_data, const void *x, void *y,
                                  const struct forward_states *states) {
    run->x = (uintptr_t)x;
    run->y = (uintptr_t)y;
    cudnnStatus_t status = set_forward(run, states);
    status = THEN(status, run_forward(run));
    return finish_run(run, THEN(status, fill_padding(run, y_data, run->y)));
}

/* The arguments for attention are reserved: they have to be null. */
EXPORT cudnnStatus_t cudnnRNNForwardTrainingEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnRNNDataDescriptor_t x_data, const void *x,
    cudnnTensorDescriptor_t hx_tensor, const void *hx, cudnnTensorDescriptor_t cx_tensor, const void *cx,
    cudnnFilterDescriptor_t filter, const void *weights, cudnnRNNDataDescriptor_t y_data, void *y,
    cudnnTensorDescriptor_t hy_tensor, void *hy, cudnnTensorDescriptor_t cy_tensor, void *cy,
    cudnnRNNDataDescriptor_t keys_data, const void *keys, cudnnRNNDataDescriptor_t c_data, void *c_attention,
    cudnnRNNDataDescriptor_t i_data, void *i_attention, cudnnRNNDataDescriptor_t queries_data, void *queries,
    void *work, size_t work_size, void *reserved, size_t reserved_size) {
    struct run run;
    struct forward_states states = FORWARD_STATES;
    VALID(keys_data == NULL && c_data == NULL && i_data == NULL && queries_data == NULL);
    VALID(keys == NULL && c_attention == NULL && i_attention == NULL && queries == NULL);
    TRY(describe_run(&run, handle, settings, x_data, y_data));
    run.is_training = 1;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    return forward_data(&run, y_data, x, y, &states);
}

EXPORT cudnnStatus_t cudnnRNNForwardInferenceEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnRNNDataDescriptor_t x_data, const void *x,
    cudnnTensorDescriptor_t hx_tensor, const void *hx, cudnnTensorDescriptor_t cx_tensor, const void *cx,
    cudnnFilterDescriptor_t filter, const void *weights, cudnnRNNDataDescriptor_t y_data, void *y,
    cudnnTensorDescriptor_t hy_tensor, void *hy, cudnnTensorDescriptor_t cy_tensor, void *cy,
    cudnnRNNDataDescriptor_t keys_data, const void *keys, cudnnRNNDataDescriptor_t c_data, void *c_attention,
    cudnnRNNDataDescriptor_t i_data, void *i_attention, cudnnRNNDataDescriptor_t queries_data, void *queries,
    void *work, size_t work_size) {
    struct run run;
    struct forward_states states = FORWARD_STATES;
    VALID(keys_data == NULL && c_data == NULL && i_data == NULL && queries_data == NULL);
    VALID(keys == NULL && c_attention == NULL && i_attention == NULL && queries == NULL);
    TRY(describe_run(&run, handle, settings, x_data, y_data));
    set_spaces(&run, work, work_size, NULL, 0);
    return forward_data(&run, y_data, x, y, &states);
}

EXPORT cudnnStatus_t cudnnRNNBackwardDataEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnRNNDataDescriptor_t y_data, const void *y,
    cudnnRNNDataDescriptor_t dy_data, const void *dy, cudnnRNNDataDescriptor_t c_data, const void *c_attention,
    cudnnTensorDescriptor_t dhy_tensor, const void *dhy, cudnnTensorDescriptor_t dcy_tensor, const void *dcy,
    cudnnFilterDescriptor_t filter, const void *weights, cudnnTensorDescriptor_t hx_tensor, const void *hx,
    cudnnTensorDescriptor_t cx_tensor, const void *cx, cudnnRNNDataDescriptor_t dx_data, void *dx,
    cudnnTensorDescriptor_t dhx_tensor, void *dhx, cudnnTensorDescriptor_t dcx_tensor, void *dcx,
    cudnnRNNDataDescriptor_t keys_data, void *keys, void *work, size_t work_size, void *reserved,
    size_t reserved_size) {
    struct run run;
    struct backward_states states = BACKWARD_STATES;
    VALID(c_data == NULL && c_attention == NULL && keys_data == NULL && keys == NULL);
    VALID(y_data != NULL && y_data->lengths != NULL && dy_data != NULL && dy_data->lengths != NULL);
    VALID(has_same_sequences(y_data, dy_data) && y_data->width == dy_data->width);
    TRY(describe_run(&run, handle, settings, dx_data, y_data));
    run.is_training = 1;
    run.y = (uintptr_t)y;
    run.dy = (uintptr_t)dy;
    run.dx = (uintptr_t)dx;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    cudnnStatus_t status = set_backward(&run, &states);
    return finish_run(&run, THEN(status, run_backward(&run)));
}

EXPORT cudnnStatus_t cudnnRNNBackwardWeightsEx(cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                                               cudnnRNNDataDescriptor_t x_data, const void *x,
                                               cudnnTensorDescriptor_t hx_tensor, const void *hx,
                                               cudnnRNNDataDescriptor_t y_data, const void *y, void *work,
                                               size_t work_size, cudnnFilterDescriptor_t filter, void *gradients,
                                               void *reserved, size_t reserved_size) {
    struct run run;
    TRY(describe_run(&run, handle, settings, x_data, y_data));
    run.is_training = 1;
    run.x = (uintptr_t)x;
    run.y = (uintptr_t)y;
    set_spaces(&run, work, work_size, reserved, reserved_size);
    cudnnStatus_t status = set_output_states(&run, hx_tensor, hx, &run.hx);
    status = THEN(status, set_weights(&run, filter, gradients, &run.weight_gradients));
    return finish_run(&run, THEN(status, run_gradients(&run)));
}

/* Persistent networks are run by the same kernels as others, so that a plan has nothing but what it was made for. */
typedef struct cudnnPersistentRNNPlan {
    cudnnRNNDescriptor_t settings;
} *cudnnPersistentRNNPlan_t;

EXPORT cudnnStatus_t cudnnCreatePersistentRNNPlan(cudnnRNNDescriptor_t settings, int batch, cudnnDataType_t type,
                                                  cudnnPersistentRNNPlan_t *plan) {
    VALID(settings != NULL && settings->layers > 0 && batch > 0 && plan != NULL);
    VALID(settings->algorithm == CUDNN_RNN_ALGO_PERSIST_DYNAMIC);
    SUPPORTED(has_kernels(type));
    *plan = calloc(1, sizeof **plan);
    REQUIRE(*plan != NULL, CUDNN_STATUS_ALLOC_FAILED);
    (*plan)->settings = settings;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetPersistentRNNPlan(cudnnRNNDescriptor_t settings, cudnnPersistentRNNPlan_t plan) {
    VALID(settings != NULL && plan != NULL && plan->settings == settings);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroyPersistentRNNPlan(cudnnPersistentRNNPlan_t plan) {
    free(plan);
    return CUDNN_STATUS_SUCCESS;
}
#endif
