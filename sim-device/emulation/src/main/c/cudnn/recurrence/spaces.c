/* Where the arrays of a run are in its spaces.
 *
 * The reserve space has the arrays of each layer. The workspace has the tables of steps, the states and gradients of a backward
 * run, and the arrays of each layer for inference, which has no reserve space. */
#include "recurrence.h"

/* Arrays begin at multiples of this many bytes. */
enum { ALIGNMENT = 256 };

static size_t number_size(cudnnDataType_t type) {
    return element_size(number_type(type));
}

struct cudnnTensorStruct outputs_tensor(const struct network *network, cudnnDataType_t type, int64_t steps) {
    struct cudnnTensorStruct tensor = {0};
    int64_t sizes[] = {1, steps, network->directions * network->output};
    set_packed(&tensor.view, type, CUDNN_TENSOR_NCHW, 3, sizes);
    return tensor;
}

/* The bytes that dropout keeps of the outputs of a layer. */
static size_t kept_size(const struct network *network, int64_t steps) {
    struct cudnnTensorStruct tensor = outputs_tensor(network, network->type, steps);
    size_t size = 0;
    return cudnnDropoutGetReserveSpaceSize(&tensor, &size) == CUDNN_STATUS_SUCCESS ? size : 0;
}

static CUdeviceptr take(CUdeviceptr *next, int64_t count, size_t size) {
    CUdeviceptr taken = *next;
    *next += ((size_t)count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return taken;
}

static void place_direction(const struct network *network, int64_t steps, int64_t direction, CUdeviceptr *next,
                            struct layer_space *space) {
    size_t size = number_size(network->type);
    int is_projected = network->output != network->hidden;
    int64_t units = steps * network->hidden;
    space->gates[direction] = take(next, units * network->gates, size);
    space->memory[direction] = take(next, network->gates > 1 ? units : 0, size);
    space->hidden[direction] = take(next, is_projected ? units : 0, size);
    space->input_gradients[direction] = take(next, units * network->gates, size);
    space->recurrent_gradients[direction] = network->settings->mode == CUDNN_GRU
                                                ? take(next, units * network->gates, size)
                                                : space->input_gradients[direction];
    space->output_gradients[direction] = take(next, is_projected ? steps * network->output : 0, size);
}

/* Places the arrays of a layer at an address, and returns the one behind them. */
static CUdeviceptr place_layer(const struct network *network, int64_t steps, CUdeviceptr next,
                               struct layer_space *space) {
    int64_t outputs = steps * network->directions * network->output;
    for (int64_t direction = 0; direction < network->directions; direction++) {
        place_direction(network, steps, direction, &next, space);
    }
    space->outputs = take(&next, outputs, element_size(network->type));
    if (network->has_dropout) {
        space->dropped = take(&next, outputs, element_size(network->type));
        space->kept_size = kept_size(network, steps);
        space->kept = take(&next, (int64_t)space->kept_size, 1);
    }
    return next;
}

static size_t layer_size(const struct network *network, int64_t steps) {
    struct layer_space unused = {0};
    return place_layer(network, steps, 0, &unused);
}

size_t network_reserve_size(const struct network *network, int64_t steps) {
    return (size_t)network->layers * layer_size(network, steps);
}

static size_t table_size(int64_t batch, int64_t longest, int64_t steps) {
    CUdeviceptr next = 0;
    take(&next, 2 * batch + longest + (1 + DIRECTIONS) * steps, sizeof(int32_t));
    return next;
}

static size_t state_size(const struct network *network, int64_t batch) {
    CUdeviceptr next = 0;
    take(&next, batch * (network->output + network->hidden), number_size(network->type));
    return next;
}

size_t network_workspace_size(const struct network *network, int64_t batch, int64_t longest, int64_t steps,
                              int is_training) {
    CUdeviceptr next = table_size(batch, longest, steps);
    if (!is_training) {
        return next + network_reserve_size(network, steps);
    }
    next += state_size(network, batch);
    take(&next, steps * network->directions * network->output, number_size(network->type));
    return next;
}

struct layer_space layer_space(const struct run *run, int64_t layer) {
    const struct sequences *sequences = &run->sequences;
    struct layer_space space = {0};
    CUdeviceptr base = run->is_training
                           ? run->reserve
                           : run->workspace + table_size(sequences->batch, sequences->longest, sequences->steps);
    place_layer(&run->network, sequences->steps,
                base + (size_t)layer * layer_size(&run->network, sequences->steps), &space);
    return space;
}

CUdeviceptr table_space(const struct run *run) {
    return run->workspace;
}

CUdeviceptr state_space(const struct run *run) {
    return run->workspace + table_size(run->sequences.batch, run->sequences.longest, run->sequences.steps);
}

CUdeviceptr gradient_space(const struct run *run) {
    return state_space(run) + state_size(&run->network, run->sequences.batch);
}
