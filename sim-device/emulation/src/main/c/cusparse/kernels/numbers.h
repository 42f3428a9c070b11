/* Factors and indices, in device code. */
#ifndef OFFLOAD_TCK_CUSPARSE_NUMBERS_H
#define OFFLOAD_TCK_CUSPARSE_NUMBERS_H

#include "../../mathematics/numbers.h"
#include "../parameters.h"

/* The threads of a block of which all wait for each other. */
enum { BLOCK = 256 };

template <class Number> DEVICE Number value(const scalar &factor) {
    return factor.device == 0 ? number<Number>::of(factor.re, factor.im) : *(const Number *)factor.device;
}

/* alpha sum + beta earlier. With a beta of 0, the earlier value is not read (cuSPARSE Library, "cusparseSpMV()"). */
template <class Number> DEVICE Number combined(const scalar &alpha, Number sum, const scalar &beta, const Number *earlier) {
    Number factor = value<Number>(beta);
    Number scaled = value<Number>(alpha) * sum;
    return is_zero(factor) ? scaled : scaled + factor * *earlier;
}

template <class Number> DEVICE Number *place(const dense &matrix, int64_t batch, int64_t row, int64_t column) {
    return (Number *)matrix.data + batch * matrix.batch + row * matrix.row + column * matrix.column;
}

template <class Number> DEVICE Number element(const dense &matrix, int64_t batch, int64_t row, int64_t column) {
    Number found = *place<Number>(matrix, batch, row, column);
    return matrix.is_conjugate ? conjugate(found) : found;
}

/* An index, from 0 on. */
DEVICE int64_t read(const indices &array, int64_t batch, int64_t at) {
    int64_t element = batch * array.batch + at;
    int64_t found = array.is_wide ? ((const int64_t *)array.data)[element] : ((const int *)array.data)[element];
    return found - array.base;
}

DEVICE void write(const indices &array, int64_t batch, int64_t at, int64_t index) {
    int64_t element = batch * array.batch + at;
    if (array.is_wide) {
        ((int64_t *)array.data)[element] = index + array.base;
    } else {
        ((int *)array.data)[element] = (int)(index + array.base);
    }
}

/* The last line that begins at an element or before it. */
DEVICE int64_t line(const entries &entries, int64_t batch, int64_t element) {
    if (entries.offsets.data == 0) {
        return read(entries.lines, batch, element);
    }
    int64_t found = 0;
    for (int64_t end = entries.line_count; end - found > 1;) {
        int64_t middle = found + (end - found) / 2;
        if (read(entries.offsets, batch, middle) <= element) {
            found = middle;
        } else {
            end = middle;
        }
    }
    return found;
}

struct position {
    int64_t row;
    int64_t column;
};

DEVICE position position_of(const entries &entries, int64_t batch, int64_t element) {
    int64_t along = line(entries, batch, element);
    int64_t other = read(entries.others, batch, element);
    return entries.is_by_columns ? position{other, along} : position{along, other};
}

/* The element at a place of a matrix that is read by rows. */
DEVICE int64_t element_at(const sparse &matrix, int64_t batch, int64_t at) {
    return matrix.order == 0 ? at : ((const int64_t *)matrix.order)[batch * matrix.order_batch + at];
}

template <class Number> DEVICE Number value_of(const sparse &matrix, int64_t batch, int64_t element) {
    Number found = ((const Number *)matrix.values)[batch * matrix.batch + element];
    return matrix.is_conjugate ? conjugate(found) : found;
}

#endif
