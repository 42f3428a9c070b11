/* Operands of layers and reductions of rows, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_OPERANDS_H
#define OFFLOAD_TCK_CUDNN_OPERANDS_H

#include "../layers/parameters.h"
#include "functions.h"

/* The type of the tensors that a module is made for. */
template <class Element> struct type_of;
template <> struct type_of<float> {
    static constexpr int value = CUDNN_DATA_FLOAT;
};
template <> struct type_of<double> {
    static constexpr int value = CUDNN_DATA_DOUBLE;
};
template <> struct type_of<half> {
    static constexpr int value = CUDNN_DATA_HALF;
};
template <> struct type_of<bfloat16> {
    static constexpr int value = CUDNN_DATA_BFLOAT16;
};

/* Reads an element of a type that is not the module's. */
template <class Number> FUNCTION Number read_other(uint64_t data, int type, int64_t at) {
    view view;
    view.data = data;
    view.type = type;
    return fetch<Number>(view, at);
}

template <class Number> FUNCTION void write_other(uint64_t data, int type, int64_t at, Number value) {
    view view;
    view.data = data;
    view.type = type;
    store<Number>(view, at, value);
}

template <class Element, class Number> DEVICE Number read(const operand &from, int64_t at) {
    return from.type == type_of<Element>::value ? (Number)widen(((const Element *)from.data)[at])
                                                : read_other<Number>(from.data, from.type, at);
}

template <class Element, class Number> DEVICE void write(const operand &to, int64_t at, Number value) {
    if (to.type == type_of<Element>::value) {
        ((Element *)to.data)[at] = narrow<Element>::of(value);
    } else {
        write_other<Number>(to.data, to.type, at, value);
    }
}

/* A result scaled by alpha, and what was there by beta, which is not read if beta is 0. */
template <class Element, class Number>
DEVICE void blend(const operand &to, int64_t at, double alpha, double beta, Number value) {
    Number sum = (Number)alpha * value;
    if (beta != 0) {
        sum += (Number)beta * read<Element, Number>(to, at);
    }
    write<Element, Number>(to, at, sum);
}

/* The offset of an index of the dimensions from `first` up to `end`. */
DEVICE int64_t offset(const space &space, const operand &operand, int first, int end, int64_t index) {
    int64_t sum = 0;
    for (int each = end - 1; each > first; each--) {
        sum += index % space.sizes[each] * operand.steps[each];
        index /= space.sizes[each];
    }
    return first < end ? sum + index * operand.steps[first] : 0;
}

DEVICE int64_t row_offset(const space &space, const operand &operand, int64_t row) {
    return offset(space, operand, 0, space.kept, row);
}

DEVICE int64_t term_offset(const space &space, const operand &operand, int64_t term) {
    return offset(space, operand, space.kept, space.rank, term);
}

/* The threads of a block that share a row: `size` of them, a power of two. */
struct group {
    unsigned size;
    unsigned rank;
    int64_t row;
    int64_t rows; /* that all blocks take at once */

    DEVICE group of(unsigned size) {
        return {size, thread_x() % size, thread() / size, threads() / size};
    }
};

struct sum_of {
    template <class Number> DEVICE Number of(Number a, Number b) { return a + b; }
};

struct product_of {
    template <class Number> DEVICE Number of(Number a, Number b) { return a * b; }
};

/* The greater number; one that is none is not one to find. */
struct greater_of {
    template <class Number> DEVICE Number of(Number a, Number b) { return b > a || is_nan(a) ? b : a; }
};

/* The values of the threads of a group in one order, for each of them. All threads of the block must call it. */
template <class Operation, class Value> DEVICE Value combined(const group &group, Value own) {
    SHARED Value values[THREADS];
    barrier();
    values[thread_x()] = own;
    for (unsigned distance = group.size / 2; distance > 0; distance /= 2) {
        barrier();
        if (group.rank < distance) {
            values[thread_x()] = Operation::of(values[thread_x()], values[thread_x() + distance]);
        }
    }
    barrier();
    return values[thread_x() - group.rank];
}

/* Whether any group of the block has a row left: the first one has the least. */
DEVICE bool has_rows(const group &group, const space &space) {
    return group.row - thread_x() / group.size < space.rows;
}

#endif
