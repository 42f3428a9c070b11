/* Parameters of the kernels of layers (layers.h and the headers that it includes), for the library and for the kernels. */
#ifndef OFFLOAD_TCK_CUDNN_LAYER_PARAMETERS_H
#define OFFLOAD_TCK_CUDNN_LAYER_PARAMETERS_H

#include "../parameters.h"

/* The index space of an operation. A row is an index of its first `kept` dimensions; the terms of a row are the indices of
 * the others. Without terms, a row is an element. */
struct space {
    int32_t rank;
    int32_t kept;
    int64_t rows;
    int64_t terms;
    int64_t sizes[DIMENSIONS];
};

/* A tensor in an index space. Where it has one element for many indices, its step is 0. An operand without a tensor has the
 * address 0. */
struct operand {
    uint64_t data;
    int32_t type; /* cudnnDataType_t */
    int32_t unused;
    int64_t steps[DIMENSIONS];
};

/* Functions of elements: those of cudnnOpTensorOp_t, whose values are the first ones; of cudnnActivationMode_t; and their
 * derivatives. */
enum {
    ELEMENT_ADD,
    ELEMENT_MUL,
    ELEMENT_MIN,
    ELEMENT_MAX,
    ELEMENT_SQRT,
    ELEMENT_NOT,
    ELEMENT_COPY,
    ELEMENT_SET,
    ELEMENT_ACTIVATE = 16,
    ELEMENT_DIFFERENTIATE = 32
};

/* An activation function: cudnnActivationMode_t, and the settings of its descriptor. */
struct activation {
    int32_t mode;
    int32_t propagates_nan;
    double coefficient;
    double swish_beta;
};

/* to = f(alpha a, alpha_b b) + beta to, where f is a function of two elements; or
 * to = alpha g(a) + beta to, for an activation; or
 * to = alpha g'(a, y) b + beta to, for its derivative, where y is g(a). */
struct elements {
    struct space space;
    struct operand a;
    struct operand b;
    struct operand y;
    struct operand to;
    double alpha;
    double alpha_b;
    double beta;
    struct activation activation;
    int32_t function;
    int32_t propagates_nan;
};

/* Copies an element, or 0 in the padding: to = alpha a[index - before] + beta to. */
struct padding {
    struct space space;
    struct operand a;
    struct operand to;
    int64_t before[DIMENSIONS];
    int64_t sizes[DIMENSIONS]; /* of `a` */
    double alpha;
    double beta;
};

/* A reduction of the terms of each row (cudnnReduceTensorOp_t). `group` threads reduce a row. */
struct reduction {
    struct space space;
    struct operand a;
    struct operand to;
    uint64_t indices; /* of the extremes, or 0 */
    double alpha;
    double beta;
    int32_t operation;
    int32_t propagates_nan;
    uint32_t group;
    int32_t unused;
};

/* Softmax over the terms of a row, and its derivative, where y is the softmax. */
struct softmax {
    struct space space;
    struct operand x; /* forward */
    struct operand y;
    struct operand dy; /* backward */
    struct operand dx;
    double alpha;
    double beta;
    int32_t is_logarithm;
    uint32_t group;
};

/* Batch normalisation. The rows are those of the parameters; the terms of a row are the elements that are normalised with the
 * same mean and variance. */
struct normalisation {
    struct space space;
    struct operand x;
    struct operand z;
    struct operand y;
    struct operand scale;
    struct operand bias;
    struct operand mean; /* the running ones, which inference reads */
    struct operand variance;
    struct operand saved_mean;
    struct operand saved_inverse; /* 1 / sqrt(variance + epsilon) */
    double alpha;
    double beta;
    double factor;
    double epsilon;
    uint64_t mask; /* a byte for each element, in the order of rows and terms: whether the activation lets it through */
    int32_t has_activation;
    uint32_t group;
};

struct normalisation_gradient {
    struct space space;
    struct operand x;
    struct operand dy;
    struct operand dz;
    struct operand dx;
    struct operand scale;
    struct operand scale_gradient;
    struct operand bias_gradient;
    struct operand saved_mean;
    struct operand saved_inverse;
    double alpha;
    double beta;
    double parameter_alpha;
    double parameter_beta;
    double epsilon;
    uint64_t mask;
    uint32_t group;
    int32_t unused;
};

/* Pooling in up to three dimensions behind those of the batch and of the channels. */
enum { WINDOW = 3 };
struct pooling {
    struct operand x;
    struct operand y;
    struct operand dx;
    struct operand dy;
    int64_t outer;    /* images: the batch times the channels */
    int64_t channels;
    int64_t from[WINDOW]; /* sizes of x and of y */
    int64_t to[WINDOW];
    int64_t window[WINDOW];
    int64_t before[WINDOW]; /* the padding */
    int64_t stride[WINDOW];
    double alpha;
    double beta;
    int32_t mode; /* cudnnPoolingMode_t */
    int32_t propagates_nan;
};

/* Division by the contrast in a window of the same plane, whose stride is 1. */
struct contrast {
    struct pooling pooling;
    struct operand work; /* for the gradient: a number for each element */
    double slope;        /* alpha of the descriptor divided by the elements of a window */
    double exponent;
    double constant;
};

/* Normalisation of a row of channels, its terms, by windows of neighbours. */
struct response {
    struct space space;
    struct operand x;
    struct operand y;
    struct operand dy;
    struct operand dx;
    int64_t channels;
    int64_t behind; /* channels of a window before its centre, and after it */
    int64_t ahead;
    double slope; /* alpha of the descriptor divided by the size of the window */
    double exponent;
    double constant;
    double alpha;
    double beta;
};

/* Dropout. The state is a seed and the number of elements that have been drawn. */
struct dropout_state {
    uint64_t seed;
    uint64_t drawn;
};
struct dropout {
    struct space space;
    struct operand x;
    struct operand y;
    uint64_t state; /* the address of a dropout_state */
    uint64_t mask;  /* a byte for each element */
    double rate;    /* of elements that become 0 */
};

/* A change of the state of a dropout: to a new seed, or by elements that were drawn. */
struct dropout_change {
    uint64_t state;
    uint64_t seed;
    uint64_t drawn;
    int32_t is_new;
    int32_t unused;
};

/* A spatial transformer: images of `channels` planes, which are sampled at the positions of a grid of output pixels, two numbers
 * from -1 to 1 for each. */
struct sampling {
    struct operand x;
    struct operand y; /* or its gradient */
    struct operand dx;
    uint64_t grid;
    uint64_t grid_gradient;
    uint64_t theta; /* two rows of three numbers for each image, or their gradients */
    int64_t images;
    int64_t channels;
    int64_t height; /* of x */
    int64_t width;
    int64_t rows; /* of y */
    int64_t columns;
    double alpha;
    double beta;
    double grid_alpha;
    double grid_beta;
};

/* Connectionist temporal classification. A block computes a sequence; its area in `work` has `work_step` bytes. */
struct temporal {
    struct operand x; /* time, sequence, symbol */
    struct operand gradient;
    uint64_t labels; /* those of the sequences one behind the other */
    uint64_t label_lengths;
    uint64_t input_lengths;
    uint64_t costs;
    uint64_t work;
    int64_t work_step;
    int64_t times;
    int64_t symbols;
    int64_t most_labels;
    int32_t is_normalised;    /* x has probabilities rather than activations */
    int32_t clears_gradients; /* of sequences that are too short for their labels */
};

#endif
