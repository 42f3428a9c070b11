/* Descriptors of recurrent networks, and their sizes. */
#include <stdlib.h>

#include "recurrence.h"

DESCRIPTOR(cudnnRNNDescriptor_t, cudnnCreateRNNDescriptor, cudnnDestroyRNNDescriptor)

static int is_precision(cudnnDataType_t type, cudnnDataType_t precision) {
    return type == precision ||
           (precision == CUDNN_DATA_FLOAT && (type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16));
}

static int64_t gates_of(cudnnRNNMode_t mode) {
    return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1;
}

/* cudnnSetRNNDescriptor_v8(): what is checked of all networks. */
static cudnnStatus_t check(cudnnRNNDescriptor_t network) {
    VALID(network->hidden_size > 0 && network->layers > 0);
    VALID(network->algorithm >= CUDNN_RNN_ALGO_STANDARD && network->algorithm <= CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H);
    VALID(network->mode >= CUDNN_RNN_RELU && network->mode <= CUDNN_GRU);
    VALID(network->bias >= CUDNN_RNN_NO_BIAS && network->bias <= CUDNN_RNN_SINGLE_REC_BIAS);
    VALID(network->direction == CUDNN_UNIDIRECTIONAL || network->direction == CUDNN_BIDIRECTIONAL);
    VALID(network->input == CUDNN_LINEAR_INPUT || network->input == CUDNN_SKIP_INPUT);
    VALID(network->mathematics >= CUDNN_DEFAULT_MATH && network->mathematics <= CUDNN_FMA_MATH);
    return CUDNN_STATUS_SUCCESS;
}

/* The output of LSTM can be projected, if that is smaller than the state. */
static cudnnStatus_t check_projection(cudnnRNNDescriptor_t network, int size) {
    VALID(size >= 0 && size <= network->hidden_size);
    VALID(size == 0 || size == network->hidden_size || network->mode == CUDNN_LSTM);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t network, cudnnRNNAlgo_t algorithm,
                                              cudnnRNNMode_t mode, cudnnRNNBiasMode_t bias,
                                              cudnnDirectionMode_t direction, cudnnRNNInputMode_t input,
                                              cudnnDataType_t type, cudnnDataType_t precision,
                                              cudnnMathType_t mathematics, int input_size, int hidden_size,
                                              int projection_size, int layers, cudnnDropoutDescriptor_t dropout,
                                              unsigned flags) {
    VALID(network != NULL);
    struct cudnnRNNStruct made = {.algorithm = algorithm,
                                  .mode = mode,
                                  .bias = bias,
                                  .direction = direction,
                                  .input = input,
                                  .data_type = type,
                                  .precision = precision,
                                  .mathematics = mathematics,
                                  .input_size = input_size,
                                  .hidden_size = hidden_size,
                                  .layers = layers,
                                  .dropout = dropout,
                                  .flags = flags};
    TRY(check(&made));
    TRY(check_projection(&made, projection_size));
    VALID(input_size > 0 && (input == CUDNN_LINEAR_INPUT || input_size == hidden_size));
    VALID((flags & ~(unsigned)CUDNN_RNN_PADDED_IO_ENABLED) == 0);
    SUPPORTED(has_kernels(type) && is_precision(type, precision));
    made.projection_size = projection_size == 0 ? hidden_size : projection_size;
    *network = made;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t network, cudnnRNNAlgo_t *algorithm,
                                              cudnnRNNMode_t *mode, cudnnRNNBiasMode_t *bias,
                                              cudnnDirectionMode_t *direction, cudnnRNNInputMode_t *input,
                                              cudnnDataType_t *type, cudnnDataType_t *precision,
                                              cudnnMathType_t *mathematics, int *input_size, int *hidden_size,
                                              int *projection_size, int *layers, cudnnDropoutDescriptor_t *dropout,
                                              unsigned *flags) {
    VALID(network != NULL && network->layers > 0);
    PUT(algorithm, network->algorithm);
    PUT(mode, network->mode);
    PUT(bias, network->bias);
    PUT(direction, network->direction);
    PUT(input, network->input);
    PUT(type, network->data_type);
    PUT(precision, network->precision);
    PUT(mathematics, network->mathematics);
    PUT(input_size, network->input_size);
    PUT(hidden_size, network->hidden_size);
    PUT(projection_size, network->projection_size);
    PUT(layers, network->layers);
    PUT(dropout, network->dropout);
    PUT(flags, network->flags);
    return CUDNN_STATUS_SUCCESS;
}

/* The cells of LSTM are limited. Without propagation, NaN becomes the lower bound. */
static cudnnStatus_t set_clip(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t mode, cudnnNanPropagation_t nan,
                              double low, double high) {
    VALID(network != NULL && network->layers > 0);
    VALID(mode == CUDNN_RNN_CLIP_NONE || mode == CUDNN_RNN_CLIP_MINMAX);
    VALID(nan == CUDNN_NOT_PROPAGATE_NAN || nan == CUDNN_PROPAGATE_NAN);
    VALID(mode == CUDNN_RNN_CLIP_NONE || (network->mode == CUDNN_LSTM && low <= high));
    network->clip = mode;
    network->clip_nan = nan;
    network->low = low;
    network->high = high;
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t get_clip(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t *mode, cudnnNanPropagation_t *nan,
                              double *low, double *high) {
    VALID(network != NULL && network->layers > 0);
    PUT(mode, network->clip);
    PUT(nan, network->clip_nan);
    PUT(low, network->low);
    PUT(high, network->high);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnRNNSetClip_v8(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t mode,
                                        cudnnNanPropagation_t nan, double low, double high) {
    return set_clip(network, mode, nan, low, high);
}

EXPORT cudnnStatus_t cudnnRNNGetClip_v8(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t *mode,
                                        cudnnNanPropagation_t *nan, double *low, double *high) {
    return get_clip(network, mode, nan, low, high);
}

#if CUDNN_MAJOR >= 9
EXPORT cudnnStatus_t cudnnRNNSetClip_v9(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t mode, double low,
                                        double high) {
    return set_clip(network, mode, CUDNN_PROPAGATE_NAN, low, high);
}

EXPORT cudnnStatus_t cudnnRNNGetClip_v9(cudnnRNNDescriptor_t network, cudnnRNNClipMode_t *mode, double *low,
                                        double *high) {
    return get_clip(network, mode, NULL, low, high);
}
#else
EXPORT cudnnStatus_t cudnnRNNSetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t network, cudnnRNNClipMode_t mode,
                                     cudnnNanPropagation_t nan, double low, double high) {
    OPEN(handle);
    return set_clip(network, mode, nan, low, high);
}

EXPORT cudnnStatus_t cudnnRNNGetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t network, cudnnRNNClipMode_t *mode,
                                     cudnnNanPropagation_t *nan, double *low, double *high) {
    OPEN(handle);
    return get_clip(network, mode, nan, low, high);
}

EXPORT cudnnStatus_t cudnnSetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t network, int hidden_size,
                                              int layers, cudnnDropoutDescriptor_t dropout, cudnnRNNInputMode_t input,
                                              cudnnDirectionMode_t direction, cudnnRNNMode_t mode,
                                              cudnnRNNAlgo_t algorithm, cudnnDataType_t precision) {
    OPEN(handle);
    VALID(network != NULL && dropout != NULL);
    struct cudnnRNNStruct made = {.algorithm = algorithm,
                                  .mode = mode,
                                  .bias = CUDNN_RNN_DOUBLE_BIAS,
                                  .direction = direction,
                                  .input = input,
                                  .precision = precision,
                                  .hidden_size = hidden_size,
                                  .projection_size = hidden_size,
                                  .layers = layers,
                                  .dropout = dropout};
    TRY(check(&made));
    SUPPORTED(has_kernels(precision));
    *network = made;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t network, int *hidden_size,
                                              int *layers, cudnnDropoutDescriptor_t *dropout,
                                              cudnnRNNInputMode_t *input, cudnnDirectionMode_t *direction,
                                              cudnnRNNMode_t *mode, cudnnRNNAlgo_t *algorithm,
                                              cudnnDataType_t *precision) {
    OPEN(handle);
    VALID(network != NULL && network->layers > 0);
    PUT(hidden_size, network->hidden_size);
    PUT(layers, network->layers);
    PUT(dropout, network->dropout);
    PUT(input, network->input);
    PUT(direction, network->direction);
    PUT(mode, network->mode);
    PUT(algorithm, network->algorithm);
    PUT(precision, network->precision);
    return CUDNN_STATUS_SUCCESS;
}

SETTING(cudnnStatus_t, cudnnRNNDescriptor_t, cudnnSetRNNMatrixMathType, cudnnGetRNNMatrixMathType, cudnnMathType_t,
        mathematics, value >= CUDNN_DEFAULT_MATH && value <= CUDNN_FMA_MATH)
SETTING(cudnnStatus_t, cudnnRNNDescriptor_t, cudnnSetRNNBiasMode, cudnnGetRNNBiasMode, cudnnRNNBiasMode_t, bias,
        value >= CUDNN_RNN_NO_BIAS && value <= CUDNN_RNN_SINGLE_REC_BIAS)
SETTING(cudnnStatus_t, cudnnRNNDescriptor_t, cudnnSetRNNPaddingMode, cudnnGetRNNPaddingMode, unsigned, flags,
        value <= CUDNN_RNN_PADDED_IO_ENABLED)

EXPORT cudnnStatus_t cudnnSetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t network, int size,
                                                 int output_size) {
    OPEN(handle);
    VALID(network != NULL && network->layers > 0 && output_size >= 0);
    TRY(check_projection(network, size));
    SUPPORTED(output_size == 0);
    network->projection_size = size == 0 ? network->hidden_size : size;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t network, int *size,
                                                 int *output_size) {
    OPEN(handle);
    VALID(network != NULL && network->layers > 0);
    PUT(size, network->projection_size);
    PUT(output_size, 0);
    return CUDNN_STATUS_SUCCESS;
}
#endif

cudnnDataType_t number_type(cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
}

/* The rate of a network of several layers. */
static cudnnStatus_t find_dropout(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, int *has_dropout) {
    float rate = 0;
    void *states;
    unsigned long long seed;
    if (settings->layers > 1 && settings->dropout != NULL) {
        TRY(cudnnGetDropoutDescriptor(settings->dropout, handle, &rate, &states, &seed));
    }
    *has_dropout = rate > 0;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t size_network(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnDataType_t type, int64_t input,
                           struct network *network) {
    OPEN(handle);
    VALID(settings != NULL && settings->layers > 0 && input > 0);
    VALID(settings->input == CUDNN_LINEAR_INPUT || input == settings->hidden_size);
    SUPPORTED(has_kernels(type) && is_precision(type, settings->precision));
    *network = (struct network){.settings = settings,
                                .type = type,
                                .input = input,
                                .hidden = settings->hidden_size,
                                .output = settings->projection_size,
                                .gates = gates_of(settings->mode),
                                .directions = settings->direction == CUDNN_BIDIRECTIONAL ? 2 : 1,
                                .layers = settings->layers};
    return find_dropout(handle, settings, &network->has_dropout);
}
