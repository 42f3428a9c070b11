/* Attention forward and backward, in products of all vectors and kernels for the scores. */
#include "attention.h"
#include "../recurrence/run.h"

static CUdeviceptr parameter_of(const struct attention_run *run, CUdeviceptr base, int kind) {
    struct attention_parameters found = attention_parameters_of(run->settings, kind);
    return found.offset < 0 ? 0 : base + (size_t)found.offset * element_size(run->settings->type);
}

static int64_t rows_of(const struct attention_run *run, int part) {
    return part == QUERIES || part == OUTPUTS ? run->queries : run->keys;
}

static struct lines wide_lines(CUdeviceptr data, int64_t stride) {
    return (struct lines){.data = data, .stride = stride, .is_wide = 1};
}

static int64_t mixed_width(const struct attention_run *run) {
    return run->settings->heads * head_width(run->settings, VALUES);
}

/* The vectors that heads see: all the same ones, if they are not projected. */
static struct heads heads_of(const struct attention_run *run, int part) {
    int64_t width = run->settings->projections[part];
    if (width == 0) {
        return (struct heads){.lines = run->parts[part]};
    }
    return (struct heads){.lines = wide_lines(run->space.projected[part], run->settings->heads * width), .head = width};
}

static cudnnStatus_t multiply(const struct attention_run *run, struct multiplication *product) {
    return launch_multiplication(run->handle, run->settings->type, product);
}

/* Writes or adds rows to others. */
static cudnnStatus_t copy(const struct attention_run *run, struct lines from, struct lines to, int adds) {
    int64_t width = output_width(run->settings);
    struct multiplication product = {.to = to,
                                     .extra = from,
                                     .extra_width = width,
                                     .rows = run->queries,
                                     .columns = width,
                                     .adds = adds};
    return multiply(run, &product);
}

static cudnnStatus_t run_kernel_of(const struct attention_run *run, const char *kernel, int64_t count,
                                   struct attention *attention) {
    return launch_for(run->handle, run->settings->type, kernel, count, attention);
}

static int64_t score_count(const struct attention_run *run) {
    return run->settings->heads * run->queries * run->settings->longest_keys;
}

static cudnnStatus_t score(const struct attention_run *run, struct heads rows, struct heads others, int64_t width,
                           double scale, CUdeviceptr to) {
    struct attention attention = run->tables;
    attention.rows = rows;
    attention.others = others;
    attention.width = width;
    attention.scale = scale;
    attention.scores = to;
    return run_kernel_of(run, "score", score_count(run), &attention);
}

static cudnnStatus_t mix(const struct attention_run *run, CUdeviceptr scores, struct heads others, int64_t width,
                         int is_by_key, CUdeviceptr to) {
    struct attention attention = run->tables;
    attention.others = others;
    attention.width = width;
    attention.scores = scores;
    attention.is_by_key = is_by_key;
    attention.to = to;
    int64_t rows = is_by_key ? run->keys : run->queries;
    return run_kernel_of(run, "mix", rows * width * run->settings->heads, &attention);
}

static struct cudnnTensorStruct flat_tensor(cudnnDataType_t type, int64_t count) {
    struct cudnnTensorStruct tensor = {0};
    set_packed(&tensor.view, type, CUDNN_TENSOR_NCHW, 3, (int64_t[]){1, 1, count});
    return tensor;
}

static cudnnStatus_t drop(const struct attention_run *run, cudnnDropoutDescriptor_t dropout, cudnnDataType_t type,
                          int64_t count, CUdeviceptr from, CUdeviceptr to, CUdeviceptr kept, size_t size) {
    struct cudnnTensorStruct tensor = flat_tensor(type, count);
    return cudnnDropoutForward(run->handle, dropout, &tensor, (const void *)from, &tensor, (void *)to, (void *)kept,
                               size);
}

static cudnnStatus_t drop_back(const struct attention_run *run, cudnnDropoutDescriptor_t dropout, int64_t count,
                               CUdeviceptr gradients, CUdeviceptr kept, size_t size) {
    struct cudnnTensorStruct tensor = flat_tensor(number_type(run->settings->type), count);
    return cudnnDropoutBackward(run->handle, dropout, &tensor, (const void *)gradients, &tensor, (void *)gradients,
                                (void *)kept, size);
}

static cudnnStatus_t project(const struct attention_run *run, int part) {
    int64_t width = run->settings->heads * run->settings->projections[part];
    struct multiplication product = {
        .to = wide_lines(run->space.projected[part], width),
        .terms = 1,
        .a = {run->parts[part]},
        .b = {{.data = parameter_of(run, run->weights, part), .stride = run->settings->sizes[part]}},
        .bias = parameter_of(run, run->weights, PARTS + part),
        .rows = rows_of(run, part),
        .columns = width,
        .depth = run->settings->sizes[part]};
    return width == 0 ? CUDNN_STATUS_SUCCESS : multiply(run, &product);
}

static cudnnStatus_t compute_scores(const struct attention_run *run) {
    struct attention attention = run->tables;
    const struct attention_space *space = &run->space;
    attention.scores = space->scores;
    TRY(score(run, heads_of(run, QUERIES), heads_of(run, KEYS), head_width(run->settings, QUERIES),
              run->settings->scaler, space->scores));
    TRY(run_kernel_of(run, "soften", run->settings->heads * run->queries, &attention));
    return !run->drops_scores
               ? CUDNN_STATUS_SUCCESS
               : drop(run, run->settings->score_dropout, number_type(run->settings->type), score_count(run),
                      space->scores, space->dropped_scores, space->kept_scores, space->kept_scores_size);
}

/* Combines what the heads give. */
static cudnnStatus_t project_outputs(const struct attention_run *run, struct lines to) {
    int64_t width = mixed_width(run);
    struct multiplication product = {
        .to = to,
        .terms = 1,
        .a = {wide_lines(run->space.mixed, width)},
        .b = {{.data = parameter_of(run, run->weights, OUTPUTS), .stride = width}},
        .bias = parameter_of(run, run->weights, PARTS + OUTPUTS),
        .rows = run->queries,
        .columns = output_width(run->settings),
        .depth = width};
    return run->settings->projections[OUTPUTS] == 0 ? copy(run, wide_lines(run->space.mixed, width), to, 0)
                                                    : multiply(run, &product);
}

static cudnnStatus_t write_outputs(const struct attention_run *run) {
    const struct attention_space *space = &run->space;
    int64_t width = output_width(run->settings);
    struct lines dropped = {.data = space->dropped_outputs, .stride = width};
    if (run->drops_outputs) {
        TRY(project_outputs(run, (struct lines){.data = space->outputs, .stride = width}));
        TRY(drop(run, run->settings->output_dropout, run->settings->type, run->queries * width, space->outputs,
                 space->dropped_outputs, space->kept_outputs, space->kept_outputs_size));
        TRY(copy(run, dropped, run->parts[OUTPUTS], 0));
    } else {
        TRY(project_outputs(run, run->parts[OUTPUTS]));
    }
    return run->residuals.data == 0 ? CUDNN_STATUS_SUCCESS : copy(run, run->residuals, run->parts[OUTPUTS], 1);
}

cudnnStatus_t attend(struct attention_run *run) {
    if (run->queries == 0) {
        return CUDNN_STATUS_SUCCESS;
    }
    for (int part = QUERIES; part < OUTPUTS; part++) {
        TRY(project(run, part));
    }
    TRY(compute_scores(run));
    TRY(mix(run, run->drops_scores ? run->space.dropped_scores : run->space.scores, heads_of(run, VALUES),
            head_width(run->settings, VALUES), 0, run->space.mixed));
    return write_outputs(run);
}

/* The gradients of the outputs before dropout, as numbers. */
static cudnnStatus_t load_output_gradients(const struct attention_run *run) {
    int64_t width = output_width(run->settings);
    TRY(copy(run, run->gradients[OUTPUTS], wide_lines(run->space.output_gradients, width), 0));
    return !run->drops_outputs
               ? CUDNN_STATUS_SUCCESS
               : drop_back(run, run->settings->output_dropout, run->queries * width, run->space.output_gradients,
                           run->space.kept_outputs, run->space.kept_outputs_size);
}

static cudnnStatus_t derive_mixed(const struct attention_run *run, struct heads *gradients) {
    int64_t width = mixed_width(run), outputs = output_width(run->settings);
    struct multiplication product = {
        .to = wide_lines(run->space.mixed_gradients, width),
        .terms = 1,
        .a = {wide_lines(run->space.output_gradients, outputs)},
        .b = {{.data = parameter_of(run, run->weights, OUTPUTS), .stride = width, .is_deep = 1}},
        .rows = run->queries,
        .columns = width,
        .depth = outputs};
    int is_projected = run->settings->projections[OUTPUTS] > 0;
    *gradients = (struct heads){.lines = is_projected ? product.to : product.a[0],
                                .head = head_width(run->settings, VALUES)};
    return is_projected ? multiply(run, &product) : CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t derive_scores(const struct attention_run *run, struct heads gradients) {
    const struct attention_space *space = &run->space;
    struct attention attention = run->tables;
    attention.scores = space->scores;
    attention.to = space->score_gradients;
    attention.scale = run->settings->scaler;
    TRY(score(run, gradients, heads_of(run, VALUES), head_width(run->settings, VALUES), 1, space->score_gradients));
    if (run->drops_scores) {
        TRY(drop_back(run, run->settings->score_dropout, score_count(run), space->score_gradients, space->kept_scores,
                      space->kept_scores_size));
    }
    return run_kernel_of(run, "soften_back", run->settings->heads * run->queries, &attention);
}

/* The gradients of the vectors of the program, from those that heads see. */
static cudnnStatus_t derive_part(const struct attention_run *run, int part) {
    cudnnAttnDescriptor_t settings = run->settings;
    int64_t width = settings->heads * head_width(settings, part);
    struct multiplication product = {
        .to = run->gradients[part],
        .terms = 1,
        .a = {wide_lines(run->space.gradients[part], width)},
        .b = {{.data = parameter_of(run, run->weights, part), .stride = settings->sizes[part], .is_deep = 1}},
        .rows = rows_of(run, part),
        .columns = settings->sizes[part],
        .depth = width};
    struct fold fold = {.gates = {run->space.gradients[part]},
                        .to = run->gradients[part],
                        .rows = rows_of(run, part),
                        .columns = settings->sizes[part],
                        .gate_count = settings->heads,
                        .directions = 1};
    return settings->projections[part] > 0
               ? multiply(run, &product)
               : launch_for(run->handle, settings->type, "fold", fold.rows * fold.columns, &fold);
}

cudnnStatus_t attend_back(struct attention_run *run) {
    const struct attention_space *space = &run->space;
    int64_t width = head_width(run->settings, QUERIES);
    struct heads gradients;
    TRY(load_output_gradients(run));
    TRY(derive_mixed(run, &gradients));
    TRY(mix(run, run->drops_scores ? space->dropped_scores : space->scores, gradients,
            head_width(run->settings, VALUES), 1, space->gradients[VALUES]));
    TRY(derive_scores(run, gradients));
    TRY(mix(run, space->score_gradients, heads_of(run, KEYS), width, 0, space->gradients[QUERIES]));
    TRY(mix(run, space->score_gradients, heads_of(run, QUERIES), width, 1, space->gradients[KEYS]));
    for (int part = QUERIES; part < OUTPUTS; part++) {
        TRY(derive_part(run, part));
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Of the matrix and the bias of a part: `gradients` are those of its outputs. */
static cudnnStatus_t add_part(const struct attention_run *run, int part, struct lines gradients, struct lines inputs,
                              int64_t input_width) {
    struct multiplication product = {
        .to = {.data = parameter_of(run, run->weight_gradients, part), .stride = input_width},
        .terms = 1,
        .a = {gradients},
        .b = {inputs},
        .rows = gradients.stride,
        .columns = input_width,
        .depth = rows_of(run, part),
        .adds = run->adds};
    struct totals totals = {.from = gradients.data,
                            .to = parameter_of(run, run->weight_gradients, PARTS + part),
                            .rows = rows_of(run, part),
                            .columns = gradients.stride,
                            .adds = run->adds};
    if (run->settings->projections[part] == 0) {
        return CUDNN_STATUS_SUCCESS;
    }
    product.a[0].is_deep = 1;
    product.b[0].is_deep = 1;
    TRY(multiply(run, &product));
    return totals.to == 0 ? CUDNN_STATUS_SUCCESS
                          : launch_for(run->handle, run->settings->type, "total", totals.columns, &totals);
}

cudnnStatus_t add_attention_gradients(struct attention_run *run) {
    TRY(load_output_gradients(run));
    for (int part = QUERIES; part < OUTPUTS; part++) {
        int64_t width = run->settings->heads * run->settings->projections[part];
        TRY(add_part(run, part, wide_lines(run->space.gradients[part], width), run->parts[part],
                     run->settings->sizes[part]));
    }
    return add_part(run, OUTPUTS, wide_lines(run->space.output_gradients, output_width(run->settings)),
                    wide_lines(run->space.mixed, mixed_width(run)), mixed_width(run));
}
