/* Layers, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_LAYERS_KERNELS_H
#define OFFLOAD_TCK_CUDNN_LAYERS_KERNELS_H

#include "contrast.h"
#include "layer_functions.h"
#include "norms.h"
#include "pooling.h"
#include "temporal.h"
#include "transformer.h"

#define LAYER(kernel, name, parameters, body)                                                                          \
    KERNEL offload_tck_dnn_##kernel##_##name(parameters parameters) { body(parameters); }

/* Classifications are computed in single or double precision only. */
#if defined(MODULE_f32) || defined(MODULE_f64)
#define WIDE_LAYERS(name, Element, Number) LAYER(classify, name, temporal, (classify<Element, Number>))
#else
#define WIDE_LAYERS(name, Element, Number)
#endif

/* The kernels for tensors of Element, which are computed with in Number. */
#define LAYERS(name, Element, Number)                                                                                  \
    LAYER(apply, name, elements, (apply<Element, Number>))                                                             \
    LAYER(pad, name, padding, (pad<Element, Number>))                                                                  \
    LAYER(reduce, name, reduction, (reduce<Element, Number>))                                                          \
    LAYER(softmax, name, softmax, (apply_softmax<Element, Number>))                                                    \
    LAYER(differentiate_softmax, name, softmax, (differentiate_softmax<Element, Number>))                              \
    LAYER(normalise, name, normalisation, (normalise<Element, Number>))                                                \
    LAYER(infer, name, normalisation, (infer<Element, Number>))                                                        \
    LAYER(differentiate_norm, name, normalisation_gradient, (differentiate_norm<Element, Number>))                     \
    LAYER(respond, name, response, (respond<Element, Number>))                                                         \
    LAYER(differentiate_response, name, response, (differentiate_response<Element, Number>))                           \
    LAYER(pool, name, pooling, (pool<Element, Number>))                                                                \
    LAYER(differentiate_pooling, name, pooling, (differentiate_pooling<Element, Number>))                              \
    LAYER(contrast, name, contrast, (apply_contrast<Element, Number>))                                                 \
    LAYER(prepare_contrast, name, contrast, (prepare_contrast<Element, Number>))                                       \
    LAYER(differentiate_contrast, name, contrast, (differentiate_contrast<Element, Number>))                           \
    LAYER(drop, name, dropout, (drop<Element, Number>))                                                                \
    LAYER(drop_gradient, name, dropout, (drop_gradient<Element, Number>))                                              \
    LAYER(change_state, name, dropout_change, change_state)                                                            \
    LAYER(make_grid, name, sampling, (make_grid<Element, Number>))                                                     \
    LAYER(differentiate_grid, name, sampling, (differentiate_grid<Element, Number>))                                   \
    LAYER(sample, name, sampling, (sample<Element, Number>))                                                           \
    LAYER(differentiate_image, name, sampling, (differentiate_image<Element, Number>))                                 \
    LAYER(differentiate_positions, name, sampling, (differentiate_positions<Element, Number>))                         \
    WIDE_LAYERS(name, Element, Number)

#endif
