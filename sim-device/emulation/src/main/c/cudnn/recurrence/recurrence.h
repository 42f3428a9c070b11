/* Recurrent networks: what the parts share. The functions of cuDNN 6 and 7 (release7.c) and those of cuDNN 8 and 9
 * (release8.c) describe a run, which is then the same.
 *
 * What the networks compute, and the sizes of tensors, are from "cuDNN API Reference" of 8.9.7, "cudnn_adv_infer.so Library"
 * (cudnnRNNMode_t, cudnnSetRNNDescriptor_v8(), cudnnGetRNNWeightParams(), cudnnRNNForward() and others). */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENCE_H
#define OFFLOAD_TCK_CUDNN_RECURRENCE_H

#include "../cudnn.h"
#include "parameters.h"

/* Enumerations of cudnn_adv_infer.h and cudnn_adv_train.h of 8.9. */
typedef enum {
    CUDNN_RNN_ALGO_STANDARD,
    CUDNN_RNN_ALGO_PERSIST_STATIC,
    CUDNN_RNN_ALGO_PERSIST_DYNAMIC,
    CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H
} cudnnRNNAlgo_t;
typedef enum {
    CUDNN_RNN_NO_BIAS,
    CUDNN_RNN_SINGLE_INP_BIAS,
    CUDNN_RNN_DOUBLE_BIAS,
    CUDNN_RNN_SINGLE_REC_BIAS
} cudnnRNNBiasMode_t;
typedef enum { CUDNN_UNIDIRECTIONAL, CUDNN_BIDIRECTIONAL } cudnnDirectionMode_t;
typedef enum { CUDNN_LINEAR_INPUT, CUDNN_SKIP_INPUT } cudnnRNNInputMode_t;
typedef enum { CUDNN_RNN_CLIP_NONE, CUDNN_RNN_CLIP_MINMAX } cudnnRNNClipMode_t;
typedef enum {
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
    CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED
} cudnnRNNDataLayout_t;
typedef enum { CUDNN_FWD_MODE_INFERENCE, CUDNN_FWD_MODE_TRAINING } cudnnForwardMode_t;
typedef enum { CUDNN_WGRAD_MODE_ADD, CUDNN_WGRAD_MODE_SET } cudnnWgradMode_t;
enum { CUDNN_RNN_PADDED_IO_ENABLED = 1 };

/* Dropout is that of the library's functions. */
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float *rate,
                                        void **states, unsigned long long *seed);
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t tensor, size_t *size);
cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, cudnnTensorDescriptor_t in,
                                  const void *x, cudnnTensorDescriptor_t out, void *y, void *reserve, size_t size);
cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, cudnnTensorDescriptor_t out,
                                   const void *dy, cudnnTensorDescriptor_t in, void *dx, void *reserve, size_t size);

/* A network. The functions of cuDNN 6 and 7 do not set `data_type` and `input_size`, which the tensors of a call say. */
typedef struct cudnnRNNStruct {
    cudnnRNNAlgo_t algorithm;
    cudnnRNNMode_t mode;
    cudnnRNNBiasMode_t bias;
    cudnnDirectionMode_t direction;
    cudnnRNNInputMode_t input;
    cudnnDataType_t data_type;
    cudnnDataType_t precision;
    cudnnMathType_t mathematics;
    int input_size;
    int hidden_size;
    int projection_size; /* hidden_size if there is no projection */
    int layers;          /* 0 until the network is set */
    cudnnDropoutDescriptor_t dropout;
    unsigned flags;
    cudnnRNNClipMode_t clip;
    cudnnNanPropagation_t clip_nan;
    double low;
    double high;
} *cudnnRNNDescriptor_t;

/* A batch of sequences. */
typedef struct cudnnRNNDataStruct {
    cudnnDataType_t type;
    cudnnRNNDataLayout_t layout;
    int longest;
    int batch;
    int width;
    int *lengths; /* null until it is set */
    int fills; /* what lies behind the ends of sequences */
    uint64_t fill; /* with the bytes of an element */
} *cudnnRNNDataDescriptor_t;

/* The sizes of a network with inputs of one size and type. */
struct network {
    cudnnRNNDescriptor_t settings;
    cudnnDataType_t type;
    int64_t input;
    int64_t hidden;
    int64_t output; /* of one direction */
    int64_t gates;
    int64_t directions;
    int64_t layers;
    int has_dropout; /* between layers */
};

/* The parameters of one direction of a layer: offsets in elements, or -1. */
struct parameters {
    int64_t input_size;
    int64_t input;
    int64_t recurrent;
    int64_t projection;
    int64_t input_bias;
    int64_t recurrent_bias;
};

/* The sequences of a run. `values` has their lengths, the numbers of their first steps, and the rows that times start with. */
struct sequences {
    int64_t batch;
    int64_t longest;
    int64_t steps;
    int64_t stride; /* rows from a sequence to the next one */
    int32_t *values;
};

/* The arrays of a layer, in the reserve space, or in the workspace for inference. */
struct layer_space {
    CUdeviceptr gates[DIRECTIONS];
    CUdeviceptr memory[DIRECTIONS];
    CUdeviceptr hidden[DIRECTIONS];
    CUdeviceptr input_gradients[DIRECTIONS];
    CUdeviceptr recurrent_gradients[DIRECTIONS];
    CUdeviceptr output_gradients[DIRECTIONS];
    CUdeviceptr outputs;
    CUdeviceptr dropped; /* outputs after dropout, and which of them are kept */
    CUdeviceptr kept;
    size_t kept_size;
};

/* A call. Addresses are those of the program; 0 for a state that is not given. */
struct run {
    cudnnHandle_t handle;
    struct network network;
    struct sequences sequences;
    struct tables tables;
    int is_training;
    CUdeviceptr weights;
    CUdeviceptr weight_gradients;
    CUdeviceptr workspace;
    size_t workspace_size;
    CUdeviceptr reserve;
    size_t reserve_size;
    CUdeviceptr x, y, hx, cx, hy, cy;
    CUdeviceptr dx, dy, dhx, dcx, dhy, dcy;
};

/* Writes what a program asks for: any of the addresses may be null. */
#define PUT(address, value)                                                                                            \
    do {                                                                                                               \
        if ((address) != NULL) {                                                                                       \
            *(address) = value;                                                                                        \
        }                                                                                                              \
    } while (0)

/* Sets the sizes of a network that is set. */
cudnnStatus_t size_network(cudnnHandle_t handle, cudnnRNNDescriptor_t settings, cudnnDataType_t type, int64_t input,
                           struct network *network);

/* The type that is computed with. */
cudnnDataType_t number_type(cudnnDataType_t type);

/* The elements of all parameters, and where those of a direction of a layer are. */
int64_t parameter_count(const struct network *network);
struct parameters parameters_of(const struct network *network, int64_t layer, int64_t direction);

/* The matrix or the bias with a number, `linLayerID`: its offset or -1, and its sizes. Fails if no network has it. */
cudnnStatus_t find_matrix(const struct network *network, int layer, int number, int64_t *offset, int64_t sizes[3]);
cudnnStatus_t find_bias(const struct network *network, int layer, int number, int64_t *offset, int64_t sizes[3]);

/* The sequences whose steps the tensors of cuDNN 6 describe, each of one time; and those of a data descriptor. */
cudnnStatus_t sequences_of_times(int times, const cudnnTensorDescriptor_t *tensors, struct sequences *sequences);
cudnnStatus_t sequences_of_data(cudnnRNNDataDescriptor_t data, struct sequences *sequences);

/* Whether two descriptors have the same sequences and types. */
int has_same_sequences(cudnnRNNDataDescriptor_t a, cudnnRNNDataDescriptor_t b);

/* The bytes of the spaces of a network for `steps` steps. */
size_t network_reserve_size(const struct network *network, int64_t steps);
size_t network_workspace_size(const struct network *network, int64_t batch, int64_t longest, int64_t steps,
                              int is_training);

/* The outputs of a layer as a tensor. */
struct cudnnTensorStruct outputs_tensor(const struct network *network, cudnnDataType_t type, int64_t steps);

/* Where the arrays of a run are. */
struct layer_space layer_space(const struct run *run, int64_t layer);
CUdeviceptr table_space(const struct run *run);
CUdeviceptr state_space(const struct run *run);
CUdeviceptr gradient_space(const struct run *run);

/* Starts to describe a run of sequences that a descriptor has: `in` and `out` are those of x and y. */
cudnnStatus_t describe_run(struct run *run, cudnnHandle_t handle, cudnnRNNDescriptor_t settings,
                           cudnnRNNDataDescriptor_t in, cudnnRNNDataDescriptor_t out);

/* Sets an address of a run, if the descriptor is that of outputs or of cells: layers x batch x width, without gaps. Only
 * LSTM has cells. An address may be null. */
cudnnStatus_t set_output_states(const struct run *run, cudnnTensorDescriptor_t tensor, const void *data,
                                CUdeviceptr *address);
cudnnStatus_t set_cell_states(const struct run *run, cudnnTensorDescriptor_t tensor, const void *data,
                              CUdeviceptr *address);

/* Sets the workspace and the reserve space, which is null for inference. */
void set_spaces(struct run *run, void *workspace, size_t workspace_size, void *reserve, size_t reserve_size);

/* What a call does. Each checks the spaces. */
cudnnStatus_t run_forward(struct run *run);
cudnnStatus_t run_backward(struct run *run);
cudnnStatus_t run_gradients(struct run *run);

/* Frees what the host has of a run, and returns the status. */
cudnnStatus_t finish_run(struct run *run, cudnnStatus_t status);

/* Writes the fill of a descriptor behind the ends of sequences. */
cudnnStatus_t fill_padding(const struct run *run, cudnnRNNDataDescriptor_t data, CUdeviceptr at);

#endif
