/* Recurrent networks, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENCE_KERNELS_H
#define OFFLOAD_TCK_CUDNN_RECURRENCE_KERNELS_H

#include "functions.h"

/* The kernels for tensors of Element, which are computed with in Number. */
#define RECURRENCE(name, Element, Number)

#endif
