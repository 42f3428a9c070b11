/* What runs share: their spaces, tables and states. */
#include <stdlib.h>
#include <string.h>

#include "run.h"

CUdeviceptr run_element(const struct run *run, CUdeviceptr data, int64_t offset) {
    return data == 0 ? 0 : data + (size_t)offset * element_size(run->network.type);
}

CUdeviceptr run_parameter(const struct run *run, int64_t offset) {
    return offset < 0 ? 0 : run_element(run, run->weights, offset);
}

int64_t state_offset(const struct run *run, int64_t layer, int64_t direction, int64_t width) {
    return (layer * run->network.directions + direction) * run->sequences.batch * width;
}

static int is_state(const struct run *run, cudnnTensorDescriptor_t tensor, int64_t width) {
    const struct network *network = &run->network;
    int64_t sizes[] = {network->layers * network->directions, run->sequences.batch, width};
    if (tensor == NULL || tensor->view.rank < 3 || tensor->view.type != (int)network->type) {
        return 0;
    }
    for (int each = 0; each < tensor->view.rank; each++) {
        if (tensor->view.sizes[each] != (each < 3 ? sizes[each] : 1)) {
            return 0;
        }
    }
    return is_packed(&tensor->view);
}

cudnnStatus_t set_output_states(const struct run *run, cudnnTensorDescriptor_t tensor, const void *data,
                          CUdeviceptr *address) {
    VALID(data == NULL || is_state(run, tensor, run->network.output));
    *address = (uintptr_t)data;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t set_cell_states(const struct run *run, cudnnTensorDescriptor_t tensor, const void *data,
                        CUdeviceptr *address) {
    if (run->network.settings->mode == CUDNN_LSTM) {
        VALID(data == NULL || is_state(run, tensor, run->network.hidden));
        *address = (uintptr_t)data;
    }
    return CUDNN_STATUS_SUCCESS;
}

void set_spaces(struct run *run, void *workspace, size_t workspace_size, void *reserve, size_t reserve_size) {
    run->workspace = (uintptr_t)workspace;
    run->workspace_size = workspace_size;
    run->reserve = (uintptr_t)reserve;
    run->reserve_size = reserve_size;
}

/* Only packed sequences are allowed, unless padding is (cudnnSetRNNDescriptor_v8(), auxFlags). */
static int is_allowed(cudnnRNNDescriptor_t settings, cudnnRNNDataDescriptor_t data) {
    return data->layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED || (settings->flags & CUDNN_RNN_PADDED_IO_ENABLED);
}

cudnnStatus_t describe_run(struct run *run, cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                           cudnnRNNDataDescriptor_t in, cudnnRNNDataDescriptor_t out) {
    VALID(in != NULL && in->lengths != NULL && out != NULL && out->lengths != NULL && has_same_sequences(in, out));
    *run = (struct run){.handle = handle};
    TRY(size_network(handle, settings, in->type, in->width, &run->network));
    VALID(out->width == run->network.directions * run->network.output && is_allowed(settings, in));
    return sequences_of_data(in, &run->sequences);
}

cudnnStatus_t send_table(cudnnHandle_t handle, cudnnDataType_t type, const int32_t *values, int64_t count,
                         CUdeviceptr to) {
    for (int64_t done = 0; done < count; done += CHUNK) {
        struct chunk chunk = {.to = to + (size_t)done * sizeof(int32_t)};
        chunk.count = count - done < CHUNK ? count - done : CHUNK;
        memcpy(chunk.values, values + done, (size_t)chunk.count * sizeof(int32_t));
        TRY(launch_for(handle, type, "tabulate", chunk.count, &chunk));
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t make_tables(struct run *run) {
    const struct sequences *sequences = &run->sequences;
    size_t batch = (size_t)sequences->batch * sizeof(int32_t);
    size_t steps = (size_t)sequences->steps * sizeof(int32_t);
    struct tables *tables = &run->tables;
    *tables = (struct tables){
        .batch = sequences->batch, .longest = sequences->longest, .stride = sequences->stride};
    tables->lengths = table_space(run);
    tables->firsts = tables->lengths + batch;
    tables->starts = tables->firsts + batch;
    tables->rows = tables->starts + (size_t)sequences->longest * sizeof(int32_t);
    tables->before[0] = tables->rows + steps;
    tables->before[1] = tables->before[0] + steps;
    TRY(send_table(run->handle, run->network.type, sequences->values, 2 * sequences->batch + sequences->longest,
                   tables->lengths));
    return launch_for(run->handle, run->network.type, "number", sequences->batch * sequences->longest, tables);
}

cudnnStatus_t start_run(struct run *run) {
    const struct sequences *sequences = &run->sequences;
    VALID(run->workspace != 0);
    VALID(run->workspace_size >= network_workspace_size(&run->network, sequences->batch, sequences->longest,
                                                        sequences->steps, run->is_training));
    VALID(!run->is_training ||
          (run->reserve != 0 && run->reserve_size >= network_reserve_size(&run->network, sequences->steps)));
    return make_tables(run);
}

struct lines inputs_of_layer(const struct run *run, int64_t layer) {
    struct layer_space before = {0};
    if (layer == 0) {
        return (struct lines){.data = run->x, .rows = run->tables.rows, .stride = run->network.input};
    }
    before = layer_space(run, layer - 1);
    return (struct lines){.data = run->is_training && run->network.has_dropout ? before.dropped : before.outputs,
                          .stride = run->network.directions * run->network.output};
}

struct lines outputs_of_layer(const struct run *run, int64_t layer, int64_t direction) {
    int is_last = layer == run->network.layers - 1;
    CUdeviceptr data = is_last ? run->y : layer_space(run, layer).outputs;
    return (struct lines){.data = run_element(run, data, direction * run->network.output),
                          .rows = is_last ? run->tables.rows : 0,
                          .stride = run->network.directions * run->network.output};
}

struct recurrence recurrence_of(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    struct parameters parameters = parameters_of(network, layer, direction);
    struct layer_space space = layer_space(run, layer);
    int64_t output = state_offset(run, layer, direction, network->output);
    int64_t cell = state_offset(run, layer, direction, network->hidden);
    struct recurrence made = {.tables = run->tables,
                              .y = outputs_of_layer(run, layer, direction),
                              .weights = run_parameter(run, parameters.recurrent),
                              .projection = run_parameter(run, parameters.projection),
                              .gates = space.gates[direction],
                              .memory = space.memory[direction],
                              .hidden = space.hidden[direction],
                              .hx = run_element(run, run->hx, output),
                              .hidden_size = network->hidden,
                              .output_size = network->output,
                              .low = network->settings->low,
                              .high = network->settings->high,
                              .mode = network->settings->mode,
                              .is_reverse = (int)direction,
                              .is_limited = network->settings->clip == CUDNN_RNN_CLIP_MINMAX,
                              .keeps_nan = network->settings->clip_nan == CUDNN_PROPAGATE_NAN};
    if (made.mode == CUDNN_LSTM) {
        made.cx = run_element(run, run->cx, cell);
    }
    if (made.mode == CUDNN_GRU && parameters.recurrent_bias >= 0) {
        made.bias = run_parameter(run, parameters.recurrent_bias + 2 * network->hidden);
    }
    return made;
}

/* A block computes a tile. The large ones need fewer instructions, unless most of a tile is outside. */
cudnnStatus_t launch_multiplication(cudnnHandle_t handle, cudnnDataType_t type, struct multiplication *product) {
    enum { SMALL = 32, LARGE = 64 };
    int is_large = product->rows > SMALL && product->columns > SMALL;
    int64_t edge = is_large ? LARGE : SMALL;
    unsigned grid[3] = {(unsigned)((product->rows + edge - 1) / edge),
                        (unsigned)((product->columns + edge - 1) / edge), 1};
    SUPPORTED(grid[1] <= MOST_LAYERS);
    return grid[0] == 0 ? CUDNN_STATUS_SUCCESS
                        : launch(handle, type, is_large ? "multiply" : "multiply_small", grid, BLOCK, product);
}

cudnnStatus_t launch_recurrence(const struct run *run, const char *kernel, struct recurrence *layer) {
    enum { WARP = 32 };
    unsigned grid[3] = {(unsigned)run->sequences.batch, 1, 1};
    int64_t threads = (layer->hidden_size + WARP - 1) / WARP * WARP;
    return launch(run->handle, run->network.type, kernel, grid, threads < BLOCK ? (unsigned)threads : BLOCK, layer);
}

cudnnStatus_t fill_padding(const struct run *run, cudnnRNNDataDescriptor_t data, CUdeviceptr at) {
    struct sequence_padding padding = {.tables = run->tables, .to = at, .width = data->width, .value = data->fill};
    if (!data->fills || data->layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED) {
        return CUDNN_STATUS_SUCCESS;
    }
    return launch_for(run->handle, run->network.type, "pad_sequences",
                      (int64_t)data->batch * data->longest * data->width, &padding);
}

cudnnStatus_t finish_run(struct run *run, cudnnStatus_t status) {
    free(run->sequences.values);
    run->sequences.values = NULL;
    return status;
}
