/* A sparse matrix of the host whose rows and columns change places: csrpermHost. */
#include <stdlib.h>
#include <string.h>

#include "cusolver.h"

static int is_permutation(const int *places, int count, char *is_seen) {
    memset(is_seen, 0, (size_t)count);
    for (int at = 0; at < count; at++) {
        REQUIRE(places[at] >= 0 && places[at] < count && !is_seen[places[at]], 0);
        is_seen[places[at]] = 1;
    }
    return 1;
}

/* The work area: the places of columns, and copies of the matrix and the map. */
static size_t lay_out(int rows, int columns, int count) {
    size_t indices = (size_t)columns + (size_t)rows + 1 + 2 * (size_t)count;
    return indices * sizeof(int32_t) + (size_t)(rows > columns ? rows : columns);
}

EXPORT cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int rows, int columns, int count,
                                                          cusparseMatDescr_t descriptor, const int *offsets,
                                                          const int *indices, const int *p, const int *q,
                                                          size_t *size) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && count >= 0 && descriptor != NULL && size != NULL);
    VALID(offsets != NULL && (count == 0 || indices != NULL));
    VALID((rows == 0 || p != NULL) && (columns == 0 || q != NULL));
    *size = lay_out(rows, columns, count);
    return CUSOLVER_STATUS_SUCCESS;
}

typedef struct {
    int32_t *columns; /* where column q[j] of the matrix goes: to j */
    int32_t *offsets;
    int32_t *indices;
    int32_t *map;
} copies;

/* Inserts an element into the row that begins at `begin`, which is in order. */
static void insert(int *indices, int *map, int begin, int at, int column, int origin) {
    for (; at > begin && indices[at - 1] > column; at--) {
        indices[at] = indices[at - 1];
        map[at] = map[at - 1];
    }
    indices[at] = column;
    map[at] = origin;
}

/* Row i of the result is row p[i] of the matrix, and its column j is column q[j]. */
EXPORT cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int rows, int columns, int count,
                                               cusparseMatDescr_t descriptor, int *offsets, int *indices, const int *p,
                                               const int *q, int *map, void *buffer) {
    size_t size;
    TRY(cusolverSpXcsrperm_bufferSizeHost(handle, rows, columns, count, descriptor, offsets, indices, p, q, &size));
    VALID(buffer != NULL && (count == 0 || map != NULL));
    int base = descriptor->base == CUSPARSE_INDEX_BASE_ONE;
    copies old = {.columns = buffer};
    old.offsets = old.columns + columns;
    old.indices = old.offsets + rows + 1;
    old.map = old.indices + count;
    char *is_seen = (char *)(old.map + count);
    VALID(is_permutation(p, rows, is_seen) && is_permutation(q, columns, is_seen));
    VALID(offsets[0] == base && offsets[rows] - base == count);
    for (int at = 0; at < columns; at++) {
        old.columns[q[at]] = at;
    }
    memcpy(old.offsets, offsets, ((size_t)rows + 1) * sizeof *offsets);
    memcpy(old.indices, indices, (size_t)count * sizeof *indices);
    memcpy(old.map, map, (size_t)count * sizeof *map);
    for (int row = 0, end = 0; row < rows; row++) {
        int begin = end;
        offsets[row] = begin + base;
        for (int from = old.offsets[p[row]] - base; from < old.offsets[p[row] + 1] - base; from++, end++) {
            insert(indices, map, begin, end, old.columns[old.indices[from] - base] + base, old.map[from]);
        }
    }
    return CUSOLVER_STATUS_SUCCESS;
}
