/* Elements of matrices, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_ELEMENTS_H
#define OFFLOAD_TCK_CUBLAS_ELEMENTS_H

#include "numbers.h"

template <class Element> DEVICE Element *matrix(const view &view, int64_t batch) {
    return view.has_addresses ? ((Element **)view.data)[batch] : (Element *)view.data + batch * view.batch;
}

/* A place in a matrix: where it is stored, or which value it has without being stored. */
struct place {
    int64_t offset;
    bool is_stored;
    bool is_one;
    bool is_conjugate;
    bool is_real;
};

/* The offset of a stored element; -1 outside the diagonals of a banded matrix. */
DEVICE int64_t offset(const view &view, int64_t row, int64_t column) {
    switch (view.storage) {
    case PACKED:
        return view.is_lower ? row + column * (2 * view.order - column - 1) / 2 : row + column * (column + 1) / 2;
    case BANDED:
        return row - column > view.below || column - row > view.above ? -1
                                                                      : view.above + row - column + column * view.column;
    default:
        return row * view.row + column * view.column;
    }
}

DEVICE place find(const view &view, int64_t row, int64_t column) {
    place found = {0, true, false, view.is_conjugate != 0, false};
    if (view.is_transposed) {
        int64_t other = row;
        row = column;
        column = other;
    }
    if (view.shape != GENERAL && (view.is_lower ? row < column : row > column)) {
        int64_t other = row;
        row = column;
        column = other;
        found.is_stored = view.shape != TRIANGULAR;
        found.is_conjugate ^= view.shape == HERMITIAN;
    }
    if (row == column) {
        found.is_one = view.has_unit_diagonal;
        found.is_real = view.shape == HERMITIAN;
    }
    found.offset = offset(view, row, column);
    found.is_stored = found.is_stored && found.offset >= 0 && !found.is_one;
    return found;
}

/* An element that is stored elsewhere, or not at all. */
template <class Sum, class Element>
FUNCTION Sum other_element(const Element *elements, const view &view, int64_t row, int64_t column) {
    place at = find(view, row, column);
    if (!at.is_stored) {
        return number<Sum>::of(at.is_one ? 1 : 0, 0);
    }
    Sum found = widen(elements[at.offset]);
    found = at.is_conjugate ? conjugate(found) : found;
    return at.is_real ? real(found) : found;
}

template <class Sum, class Element>
DEVICE Sum element(const Element *elements, const view &view, int64_t row, int64_t column) {
    if (view.shape != GENERAL || view.storage != FULL || view.is_conjugate) {
        return other_element<Sum>(elements, view, row, column);
    }
    return widen(elements[row * view.row + column * view.column]);
}

#endif
