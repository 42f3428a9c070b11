/* Backward runs: for each layer, the last one first, the recurrence in the opposite order, and then the products of the
 * gradients of all steps and the matrices of inputs. The gradients of the sums of gates stay in the reserve space, for those of
 * the parameters. */
#include "run.h"

/* The gradients of the outputs of a layer: those of the program, or what the layer behind has written to the workspace. */
static struct lines output_gradients(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    int is_last = layer == network->layers - 1;
    size_t size = element_size(is_last ? network->type : number_type(network->type));
    return (struct lines){
        .data = (is_last ? run->dy : gradient_space(run)) + (size_t)(direction * network->output) * size,
        .rows = is_last ? run->tables.rows : 0,
        .stride = network->directions * network->output,
        .is_wide = !is_last};
}

static cudnnStatus_t run_direction_back(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    struct layer_space space = layer_space(run, layer);
    struct recurrence recurrence = recurrence_of(run, layer, direction);
    int64_t output = state_offset(run, layer, direction, network->output);
    int64_t cell = state_offset(run, layer, direction, network->hidden);
    recurrence.dy = output_gradients(run, layer, direction);
    recurrence.input_gradients = space.input_gradients[direction];
    recurrence.recurrent_gradients = space.recurrent_gradients[direction];
    recurrence.output_gradients = space.output_gradients[direction];
    recurrence.states = state_space(run);
    recurrence.dhy = run_element(run, run->dhy, output);
    recurrence.dhx = run_element(run, run->dhx, output);
    if (recurrence.mode == CUDNN_LSTM) {
        recurrence.dcy = run_element(run, run->dcy, cell);
        recurrence.dcx = run_element(run, run->dcx, cell);
    }
    return launch_recurrence(run, "recur_back", &recurrence);
}

/* The inputs of the first layer are those of the program, others the outputs of the layer before. */
static struct lines input_gradients(const struct run *run, int64_t layer) {
    if (layer == 0) {
        return (struct lines){.data = run->dx, .rows = run->tables.rows, .stride = run->network.input};
    }
    return (struct lines){
        .data = gradient_space(run), .stride = run->network.directions * run->network.output, .is_wide = 1};
}

static cudnnStatus_t fold_inputs(const struct run *run) {
    const struct network *network = &run->network;
    struct layer_space space = layer_space(run, 0);
    struct fold fold = {.gates = {space.input_gradients[0], space.input_gradients[1]},
                        .to = input_gradients(run, 0),
                        .rows = run->sequences.steps,
                        .columns = network->hidden,
                        .gate_count = network->gates,
                        .directions = network->directions};
    return launch_for(run->handle, network->type, "fold", fold.rows * fold.columns, &fold);
}

static cudnnStatus_t multiply_back(const struct run *run, int64_t layer) {
    const struct network *network = &run->network;
    struct layer_space space = layer_space(run, layer);
    int64_t units = network->gates * network->hidden;
    struct multiplication product = {.to = input_gradients(run, layer),
                                     .terms = network->directions,
                                     .rows = run->sequences.steps,
                                     .depth = units};
    for (int64_t direction = 0; direction < network->directions; direction++) {
        struct parameters parameters = parameters_of(network, layer, direction);
        if (parameters.input < 0) {
            return fold_inputs(run);
        }
        product.columns = parameters.input_size;
        product.a[direction] = (struct lines){.data = space.input_gradients[direction], .stride = units, .is_wide = 1};
        product.b[direction] = (struct lines){
            .data = run_parameter(run, parameters.input), .stride = parameters.input_size, .is_deep = 1};
    }
    return launch_multiplication(run->handle, run->network.type, &product);
}

static cudnnStatus_t drop_gradients(const struct run *run, int64_t layer) {
    struct cudnnTensorStruct tensor =
        outputs_tensor(&run->network, number_type(run->network.type), run->sequences.steps);
    struct layer_space space = layer_space(run, layer);
    void *gradients = (void *)gradient_space(run);
    return cudnnDropoutBackward(run->handle, run->network.settings->dropout, &tensor, gradients, &tensor, gradients,
                                (void *)space.kept, space.kept_size);
}

static cudnnStatus_t run_layers_back(struct run *run) {
    TRY(start_run(run));
    for (int64_t layer = run->network.layers - 1; layer >= 0; layer--) {
        for (int64_t direction = 0; direction < run->network.directions; direction++) {
            TRY(run_direction_back(run, layer, direction));
        }
        TRY(multiply_back(run, layer));
        if (run->network.has_dropout && layer > 0) {
            TRY(drop_gradients(run, layer - 1));
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run_backward(struct run *run) {
    VALID(run->y != 0 && run->dy != 0 && run->dx != 0 && run->weights != 0);
    return run_layers_back(run);
}

/* Adds the products of gradients and what they were computed from to the gradient of a matrix. */
static cudnnStatus_t add_products(const struct run *run, struct lines gradients, struct lines factor, int64_t matrix,
                                  int64_t columns) {
    struct multiplication product = {
        .terms = 1, .rows = gradients.stride, .columns = columns, .depth = run->sequences.steps, .adds = 1};
    if (matrix < 0) {
        return CUDNN_STATUS_SUCCESS;
    }
    gradients.is_wide = 1;
    gradients.is_deep = 1;
    factor.is_deep = 1;
    product.a[0] = gradients;
    product.b[0] = factor;
    product.to = (struct lines){.data = run_element(run, run->weight_gradients, matrix), .stride = columns};
    return launch_multiplication(run->handle, run->network.type, &product);
}

static cudnnStatus_t add_sums(const struct run *run, CUdeviceptr gradients, int64_t bias) {
    struct totals totals = {.from = gradients,
                            .to = run_element(run, run->weight_gradients, bias),
                            .rows = run->sequences.steps,
                            .columns = run->network.gates * run->network.hidden,
                            .adds = 1};
    return bias < 0 ? CUDNN_STATUS_SUCCESS
                    : launch_for(run->handle, run->network.type, "total", totals.columns, &totals);
}

static cudnnStatus_t add_gradients(const struct run *run, int64_t layer, int64_t direction) {
    const struct network *network = &run->network;
    struct parameters parameters = parameters_of(network, layer, direction);
    struct layer_space space = layer_space(run, layer);
    struct recurrence recurrence = recurrence_of(run, layer, direction);
    struct lines inputs = {.data = space.input_gradients[direction], .stride = network->gates * network->hidden};
    struct lines recurrent = {.data = space.recurrent_gradients[direction], .stride = inputs.stride};
    struct lines outputs = {.data = space.output_gradients[direction], .stride = network->output};
    struct lines hidden = {.data = space.hidden[direction], .stride = network->hidden, .is_wide = 1};
    struct lines before = recurrence.y;
    before.before = run->tables.before[direction];
    before.initial = recurrence.hx;
    before.initial_stride = network->output;
    TRY(add_products(run, inputs, inputs_of_layer(run, layer), parameters.input, parameters.input_size));
    TRY(add_products(run, recurrent, before, parameters.recurrent, network->output));
    TRY(add_products(run, outputs, hidden, parameters.projection, network->hidden));
    TRY(add_sums(run, inputs.data, parameters.input_bias));
    return add_sums(run, recurrent.data, parameters.recurrent_bias);
}

static cudnnStatus_t add_layers(struct run *run) {
    TRY(start_run(run));
    for (int64_t layer = 0; layer < run->network.layers; layer++) {
        for (int64_t direction = 0; direction < run->network.directions; direction++) {
            TRY(add_gradients(run, layer, direction));
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run_gradients(struct run *run) {
    VALID(run->x != 0 && run->y != 0 && run->weight_gradients != 0);
    return add_layers(run);
}
