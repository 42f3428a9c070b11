/* The functions of attention. The descriptors of sequences have their lengths, so that the copies of them on the device are not
 * read. */
#include "attention.h"

/* Whether a network that is trained has dropout. */
static cudnnStatus_t find_dropout(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, int is_training, int *drops) {
    float rate = 0;
    void *states;
    unsigned long long seed;
    if (is_training && dropout != NULL) {
        TRY(cudnnGetDropoutDescriptor(dropout, handle, &rate, &states, &seed));
    }
    *drops = rate > 0;
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t describe(struct attention_run *run, cudnnHandle_t handle, cudnnAttnDescriptor_t settings,
                              int is_training) {
    OPEN(handle);
    VALID(settings != NULL && settings->heads > 0);
    *run = (struct attention_run){.handle = handle, .settings = settings, .is_training = is_training};
    TRY(find_dropout(handle, settings->score_dropout, is_training, &run->drops_scores));
    return find_dropout(handle, settings->output_dropout, is_training, &run->drops_outputs);
}

/* The sizes are those of the longest sequences. Without the size of a reserve space, they are for inference. */
EXPORT cudnnStatus_t cudnnGetMultiHeadAttnBuffers(cudnnHandle_t handle, cudnnAttnDescriptor_t settings,
                                                  size_t *weights, size_t *work, size_t *reserved) {
    struct attention_run run;
    VALID(weights != NULL && work != NULL);
    TRY(describe(&run, handle, settings, reserved != NULL));
    int64_t sequences = (int64_t)settings->batch * settings->beam;
    int has_own_keys = (settings->mode & CUDNN_ATTN_QUERYMAP_ONE_TO_ONE) != 0;
    int64_t queries = sequences * settings->longest_queries;
    int64_t keys = (has_own_keys ? sequences : settings->batch) * settings->longest_keys;
    size_t size = attention_reserve_size(&run, queries, keys);
    *weights = (size_t)attention_parameter_count(settings) * element_size(settings->type);
    *work = attention_table_size(queries, keys) + (reserved == NULL ? size : 0);
    PUT(reserved, size);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnMultiHeadAttnForward(
    cudnnHandle_t handle, cudnnAttnDescriptor_t settings, int time, const int *lows, const int *highs,
    const int *query_lengths, const int *key_lengths, cudnnSeqDataDescriptor_t query_data, const void *queries,
    const void *residuals, cudnnSeqDataDescriptor_t key_data, const void *keys, cudnnSeqDataDescriptor_t value_data,
    const void *values, cudnnSeqDataDescriptor_t output_data, void *outputs, size_t weights_size, const void *weights,
    size_t work_size, void *work, size_t reserved_size, void *reserved) {
    struct attention_run run;
    int is_training = reserved != NULL;
    const cudnnSeqDataDescriptor_t data[] = {query_data, key_data, value_data, output_data};
    struct attention_request request = {data, lows, highs, time, weights_size, work, work_size, reserved, reserved_size};
    (void)query_lengths;
    (void)key_lengths;
    TRY(describe(&run, handle, settings, is_training));
    VALID(queries != NULL && keys != NULL && values != NULL && outputs != NULL && (time < 0 || !is_training));
    VALID(weights != NULL || attention_parameter_count(settings) == 0);
    VALID(time < 0 || (query_data != NULL && time < query_data->sizes[CUDNN_SEQDATA_TIME_DIM]));
    TRY(start_attention(&run, handle, settings, &request));
    run.weights = (uintptr_t)weights;
    run.parts[QUERIES].data = (uintptr_t)queries;
    run.parts[KEYS].data = (uintptr_t)keys;
    run.parts[VALUES].data = (uintptr_t)values;
    run.parts[OUTPUTS].data = (uintptr_t)outputs;
    run.residuals.data = (uintptr_t)residuals;
    return attend(&run);
}

EXPORT cudnnStatus_t cudnnMultiHeadAttnBackwardData(
    cudnnHandle_t handle, cudnnAttnDescriptor_t settings, const int *lows, const int *highs, const int *query_lengths,
    const int *key_lengths, cudnnSeqDataDescriptor_t output_data, const void *output_gradients,
    cudnnSeqDataDescriptor_t query_data, void *query_gradients, const void *queries, cudnnSeqDataDescriptor_t key_data,
    void *key_gradients, const void *keys, cudnnSeqDataDescriptor_t value_data, void *value_gradients,
    const void *values, size_t weights_size, const void *weights, size_t work_size, void *work, size_t reserved_size,
    void *reserved) {
    struct attention_run run;
    const cudnnSeqDataDescriptor_t data[] = {query_data, key_data, value_data, output_data};
    struct attention_request request = {data, lows, highs, -1, weights_size, work, work_size, reserved, reserved_size};
    (void)query_lengths;
    (void)key_lengths;
    TRY(describe(&run, handle, settings, 1));
    VALID(queries != NULL && keys != NULL && values != NULL && output_gradients != NULL);
    VALID(query_gradients != NULL && key_gradients != NULL && value_gradients != NULL);
    VALID(weights != NULL || attention_parameter_count(settings) == 0);
    TRY(start_attention(&run, handle, settings, &request));
    run.weights = (uintptr_t)weights;
    run.parts[QUERIES].data = (uintptr_t)queries;
    run.parts[KEYS].data = (uintptr_t)keys;
    run.parts[VALUES].data = (uintptr_t)values;
    run.gradients[QUERIES].data = (uintptr_t)query_gradients;
    run.gradients[KEYS].data = (uintptr_t)key_gradients;
    run.gradients[VALUES].data = (uintptr_t)value_gradients;
    run.gradients[OUTPUTS].data = (uintptr_t)output_gradients;
    return attend_back(&run);
}

EXPORT cudnnStatus_t cudnnMultiHeadAttnBackwardWeights(
    cudnnHandle_t handle, cudnnAttnDescriptor_t settings, cudnnWgradMode_t mode, cudnnSeqDataDescriptor_t query_data,
    const void *queries, cudnnSeqDataDescriptor_t key_data, const void *keys, cudnnSeqDataDescriptor_t value_data,
    const void *values, cudnnSeqDataDescriptor_t output_data, const void *output_gradients, size_t weights_size,
    const void *weights, void *weight_gradients, size_t work_size, void *work, size_t reserved_size, void *reserved) {
    struct attention_run run;
    const cudnnSeqDataDescriptor_t data[] = {query_data, key_data, value_data, output_data};
    struct attention_request request = {data, NULL, NULL, -1, weights_size, work, work_size, reserved, reserved_size};
    TRY(describe(&run, handle, settings, 1));
    VALID(mode == CUDNN_WGRAD_MODE_ADD || mode == CUDNN_WGRAD_MODE_SET);
    VALID(queries != NULL && keys != NULL && values != NULL && output_gradients != NULL);
    VALID(weights != NULL && weight_gradients != NULL);
    TRY(start_attention(&run, handle, settings, &request));
    run.adds = mode == CUDNN_WGRAD_MODE_ADD;
    run.weights = (uintptr_t)weights;
    run.weight_gradients = (uintptr_t)weight_gradients;
    run.parts[QUERIES].data = (uintptr_t)queries;
    run.parts[KEYS].data = (uintptr_t)keys;
    run.parts[VALUES].data = (uintptr_t)values;
    run.gradients[OUTPUTS].data = (uintptr_t)output_gradients;
    return add_attention_gradients(&run);
}
