/* Descriptors of convolutions, and the sizes of their results. */
#include <stdlib.h>

#include "convolution.h"

EXPORT cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *descriptor) {
    VALID(descriptor != NULL);
    *descriptor = calloc(1, sizeof **descriptor);
    REQUIRE(*descriptor != NULL, CUDNN_STATUS_ALLOC_FAILED);
    (*descriptor)->groups = 1;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t descriptor) {
    free(descriptor);
    return CUDNN_STATUS_SUCCESS;
}

static int is_mode(cudnnConvolutionMode_t mode) {
    return mode == CUDNN_CONVOLUTION || mode == CUDNN_CROSS_CORRELATION;
}

EXPORT cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t descriptor, int rank, const int *pads,
                                                     const int *strides, const int *dilations,
                                                     cudnnConvolutionMode_t mode, cudnnDataType_t type) {
    VALID(descriptor != NULL && rank > 0 && pads != NULL && strides != NULL && dilations != NULL);
    VALID(is_mode(mode) && element_size(type) > 0);
    SUPPORTED(rank <= SPACE);
    for (int each = 0; each < rank; each++) {
        VALID(pads[each] >= 0 && strides[each] > 0 && dilations[each] > 0);
    }
    for (int each = 0; each < rank; each++) {
        descriptor->pads[each] = pads[each];
        descriptor->strides[each] = strides[each];
        descriptor->dilations[each] = dilations[each];
    }
    descriptor->rank = rank;
    descriptor->mode = mode;
    descriptor->type = type;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t descriptor, int pad_h, int pad_w,
                                                     int stride_h, int stride_w, int dilation_h, int dilation_w,
                                                     cudnnConvolutionMode_t mode, cudnnDataType_t type) {
    return cudnnSetConvolutionNdDescriptor(descriptor, 2, (int[]){pad_h, pad_w}, (int[]){stride_h, stride_w},
                                           (int[]){dilation_h, dilation_w}, mode, type);
}

static void put(int *to, int64_t value) {
    if (to != NULL) {
        *to = (int)value;
    }
}

/* The addresses may be null. */
EXPORT cudnnStatus_t cudnnGetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t descriptor, int most, int *rank,
                                                     int *pads, int *strides, int *dilations,
                                                     cudnnConvolutionMode_t *mode, cudnnDataType_t *type) {
    VALID(descriptor != NULL && descriptor->rank > 0 && most >= 0);
    for (int each = 0; each < most && each < descriptor->rank; each++) {
        put(pads == NULL ? NULL : pads + each, descriptor->pads[each]);
        put(strides == NULL ? NULL : strides + each, descriptor->strides[each]);
        put(dilations == NULL ? NULL : dilations + each, descriptor->dilations[each]);
    }
    put(rank, descriptor->rank);
    put((int *)mode, descriptor->mode);
    put((int *)type, descriptor->type);
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetConvolution2dDescriptor(cudnnConvolutionDescriptor_t descriptor, int *pad_h, int *pad_w,
                                                     int *stride_h, int *stride_w, int *dilation_h, int *dilation_w,
                                                     cudnnConvolutionMode_t *mode, cudnnDataType_t *type) {
    VALID(descriptor != NULL && descriptor->rank == 2);
    int *const found[] = {pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w};
    const int64_t *const fields[] = {descriptor->pads, descriptor->strides, descriptor->dilations};
    for (int each = 0; each < 6; each++) {
        put(found[each], fields[each / 2][each % 2]);
    }
    put((int *)mode, descriptor->mode);
    put((int *)type, descriptor->type);
    return CUDNN_STATUS_SUCCESS;
}

#define CONVOLUTION_SETTING(name, type, field, condition)                                                              \
    SETTING(cudnnStatus_t, cudnnConvolutionDescriptor_t, cudnnSetConvolution##name, cudnnGetConvolution##name, type,   \
            field, condition)
/* All kinds of arithmetic give the results of the kernels, which use no tensor core. */
CONVOLUTION_SETTING(MathType, cudnnMathType_t, math, value <= CUDNN_FMA_MATH)
CONVOLUTION_SETTING(GroupCount, int, groups, value > 0)
CONVOLUTION_SETTING(ReorderType, cudnnReorderType_t, reorder, value <= CUDNN_NO_REORDER)

int64_t output_size(const struct cudnnConvolutionStruct *descriptor, const struct view *x, const struct view *w,
                    int dimension) {
    int64_t window = (w->sizes[dimension + 2] - 1) * descriptor->dilations[dimension] + 1;
    int64_t room = x->sizes[dimension + 2] + 2 * descriptor->pads[dimension] - window;
    return room < 0 ? 0 : room / descriptor->strides[dimension] + 1;
}

EXPORT cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(cudnnConvolutionDescriptor_t descriptor,
                                                           cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                                                           int rank, int *sizes) {
    VALID(descriptor != NULL && x != NULL && w != NULL && sizes != NULL && descriptor->rank > 0);
    VALID(rank == descriptor->rank + 2 && x->view.rank == rank && w->view.rank == rank);
    VALID(x->view.sizes[1] == w->view.sizes[1] * descriptor->groups);
    sizes[0] = (int)x->view.sizes[0];
    sizes[1] = (int)w->view.sizes[0];
    for (int each = 0; each < descriptor->rank; each++) {
        sizes[each + 2] = (int)output_size(descriptor, &x->view, &w->view, each);
        VALID(sizes[each + 2] > 0);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t descriptor,
                                                           cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w, int *n,
                                                           int *c, int *h, int *width) {
    int sizes[4];
    VALID(n != NULL && c != NULL && h != NULL && width != NULL);
    TRY(cudnnGetConvolutionNdForwardOutputDim(descriptor, x, w, 4, sizes));
    *n = sizes[0];
    *c = sizes[1];
    *h = sizes[2];
    *width = sizes[3];
    return CUDNN_STATUS_SUCCESS;
}
