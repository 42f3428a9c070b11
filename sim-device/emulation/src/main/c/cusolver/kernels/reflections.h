/* QR factors by Householder reflections (Golub and Van Loan, "Matrix Computations", 5.1 and 5.2; beta and tau are those of
 * LAPACK's larfg), in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_REFLECTIONS_H
#define OFFLOAD_TCK_CUSOLVER_REFLECTIONS_H

#include "collective.h"

/* The lines that a reflection changes: columns of a matrix for a factor on the left, rows for one on the right. */
template <class Number> struct lines {
    Number *data;
    int64_t element; /* step to the next element of a line */
    int64_t line;    /* step to the next line */
    int64_t count;
    bool are_rows;
};

/* Multiplies each line by I - tau v v^H, with a thread for a line. */
template <class Number> FUNCTION void reflect(const Number *v, int64_t length, Number tau, const lines<Number> &of) {
    for (int64_t each = thread_x(); each < of.count; each += THREADS) {
        Number *line = of.data + each * of.line;
        wide_of<Number> sum = widened(line[0]);
        for (int64_t at = 1; at < length; at++) {
            Number factor = of.are_rows ? v[at] : conjugate(v[at]);
            sum = sum + widened(factor) * widened(line[at * of.element]);
        }
        Number product = narrowed<Number>(sum) * tau;
        line[0] = line[0] - product;
        for (int64_t at = 1; at < length; at++) {
            Number factor = of.are_rows ? conjugate(v[at]) : v[at];
            line[at * of.element] = line[at * of.element] - factor * product;
        }
    }
    barrier();
}

/* The length of a vector. */
template <class Number> DEVICE double length_of(const Number *values, int64_t count) {
    double scale = largest_element(values, count).size;
    if (!(scale > 0)) {
        return 0;
    }
    double own = 0;
    for (int64_t each = thread_x(); each < count; each += THREADS) {
        own += square(scaled(1 / scale, widened(values[each])));
    }
    return scale * square_root(sum_of(own));
}

/* Replaces a column by beta and the rest of v, and returns tau: H^H column = (beta, 0, ...). */
template <class Number> DEVICE Number make_reflection(Number *column, int64_t length) {
    double rest = length_of(column + 1, length - 1);
    wide_of<Number> alpha = widened(column[0]);
    barrier();
    if (rest == 0 && imaginary_part(alpha) == 0) {
        return number<Number>::of(0, 0);
    }
    double parts[] = {real_part(alpha), imaginary_part(alpha), rest};
    double scale = 0;
    for (double part : parts) {
        scale = size(part) > scale ? size(part) : scale;
    }
    double sum = 0;
    for (double part : parts) {
        sum += (part / scale) * (part / scale);
    }
    double beta = parts[0] >= 0 ? -scale * square_root(sum) : scale * square_root(sum);
    wide_of<Number> divisor = alpha - number<wide_of<Number>>::of(beta, 0);
    for (int64_t row = thread_x(); row < length; row += THREADS) {
        column[row] = row == 0 ? number<Number>::of(beta, 0) : narrowed<Number>(widened(column[row]) / divisor);
    }
    return number<Number>::of((beta - parts[0]) / beta, -parts[1] / beta);
}

/* Replaces the part of a column from the diagonal on, and reflects the columns after it. Returns tau. */
template <class Number> DEVICE Number eliminate_column(Number *a, int64_t lead, int64_t rows, int64_t columns, int64_t at) {
    Number *column = a + at + at * lead;
    Number tau = make_reflection(column, rows - at);
    barrier();
    lines<Number> rest = {column + lead, 1, lead, columns - at - 1, false};
    reflect(column, rows - at, conjugate(tau), rest);
    return tau;
}

/* A = Q R. R is the upper triangle. */
template <class Number>
DEVICE void factorise_columns(Number *a, int64_t lead, int64_t rows, int64_t columns, Number *taus) {
    for (int64_t at = 0; at < rows && at < columns; at++) {
        Number tau = eliminate_column(a, lead, rows, columns, at);
        if (thread_x() == 0) {
            taus[at] = tau;
        }
    }
}

template <class Number> DEVICE void geqrf(const reflections &of) {
    factorise_columns(matrix_of<Number>(of.a), of.a.lead, of.rows, of.columns, (Number *)of.tau);
    report(of.info, 0);
}

/* Replaces reflections by the columns of their product. */
template <class Number> DEVICE void orgqr(const reflections &of) {
    Number *a = matrix_of<Number>(of.a);
    int64_t lead = of.a.lead;
    for (int64_t column = of.count + warp(); column < of.columns; column += WARPS) {
        for (int64_t row = lane(); row < of.rows; row += LANES) {
            a[row + column * lead] = number<Number>::of(row == column, 0);
        }
    }
    barrier();
    for (int64_t at = of.count - 1; at >= 0; at--) {
        Number tau = ((const Number *)of.tau)[at];
        Number *column = a + at * lead;
        lines<Number> rest = {column + at + lead, 1, lead, of.columns - at - 1, false};
        reflect(column + at, of.rows - at, tau, rest);
        Number zero = number<Number>::of(0, 0);
        for (int64_t row = thread_x(); row < of.rows; row += THREADS) {
            column[row] = row < at ? zero : row == at ? number<Number>::of(1, 0) - tau : zero - tau * column[row];
        }
        barrier();
    }
    report(of.info, 0);
}

/* C = op(Q) C, or C op(Q), with Q = H(1) H(2) ... */
template <class Number> DEVICE void ormqr(const reflections &of) {
    const Number *a = matrix_of<Number>(of.a);
    Number *c = matrix_of<Number>(of.c);
    int64_t lead = of.c.lead;
    bool is_right = of.is_right;
    bool is_forward = is_right != (of.is_adjoint != 0);
    for (int64_t step = 0; step < of.count; step++) {
        int64_t at = is_forward ? step : of.count - 1 - step;
        Number tau = ((const Number *)of.tau)[at];
        lines<Number> rest = is_right ? lines<Number>{c + at * lead, lead, 1, of.rows, true}
                                      : lines<Number>{c + at, 1, lead, of.columns, false};
        reflect(a + at + at * of.a.lead, (is_right ? of.columns : of.rows) - at, of.is_adjoint ? conjugate(tau) : tau,
                rest);
    }
    report(of.info, 0);
}

#endif
