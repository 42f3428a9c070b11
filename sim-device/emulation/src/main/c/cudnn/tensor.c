/* Descriptors of tensors and of filters. */
#include <stdlib.h>

#include "cudnn.h"

/* Tensors have at least 3 dimensions and at most 2 Gi elements ("cuDNN API Reference", cudnnSetTensorNdDescriptor()). That
 * of 3 dimensions is the one of recurrent networks. */
enum { LEAST_RANK = 3 };
#define MOST_ELEMENTS ((int64_t)1 << 31)

size_t element_size(cudnnDataType_t type) {
    switch (type) {
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32:
        return 4;
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64:
        return 8;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
        return 2;
    case CUDNN_DATA_INT8:
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BOOLEAN:
        return 1;
    }
    return 0;
}

int64_t count_of(const struct view *view) {
    int64_t count = view->rank > 0;
    for (int each = 0; each < view->rank; each++) {
        count *= view->sizes[each];
    }
    return count;
}

int64_t extent_of(const struct view *view) {
    int64_t last = 0;
    for (int each = 0; each < view->rank; each++) {
        last += (view->sizes[each] - 1) * view->steps[each];
    }
    return last + 1;
}

int has_same_sizes(const struct view *a, const struct view *b) {
    int is_same = a->rank == b->rank;
    for (int each = 0; is_same && each < a->rank; each++) {
        is_same = a->sizes[each] == b->sizes[each];
    }
    return is_same;
}

int is_packed(const struct view *view) {
    int64_t step = 1;
    for (int each = view->rank - 1; each >= 0; each--) {
        if (view->sizes[each] > 1 && view->steps[each] != step) {
            return 0;
        }
        step *= view->sizes[each];
    }
    return 1;
}

static void set_sizes(struct view *view, cudnnDataType_t type, int rank, const int64_t *sizes, const int64_t *steps) {
    view->type = type;
    view->rank = rank;
    for (int each = 0; each < DIMENSIONS; each++) {
        view->sizes[each] = each < rank ? sizes[each] : 1;
        view->steps[each] = each < rank ? steps[each] : 0;
    }
}

void set_packed(struct view *view, cudnnDataType_t type, cudnnTensorFormat_t format, int rank, const int64_t *sizes) {
    int64_t steps[DIMENSIONS];
    int64_t step = format == CUDNN_TENSOR_NHWC ? sizes[1] : 1;
    for (int each = rank - 1; each >= 0; each--) {
        int is_inner_channel = each == 1 && format == CUDNN_TENSOR_NHWC;
        steps[each] = is_inner_channel ? 1 : step;
        step *= is_inner_channel ? 1 : sizes[each];
    }
    set_sizes(view, type, rank, sizes, steps);
}

struct view tensor_at(cudnnTensorDescriptor_t descriptor, const void *data) {
    struct view view = descriptor->view;
    view.data = (uintptr_t)data;
    return view;
}

struct view filter_at(cudnnFilterDescriptor_t descriptor, const void *data) {
    struct view view = descriptor->view;
    view.data = (uintptr_t)data;
    return view;
}

double scale_of(const void *factor, cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE ? *(const double *)factor : *(const float *)factor;
}

/* Widens sizes or steps. Sizes are positive, steps are at least 0. */
static cudnnStatus_t widen(int rank, const int *values, int least, int64_t *wide) {
    for (int each = 0; each < rank; each++) {
        VALID(values[each] >= least);
        wide[each] = values[each];
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t check(const struct view *view) {
    int64_t count = 1;
    for (int each = 0; each < view->rank; each++) {
        count *= view->sizes[each];
        SUPPORTED(count < MOST_ELEMENTS);
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t describe(struct view *view, cudnnTensorFormat_t format, cudnnDataType_t type, int rank,
                              const int *sizes) {
    int64_t wide[DIMENSIONS];
    struct view made;
    VALID(view != NULL && sizes != NULL && element_size(type) > 0);
    SUPPORTED(rank >= LEAST_RANK && rank <= DIMENSIONS && format != CUDNN_TENSOR_NCHW_VECT_C);
    VALID(format == CUDNN_TENSOR_NCHW || format == CUDNN_TENSOR_NHWC);
    TRY(widen(rank, sizes, 1, wide));
    set_packed(&made, type, format, rank, wide);
    TRY(check(&made));
    made.data = 0;
    *view = made;
    return CUDNN_STATUS_SUCCESS;
}

DESCRIPTOR(cudnnTensorDescriptor_t, cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor)
DESCRIPTOR(cudnnFilterDescriptor_t, cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor)

EXPORT cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                                cudnnDataType_t type, int n, int c, int h, int w) {
    VALID(tensor != NULL);
    return describe(&tensor->view, format, type, 4, (int[]){n, c, h, w});
}

EXPORT cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                                  cudnnDataType_t type, int rank, const int *sizes) {
    VALID(tensor != NULL);
    return describe(&tensor->view, format, type, rank, sizes);
}

EXPORT cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int rank,
                                                const int *sizes, const int *steps) {
    int64_t wide[DIMENSIONS];
    struct view made;
    VALID(tensor != NULL && steps != NULL);
    TRY(describe(&made, CUDNN_TENSOR_NCHW, type, rank, sizes));
    TRY(widen(rank, steps, 0, wide));
    set_sizes(&made, type, rank, made.sizes, wide);
    tensor->view = made;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int n, int c,
                                                  int h, int w, int n_step, int c_step, int h_step, int w_step) {
    return cudnnSetTensorNdDescriptor(tensor, type, 4, (int[]){n, c, h, w}, (int[]){n_step, c_step, h_step, w_step});
}

/* Any of the addresses may be null. */
static void put(int *to, int64_t value) {
    if (to != NULL) {
        *to = (int)value;
    }
}

EXPORT cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t *type, int *n, int *c,
                                                int *h, int *w, int *n_step, int *c_step, int *h_step, int *w_step) {
    VALID(tensor != NULL && tensor->view.rank == 4);
    int *const sizes[] = {n, c, h, w};
    int *const steps[] = {n_step, c_step, h_step, w_step};
    put((int *)type, tensor->view.type);
    for (int each = 0; each < 4; each++) {
        put(sizes[each], tensor->view.sizes[each]);
        put(steps[each], tensor->view.steps[each]);
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t get_sizes(const struct view *view, int most, cudnnDataType_t *type, int *rank, int *sizes,
                               int *steps) {
    VALID(most >= 0 && most <= DIMENSIONS);
    put((int *)type, view->type);
    put(rank, view->rank);
    for (int each = 0; each < most && each < view->rank; each++) {
        put(sizes == NULL ? NULL : sizes + each, view->sizes[each]);
        put(steps == NULL ? NULL : steps + each, view->steps[each]);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, int most, cudnnDataType_t *type,
                                                int *rank, int *sizes, int *steps) {
    VALID(tensor != NULL);
    return get_sizes(&tensor->view, most, type, rank, sizes, steps);
}

static cudnnStatus_t get_bytes(const struct view *view, size_t *size) {
    VALID(view->rank > 0 && size != NULL);
    *size = (size_t)extent_of(view) * element_size(view->type);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor, size_t *size) {
    VALID(tensor != NULL);
    return get_bytes(&tensor->view, size);
}

EXPORT cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                                cudnnTensorFormat_t format, int rank, const int *sizes) {
    VALID(filter != NULL);
    TRY(describe(&filter->view, format, type, rank, sizes));
    filter->format = format;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                                cudnnTensorFormat_t format, int k, int c, int h, int w) {
    return cudnnSetFilterNdDescriptor(filter, type, format, 4, (int[]){k, c, h, w});
}

EXPORT cudnnStatus_t cudnnGetFilterNdDescriptor(cudnnFilterDescriptor_t filter, int most, cudnnDataType_t *type,
                                                cudnnTensorFormat_t *format, int *rank, int *sizes) {
    VALID(filter != NULL);
    put((int *)format, filter->format);
    return get_sizes(&filter->view, most, type, rank, sizes, NULL);
}

EXPORT cudnnStatus_t cudnnGetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t *type,
                                                cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w) {
    VALID(filter != NULL && filter->view.rank == 4);
    int *const sizes[] = {k, c, h, w};
    put((int *)type, filter->view.type);
    put((int *)format, filter->format);
    for (int each = 0; each < 4; each++) {
        put(sizes[each], filter->view.sizes[each]);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetFilterSizeInBytes(cudnnFilterDescriptor_t filter, size_t *size) {
    VALID(filter != NULL);
    return get_bytes(&filter->view, size);
}
