/* LU factors of a sparse matrix of the host, column by column, with partial pivoting (J. Gilbert and T. Peierls, "Sparse partial
 * pivoting in time proportional to arithmetic operations", 1988). Elements that become 0 by chance are kept, so that the
 * pattern of the factors holds for matrices with other values. */
#include <stdlib.h>
#include <string.h>

#include "hostfactors.h"

/* A column on its way: its elements by rows of A, and which rows it has. */
typedef struct {
    struct host_factors *of;
    int64_t *starts;   /* of the columns of A */
    int32_t *row_of;   /* of the elements of A by columns */
    int64_t *element;  /* and their places in A */
    int32_t *place_of; /* the place of a row in P A, or -1 */
    number *line;
    char *is_set;
    int32_t *touched;  /* the rows that are set */
    int count;
} work;

/* Sorts the elements of A by columns. */
static void transpose(work *to) {
    struct host_factors *of = to->of;
    for (int32_t at = 0; at < of->offsets[of->order]; at++) {
        to->starts[of->columns[at] + 1]++;
    }
    for (int column = 0; column < of->order; column++) {
        to->starts[column + 1] += to->starts[column];
    }
    for (int row = of->order - 1; row >= 0; row--) {
        for (int32_t at = of->offsets[row]; at < of->offsets[row + 1]; at++) {
            int64_t place = --to->starts[of->columns[at] + 1];
            to->row_of[place] = row;
            to->element[place] = at;
        }
    }
    memmove(to->starts, to->starts + 1, (size_t)of->order * sizeof *to->starts);
    to->starts[of->order] = of->offsets[of->order];
}

static void touch(work *to, int32_t row) {
    if (!to->is_set[row]) {
        to->is_set[row] = 1;
        to->touched[to->count++] = row;
    }
}

static void load_column(work *to, int column) {
    for (int64_t at = to->starts[column]; at < to->starts[column + 1]; at++) {
        touch(to, to->row_of[at]);
        to->line[to->row_of[at]] += to->of->values[to->element[at]];
    }
}

/* Makes room for one more column. */
static int reserve(struct triangle *of, int column, int order) {
    int64_t needed = of->offsets[column] + order;
    REQUIRE(needed > of->size, 1);
    int64_t size = 2 * needed;
    void *rows = realloc(of->rows, (size_t)size * sizeof *of->rows);
    of->rows = rows == NULL ? of->rows : rows;
    void *values = realloc(of->values, (size_t)size * sizeof *of->values);
    of->values = values == NULL ? of->values : values;
    of->size = rows == NULL || values == NULL ? of->size : size;
    return rows != NULL && values != NULL;
}

static void append(struct triangle *to, int column, int32_t row, number value) {
    int64_t at = to->offsets[column + 1]++;
    to->rows[at] = row;
    to->values[at] = value;
}

/* Subtracts earlier columns of L, in their order, and moves the elements of their pivots to U. */
static void subtract_columns(work *to, int column) {
    struct triangle *lower = &to->of->lower, *upper = &to->of->upper;
    for (int earlier = 0; earlier < column; earlier++) {
        int32_t pivot = to->of->pivots[earlier];
        if (!to->is_set[pivot]) {
            continue;
        }
        number factor = to->line[pivot];
        append(upper, column, earlier, factor);
        for (int64_t at = lower->offsets[earlier]; at < lower->offsets[earlier + 1]; at++) {
            touch(to, lower->rows[at]);
            to->line[lower->rows[at]] -= factor * lower->values[at];
        }
    }
}

/* The row of the pivot: the diagonal of A if it is large enough, or else the first of the largest elements, or any row that is
 * left if the column has no element. */
static int32_t choose(const work *to, int column, double threshold) {
    double most = 0;
    int32_t chosen = -1;
    for (int each = 0; each < to->count; each++) {
        int32_t row = to->touched[each];
        double size = cabs(to->line[row]);
        int is_better = chosen < 0 || size > most || (size == most && row < chosen);
        if (to->place_of[row] < 0 && is_better) {
            most = size;
            chosen = row;
        }
    }
    int is_free = to->place_of[column] < 0;
    if (is_free && (chosen < 0 || (to->is_set[column] && cabs(to->line[column]) >= threshold * most))) {
        return column;
    }
    for (int32_t row = 0; chosen < 0; row++) {
        chosen = to->place_of[row] < 0 ? row : -1;
    }
    return chosen;
}

/* Divides what is left of the column by the pivot, and clears the line. */
static void store_column(work *to, int column, int32_t chosen) {
    number pivot = to->line[chosen];
    to->place_of[chosen] = column;
    to->of->pivots[column] = chosen;
    append(&to->of->upper, column, column, pivot);
    for (int each = 0; each < to->count; each++) {
        int32_t row = to->touched[each];
        if (to->place_of[row] < 0) {
            append(&to->of->lower, column, row, pivot == 0 ? 0 : to->line[row] / pivot);
        }
        to->line[row] = 0;
        to->is_set[row] = 0;
    }
    to->count = 0;
}

static int factorise_columns(work *to, double threshold) {
    struct triangle *lower = &to->of->lower, *upper = &to->of->upper;
    for (int column = 0; column < to->of->order; column++) {
        REQUIRE(reserve(lower, column, to->of->order) && reserve(upper, column, to->of->order), 0);
        lower->offsets[column + 1] = lower->offsets[column];
        upper->offsets[column + 1] = upper->offsets[column];
        load_column(to, column);
        subtract_columns(to, column);
        store_column(to, column, choose(to, column, threshold));
    }
    return 1;
}

static int allocate(work *to) {
    struct host_factors *of = to->of;
    size_t order = (size_t)of->order + 1, count = (size_t)of->offsets[of->order] + 1;
    free(of->pivots);
    free(of->lower.offsets);
    free(of->upper.offsets);
    of->pivots = malloc(order * sizeof *of->pivots);
    of->lower.offsets = calloc(order, sizeof *of->lower.offsets);
    of->upper.offsets = calloc(order, sizeof *of->upper.offsets);
    to->starts = calloc(order, sizeof *to->starts);
    to->row_of = malloc(count * sizeof *to->row_of);
    to->element = malloc(count * sizeof *to->element);
    to->place_of = malloc(order * sizeof *to->place_of);
    to->line = calloc(order, sizeof *to->line);
    to->is_set = calloc(order, 1);
    to->touched = malloc(order * sizeof *to->touched);
    return of->pivots != NULL && of->lower.offsets != NULL && of->upper.offsets != NULL && to->starts != NULL &&
           to->row_of != NULL && to->element != NULL && to->place_of != NULL && to->line != NULL && to->is_set != NULL &&
           to->touched != NULL;
}

cusolverStatus_t factorise_pivoted(struct host_factors *of, double threshold) {
    work to = {.of = of};
    int is_done = allocate(&to);
    if (is_done) {
        memset(to.place_of, -1, (size_t)of->order * sizeof *to.place_of);
        transpose(&to);
        is_done = factorise_columns(&to, threshold);
    }
    free(to.starts);
    free(to.row_of);
    free(to.element);
    free(to.place_of);
    free(to.line);
    free(to.is_set);
    free(to.touched);
    return is_done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

/* L y = P b, whose elements stay in the rows of A, and U x = y. */
void solve_pivoted(const struct host_factors *of, number *sides) {
    for (int column = 0; column < of->order; column++) {
        number factor = sides[of->pivots[column]];
        for (int64_t at = of->lower.offsets[column]; at < of->lower.offsets[column + 1]; at++) {
            sides[of->lower.rows[at]] -= factor * of->lower.values[at];
        }
    }
    for (int column = of->order - 1; column >= 0; column--) {
        int64_t begin = of->upper.offsets[column], end = of->upper.offsets[column + 1] - 1;
        number factor = sides[of->pivots[column]] / of->upper.values[end];
        of->line[column] = factor;
        for (int64_t at = begin; at < end; at++) {
            sides[of->pivots[of->upper.rows[at]]] -= factor * of->upper.values[at];
        }
    }
    for (int column = 0; column < of->order; column++) {
        sides[column] = of->line[column];
        of->line[column] = 0;
    }
}
