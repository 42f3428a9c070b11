/* Calls of attention: their spaces and their tables. */
#include <stdlib.h>

#include "attention.h"
#include "../recurrence/run.h"

enum { ALIGNMENT = 256, QUERY_TABLES = 5, KEY_TABLES = 5 };

static CUdeviceptr take(CUdeviceptr *next, int64_t count, size_t size) {
    CUdeviceptr taken = *next;
    *next += ((size_t)count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return taken;
}

/* The bytes that dropout keeps of elements. */
static size_t kept_size(cudnnDataType_t type, int64_t count) {
    struct cudnnTensorStruct tensor = {0};
    size_t size = 0;
    set_packed(&tensor.view, type, CUDNN_TENSOR_NCHW, 3, (int64_t[]){1, 1, count});
    return cudnnDropoutGetReserveSpaceSize(&tensor, &size) == CUDNN_STATUS_SUCCESS ? size : 0;
}

static void place_scores(const struct attention_run *run, int64_t queries, CUdeviceptr *next,
                         struct attention_space *space) {
    cudnnDataType_t wide = number_type(run->settings->type);
    int64_t count = run->settings->heads * queries * run->settings->longest_keys;
    space->scores = take(next, count, element_size(wide));
    space->score_gradients = take(next, count, element_size(wide));
    if (run->drops_scores) {
        space->dropped_scores = take(next, count, element_size(wide));
        space->kept_scores_size = kept_size(wide, count);
        space->kept_scores = take(next, (int64_t)space->kept_scores_size, 1);
    }
}

static void place_outputs(const struct attention_run *run, int64_t queries, CUdeviceptr *next,
                          struct attention_space *space) {
    cudnnDataType_t type = run->settings->type;
    int64_t count = queries * output_width(run->settings);
    space->output_gradients = take(next, count, element_size(number_type(type)));
    if (run->drops_outputs) {
        space->outputs = take(next, count, element_size(type));
        space->dropped_outputs = take(next, count, element_size(type));
        space->kept_outputs_size = kept_size(type, count);
        space->kept_outputs = take(next, (int64_t)space->kept_outputs_size, 1);
    }
}

static CUdeviceptr place(const struct attention_run *run, int64_t queries, int64_t keys, CUdeviceptr next,
                         struct attention_space *space) {
    cudnnAttnDescriptor_t settings = run->settings;
    size_t size = element_size(number_type(settings->type));
    for (int part = QUERIES; part < OUTPUTS; part++) {
        int64_t rows = (part == QUERIES ? queries : keys) * settings->heads;
        space->projected[part] = take(&next, rows * settings->projections[part], size);
        space->gradients[part] = take(&next, rows * head_width(settings, part), size);
    }
    int64_t mixed = queries * settings->heads * head_width(settings, VALUES);
    space->mixed = take(&next, mixed, size);
    space->mixed_gradients = take(&next, mixed, size);
    place_scores(run, queries, &next, space);
    place_outputs(run, queries, &next, space);
    return next;
}

size_t attention_reserve_size(const struct attention_run *run, int64_t queries, int64_t keys) {
    struct attention_space unused = {0};
    return place(run, queries, keys, 0, &unused);
}

void place_attention(struct attention_run *run, CUdeviceptr base) {
    place(run, run->queries, run->keys, base, &run->space);
}

size_t attention_table_size(int64_t queries, int64_t keys) {
    CUdeviceptr next = 0;
    take(&next, QUERY_TABLES * queries + KEY_TABLES * keys, sizeof(int32_t));
    return next;
}

/* The row of a vector: the vectors of inner axes lie closer together. */
static int32_t row_of(cudnnSeqDataDescriptor_t data, int time, int batch, int beam) {
    const int at[] = {time, batch, beam};
    int32_t row = 0;
    for (int each = 0; each < CUDNN_SEQDATA_VECT_DIM; each++) {
        row = row * data->sizes[data->axes[each]] + at[data->axes[each]];
    }
    return row;
}

/* The tables of a call while the host computes them. */
struct builder {
    const struct attention_request *request;
    int32_t *query_tables[QUERY_TABLES];
    int32_t *key_tables[KEY_TABLES];
    int64_t queries;
    int64_t keys;
};

static int limit(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static void add_queries(struct builder *builder, int batch, int beam, int first_key, int keys) {
    const struct attention_request *request = builder->request;
    cudnnSeqDataDescriptor_t data = request->data[QUERIES];
    int length = data->lengths[batch * data->sizes[CUDNN_SEQDATA_BEAM_DIM] + beam];
    for (int time = 0; time < length; time++) {
        if (request->time >= 0 && request->time != time) {
            continue;
        }
        int low = request->lows == NULL ? 0 : limit(request->lows[time], 0, keys);
        int high = request->highs == NULL ? keys : limit(request->highs[time], low, keys);
        const int32_t values[] = {row_of(data, time, batch, beam), row_of(request->data[OUTPUTS], time, batch, beam),
                                  first_key, low, high};
        for (int each = 0; each < QUERY_TABLES; each++) {
            builder->query_tables[each][builder->queries] = values[each];
        }
        builder->queries++;
    }
}

static void add_keys(struct builder *builder, int batch, int beam, int length, int first_query, int queries) {
    for (int time = 0; time < length; time++) {
        const int32_t values[] = {row_of(builder->request->data[KEYS], time, batch, beam),
                                  row_of(builder->request->data[VALUES], time, batch, beam), first_query, queries,
                                  time};
        for (int each = 0; each < KEY_TABLES; each++) {
            builder->key_tables[each][builder->keys] = values[each];
        }
        builder->keys++;
    }
}

/* The queries of all beams have the same keys, or each beam has its own. */
static void fill_tables(struct builder *builder) {
    cudnnSeqDataDescriptor_t queries = builder->request->data[QUERIES], keys = builder->request->data[KEYS];
    int beams = queries->sizes[CUDNN_SEQDATA_BEAM_DIM], key_beams = keys->sizes[CUDNN_SEQDATA_BEAM_DIM];
    for (int batch = 0; batch < queries->sizes[CUDNN_SEQDATA_BATCH_DIM]; batch++) {
        for (int key_beam = 0; key_beam < key_beams; key_beam++) {
            int length = keys->lengths[batch * key_beams + key_beam];
            int64_t first = builder->queries;
            for (int beam = key_beams == 1 ? 0 : key_beam; beam < (key_beams == 1 ? beams : key_beam + 1); beam++) {
                add_queries(builder, batch, beam, (int)builder->keys, length);
            }
            add_keys(builder, batch, key_beam, length, (int)first, (int)(builder->queries - first));
        }
    }
}

/* How many vectors the sequences of a descriptor have, or how many at one time. */
static int64_t count_vectors(cudnnSeqDataDescriptor_t data, int time) {
    int64_t count = 0;
    for (size_t each = 0; each < data->count; each++) {
        count += time < 0 ? data->lengths[each] : time < data->lengths[each];
    }
    return count;
}

/* The first element of a table. Tables of queries precede tables of keys. */
static int64_t first_of(const struct attention_run *run, int table) {
    return table < QUERY_TABLES ? table * run->queries
                                : QUERY_TABLES * run->queries + (table - QUERY_TABLES) * run->keys;
}

static cudnnStatus_t send_tables(const struct attention_run *run, const struct attention_request *request) {
    int64_t count = first_of(run, QUERY_TABLES + KEY_TABLES);
    int32_t *values = malloc((size_t)count * sizeof *values);
    struct builder builder = {.request = request};
    REQUIRE(values != NULL, CUDNN_STATUS_ALLOC_FAILED);
    for (int each = 0; each < QUERY_TABLES; each++) {
        builder.query_tables[each] = values + first_of(run, each);
    }
    for (int each = 0; each < KEY_TABLES; each++) {
        builder.key_tables[each] = values + first_of(run, QUERY_TABLES + each);
    }
    fill_tables(&builder);
    cudnnStatus_t status = send_table(run->handle, run->settings->type, values, count, run->workspace);
    free(values);
    return status;
}

static CUdeviceptr table_at(const struct attention_run *run, int table) {
    return run->workspace + (size_t)first_of(run, table) * sizeof(int32_t);
}

/* The tables are in the order of add_queries() and add_keys(). */
static void set_tables(struct attention_run *run) {
    static const int rows[PARTS] = {0, QUERY_TABLES, QUERY_TABLES + 1, 1};
    for (int part = 0; part < PARTS; part++) {
        run->parts[part].rows = table_at(run, rows[part]);
        run->parts[part].stride = part == OUTPUTS ? output_width(run->settings) : run->settings->sizes[part];
        run->gradients[part] = run->parts[part];
    }
    run->residuals = run->parts[OUTPUTS];
    run->tables = (struct attention){.firsts = table_at(run, 2),
                                     .lows = table_at(run, 3),
                                     .highs = table_at(run, 4),
                                     .first_queries = table_at(run, QUERY_TABLES + 2),
                                     .query_counts = table_at(run, QUERY_TABLES + 3),
                                     .times = table_at(run, QUERY_TABLES + 4),
                                     .queries = run->queries,
                                     .keys = run->keys,
                                     .longest = run->settings->longest_keys,
                                     .head_count = run->settings->heads};
}

static int is_within(cudnnAttnDescriptor_t settings, cudnnSeqDataDescriptor_t data, int longest, int64_t width) {
    return data != NULL && data->lengths != NULL && data->type == settings->type &&
           data->sizes[CUDNN_SEQDATA_TIME_DIM] <= longest && data->sizes[CUDNN_SEQDATA_BATCH_DIM] <= settings->batch &&
           data->sizes[CUDNN_SEQDATA_BEAM_DIM] <= settings->beam && data->sizes[CUDNN_SEQDATA_VECT_DIM] == width;
}

static int has_same_lengths(cudnnSeqDataDescriptor_t a, cudnnSeqDataDescriptor_t b) {
    int is_same = a->count == b->count && a->sizes[CUDNN_SEQDATA_BATCH_DIM] == b->sizes[CUDNN_SEQDATA_BATCH_DIM];
    for (size_t each = 0; is_same && each < a->count; each++) {
        is_same = a->lengths[each] == b->lengths[each];
    }
    return is_same;
}

static cudnnStatus_t check_data(cudnnAttnDescriptor_t settings, const cudnnSeqDataDescriptor_t *data) {
    for (int part = QUERIES; part < PARTS; part++) {
        int is_key = part == KEYS || part == VALUES;
        VALID(is_within(settings, data[part], is_key ? settings->longest_keys : settings->longest_queries,
                        part == OUTPUTS ? output_width(settings) : settings->sizes[part]));
    }
    int beams = data[QUERIES]->sizes[CUDNN_SEQDATA_BEAM_DIM];
    int has_own_keys = (settings->mode & CUDNN_ATTN_QUERYMAP_ONE_TO_ONE) != 0;
    VALID(has_same_lengths(data[QUERIES], data[OUTPUTS]) && has_same_lengths(data[KEYS], data[VALUES]));
    VALID(data[KEYS]->sizes[CUDNN_SEQDATA_BEAM_DIM] == (has_own_keys ? beams : 1));
    VALID(data[KEYS]->sizes[CUDNN_SEQDATA_BATCH_DIM] == data[QUERIES]->sizes[CUDNN_SEQDATA_BATCH_DIM]);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t start_attention(struct attention_run *run, cudnnHandle_t handle, cudnnAttnDescriptor_t settings,
                              const struct attention_request *request) {
    OPEN(handle);
    VALID(settings != NULL && settings->heads > 0);
    TRY(check_data(settings, request->data));
    VALID(request->weights_size >= (size_t)attention_parameter_count(settings) * element_size(settings->type));
    run->queries = count_vectors(request->data[QUERIES], request->time);
    run->keys = count_vectors(request->data[KEYS], -1);
    size_t needed = attention_table_size(run->queries, run->keys);
    size_t reserved = attention_reserve_size(run, run->queries, run->keys);
    run->workspace = (uintptr_t)request->work;
    VALID(request->work != NULL && request->work_size >= needed + (run->is_training ? 0 : reserved));
    VALID(!run->is_training || (request->reserved != NULL && request->reserved_size >= reserved));
    place_attention(run, run->is_training ? (uintptr_t)request->reserved : run->workspace + needed);
    set_tables(run);
    return send_tables(run, request);
}
