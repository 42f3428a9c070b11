/* The kernels of the kit's cuDNN. A module has those for tensors of one type; compile-kernels compiles this file to f32.ptx and
 * the others. The kit is built without a compiler for CUDA, so that both are kept, and a test compiles them again. */
#include "convolutions.h"
#include "graphs.h"
#include "layers.h"
#include "recurrence.h"

#define TYPED(name, Element, Number)                                                                                   \
    CONVOLUTIONS(name, Element, Number)                                                                                \
    LAYERS(name, Element, Number)                                                                                      \
    RECURRENCE(name, Element, Number)

/* 16-bit numbers are computed with in single precision. */
#if defined(MODULE_f32)
TYPED(f32, float, float)
GRAPHS(f32, float)
#elif defined(MODULE_f64)
TYPED(f64, double, double)
GRAPHS(f64, double)
#elif defined(MODULE_f16)
TYPED(f16, half, float)
#elif defined(MODULE_bf16)
TYPED(bf16, bfloat16, float)
#endif
