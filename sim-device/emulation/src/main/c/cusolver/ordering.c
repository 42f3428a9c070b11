/* Reorderings of sparse matrices, which the host computes: reverse Cuthill-McKee ("Reducing the bandwidth of sparse symmetric
 * matrices", 1969) and minimum degree (A. George and J. Liu, "The evolution of the minimum degree ordering algorithm", 1989). */
#include <stdlib.h>
#include <string.h>

#include "cusolver.h"

cusolverStatus_t read_indices(const struct host_matrix *matrix, int32_t **offsets, int32_t **columns) {
    VALID(matrix->rows >= 0 && matrix->columns >= 0 && matrix->count >= 0 && matrix->descriptor != NULL);
    VALID(matrix->offsets != NULL && (matrix->count == 0 || matrix->indices != NULL));
    REQUIRE(matrix->descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    int base = matrix->descriptor->base == CUSPARSE_INDEX_BASE_ONE;
    *offsets = malloc(((size_t)matrix->rows + 1) * sizeof **offsets);
    *columns = malloc(((size_t)matrix->count + 1) * sizeof **columns);
    REQUIRE(*offsets != NULL && *columns != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    for (int at = 0; at <= matrix->rows; at++) {
        (*offsets)[at] = matrix->offsets[at] - base;
        VALID((*offsets)[at] >= (at == 0 ? 0 : (*offsets)[at - 1]) && (*offsets)[at] <= matrix->count);
    }
    for (int at = 0; at < (*offsets)[matrix->rows]; at++) {
        (*columns)[at] = matrix->indices[at] - base;
        VALID((*columns)[at] >= 0 && (*columns)[at] < matrix->columns);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

static void free_graph(int order, row *graph) {
    for (int at = 0; graph != NULL && at < order; at++) {
        free(graph[at].columns);
    }
    free(graph);
}

static void leave_out(row *of, int32_t node) {
    int kept = 0;
    for (int at = 0; at < of->count; at++) {
        of->columns[kept] = of->columns[at];
        kept += of->columns[at] != node;
    }
    of->count = kept;
}

/* Finds the neighbours of each node, the columns of a row of A + A^T but the diagonal: copies the rows, and then adds each
 * row's number to those of its columns. */
static int fill_graph(int order, const int32_t *offsets, const int32_t *columns, row *graph) {
    for (int at = 0; at < order; at++) {
        REQUIRE(copy_row(columns + offsets[at], offsets[at + 1] - offsets[at], graph + at), 0);
    }
    for (int at = 0; at < order; at++) {
        for (int32_t each = offsets[at]; each < offsets[at + 1]; each++) {
            row added = {1, &at};
            REQUIRE(merge(graph + columns[each], &added), 0);
        }
    }
    for (int at = 0; at < order; at++) {
        leave_out(graph + at, at);
    }
    return 1;
}

/* A search in breadth of the nodes that have no place yet. */
typedef struct {
    const row *graph;
    char *is_placed;
    int32_t *places;
} search;

/* Appends the neighbours of a node, those with fewest neighbours first. */
static int visit(const search *of, int32_t node, int end) {
    int begin = end;
    for (int at = 0; at < of->graph[node].count; at++) {
        int32_t next = of->graph[node].columns[at];
        if (of->is_placed[next]) {
            continue;
        }
        of->is_placed[next] = 1;
        int to = end++;
        for (; to > begin && of->graph[of->places[to - 1]].count > of->graph[next].count; to--) {
            of->places[to] = of->places[to - 1];
        }
        of->places[to] = next;
    }
    return end;
}

/* Places a component from a node on. Returns the end, and the depth of the last level and where it begins. */
static int place(const search *of, int32_t from, int begin, int *depth, int *last_level) {
    int end = begin + 1;
    of->places[begin] = from;
    of->is_placed[from] = 1;
    *depth = 0;
    *last_level = begin;
    for (int at = begin, level = begin; level < end; level = at, *depth += 1) {
        *last_level = level;
        for (int to = end; at < to; at++) {
            end = visit(of, of->places[at], end);
        }
    }
    return end;
}

/* Places a component from the node on that is, as far as can be found, the farthest from others. */
static int place_component(const search *of, int32_t from, int begin) {
    int depth = 0, least = -1, last = 0, end = place(of, from, begin, &depth, &last);
    while (depth > least) {
        least = depth;
        from = of->places[last];
        for (int at = begin; at < end; at++) {
            of->is_placed[of->places[at]] = 0;
        }
        end = place(of, from, begin, &depth, &last);
    }
    return end;
}

static int find_bands(int order, const row *graph, int32_t *places) {
    search all = {graph, calloc((size_t)order + 1, 1), places};
    REQUIRE(all.is_placed != NULL, 0);
    for (int at = 0, end = 0; at < order; at++) {
        end = all.is_placed[at] ? end : place_component(&all, at, end);
    }
    for (int at = 0; at < order / 2; at++) {
        int32_t other = places[order - 1 - at];
        places[order - 1 - at] = places[at];
        places[at] = other;
    }
    free(all.is_placed);
    return 1;
}

/* Takes a node out: its neighbours become neighbours of each other. */
static int eliminate(row *graph, int32_t node) {
    row *neighbours = graph + node;
    for (int at = 0; at < neighbours->count; at++) {
        int32_t each = neighbours->columns[at];
        REQUIRE(merge(graph + each, neighbours), 0);
        leave_out(graph + each, each);
        leave_out(graph + each, node);
    }
    neighbours->count = -1;
    return 1;
}

static int find_least_degrees(int order, row *graph, int32_t *places) {
    for (int at = 0; at < order; at++) {
        int32_t least = -1;
        for (int32_t node = 0; node < order; node++) {
            int is_left = graph[node].count >= 0;
            least = is_left && (least < 0 || graph[node].count < graph[least].count) ? node : least;
        }
        places[at] = least;
        REQUIRE(eliminate(graph, least), 0);
    }
    return 1;
}

enum ordering { BANDS, LEAST_DEGREES };

static cusolverStatus_t reorder(cusolverSpHandle_t handle, const struct host_matrix *matrix, enum ordering ordering,
                                int *places) {
    int32_t *offsets = NULL, *columns = NULL;
    row *graph = NULL;
    OPEN(handle);
    VALID(places != NULL || matrix->rows == 0);
    cusolverStatus_t status = read_indices(matrix, &offsets, &columns);
    if (status == CUSOLVER_STATUS_SUCCESS) {
        graph = calloc((size_t)matrix->rows + 1, sizeof *graph);
        int is_done = graph != NULL && fill_graph(matrix->rows, offsets, columns, graph) &&
                      (ordering == BANDS ? find_bands(matrix->rows, graph, places)
                                         : find_least_degrees(matrix->rows, graph, places));
        status = is_done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
    }
    free_graph(matrix->rows, graph);
    free(offsets);
    free(columns);
    return status;
}

#define ORDERING(name, ordering)                                                                                       \
    EXPORT cusolverStatus_t cusolverSpX##name(cusolverSpHandle_t handle, int order, int count,                         \
                                              cusparseMatDescr_t descriptor, const int *offsets, const int *columns,   \
                                              int *places) {                                                           \
        struct host_matrix matrix = {order, order, count, descriptor, offsets, columns};                               \
        return reorder(handle, &matrix, ordering, places);                                                             \
    }

ORDERING(csrsymrcmHost, BANDS)
ORDERING(csrsymmdqHost, LEAST_DEGREES)
ORDERING(csrsymamdHost, LEAST_DEGREES)

/* The order is one of least degrees, not of nested dissections: `options`, which are those of METIS, have no effect. */
EXPORT cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int order, int count,
                                                  cusparseMatDescr_t descriptor, const int *offsets, const int *columns,
                                                  const int64_t *options, int *places) {
    struct host_matrix matrix = {order, order, count, descriptor, offsets, columns};
    (void)options;
    return reorder(handle, &matrix, LEAST_DEGREES, places);
}

static int has(const row *of, int32_t column) {
    int least = 0, end = of->count;
    while (least < end) {
        int middle = least + (end - least) / 2;
        if (of->columns[middle] < column) {
            least = middle + 1;
        } else {
            end = middle;
        }
    }
    return least < of->count && of->columns[least] == column;
}

static int is_symmetric(int order, const row *rows) {
    for (int at = 0; at < order; at++) {
        for (int each = 0; each < rows[at].count; each++) {
            REQUIRE(has(rows + rows[at].columns[each], at), 0);
        }
    }
    return 1;
}

/* Reads rows that need not lie one behind the other. */
static cusolverStatus_t read_rows(const struct host_matrix *matrix, const int *ends, row *rows) {
    int base = matrix->descriptor->base == CUSPARSE_INDEX_BASE_ONE;
    for (int at = 0; at < matrix->rows; at++) {
        int begin = matrix->offsets[at] - base;
        VALID(begin >= 0 && ends[at] - base >= begin);
        REQUIRE(copy_row(matrix->indices + begin, ends[at] - base - begin, rows + at), CUSOLVER_STATUS_ALLOC_FAILED);
        for (int each = 0; each < rows[at].count; each++) {
            rows[at].columns[each] -= base;
            VALID(rows[at].columns[each] >= 0 && rows[at].columns[each] < matrix->columns);
        }
    }
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int order, int count,
                                                cusparseMatDescr_t descriptor, const int *begins, const int *ends,
                                                const int *columns, int *has_symmetric_pattern) {
    struct host_matrix matrix = {order, order, count, descriptor, begins, columns};
    OPEN(handle);
    VALID(order >= 0 && count >= 0 && descriptor != NULL && has_symmetric_pattern != NULL);
    VALID((order == 0 || (begins != NULL && ends != NULL)) && (count == 0 || columns != NULL));
    row *rows = calloc((size_t)order + 1, sizeof *rows);
    REQUIRE(rows != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    cusolverStatus_t status = read_rows(&matrix, ends, rows);
    if (status == CUSOLVER_STATUS_SUCCESS) {
        *has_symmetric_pattern = is_symmetric(order, rows);
    }
    free_graph(order, rows);
    return status;
}
