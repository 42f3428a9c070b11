/* Parameters of the kernels of recurrent networks, for the library and for the kernels. Sizes and strides count elements.
 *
 * The steps of the sequences of a batch have numbers, those of the first sequence first. A layer's arrays of numbers have a row
 * for each step. The tensors of the program have rows in another order, which a table of int32_t says for each step. */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENCE_PARAMETERS_H
#define OFFLOAD_TCK_CUDNN_RECURRENCE_PARAMETERS_H

#include <stdint.h>

/* cudnnRNNMode_t (cudnn_adv_infer.h of 8.9). */
typedef enum { CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU } cudnnRNNMode_t;

enum { MOST_GATES = 4, DIRECTIONS = 2 };

/* Integers that a kernel writes, as many as its parameters can have (4 KiB: CUDA C++ Programming Guide, "Function
 * Parameters"). */
enum { CHUNK = 960 };

struct chunk {
    uint64_t to;
    int64_t count;
    int32_t values[CHUNK];
};

/* Tables of int32_t. */
struct tables {
    uint64_t lengths; /* of each sequence */
    uint64_t firsts;  /* the number of the first step of each sequence */
    uint64_t starts;  /* the row of the program's tensors that a time starts with */
    uint64_t rows;    /* for each step, its row of the program's tensors */
    uint64_t before[DIRECTIONS]; /* for each step, the one before it; -1 - n for the initial state of sequence n */
    int64_t batch;
    int64_t longest;
    int64_t stride; /* rows from a sequence to the next one */
};

/* An array with a row for each step, or a matrix. */
struct lines {
    uint64_t data;
    uint64_t rows;    /* a table, or 0 */
    uint64_t before;  /* a table of steps that are read instead, or 0 */
    uint64_t initial; /* the rows of sequences for what is before the first step, or 0 for zeros */
    int64_t stride;   /* between rows */
    int64_t initial_stride;
    int32_t is_wide;  /* of the type that is computed with */
    int32_t is_deep;  /* as a factor: a row is for an index that is summed over */
};

/* to = sum of a b, for both directions, + extra + biases + what was there. Element (i, j) adds a(i, k) b(k, j). */
struct multiplication {
    struct lines a[DIRECTIONS];
    struct lines b[DIRECTIONS];
    struct lines to;
    struct lines extra;   /* its column is j modulo `extra_width` */
    int64_t extra_width;
    int64_t terms;        /* products, 0 to 2 */
    int64_t rows;
    int64_t columns;
    int64_t depth;
    uint64_t bias;        /* the addresses of vectors, or 0 */
    uint64_t second_bias;
    int64_t second_count; /* columns that have the second bias */
    int64_t adds;         /* to what was there */
};

/* One direction of a layer. Arrays of Number have a row for each step; `states` have one for each sequence. */
struct recurrence {
    struct tables tables;
    struct lines y;
    struct lines dy;
    uint64_t weights;    /* the recurrent matrices: of each gate, hidden x output */
    uint64_t projection; /* output x hidden, or 0 */
    uint64_t bias;       /* the recurrent bias of the new memory of GRU, or 0 */
    uint64_t gates;      /* before the recurrence, what inputs and biases give; then the values of the gates */
    uint64_t memory;     /* the cells of LSTM; the recurrent part of the new memory of GRU */
    uint64_t hidden;     /* outputs before a projection */
    uint64_t hx;
    uint64_t cx;
    uint64_t hy;
    uint64_t cy;
    uint64_t input_gradients;     /* of the sums of gates, for what inputs add */
    uint64_t recurrent_gradients; /* the same array, or another one for GRU */
    uint64_t output_gradients;    /* with a projection */
    uint64_t states;              /* gradients of the output and of the cell */
    uint64_t dhy;
    uint64_t dcy;
    uint64_t dhx;
    uint64_t dcx;
    int64_t hidden_size;
    int64_t output_size;
    double low; /* the range that cells are limited to */
    double high;
    int32_t mode; /* cudnnRNNMode_t */
    int32_t is_reverse;
    int32_t is_limited;
    int32_t keeps_nan; /* when cells are limited */
};

/* Elements behind the ends of sequences, which are set. */
struct sequence_padding {
    struct tables tables;
    uint64_t to;
    int64_t width;
    uint64_t value; /* the bytes of an element, the low ones first */
};

/* Sums of columns, which are written to vectors. */
struct totals {
    uint64_t from;
    uint64_t to;
    int64_t rows;
    int64_t columns;
    int64_t adds; /* to what was there */
};

/* The gradient of inputs that were added to each gate. */
struct fold {
    uint64_t gates[DIRECTIONS];
    struct lines to;
    int64_t rows;
    int64_t columns;
    int64_t gate_count;
    int64_t directions;
};

#endif
