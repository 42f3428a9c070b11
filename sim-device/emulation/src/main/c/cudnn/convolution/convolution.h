/* Convolutions: what their functions and the graphs of operations share. */
#ifndef OFFLOAD_TCK_CUDNN_CONVOLUTION_H
#define OFFLOAD_TCK_CUDNN_CONVOLUTION_H

#include "correlation.h"
#include "../cudnn.h"

typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum { CUDNN_DEFAULT_REORDER, CUDNN_NO_REORDER } cudnnReorderType_t;

/* The rank is that of the image, and 0 until the descriptor is set. */
typedef struct cudnnConvolutionStruct {
    int rank;
    int64_t pads[SPACE];
    int64_t strides[SPACE];
    int64_t dilations[SPACE];
    cudnnConvolutionMode_t mode;
    cudnnDataType_t type; /* of the computation */
    cudnnMathType_t math;
    cudnnReorderType_t reorder;
    int groups;
} *cudnnConvolutionDescriptor_t;

/* The tensors of a convolution: x and w give y. One of them is written. */
struct convolution {
    const struct cudnnConvolutionStruct *descriptor;
    struct view x;
    struct view w;
    struct view y;
};

enum direction { FORWARD, BACKWARD_DATA, BACKWARD_FILTER };

/* What is done with the sums: to = alpha sum + beta added + bias, which is rectified. The tensor that is written is added, unless
 * another one is given. */
struct epilogue {
    double alpha;
    double beta;
    struct view added;
    struct view bias; /* without an address for none */
    int is_rectified;
};

/* The size of a dimension of the image of y. */
int64_t output_size(const struct cudnnConvolutionStruct *descriptor, const struct view *x, const struct view *w, int dimension);

/* Checks that x, w and y fit together, and that the library has their types. */
cudnnStatus_t check_convolution(const struct convolution *convolution, enum direction direction);

/* Runs a correlation: in tiles, or with a thread for each element. */
cudnnStatus_t correlate(cudnnHandle_t handle, struct correlation *correlation);

cudnnStatus_t convolve(cudnnHandle_t handle, const struct convolution *convolution, enum direction direction,
                       const struct epilogue *epilogue);

#endif
