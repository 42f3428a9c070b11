/* Descriptors of sequences and of attention, and the parameters. */
#include <stdlib.h>
#include <string.h>

#include "attention.h"

EXPORT cudnnStatus_t cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t *data) {
    VALID(data != NULL);
    *data = calloc(1, sizeof **data);
    return *data == NULL ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t data) {
    if (data != NULL) {
        free(data->lengths);
        free(data);
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Each axis once, with the elements of vectors side by side. */
static int are_axes(const cudnnSeqDataAxis_t *axes) {
    unsigned found = 0;
    for (int each = 0; each < CUDNN_SEQDATA_DIM_COUNT; each++) {
        found |= axes[each] < CUDNN_SEQDATA_DIM_COUNT ? 1u << axes[each] : 0;
    }
    return found == (1u << CUDNN_SEQDATA_DIM_COUNT) - 1 && axes[CUDNN_SEQDATA_VECT_DIM] == CUDNN_SEQDATA_VECT_DIM;
}

static int are_lengths(const int *sizes, size_t count, const int *lengths) {
    int is_right = count == (size_t)sizes[CUDNN_SEQDATA_BATCH_DIM] * (size_t)sizes[CUDNN_SEQDATA_BEAM_DIM];
    for (size_t each = 0; is_right && each < count; each++) {
        is_right = lengths[each] > 0 && lengths[each] <= sizes[CUDNN_SEQDATA_TIME_DIM];
    }
    return is_right;
}

EXPORT cudnnStatus_t cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t data, cudnnDataType_t type, int rank,
                                               const int *sizes, const cudnnSeqDataAxis_t *axes, size_t count,
                                               const int *lengths, void *fill) {
    VALID(data != NULL && rank == CUDNN_SEQDATA_DIM_COUNT && sizes != NULL && axes != NULL && lengths != NULL);
    for (int each = 0; each < rank; each++) {
        VALID(sizes[each] > 0);
    }
    VALID(are_axes(axes) && are_lengths(sizes, count, lengths));
    SUPPORTED(has_kernels(type) && fill == NULL);
    int *kept = malloc(count * sizeof *kept);
    REQUIRE(kept != NULL, CUDNN_STATUS_ALLOC_FAILED);
    memcpy(kept, lengths, count * sizeof *kept);
    free(data->lengths);
    *data = (struct cudnnSeqDataStruct){.type = type, .count = count, .lengths = kept};
    memcpy(data->sizes, sizes, sizeof data->sizes);
    memcpy(data->axes, axes, sizeof data->axes);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetSeqDataDescriptor(cudnnSeqDataDescriptor_t data, cudnnDataType_t *type, int *rank,
                                               int most, int *sizes, cudnnSeqDataAxis_t *axes, size_t *count,
                                               size_t most_lengths, int *lengths, void *fill) {
    (void)fill; /* there is none */
    VALID(data != NULL && data->lengths != NULL && type != NULL && rank != NULL && count != NULL);
    VALID(most >= 0 && (most == 0 || (sizes != NULL && axes != NULL)) && (most_lengths == 0 || lengths != NULL));
    *type = data->type;
    *rank = CUDNN_SEQDATA_DIM_COUNT;
    *count = data->count;
    for (int each = 0; each < most && each < CUDNN_SEQDATA_DIM_COUNT; each++) {
        sizes[each] = data->sizes[each];
        axes[each] = data->axes[each];
    }
    for (size_t each = 0; each < most_lengths && each < data->count; each++) {
        lengths[each] = data->lengths[each];
    }
    return CUDNN_STATUS_SUCCESS;
}

DESCRIPTOR(cudnnAttnDescriptor_t, cudnnCreateAttnDescriptor, cudnnDestroyAttnDescriptor)

static cudnnStatus_t check(cudnnAttnDescriptor_t made) {
    unsigned known = CUDNN_ATTN_QUERYMAP_ONE_TO_ONE | CUDNN_ATTN_ENABLE_PROJ_BIASES;
    VALID((made->mode & ~known) == 0 && made->heads > 0 && made->scaler >= 0);
    VALID(made->mathematics >= CUDNN_DEFAULT_MATH && made->mathematics <= CUDNN_FMA_MATH);
    VALID(made->longest_queries > 0 && made->longest_keys > 0 && made->batch > 0 && made->beam > 0);
    for (int part = QUERIES; part < PARTS; part++) {
        VALID((part == OUTPUTS || made->sizes[part] > 0) && made->projections[part] >= 0);
    }
    VALID(head_width(made, QUERIES) == head_width(made, KEYS));
    SUPPORTED(has_kernels(made->type) && number_type(made->type) == number_type(made->precision));
    SUPPORTED(made->precision == made->type || made->precision == CUDNN_DATA_FLOAT);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attention, unsigned mode, int heads, double scaler,
                                            cudnnDataType_t type, cudnnDataType_t precision,
                                            cudnnMathType_t mathematics, cudnnDropoutDescriptor_t score_dropout,
                                            cudnnDropoutDescriptor_t output_dropout, int q_size, int k_size,
                                            int v_size, int q_projection, int k_projection, int v_projection,
                                            int o_projection, int longest_queries, int longest_keys, int batch,
                                            int beam) {
    VALID(attention != NULL);
    struct cudnnAttnStruct made = {.mode = mode,
                                   .heads = heads,
                                   .scaler = scaler,
                                   .type = type,
                                   .precision = precision,
                                   .mathematics = mathematics,
                                   .score_dropout = score_dropout,
                                   .output_dropout = output_dropout,
                                   .sizes = {q_size, k_size, v_size},
                                   .projections = {q_projection, k_projection, v_projection, o_projection},
                                   .longest_queries = longest_queries,
                                   .longest_keys = longest_keys,
                                   .batch = batch,
                                   .beam = beam};
    TRY(check(&made));
    *attention = made;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attention, unsigned *mode, int *heads,
                                            double *scaler, cudnnDataType_t *type, cudnnDataType_t *precision,
                                            cudnnMathType_t *mathematics, cudnnDropoutDescriptor_t *score_dropout,
                                            cudnnDropoutDescriptor_t *output_dropout, int *q_size, int *k_size,
                                            int *v_size, int *q_projection, int *k_projection, int *v_projection,
                                            int *o_projection, int *longest_queries, int *longest_keys, int *batch,
                                            int *beam) {
    VALID(attention != NULL && attention->heads > 0);
    PUT(mode, attention->mode);
    PUT(heads, attention->heads);
    PUT(scaler, attention->scaler);
    PUT(type, attention->type);
    PUT(precision, attention->precision);
    PUT(mathematics, attention->mathematics);
    PUT(score_dropout, attention->score_dropout);
    PUT(output_dropout, attention->output_dropout);
    PUT(q_size, attention->sizes[QUERIES]);
    PUT(k_size, attention->sizes[KEYS]);
    PUT(v_size, attention->sizes[VALUES]);
    PUT(q_projection, attention->projections[QUERIES]);
    PUT(k_projection, attention->projections[KEYS]);
    PUT(v_projection, attention->projections[VALUES]);
    PUT(o_projection, attention->projections[OUTPUTS]);
    PUT(longest_queries, attention->longest_queries);
    PUT(longest_keys, attention->longest_keys);
    PUT(batch, attention->batch);
    PUT(beam, attention->beam);
    return CUDNN_STATUS_SUCCESS;
}

int64_t head_width(cudnnAttnDescriptor_t attention, int part) {
    return attention->projections[part] > 0 ? attention->projections[part] : attention->sizes[part];
}

int64_t output_width(cudnnAttnDescriptor_t attention) {
    int64_t mixed = attention->heads * head_width(attention, VALUES);
    return attention->projections[OUTPUTS] > 0 ? attention->projections[OUTPUTS] : mixed;
}

static struct attention_parameters matrix_of(cudnnAttnDescriptor_t attention, int part) {
    int64_t heads = attention->heads, outputs = attention->projections[part];
    if (part == OUTPUTS) {
        int64_t inputs = head_width(attention, VALUES);
        return (struct attention_parameters){
            .sizes = {heads, outputs, inputs}, .steps = {inputs, heads * inputs, 1}};
    }
    int64_t inputs = attention->sizes[part];
    return (struct attention_parameters){.sizes = {heads, outputs, inputs}, .steps = {outputs * inputs, inputs, 1}};
}

static struct attention_parameters bias_of(cudnnAttnDescriptor_t attention, int part) {
    int64_t heads = part == OUTPUTS ? 1 : attention->heads, outputs = attention->projections[part];
    if (!(attention->mode & CUDNN_ATTN_ENABLE_PROJ_BIASES)) {
        outputs = 0;
    }
    return (struct attention_parameters){.sizes = {heads, outputs, 1}, .steps = {outputs, 1, 1}};
}

static struct attention_parameters describe(cudnnAttnDescriptor_t attention, int kind) {
    return kind < PARTS ? matrix_of(attention, kind) : bias_of(attention, kind - PARTS);
}

static int64_t count_in(const struct attention_parameters *found) {
    return found->sizes[0] * found->sizes[1] * found->sizes[2];
}

static int64_t offset_of(cudnnAttnDescriptor_t attention, int kind) {
    int64_t offset = 0;
    for (int each = 0; each < kind; each++) {
        struct attention_parameters before = describe(attention, each);
        offset += count_in(&before);
    }
    return offset;
}

int64_t attention_parameter_count(cudnnAttnDescriptor_t attention) {
    return offset_of(attention, CUDNN_ATTN_WKIND_COUNT);
}

struct attention_parameters attention_parameters_of(cudnnAttnDescriptor_t attention, int kind) {
    struct attention_parameters found = describe(attention, kind);
    found.offset = count_in(&found) == 0 ? -1 : offset_of(attention, kind);
    return found;
}

EXPORT cudnnStatus_t cudnnGetMultiHeadAttnWeights(cudnnHandle_t handle, cudnnAttnDescriptor_t attention,
                                                  cudnnMultiHeadAttnWeightKind_t kind, size_t size,
                                                  const void *weights, cudnnTensorDescriptor_t tensor, void **address) {
    OPEN(handle);
    VALID(attention != NULL && attention->heads > 0 && tensor != NULL && address != NULL);
    VALID(kind >= CUDNN_MH_ATTN_Q_WEIGHTS && kind < CUDNN_ATTN_WKIND_COUNT);
    VALID(size >= (size_t)attention_parameter_count(attention) * element_size(attention->type));
    struct attention_parameters found = attention_parameters_of(attention, kind);
    tensor->view = (struct view){.type = (int)attention->type};
    *address = NULL;
    if (found.offset >= 0) {
        set_packed(&tensor->view, attention->type, CUDNN_TENSOR_NCHW, 3, found.sizes);
        memcpy(tensor->view.steps, found.steps, sizeof found.steps);
        *address = (char *)(uintptr_t)weights + (size_t)found.offset * element_size(attention->type);
    }
    return CUDNN_STATUS_SUCCESS;
}
