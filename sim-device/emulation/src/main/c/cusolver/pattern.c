/* The pattern of the factor R of a sparse matrix, which the host finds before the device computes R. */
#include <stdlib.h>
#include <string.h>

#include "cusolver.h"

static int compare(const void *a, const void *b) {
    int32_t first = *(const int32_t *)a, second = *(const int32_t *)b;
    return (first > second) - (first < second);
}

int copy_row(const int32_t *columns, int count, row *copy) {
    copy->count = 0;
    copy->columns = malloc(((size_t)count + 1) * sizeof *copy->columns);
    REQUIRE(copy->columns != NULL, 0);
    memcpy(copy->columns, columns, (size_t)count * sizeof *columns);
    qsort(copy->columns, (size_t)count, sizeof *columns, compare);
    for (int at = 0; at < count; at++) {
        if (at == 0 || copy->columns[at] != copy->columns[copy->count - 1]) {
            copy->columns[copy->count++] = copy->columns[at];
        }
    }
    return 1;
}

int merge(row *into, const row *from) {
    int32_t *merged = malloc(((size_t)into->count + (size_t)from->count + 1) * sizeof *merged);
    REQUIRE(merged != NULL, 0);
    int count = 0, a = 0, b = 0;
    while (a < into->count || b < from->count) {
        int is_first = b == from->count || (a < into->count && into->columns[a] <= from->columns[b]);
        int32_t column = is_first ? into->columns[a] : from->columns[b];
        a += a < into->count && into->columns[a] == column;
        b += b < from->count && from->columns[b] == column;
        merged[count++] = column;
    }
    free(into->columns);
    *into = (row){count, merged};
    return 1;
}

static int append_step(struct pattern *to, int64_t at, int32_t step) {
    if (at == to->size) {
        int64_t size = 2 * to->size + 64;
        void *steps = realloc(to->steps, (size_t)size * sizeof *to->steps);
        REQUIRE(steps != NULL, 0);
        to->steps = steps;
        to->size = size;
    }
    to->steps[at] = step;
    return 1;
}

/* Rotates a row into those of R: each rotation leaves both with the columns of either, but for the first. */
static int absorb(row *rows, row *given, struct pattern *to, int64_t *end) {
    while (given->count > 0) {
        row *r = rows + given->columns[0];
        int is_first = r->count == 0;
        REQUIRE(append_step(to, (*end)++, is_first ? ~given->columns[0] : given->columns[0]), 0);
        REQUIRE(merge(r, given), 0);
        given->count = 0;
        if (!is_first) {
            row rest = {r->count - 1, r->columns + 1};
            REQUIRE(merge(given, &rest), 0);
        }
    }
    return 1;
}

static int find_rows(int count, const int32_t *offsets, const int32_t *columns, row *rows, struct pattern *to) {
    to->ends = calloc((size_t)count + 1, sizeof *to->ends);
    REQUIRE(to->ends != NULL, 0);
    for (int at = 0; at < count; at++) {
        row given;
        to->ends[at + 1] = to->ends[at];
        int is_done = copy_row(columns + offsets[at], offsets[at + 1] - offsets[at], &given) &&
                      absorb(rows, &given, to, to->ends + at + 1);
        free(given.columns);
        REQUIRE(is_done, 0);
    }
    return 1;
}

/* Moves the rows of R to two arrays. */
static int join(int order, row *rows, struct pattern *pattern) {
    int64_t count = 0;
    for (int at = 0; at < order; at++) {
        count += rows[at].count;
    }
    pattern->offsets = calloc((size_t)order + 1, sizeof *pattern->offsets);
    pattern->columns = malloc(((size_t)count + 1) * sizeof *pattern->columns);
    REQUIRE(pattern->offsets != NULL && pattern->columns != NULL, 0);
    for (int at = 0; at < order; at++) {
        size_t size = (size_t)rows[at].count * sizeof *pattern->columns;
        pattern->offsets[at + 1] = pattern->offsets[at] + rows[at].count;
        if (size > 0) {
            memcpy(pattern->columns + pattern->offsets[at], rows[at].columns, size);
        }
    }
    return 1;
}

/* Gives row `column` of R an element in a column that is not less than those that it has. */
static int append(row *of, int32_t column) {
    REQUIRE(of->count == 0 || of->columns[of->count - 1] != column, 1);
    row added = {1, &column};
    return merge(of, &added);
}

/* The lower triangle of a matrix, by columns, with the diagonal. */
static int find_triangle(int order, const int32_t *offsets, const int32_t *columns, row *rows) {
    for (int at = 0; at < order; at++) {
        for (int32_t each = offsets[at]; each < offsets[at + 1]; each++) {
            REQUIRE(columns[each] >= at || append(rows + columns[each], at), 0);
        }
        REQUIRE(append(rows + at, at), 0);
    }
    return 1;
}

/* A row of R leaves its columns, but for the diagonal, in the next row that it has an element of. */
static int fill_triangle(int order, row *rows) {
    for (int at = 0; at < order; at++) {
        row rest = {rows[at].count - 1, rows[at].columns + 1};
        REQUIRE(rest.count == 0 || merge(rows + rest.columns[0], &rest), 0);
    }
    return 1;
}

static int find_definite_rows(int order, const int32_t *offsets, const int32_t *columns, row *rows) {
    return find_triangle(order, offsets, columns, rows) && fill_triangle(order, rows);
}

cusolverStatus_t find_pattern(enum factor factor, int count, int order, const int32_t *offsets, const int32_t *columns,
                              struct pattern *pattern) {
    row *rows = calloc((size_t)order + 1, sizeof *rows);
    int is_found = rows != NULL && (factor == CHOLESKY ? find_definite_rows(order, offsets, columns, rows)
                                                       : find_rows(count, offsets, columns, rows, pattern));
    int is_done = is_found && join(order, rows, pattern);
    for (int at = 0; rows != NULL && at < order; at++) {
        free(rows[at].columns);
    }
    free(rows);
    return is_done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

void free_pattern(struct pattern *pattern) {
    free(pattern->offsets);
    free(pattern->columns);
    free(pattern->ends);
    free(pattern->steps);
}
