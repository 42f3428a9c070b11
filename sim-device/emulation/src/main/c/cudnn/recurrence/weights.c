/* The parameters of a network: first the matrices of all layers, then the biases. The matrices of the gates are
 * consecutive: first those for inputs, then the recurrent ones, then the projection. A direction of a layer is a
 * "pseudo-layer". */
#include "recurrence.h"

static int64_t inputs_of(const struct network *network, int64_t layer) {
    return layer == 0 ? network->input : network->directions * network->output;
}

static int has_input_matrices(const struct network *network, int64_t layer) {
    return layer > 0 || network->settings->input == CUDNN_LINEAR_INPUT;
}

static int has_input_bias(const struct network *network) {
    return network->settings->bias == CUDNN_RNN_SINGLE_INP_BIAS || network->settings->bias == CUDNN_RNN_DOUBLE_BIAS;
}

static int has_recurrent_bias(const struct network *network) {
    return network->settings->bias == CUDNN_RNN_SINGLE_REC_BIAS || network->settings->bias == CUDNN_RNN_DOUBLE_BIAS;
}

static int64_t projection_count(const struct network *network) {
    return network->output == network->hidden ? 0 : network->output * network->hidden;
}

/* The elements of the matrices of one direction of a layer. */
static int64_t matrix_count(const struct network *network, int64_t layer) {
    int64_t inputs = has_input_matrices(network, layer) ? inputs_of(network, layer) : 0;
    return network->gates * network->hidden * (inputs + network->output) + projection_count(network);
}

static int64_t bias_count(const struct network *network) {
    return network->gates * network->hidden * (has_input_bias(network) + has_recurrent_bias(network));
}

/* The first element of the matrices of a layer, or the number of those of all layers. */
static int64_t first_matrix(const struct network *network, int64_t layer, int64_t direction) {
    int64_t first = layer == 0 ? 0 : network->directions * matrix_count(network, 0);
    first += layer < 2 ? 0 : (layer - 1) * network->directions * matrix_count(network, 1);
    return first + (direction == 0 ? 0 : direction * matrix_count(network, layer));
}

int64_t parameter_count(const struct network *network) {
    return first_matrix(network, network->layers, 0) + network->layers * network->directions * bias_count(network);
}

struct parameters parameters_of(const struct network *network, int64_t layer, int64_t direction) {
    int64_t units = network->gates * network->hidden;
    int64_t first = first_matrix(network, layer, direction);
    int64_t bias = first_matrix(network, network->layers, 0) +
                   (layer * network->directions + direction) * bias_count(network);
    int has_inputs = has_input_matrices(network, layer);
    struct parameters found = {.input_size = inputs_of(network, layer)};
    found.input = has_inputs ? first : -1;
    found.recurrent = first + (has_inputs ? units * found.input_size : 0);
    found.projection = projection_count(network) == 0 ? -1 : found.recurrent + units * network->output;
    found.input_bias = has_input_bias(network) ? bias : -1;
    found.recurrent_bias = !has_recurrent_bias(network) ? -1 : bias + (has_input_bias(network) ? units : 0);
    return found;
}

static cudnnStatus_t check_numbers(const struct network *network, int layer, int number) {
    VALID(layer >= 0 && layer < network->layers * network->directions);
    VALID(number >= 0 && number < 2 * network->gates + (network->settings->mode == CUDNN_LSTM));
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t find_matrix(const struct network *network, int layer, int number, int64_t *offset, int64_t sizes[3]) {
    TRY(check_numbers(network, layer, number));
    struct parameters found = parameters_of(network, layer / network->directions, layer % network->directions);
    int64_t kind = number / network->gates;
    int64_t first = kind == 0 ? found.input : kind == 1 ? found.recurrent : found.projection;
    sizes[0] = 1;
    sizes[1] = kind == 2 ? network->output : network->hidden;
    sizes[2] = kind == 0 ? found.input_size : kind == 1 ? network->output : network->hidden;
    *offset = first < 0 ? -1 : first + number % network->gates * sizes[1] * sizes[2];
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t find_bias(const struct network *network, int layer, int number, int64_t *offset, int64_t sizes[3]) {
    TRY(check_numbers(network, layer, number));
    struct parameters found = parameters_of(network, layer / network->directions, layer % network->directions);
    int64_t kind = number / network->gates;
    int64_t first = kind == 0 ? found.input_bias : kind == 1 ? found.recurrent_bias : -1;
    sizes[0] = 1;
    sizes[1] = network->hidden;
    sizes[2] = 1;
    *offset = first < 0 ? -1 : first + number % network->gates * network->hidden;
    return CUDNN_STATUS_SUCCESS;
}
