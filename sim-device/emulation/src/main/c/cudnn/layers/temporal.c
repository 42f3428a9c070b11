/* Connectionist temporal classification (CTC). */
#include <stdlib.h>

#include "layers.h"

/* Types of cudnn_adv_train.h of 8.9 and cudnn_adv.h of 9. CUDNN_NOT_PROPAGATE_NAN is the mode that sets gradients to 0. */
typedef enum { CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC } cudnnCTCLossAlgo_t;
typedef enum { CUDNN_LOSS_NORMALIZATION_NONE, CUDNN_LOSS_NORMALIZATION_SOFTMAX } cudnnLossNormalizationMode_t;
typedef enum { CUDNN_CTC_ZERO_OOB_GRADIENTS, CUDNN_CTC_SKIP_OOB_GRADIENTS } cudnnCTCGradMode_t;

/* The most labels of a sequence ("cuDNN API Reference", cudnnCTCLoss(), labelLengths). */
enum { MOST_LABELS = 256 };

/* Arrays of integers in a work area begin at such multiples. */
enum { ALIGNMENT = 16 };

typedef struct cudnnCTCLossStruct {
    cudnnDataType_t compute;
    cudnnLossNormalizationMode_t normalisation;
    cudnnCTCGradMode_t gradients;
    int most_labels; /* 0 if it is not set */
    int is_set;
} *cudnnCTCLossDescriptor_t;

DESCRIPTOR(cudnnCTCLossDescriptor_t, cudnnCreateCTCLossDescriptor, cudnnDestroyCTCLossDescriptor)

static cudnnStatus_t set(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t compute,
                         cudnnLossNormalizationMode_t normalisation, cudnnCTCGradMode_t gradients, int most_labels) {
    VALID(descriptor != NULL);
    SUPPORTED(compute == CUDNN_DATA_FLOAT || compute == CUDNN_DATA_DOUBLE);
    VALID(normalisation == CUDNN_LOSS_NORMALIZATION_NONE || normalisation == CUDNN_LOSS_NORMALIZATION_SOFTMAX);
    VALID(gradients == CUDNN_CTC_ZERO_OOB_GRADIENTS || gradients == CUDNN_CTC_SKIP_OOB_GRADIENTS);
    *descriptor = (struct cudnnCTCLossStruct){compute, normalisation, gradients, most_labels, 1};
    return CUDNN_STATUS_SUCCESS;
}

/* Activations come from a softmax that the program has computed, and gradients are always set, as by cuDNN 7.0. */
EXPORT cudnnStatus_t cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t compute) {
    return set(descriptor, compute, CUDNN_LOSS_NORMALIZATION_NONE, CUDNN_CTC_ZERO_OOB_GRADIENTS, 0);
}

EXPORT cudnnStatus_t cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t compute,
                                                 cudnnLossNormalizationMode_t normalisation,
                                                 cudnnNanPropagation_t gradients) {
    return set(descriptor, compute, normalisation, (cudnnCTCGradMode_t)gradients, 0);
}

EXPORT cudnnStatus_t cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t compute,
                                                  cudnnLossNormalizationMode_t normalisation,
                                                  cudnnNanPropagation_t gradients, int most_labels) {
    return set(descriptor, compute, normalisation, (cudnnCTCGradMode_t)gradients, most_labels);
}

EXPORT cudnnStatus_t cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t *compute) {
    VALID(descriptor != NULL && compute != NULL);
    *compute = descriptor->compute;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t *compute,
                                                 cudnnLossNormalizationMode_t *normalisation,
                                                 cudnnNanPropagation_t *gradients) {
    VALID(normalisation != NULL && gradients != NULL);
    TRY(cudnnGetCTCLossDescriptor(descriptor, compute));
    *normalisation = descriptor->normalisation;
    *gradients = (cudnnNanPropagation_t)descriptor->gradients;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t *compute,
                                                  cudnnLossNormalizationMode_t *normalisation,
                                                  cudnnNanPropagation_t *gradients, int *most_labels) {
    VALID(most_labels != NULL);
    TRY(cudnnGetCTCLossDescriptorEx(descriptor, compute, normalisation, gradients));
    *most_labels = descriptor->most_labels;
    return CUDNN_STATUS_SUCCESS;
}

#if CUDNN_MAJOR >= 9
EXPORT cudnnStatus_t cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t compute,
                                                  cudnnLossNormalizationMode_t normalisation,
                                                  cudnnCTCGradMode_t gradients, int most_labels) {
    return set(descriptor, compute, normalisation, gradients, most_labels);
}

EXPORT cudnnStatus_t cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t *compute,
                                                  cudnnLossNormalizationMode_t *normalisation,
                                                  cudnnCTCGradMode_t *gradients, int *most_labels) {
    return cudnnGetCTCLossDescriptor_v8(descriptor, compute, normalisation, (cudnnNanPropagation_t *)gradients,
                                        most_labels);
}
#endif

static int64_t aligned(int64_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The area of a sequence: divisors, forward paths of all times, and backward ones of two. */
static int64_t sequence_size(const struct view *x, int64_t most_labels) {
    int64_t states = 2 * most_labels + 1;
    return aligned((x->sizes[0] + (x->sizes[0] + 2) * states) * (int64_t)element_size(x->type));
}

/* x is a sequence of times, of a batch, of symbols. */
static cudnnStatus_t check(cudnnCTCLossAlgo_t algorithm, cudnnCTCLossDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                           cudnnTensorDescriptor_t gradient) {
    VALID(algorithm == CUDNN_CTC_LOSS_ALGO_DETERMINISTIC || algorithm == CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC);
    VALID(descriptor != NULL && descriptor->is_set && is_set(x) && x->view.rank == 3);
    VALID(gradient == NULL || (is_set(gradient) && has_same_sizes(&x->view, &gradient->view)));
    SUPPORTED(x->view.type == (int32_t)descriptor->compute);
    SUPPORTED(gradient == NULL || gradient->view.type == x->view.type);
    return CUDNN_STATUS_SUCCESS;
}

/* Runs the kernel with labels in the memory of the device, in an area that begins with those of the sequences. */
static cudnnStatus_t classify(cudnnHandle_t handle, cudnnCTCLossDescriptor_t descriptor, struct temporal *temporal,
                              const struct view *x, const struct view *gradient) {
    struct operand *const operands[] = {&temporal->x, &temporal->gradient};
    const struct view *const views[] = {x, gradient};
    unsigned grid[3] = {(unsigned)x->sizes[1], 1, 1};
    for (int each = 0; each < 2; each++) {
        *operands[each] = (struct operand){.data = views[each]->data, .type = views[each]->type};
        for (int dimension = 0; dimension < 3; dimension++) {
            operands[each]->steps[dimension] = views[each]->steps[dimension];
        }
    }
    temporal->times = x->sizes[0];
    temporal->symbols = x->sizes[2];
    temporal->work_step = sequence_size(x, temporal->most_labels);
    temporal->is_normalised = descriptor->normalisation == CUDNN_LOSS_NORMALIZATION_NONE;
    temporal->clears_gradients = descriptor->gradients == CUDNN_CTC_ZERO_OOB_GRADIENTS;
    return launch(handle, x->type, "classify", grid, THREADS, temporal);
}

/* The most labels of a sequence whose labels are in the memory of the device. */
static int most_labels(cudnnCTCLossDescriptor_t descriptor) {
    return descriptor->most_labels == 0 ? MOST_LABELS : descriptor->most_labels;
}

EXPORT cudnnStatus_t cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algorithm,
                                                     cudnnCTCLossDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                                     cudnnTensorDescriptor_t gradient, size_t *size) {
    OPEN(handle);
    VALID(size != NULL);
    TRY(check(algorithm, descriptor, x, gradient));
    VALID(descriptor->most_labels >= 0 && descriptor->most_labels <= MOST_LABELS);
    *size = (size_t)(x->view.sizes[1] * sequence_size(&x->view, most_labels(descriptor)));
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algorithm,
                                     cudnnCTCLossDescriptor_t descriptor, cudnnTensorDescriptor_t x,
                                     const void *x_data, const int *labels, const int *label_lengths,
                                     const int *input_lengths, void *costs, cudnnTensorDescriptor_t gradient,
                                     void *gradient_data, size_t size, void *work) {
    size_t needed;
    TRY(cudnnGetCTCLossWorkspaceSize_v8(handle, algorithm, descriptor, x, gradient, &needed));
    VALID(x_data != NULL && labels != NULL && label_lengths != NULL && input_lengths != NULL && costs != NULL);
    VALID(work != NULL && size >= needed && (gradient_data == NULL || gradient != NULL));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(gradient == NULL ? x : gradient, gradient_data);
    struct temporal temporal = {.labels = (uintptr_t)labels,
                                .label_lengths = (uintptr_t)label_lengths,
                                .input_lengths = (uintptr_t)input_lengths,
                                .costs = (uintptr_t)costs,
                                .work = (uintptr_t)work,
                                .most_labels = most_labels(descriptor)};
    return classify(handle, descriptor, &temporal, &from, &to);
}

/* What the arrays of the host have: the longest sequence of labels, and all of them. */
struct extent {
    int most;
    int total;
};

/* Symbol 0 is the blank, which is no label. */
static cudnnStatus_t measure(const struct view *x, const int *labels, const int *label_lengths,
                             const int *input_lengths, struct extent *extent) {
    *extent = (struct extent){0};
    VALID(labels != NULL && label_lengths != NULL && input_lengths != NULL);
    for (int each = 0; each < x->sizes[1]; each++) {
        VALID(label_lengths[each] >= 0 && label_lengths[each] <= MOST_LABELS);
        VALID(input_lengths[each] >= 0 && input_lengths[each] <= x->sizes[0]);
        extent->most = label_lengths[each] > extent->most ? label_lengths[each] : extent->most;
        extent->total += label_lengths[each];
    }
    for (int each = 0; each < extent->total; each++) {
        VALID(labels[each] > 0 && labels[each] < x->sizes[2]);
    }
    return CUDNN_STATUS_SUCCESS;
}

/* The areas of the sequences, and copies of the three arrays behind them. */
EXPORT cudnnStatus_t cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t x,
                                                  cudnnTensorDescriptor_t gradient, const int *labels,
                                                  const int *label_lengths, const int *input_lengths,
                                                  cudnnCTCLossAlgo_t algorithm, cudnnCTCLossDescriptor_t descriptor,
                                                  size_t *size) {
    struct extent extent;
    OPEN(handle);
    VALID(size != NULL);
    TRY(check(algorithm, descriptor, x, gradient));
    TRY(measure(&x->view, labels, label_lengths, input_lengths, &extent));
    int64_t batch = x->view.sizes[1];
    *size = (size_t)(batch * sequence_size(&x->view, extent.most)) + (size_t)(extent.total + 2 * batch) * sizeof(int);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t x, const void *x_data,
                                  const int *labels, const int *label_lengths, const int *input_lengths, void *costs,
                                  cudnnTensorDescriptor_t gradient, void *gradient_data, cudnnCTCLossAlgo_t algorithm,
                                  cudnnCTCLossDescriptor_t descriptor, void *work, size_t size) {
    struct extent extent;
    size_t needed;
    TRY(cudnnGetCTCLossWorkspaceSize(handle, x, gradient, labels, label_lengths, input_lengths, algorithm, descriptor,
                                     &needed));
    VALID(x_data != NULL && costs != NULL && work != NULL && size >= needed);
    VALID(gradient_data == NULL || gradient != NULL);
    TRY(measure(&x->view, labels, label_lengths, input_lengths, &extent));
    size_t batch = (size_t)x->view.sizes[1];
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(gradient == NULL ? x : gradient, gradient_data);
    struct temporal temporal = {.costs = (uintptr_t)costs, .work = (uintptr_t)work, .most_labels = extent.most};
    temporal.label_lengths = temporal.work + batch * (uint64_t)sequence_size(&from, extent.most);
    temporal.input_lengths = temporal.label_lengths + batch * sizeof(int);
    temporal.labels = temporal.input_lengths + batch * sizeof(int);
    TRY(send(handle, temporal.label_lengths, label_lengths, batch * sizeof(int)));
    TRY(send(handle, temporal.input_lengths, input_lengths, batch * sizeof(int)));
    TRY(send(handle, temporal.labels, labels, (size_t)extent.total * sizeof(int)));
    return classify(handle, descriptor, &temporal, &from, &to);
}
