/* QR and Cholesky factors of sparse matrices of the host, and the steps of all factors. A row is rotated in an array with all
 * columns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hostfactors.h"

number read_number(cudaDataType type, const void *values, size_t at) {
    switch (type) {
    case CUDA_R_32F:
        return ((const float *)values)[at];
    case CUDA_R_64F:
        return ((const double *)values)[at];
    case CUDA_C_32F:
        return ((const float complex *)values)[at];
    default:
        return ((const number *)values)[at];
    }
}

void write_number(cudaDataType type, void *values, size_t at, number value) {
    switch (type) {
    case CUDA_R_32F:
        ((float *)values)[at] = (float)creal(value);
        break;
    case CUDA_R_64F:
        ((double *)values)[at] = creal(value);
        break;
    case CUDA_C_32F:
        ((float complex *)values)[at] = (float complex)value;
        break;
    default:
        ((number *)values)[at] = value;
        break;
    }
}

void free_factors(struct host_factors *of) {
    void *all[] = {of->offsets, of->columns,       of->values,     of->r,            of->line,          of->rotations,
                   of->pivots,  of->lower.offsets, of->lower.rows, of->lower.values, of->upper.offsets, of->upper.rows,
                   of->upper.values};
    for (size_t each = 0; each < sizeof all / sizeof *all; each++) {
        free(all[each]);
    }
    free_pattern(&of->pattern);
    *of = (struct host_factors){.factor = of->factor};
}

static cusolverStatus_t read_pattern(struct host_factors *of, const struct host_matrix *matrix) {
    TRY(read_indices(matrix, &of->offsets, &of->columns));
    of->rows = matrix->rows;
    of->order = matrix->columns;
    of->values = calloc((size_t)matrix->count + 1, sizeof *of->values);
    of->line = calloc((size_t)of->order + 1, sizeof *of->line);
    REQUIRE(of->values != NULL && of->line != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    if (of->factor == PIVOTED) {
        return CUSOLVER_STATUS_SUCCESS;
    }
    TRY(find_pattern(of->factor, of->rows, of->order, of->offsets, of->columns, &of->pattern));
    of->r = calloc((size_t)of->pattern.offsets[of->order] + 1, sizeof *of->r);
    int64_t steps = of->factor == ROTATED ? of->pattern.ends[of->rows] : 0;
    of->rotations = malloc(((size_t)steps + 1) * sizeof *of->rotations);
    return of->r == NULL || of->rotations == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t analyse(struct host_factors *of, const struct host_matrix *matrix) {
    free_factors(of);
    cusolverStatus_t status = read_pattern(of, matrix);
    if (status != CUSOLVER_STATUS_SUCCESS) {
        free_factors(of);
    }
    of->is_analysed = status == CUSOLVER_STATUS_SUCCESS;
    return status;
}

void load_values(struct host_factors *of, cudaDataType type, const void *values) {
    for (int32_t at = 0; at < of->offsets[of->rows]; at++) {
        of->values[at] = read_number(type, values, (size_t)at);
    }
    of->is_loaded = 1;
}

/* Rotates the line and a row of R, so that the line's element in the first column of that row becomes 0. The line replaces a row
 * that has no element yet. */
static struct rotation rotate(struct host_factors *of, int row, int is_first) {
    int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
    number a = of->r[begin], b = of->line[row];
    double length = hypot(cabs(a), cabs(b));
    struct rotation by = {is_first || length == 0 ? !is_first : conj(a) / length,
                          is_first || length == 0 ? is_first : conj(b) / length};
    for (int64_t each = begin; each < end; each++) {
        number r = of->r[each], w = of->line[of->pattern.columns[each]];
        of->r[each] = by.cosine * r + by.sine * w;
        of->line[of->pattern.columns[each]] = each == begin ? 0 : -conj(by.sine) * r + conj(by.cosine) * w;
    }
    return by;
}

static void factorise_rotated(struct host_factors *of) {
    for (int row = 0; row < of->rows; row++) {
        for (int32_t at = of->offsets[row]; at < of->offsets[row + 1]; at++) {
            of->line[of->columns[at]] += of->values[at];
        }
        for (int64_t at = of->pattern.ends[row]; at < of->pattern.ends[row + 1]; at++) {
            int32_t step = of->pattern.steps[at];
            of->rotations[at] = rotate(of, step < 0 ? ~step : step, step < 0);
        }
    }
}

/* The place of a column in a row of R, which has it. */
static int64_t find_place(const struct host_factors *of, int row, int32_t column) {
    int64_t least = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
    while (least + 1 < end) {
        int64_t middle = least + (end - least) / 2;
        if (of->pattern.columns[middle] <= column) {
            least = middle;
        } else {
            end = middle;
        }
    }
    return least;
}

static void load_triangle(struct host_factors *of) {
    for (int row = 0; row < of->order; row++) {
        for (int32_t at = of->offsets[row]; at < of->offsets[row + 1]; at++) {
            if (of->columns[at] <= row) {
                of->r[find_place(of, of->columns[at], row)] += conj(of->values[at]);
            }
        }
    }
}

/* Subtracts the products with a row of R from the rows below. */
static void subtract_row(struct host_factors *of, int row) {
    int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
    for (int64_t below = begin + 1; below < end; below++) {
        number factor = conj(of->r[below]);
        for (int64_t each = below; each < end; each++) {
            of->r[find_place(of, of->pattern.columns[below], of->pattern.columns[each])] -= factor * of->r[each];
        }
    }
}

/* Stops at the first pivot that has no root. */
static void factorise_definite(struct host_factors *of) {
    load_triangle(of);
    for (int row = 0; row < of->order; row++) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        double pivot = creal(of->r[begin]), root = pivot > 0 ? sqrt(pivot) : 0;
        if (root == 0) {
            of->failed = row;
            return;
        }
        of->r[begin] = root;
        for (int64_t each = begin + 1; each < end; each++) {
            of->r[each] /= root;
        }
        subtract_row(of, row);
    }
}

cusolverStatus_t factorise(struct host_factors *of, double threshold) {
    of->is_factorised = 0;
    of->failed = of->order;
    if (of->factor == PIVOTED) {
        TRY(factorise_pivoted(of, threshold));
    } else {
        memset(of->r, 0, (size_t)of->pattern.offsets[of->order] * sizeof *of->r);
        if (of->factor == ROTATED) {
            factorise_rotated(of);
        } else {
            factorise_definite(of);
        }
    }
    of->is_factorised = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

/* The diagonal element of R or U; 0 for a row of R without elements. */
static number diagonal(const struct host_factors *of, int row) {
    if (of->factor == PIVOTED) {
        return of->upper.values[of->upper.offsets[row + 1] - 1];
    }
    return of->pattern.offsets[row] == of->pattern.offsets[row + 1] ? 0 : of->r[of->pattern.offsets[row]];
}

int find_small(const struct host_factors *of, double tolerance) {
    for (int row = 0; row < of->failed; row++) {
        if (!(cabs(diagonal(of, row)) > tolerance)) {
            return row;
        }
    }
    return of->failed < of->order ? of->failed : -1;
}

/* Q^H b. An element of b that no rotation has moved to a row of R is a residual. */
static void apply_rotations(const struct host_factors *of, const number *b, number *sides) {
    memset(sides, 0, (size_t)of->order * sizeof *sides);
    for (int row = 0; row < of->rows; row++) {
        number side = b[row];
        for (int64_t at = of->pattern.ends[row]; at < of->pattern.ends[row + 1]; at++) {
            const struct rotation *by = of->rotations + at;
            int32_t step = of->pattern.steps[at], to = step < 0 ? ~step : step;
            number upper = sides[to];
            sides[to] = by->cosine * upper + by->sine * side;
            side = -conj(by->sine) * upper + conj(by->cosine) * side;
        }
    }
}

/* R^H y = b. */
static void substitute_adjoint(const struct host_factors *of, number *sides) {
    for (int row = 0; row < of->order; row++) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        sides[row] /= conj(of->r[begin]);
        for (int64_t each = begin + 1; each < end; each++) {
            sides[of->pattern.columns[each]] -= conj(of->r[each]) * sides[row];
        }
    }
}

/* R x = c, from the last row on. */
static void substitute(const struct host_factors *of, number *sides) {
    for (int row = of->order - 1; row >= 0; row--) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        for (int64_t each = begin + 1; each < end; each++) {
            sides[row] -= of->r[each] * sides[of->pattern.columns[each]];
        }
        sides[row] /= diagonal(of, row);
    }
}

cusolverStatus_t solve_factors(const struct host_factors *of, cudaDataType type, const void *b, void *x) {
    number *given = malloc(((size_t)of->rows + 1) * sizeof *given);
    number *sides = malloc(((size_t)of->order + 1) * sizeof *sides);
    int is_done = given != NULL && sides != NULL;
    for (int at = 0; is_done && at < of->rows; at++) {
        given[at] = read_number(type, b, (size_t)at);
    }
    if (is_done && of->factor == ROTATED) {
        apply_rotations(of, given, sides);
        substitute(of, sides);
    } else if (is_done) {
        memcpy(sides, given, (size_t)of->order * sizeof *sides);
        if (of->factor == CHOLESKY) {
            substitute_adjoint(of, sides);
            substitute(of, sides);
        } else {
            solve_pivoted(of, sides);
        }
    }
    for (int at = 0; is_done && at < of->order; at++) {
        write_number(type, x, (size_t)at, sides[at]);
    }
    free(given);
    free(sides);
    return is_done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
