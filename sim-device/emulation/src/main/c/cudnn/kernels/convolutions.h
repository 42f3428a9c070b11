/* Convolutions, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_CONVOLUTIONS_KERNELS_H
#define OFFLOAD_TCK_CUDNN_CONVOLUTIONS_KERNELS_H

#include "functions.h"

/* The kernels for tensors of Element, which are computed with in Number. */
#define CONVOLUTIONS(name, Element, Number)

#endif
