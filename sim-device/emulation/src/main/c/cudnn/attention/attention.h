/* Multi-head attention: what the parts share.
 *
 * What the functions do is from "cuDNN API Reference" of 8.9.7 (cudnnSetSeqDataDescriptor(), cudnnSetAttnDescriptor(),
 * cudnnMultiHeadAttnForward() and others). A head multiplies queries, keys and values by matrices of its own, if their projection
 * is enabled. Its scores are the products of a query and the keys, times the scaler; their softmax has the factors of the values. */
#ifndef OFFLOAD_TCK_CUDNN_ATTENTION_H
#define OFFLOAD_TCK_CUDNN_ATTENTION_H

#include "parameters.h"
#include "../recurrence/recurrence.h"

/* cudnnSeqDataAxis_t, cudnnMultiHeadAttnWeightKind_t and modes of attention (cudnn_adv_infer.h of 8.9). */
typedef enum {
    CUDNN_SEQDATA_TIME_DIM,
    CUDNN_SEQDATA_BATCH_DIM,
    CUDNN_SEQDATA_BEAM_DIM,
    CUDNN_SEQDATA_VECT_DIM,
    CUDNN_SEQDATA_DIM_COUNT
} cudnnSeqDataAxis_t;
typedef enum {
    CUDNN_MH_ATTN_Q_WEIGHTS,
    CUDNN_MH_ATTN_K_WEIGHTS,
    CUDNN_MH_ATTN_V_WEIGHTS,
    CUDNN_MH_ATTN_O_WEIGHTS,
    CUDNN_MH_ATTN_Q_BIASES,
    CUDNN_MH_ATTN_K_BIASES,
    CUDNN_MH_ATTN_V_BIASES,
    CUDNN_MH_ATTN_O_BIASES,
    CUDNN_ATTN_WKIND_COUNT
} cudnnMultiHeadAttnWeightKind_t;
enum { CUDNN_ATTN_QUERYMAP_ONE_TO_ONE = 1, CUDNN_ATTN_ENABLE_PROJ_BIASES = 2 };

/* Queries, keys, values and outputs, which are numbered like their weights. */
enum { QUERIES, KEYS, VALUES, OUTPUTS, PARTS };

/* Sequences of a batch, each with several beams. */
typedef struct cudnnSeqDataStruct {
    cudnnDataType_t type;
    int sizes[CUDNN_SEQDATA_DIM_COUNT]; /* by cudnnSeqDataAxis_t */
    cudnnSeqDataAxis_t axes[CUDNN_SEQDATA_DIM_COUNT]; /* the outermost one first */
    size_t count;
    int *lengths; /* null until it is set */
} *cudnnSeqDataDescriptor_t;

typedef struct cudnnAttnStruct {
    unsigned mode;
    int heads; /* 0 until it is set */
    double scaler;
    cudnnDataType_t type;
    cudnnDataType_t precision;
    cudnnMathType_t mathematics;
    cudnnDropoutDescriptor_t score_dropout;
    cudnnDropoutDescriptor_t output_dropout;
    int sizes[OUTPUTS];      /* of vectors before projections */
    int projections[PARTS]; /* and behind them, or 0 */
    int longest_queries;
    int longest_keys;
    int batch;
    int beam;
} *cudnnAttnDescriptor_t;

/* Where the parameters of a kind are, in elements, and their sizes and steps: heads x outputs x inputs. */
struct attention_parameters {
    int64_t offset; /* -1 if there are none */
    int64_t sizes[3];
    int64_t steps[3];
};

int64_t attention_parameter_count(cudnnAttnDescriptor_t attention);
struct attention_parameters attention_parameters_of(cudnnAttnDescriptor_t attention, int kind);

/* The elements of a vector of a head, projected or not; and of the vector of all heads together. */
int64_t head_width(cudnnAttnDescriptor_t attention, int part);
int64_t output_width(cudnnAttnDescriptor_t attention);

/* The arrays of a call, in the reserve space, or in the workspace for inference. */
struct attention_space {
    CUdeviceptr projected[OUTPUTS];
    CUdeviceptr gradients[OUTPUTS];
    CUdeviceptr scores;
    CUdeviceptr dropped_scores;
    CUdeviceptr kept_scores;
    CUdeviceptr score_gradients;
    CUdeviceptr mixed; /* what each head gives */
    CUdeviceptr mixed_gradients;
    CUdeviceptr outputs; /* before dropout, and behind it; and their gradients */
    CUdeviceptr dropped_outputs;
    CUdeviceptr kept_outputs;
    CUdeviceptr output_gradients;
    size_t kept_scores_size;
    size_t kept_outputs_size;
};

/* A call. */
struct attention_run {
    cudnnHandle_t handle;
    cudnnAttnDescriptor_t settings;
    int64_t queries;
    int64_t keys;
    int is_training;
    int drops_scores;
    int drops_outputs;
    int adds; /* to the gradients of parameters */
    CUdeviceptr weights;
    CUdeviceptr weight_gradients;
    CUdeviceptr workspace;
    struct attention_space space;
    struct lines parts[PARTS]; /* the vectors of the program */
    struct lines residuals;
    struct lines gradients[PARTS];
    struct attention tables; /* only the tables and counts */
};

/* The bytes of the spaces for numbers of queries and keys. */
size_t attention_reserve_size(const struct attention_run *run, int64_t queries, int64_t keys);
size_t attention_table_size(int64_t queries, int64_t keys);
void place_attention(struct attention_run *run, CUdeviceptr base);

/* What a call is given, to start it: descriptors of queries, keys, values and outputs. Keys and values have the same sequences.
 * `time` is the only one of queries, or below 0. */
struct attention_request {
    const cudnnSeqDataDescriptor_t *data; /* PARTS descriptors */
    const int *lows;                      /* windows, or null */
    const int *highs;
    int time;
    size_t weights_size;
    void *work;
    size_t work_size;
    void *reserved;
    size_t reserved_size;
};
cudnnStatus_t start_attention(struct attention_run *run, cudnnHandle_t handle, cudnnAttnDescriptor_t settings,
                              const struct attention_request *request);

cudnnStatus_t attend(struct attention_run *run);
cudnnStatus_t attend_back(struct attention_run *run);
cudnnStatus_t add_attention_gradients(struct attention_run *run);

#endif
