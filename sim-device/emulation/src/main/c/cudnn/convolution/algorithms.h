/* Algorithms of convolutions. All of them are the same kernels here. */
#ifndef OFFLOAD_TCK_CUDNN_ALGORITHMS_H
#define OFFLOAD_TCK_CUDNN_ALGORITHMS_H

#include "convolution.h"

/* Fails for a number of no algorithm of cuDNN. */
cudnnStatus_t check_algorithm(enum direction direction, int algorithm);

/* Describes a convolution without addresses, and checks it. */
cudnnStatus_t describe_convolution(struct convolution *made, cudnnConvolutionDescriptor_t descriptor,
                                   cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w, cudnnTensorDescriptor_t y,
                                   enum direction direction);

#endif
