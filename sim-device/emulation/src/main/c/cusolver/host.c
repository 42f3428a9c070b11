/* Systems of equations with sparse matrices that the host solves: csrlsvluHost, csrlsvqrHost and csrlsvcholHost. All types are
 * computed in double precision. Each of the methods has one array with all columns of a row. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cusolver.h"

typedef double complex number;

/* A matrix with its values, and the right side, which the solution replaces. */
typedef struct {
    int order;
    int32_t *offsets;
    int32_t *columns;
    number *values;
    number *sides;
    double tolerance;
    struct pattern pattern; /* of R, or of U */
    int64_t size;           /* elements of U for which there is memory */
    number *factor;         /* the values of R, or of U, the pivot of a row first */
    number *line;           /* all columns of a row, which is 0 before and after each */
} host_system;

/* The result of a method if it has no memory; otherwise a row, or -1. */
enum { NO_MEMORY = -2 };

static number read_number(cudaDataType type, const void *values, size_t at) {
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

static void write_number(cudaDataType type, void *values, size_t at, number value) {
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

/* R x = c, from the last row on. */
static void substitute(host_system *of) {
    for (int row = of->order - 1; row >= 0; row--) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        for (int64_t each = begin + 1; each < end; each++) {
            of->sides[row] -= of->factor[each] * of->sides[of->pattern.columns[each]];
        }
        of->sides[row] /= of->factor[begin];
    }
}

/* The same with the columns of U in the order of their pivots, the first of each row. */
static void substitute_pivots(host_system *of) {
    for (int row = of->order - 1; row >= 0; row--) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        for (int64_t each = begin + 1; each < end; each++) {
            of->sides[row] -= of->factor[each] * of->line[of->pattern.columns[each]];
        }
        of->line[of->pattern.columns[begin]] = of->sides[row] / of->factor[begin];
    }
    memcpy(of->sides, of->line, (size_t)of->order * sizeof *of->sides);
}

/* Subtracts earlier rows of U from the line, so that it has no element in the columns of their pivots. */
static void eliminate(host_system *of, int row) {
    for (int above = 0; above < row; above++) {
        int64_t begin = of->pattern.offsets[above], end = of->pattern.offsets[above + 1];
        number *element = of->line + of->pattern.columns[begin];
        if (*element != 0) {
            number factor = *element / of->factor[begin];
            for (int64_t each = begin + 1; each < end; each++) {
                of->line[of->pattern.columns[each]] -= factor * of->factor[each];
            }
            *element = 0;
            of->sides[row] -= factor * of->sides[above];
        }
    }
}

/* Makes room for a row of U with all columns. */
static int reserve(host_system *of, int row) {
    int64_t needed = of->pattern.offsets[row] + of->order;
    if (needed <= of->size) {
        return 1;
    }
    int64_t size = 2 * needed;
    void *columns = realloc(of->pattern.columns, (size_t)size * sizeof *of->pattern.columns);
    of->pattern.columns = columns == NULL ? of->pattern.columns : columns;
    void *values = realloc(of->factor, (size_t)size * sizeof *of->factor);
    of->factor = values == NULL ? of->factor : values;
    of->size = columns == NULL || values == NULL ? of->size : size;
    return columns != NULL && values != NULL;
}

/* Moves the line to a row of U, its largest element first, and returns the absolute value of that one. */
static double store_row(host_system *of, int row) {
    int64_t begin = of->pattern.offsets[row], end = begin;
    for (int32_t column = 0; column < of->order; column++) {
        if (of->line[column] == 0) {
            continue;
        }
        int is_largest = end == begin || cabs(of->line[column]) > cabs(of->factor[begin]);
        int64_t at = is_largest ? begin : end;
        of->factor[end] = of->factor[at];
        of->pattern.columns[end++] = of->pattern.columns[at];
        of->factor[at] = of->line[column];
        of->pattern.columns[at] = column;
        of->line[column] = 0;
    }
    of->pattern.offsets[row + 1] = end;
    return end == begin ? 0 : cabs(of->factor[begin]);
}

static void add_to_line(host_system *of, int row) {
    for (int32_t at = of->offsets[row]; at < of->offsets[row + 1]; at++) {
        of->line[of->columns[at]] += of->values[at];
    }
}

/* LU factors by rows, of which the pivots are the largest elements. */
static int solve_by_pivots(host_system *of) {
    for (int row = 0; row < of->order; row++) {
        REQUIRE(reserve(of, row), NO_MEMORY);
        add_to_line(of, row);
        eliminate(of, row);
        REQUIRE(store_row(of, row) > of->tolerance, row);
    }
    substitute_pivots(of);
    return -1;
}

/* Rotates the line and a row of R, so that the line's element in the first column of that row becomes 0. */
static void rotate(host_system *of, int row, number *side) {
    int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
    number a = of->factor[begin], b = of->line[row];
    double length = hypot(cabs(a), cabs(b));
    if (length == 0) {
        return;
    }
    number cosine = conj(a) / length, sine = conj(b) / length;
    for (int64_t each = begin; each < end; each++) {
        number r = of->factor[each], w = of->line[of->pattern.columns[each]];
        of->factor[each] = cosine * r + sine * w;
        of->line[of->pattern.columns[each]] = each == begin ? 0 : -conj(sine) * r + conj(cosine) * w;
    }
    number r = of->sides[row];
    of->sides[row] = cosine * r + sine * *side;
    *side = -conj(sine) * r + conj(cosine) * *side;
}

/* Returns the first row of R whose diagonal is not greater than the tolerance, or -1. */
static int find_small(const host_system *of) {
    for (int row = 0; row < of->order; row++) {
        int is_empty = of->pattern.offsets[row] == of->pattern.offsets[row + 1];
        if (is_empty || !(cabs(of->factor[of->pattern.offsets[row]]) > of->tolerance)) {
            return row;
        }
    }
    return -1;
}

static int solve_rotated(host_system *of) {
    number *given = of->sides;
    of->sides = calloc((size_t)of->order + 1, sizeof *of->sides);
    for (int row = 0; of->sides != NULL && row < of->order; row++) {
        number side = given[row];
        add_to_line(of, row);
        for (int column = 0; column < of->order; column++) {
            if (of->line[column] != 0) {
                rotate(of, column, &side);
            }
        }
    }
    free(given);
    int singular = of->sides == NULL ? NO_MEMORY : find_small(of);
    if (singular == -1) {
        substitute(of);
    }
    return singular;
}

/* The place of a column in a row of R, which has it. */
static int64_t find_place(const host_system *of, int row, int32_t column) {
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

static void load_triangle(host_system *of) {
    for (int row = 0; row < of->order; row++) {
        for (int32_t at = of->offsets[row]; at < of->offsets[row + 1]; at++) {
            if (of->columns[at] <= row) {
                of->factor[find_place(of, of->columns[at], row)] += conj(of->values[at]);
            }
        }
    }
}

/* Subtracts the products with a row of R from the rows below, and from the right side. */
static void subtract_row(host_system *of, int row) {
    int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
    for (int64_t below = begin + 1; below < end; below++) {
        int32_t to = of->pattern.columns[below];
        number factor = conj(of->factor[below]);
        for (int64_t each = below; each < end; each++) {
            of->factor[find_place(of, to, of->pattern.columns[each])] -= factor * of->factor[each];
        }
        of->sides[to] -= factor * of->sides[row];
    }
}

static int solve_definite(host_system *of) {
    load_triangle(of);
    for (int row = 0; row < of->order; row++) {
        int64_t begin = of->pattern.offsets[row], end = of->pattern.offsets[row + 1];
        double pivot = creal(of->factor[begin]), root = pivot > 0 ? sqrt(pivot) : 0;
        REQUIRE(root > of->tolerance, row);
        of->factor[begin] = root;
        for (int64_t each = begin + 1; each < end; each++) {
            of->factor[each] /= root;
        }
        of->sides[row] /= root;
        subtract_row(of, row);
    }
    substitute(of);
    return -1;
}

/* What the functions are given. */
typedef struct {
    struct host_matrix matrix;
    cudaDataType type;
    const void *values;
    const void *b;
    double tolerance;
    int reordering;
    void *x;
    int *singular;
} request;

static cusolverStatus_t check(cusolverSpHandle_t handle, const request *given) {
    OPEN(handle);
    VALID(given->singular != NULL && given->tolerance >= 0);
    VALID(given->reordering >= 0 && given->reordering <= LAST_REORDERING);
    VALID(given->matrix.count <= 0 || given->values != NULL);
    VALID(given->matrix.rows <= 0 || (given->b != NULL && given->x != NULL));
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t read_system(const request *given, host_system *system) {
    size_t order = (size_t)given->matrix.rows, count = (size_t)given->matrix.count;
    TRY(read_indices(&given->matrix, &system->offsets, &system->columns));
    system->values = malloc((count + 1) * sizeof *system->values);
    system->sides = malloc((order + 1) * sizeof *system->sides);
    system->line = calloc(order + 1, sizeof *system->line);
    REQUIRE(system->values != NULL && system->sides != NULL && system->line != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    for (size_t at = 0; at < count; at++) {
        system->values[at] = read_number(given->type, given->values, at);
    }
    for (size_t at = 0; at < order; at++) {
        system->sides[at] = read_number(given->type, given->b, at);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

/* U is found row by row; the pattern of R is known before. */
static cusolverStatus_t prepare(host_system *system, const enum factor *factor) {
    if (factor == NULL) {
        system->pattern.offsets = calloc((size_t)system->order + 1, sizeof *system->pattern.offsets);
        return system->pattern.offsets == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
    }
    TRY(find_pattern(*factor, system->order, system->offsets, system->columns, &system->pattern));
    system->factor = calloc((size_t)system->pattern.offsets[system->order] + 1, sizeof *system->factor);
    return system->factor == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

static int solve_system(host_system *system, const enum factor *factor) {
    if (factor == NULL) {
        return solve_by_pivots(system);
    }
    return *factor == CHOLESKY ? solve_definite(system) : solve_rotated(system);
}

/* `factor` is null for LU factors. */
static cusolverStatus_t solve(cusolverSpHandle_t handle, const request *given, const enum factor *factor) {
    host_system system = {.order = given->matrix.rows, .tolerance = given->tolerance};
    TRY(check(handle, given));
    cusolverStatus_t status = read_system(given, &system);
    status = status == CUSOLVER_STATUS_SUCCESS ? prepare(&system, factor) : status;
    int singular = status == CUSOLVER_STATUS_SUCCESS ? solve_system(&system, factor) : NO_MEMORY;
    if (status == CUSOLVER_STATUS_SUCCESS) {
        status = singular == NO_MEMORY ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
    }
    for (int at = 0; singular == -1 && at < system.order; at++) {
        write_number(given->type, given->x, (size_t)at, system.sides[at]);
    }
    if (status == CUSOLVER_STATUS_SUCCESS) {
        *given->singular = singular;
    }
    free(system.offsets);
    free(system.columns);
    free(system.values);
    free(system.sides);
    free(system.line);
    free(system.factor);
    free_pattern(&system.pattern);
    return status;
}

/* `real` is the type of the tolerance. */
#define SOLVE(letter, name, factor, type, real)                                                                        \
    EXPORT cusolverStatus_t cusolverSp##letter##name(                                                                  \
        cusolverSpHandle_t handle, int order, int count, cusparseMatDescr_t descriptor, const void *values,            \
        const int *offsets, const int *columns, const void *b, real tolerance, int reordering, void *x,                \
        int *singular) {                                                                                               \
        struct host_matrix matrix = {order, order, count, descriptor, offsets, columns};                               \
        request given = {matrix, type, values, b, tolerance, reordering, x, singular};                                 \
        return solve(handle, &given, factor);                                                                          \
    }

static const enum factor rotated = ROTATED, cholesky = CHOLESKY;

#define TYPED(letter, type, real)                                                                                      \
    SOLVE(letter, csrlsvluHost, NULL, type, real)                                                                      \
    SOLVE(letter, csrlsvqrHost, &rotated, type, real)                                                                  \
    SOLVE(letter, csrlsvcholHost, &cholesky, type, real)

TYPED(S, CUDA_R_32F, float)
TYPED(D, CUDA_R_64F, double)
TYPED(C, CUDA_C_32F, float)
TYPED(Z, CUDA_C_64F, double)
