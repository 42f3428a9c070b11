/* The choice of an algorithm: which there are, and how long they take. */
#include "algorithms.h"

#include <stddef.h>

/* cudnnConvolutionFwdAlgo_t, cudnnConvolutionBwdDataAlgo_t and cudnnConvolutionBwdFilterAlgo_t have values from 0 on
 * (cudnn_ops_infer.h and cudnn_ops_train.h of 8.9). DIRECT is "currently not implemented", and so is WINOGRAD for filters ("cuDNN
 * API Reference"). */
enum { FWD_DIRECT = 3, BWD_FILTER_WINOGRAD = 4, MOST_ALGORITHMS = 8 };
static const int counts[] = {[FORWARD] = 8, [BACKWARD_DATA] = 6, [BACKWARD_FILTER] = 7};

/* cudnnDeterminism_t. */
typedef enum { CUDNN_NON_DETERMINISTIC, CUDNN_DETERMINISTIC } cudnnDeterminism_t;

/* cudnnConvolutionFwdAlgoPerf_t, and those of the other directions. */
typedef struct {
    int algorithm;
    cudnnStatus_t status;
    float time; /* milliseconds, or -1 */
    size_t memory;
    cudnnDeterminism_t determinism;
    cudnnMathType_t math;
    int reserved[3];
} performance;

/* Events of the driver, which measure time in the order of a stream. */
typedef struct CUevent_st *CUevent;
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to);
CUresult cuEventDestroy_v2(CUevent event);

static int is_implemented(enum direction direction, int algorithm) {
    return !(direction == FORWARD && algorithm == FWD_DIRECT) &&
           !(direction == BACKWARD_FILTER && algorithm == BWD_FILTER_WINOGRAD);
}

cudnnStatus_t check_algorithm(enum direction direction, int algorithm) {
    VALID(algorithm >= 0 && algorithm < counts[direction]);
    SUPPORTED(is_implemented(direction, algorithm));
    return CUDNN_STATUS_SUCCESS;
}

/* Lists the algorithms, those first that are implemented. */
static cudnnStatus_t list(const struct convolution *convolution, enum direction direction, float time, int most,
                          int *count, performance *list) {
    VALID(most > 0 && count != NULL && list != NULL);
    *count = 0;
    for (int is_first = 1; is_first >= 0; is_first--) {
        for (int each = 0; each < counts[direction] && *count < most; each++) {
            int is_there = is_implemented(direction, each);
            if (is_there == is_first) {
                list[(*count)++] = (performance){.algorithm = each,
                                                 .status = is_there ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED,
                                                 .time = is_there ? time : -1,
                                                 .determinism = CUDNN_DETERMINISTIC,
                                                 .math = convolution->descriptor->math};
            }
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Runs the convolution once, which writes its result, and measures the time. */
static cudnnStatus_t measure(cudnnHandle_t handle, const struct convolution *convolution, enum direction direction,
                             float *time) {
    struct epilogue epilogue = {.alpha = 1};
    CUevent events[2] = {NULL, NULL};
    CUresult result = cuEventCreate(&events[0], 0);
    result = result == CUDA_SUCCESS ? cuEventCreate(&events[1], 0) : result;
    result = result == CUDA_SUCCESS ? cuEventRecord(events[0], handle->stream) : result;
    cudnnStatus_t status =
        result == CUDA_SUCCESS ? convolve(handle, convolution, direction, &epilogue) : status_of(result);
    if (status == CUDNN_STATUS_SUCCESS) {
        result = cuEventRecord(events[1], handle->stream);
        result = result == CUDA_SUCCESS ? cuEventSynchronize(events[1]) : result;
        result = result == CUDA_SUCCESS ? cuEventElapsedTime(time, events[0], events[1]) : result;
        status = status_of(result);
    }
    for (int each = 0; each < 2; each++) {
        if (events[each] != NULL) {
            cuEventDestroy_v2(events[each]);
        }
    }
    return status;
}

/* cudnnFindConvolution...Algorithm() allocates the tensors. What they hold does not matter for the time. */
static cudnnStatus_t measure_own(cudnnHandle_t handle, const char *function, struct convolution *convolution,
                                 enum direction direction, float *time) {
    struct view *const views[] = {&convolution->x, &convolution->w, &convolution->y};
    CUdeviceptr owned[3] = {0};
    cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
    for (int each = 0; each < 3 && status == CUDNN_STATUS_SUCCESS; each++) {
        size_t size = (size_t)extent_of(views[each]) * element_size((cudnnDataType_t)views[each]->type);
        status = status_of(allocate_for(function, &owned[each], size));
        views[each]->data = owned[each];
        if (status == CUDNN_STATUS_SUCCESS) {
            status = status_of(cuMemsetD8_v2(owned[each], 0, size));
        }
    }
    if (status == CUDNN_STATUS_SUCCESS) {
        status = measure(handle, convolution, direction, time);
    }
    for (int each = 0; each < 3; each++) {
        if (owned[each] != 0) {
            cuMemFree_v2(owned[each]);
        }
    }
    return status;
}

/* Defines the functions of a direction. The order of their tensors differs, and so do the types of their descriptors. */
#define ALGORITHMS(Name, direction, First, first, Second, second, Third, third)                                        \
    EXPORT cudnnStatus_t cudnnGetConvolution##Name##AlgorithmMaxCount(cudnnHandle_t handle, int *count) {              \
        OPEN(handle);                                                                                                  \
        VALID(count != NULL);                                                                                          \
        *count = counts[direction];                                                                                    \
        return CUDNN_STATUS_SUCCESS;                                                                                   \
    }                                                                                                                  \
    EXPORT cudnnStatus_t cudnnGetConvolution##Name##WorkspaceSize(cudnnHandle_t handle, First first, Second second,    \
                                                                  cudnnConvolutionDescriptor_t descriptor,             \
                                                                  Third third, int algorithm, size_t *size) {          \
        struct convolution made;                                                                                       \
        OPEN(handle);                                                                                                  \
        VALID(size != NULL);                                                                                           \
        TRY(check_algorithm(direction, algorithm));                                                                    \
        TRY(describe_convolution(&made, descriptor, x, w, y, direction));                                              \
        *size = 0;                                                                                                     \
        return CUDNN_STATUS_SUCCESS;                                                                                   \
    }                                                                                                                  \
    EXPORT cudnnStatus_t cudnnGetConvolution##Name##Algorithm_v7(                                                      \
        cudnnHandle_t handle, First first, Second second, cudnnConvolutionDescriptor_t descriptor, Third third,        \
        int most, int *count, performance *found) {                                                                    \
        struct convolution made;                                                                                       \
        OPEN(handle);                                                                                                  \
        TRY(describe_convolution(&made, descriptor, x, w, y, direction));                                              \
        return list(&made, direction, -1, most, count, found);                                                         \
    }                                                                                                                  \
    EXPORT cudnnStatus_t cudnnFindConvolution##Name##Algorithm(                                                        \
        cudnnHandle_t handle, First first, Second second, cudnnConvolutionDescriptor_t descriptor, Third third,        \
        int most, int *count, performance *found) {                                                                    \
        struct convolution made;                                                                                       \
        float time = 0;                                                                                                \
        OPEN(handle);                                                                                                  \
        VALID(most > 0 && count != NULL && found != NULL);                                                             \
        TRY(describe_convolution(&made, descriptor, x, w, y, direction));                                              \
        TRY(measure_own(handle, "cudnnFindConvolution" #Name "Algorithm", &made, direction, &time));                   \
        return list(&made, direction, time, most, count, found);                                                       \
    }                                                                                                                  \
    EXPORT cudnnStatus_t cudnnFindConvolution##Name##AlgorithmEx(                                                      \
        cudnnHandle_t handle, First first, const void *first##_data, Second second, const void *second##_data,         \
        cudnnConvolutionDescriptor_t descriptor, Third third, void *third##_data, int most, int *count,                \
        performance *found, void *work, size_t work_size) {                                                            \
        struct convolution made;                                                                                       \
        float time = 0;                                                                                                \
        (void)work;                                                                                                    \
        (void)work_size;                                                                                               \
        OPEN(handle);                                                                                                  \
        VALID(x_data != NULL && w_data != NULL && y_data != NULL && most > 0 && count != NULL && found != NULL);       \
        TRY(describe_convolution(&made, descriptor, x, w, y, direction));                                              \
        made.x.data = (uintptr_t)x_data;                                                                               \
        made.w.data = (uintptr_t)w_data;                                                                               \
        made.y.data = (uintptr_t)y_data;                                                                               \
        TRY(measure(handle, &made, direction, &time));                                                                 \
        return list(&made, direction, time, most, count, found);                                                       \
    }
ALGORITHMS(Forward, FORWARD, cudnnTensorDescriptor_t, x, cudnnFilterDescriptor_t, w, cudnnTensorDescriptor_t, y)
ALGORITHMS(BackwardData, BACKWARD_DATA, cudnnFilterDescriptor_t, w, cudnnTensorDescriptor_t, y, cudnnTensorDescriptor_t, x)
ALGORITHMS(BackwardFilter, BACKWARD_FILTER, cudnnTensorDescriptor_t, x, cudnnTensorDescriptor_t, y, cudnnFilterDescriptor_t, w)
