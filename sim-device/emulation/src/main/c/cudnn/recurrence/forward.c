/* Forward runs: for each layer, the products of the inputs of all steps and their matrices, and then the recurrence. */
#include "run.h"

/* The sums of gates without the recurrence. The recurrent bias of the new memory of GRU is added there. */
static cudnnStatus_t multiply_inputs(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    struct parameters parameters = parameters_of(network, layer, direction);
    struct lines inputs = inputs_of_layer(run, layer);
    int64_t units = network->gates * network->hidden;
    int is_gru = network->settings->mode == CUDNN_GRU;
    struct multiplication product = {
        .to = {.data = layer_space(run, layer).gates[direction], .stride = units, .is_wide = 1},
        .rows = run->sequences.steps,
        .columns = units,
        .bias = run_parameter(run, parameters.input_bias),
        .second_bias = run_parameter(run, parameters.recurrent_bias),
        .second_count = is_gru ? 2 * network->hidden : units};
    if (parameters.input < 0) {
        product.extra = inputs;
        product.extra_width = network->hidden;
        return launch_multiplication(run->handle, run->network.type, &product);
    }
    product.terms = 1;
    product.depth = parameters.input_size;
    product.a[0] = inputs;
    product.b[0] =
        (struct lines){.data = run_parameter(run, parameters.input), .stride = parameters.input_size};
    return launch_multiplication(run->handle, run->network.type, &product);
}

static cudnnStatus_t run_direction(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    struct recurrence recurrence = recurrence_of(run, layer, direction);
    recurrence.hy = run_element(run, run->hy, state_offset(run, layer, direction, network->output));
    if (recurrence.mode == CUDNN_LSTM) {
        recurrence.cy = run_element(run, run->cy, state_offset(run, layer, direction, network->hidden));
    }
    TRY(multiply_inputs(run, layer, direction));
    return launch_recurrence(run, "recur", &recurrence);
}

static cudnnStatus_t drop_outputs(const struct run *run, int64_t layer) {
    struct cudnnTensorStruct tensor = outputs_tensor(&run->network, run->network.type, run->sequences.steps);
    struct layer_space space = layer_space(run, layer);
    return cudnnDropoutForward(run->handle, run->network.settings->dropout, &tensor, (const void *)space.outputs,
                               &tensor, (void *)space.dropped, (void *)space.kept, space.kept_size);
}

static cudnnStatus_t run_layers(struct run *run) {
    TRY(start_run(run));
    for (int64_t layer = 0; layer < run->network.layers; layer++) {
        for (int64_t direction = 0; direction < run->network.directions; direction++) {
            TRY(run_direction(run, layer, direction));
        }
        if (run->is_training && run->network.has_dropout && layer < run->network.layers - 1) {
            TRY(drop_outputs(run, layer));
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run_forward(struct run *run) {
    VALID(run->x != 0 && run->y != 0 && run->weights != 0);
    return run_layers(run);
}
