/* The pattern of the factors that cusolverRf computes, and their memory. */
#include <stdlib.h>
#include <string.h>

#include "refactor.h"

void discard(cusolverRfHandle_t handle) {
    free(handle->offsets);
    free(handle->columns);
    free(handle->diagonals);
    if (handle->memory != 0) {
        cuMemFree_v2(handle->memory);
    }
    handle->offsets = handle->columns = handle->diagonals = NULL;
    handle->memory = 0;
    handle->step = CREATED;
}

/* Whether indices lie in a matrix whose first one is 0. */
static int is_valid(const struct lines *of, int order) {
    REQUIRE(of->count >= 0 && of->offsets != NULL && (of->count == 0 || of->indices != NULL), 0);
    REQUIRE(of->offsets[0] == 0 && of->offsets[order] == of->count, 0);
    for (int line = 0; line < order; line++) {
        REQUIRE(of->offsets[line] <= of->offsets[line + 1], 0);
    }
    for (int at = 0; at < of->count; at++) {
        REQUIRE(of->indices[at] >= 0 && of->indices[at] < order, 0);
    }
    return 1;
}

/* The inverse of a permutation, allocated; null if it is none. */
static int32_t *invert(const int *of, int order) {
    int32_t *inverse = malloc(((size_t)order + 1) * sizeof *inverse);
    REQUIRE(inverse != NULL, NULL);
    memset(inverse, -1, (size_t)order * sizeof *inverse);
    for (int at = 0; at < order; at++) {
        if (of[at] < 0 || of[at] >= order || inverse[of[at]] >= 0) {
            free(inverse);
            return NULL;
        }
        inverse[of[at]] = at;
    }
    return inverse;
}

/* Adds the elements of a triangle to the rows of M, sorted by rows. */
static cusolverStatus_t add_triangle(const struct lines *of, int order, int is_by_columns, int is_lower, row *rows) {
    int *ends = calloc((size_t)order + 1, sizeof *ends), *columns = malloc(((size_t)of->count + 1) * sizeof *columns);
    cusolverStatus_t status = ends == NULL || columns == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
    for (int pass = 0; pass < 2 && status == CUSOLVER_STATUS_SUCCESS; pass++) {
        for (int line = 0; line < order; line++) {
            for (int at = of->offsets[line]; at < of->offsets[line + 1]; at++) {
                int index = of->indices[at], row = is_by_columns ? index : line, column = is_by_columns ? line : index;
                status = (is_lower ? column > row : column < row) ? CUSOLVER_STATUS_INVALID_VALUE : status;
                if (pass == 0) {
                    ends[row + 1]++;
                } else {
                    columns[ends[row]++] = column;
                }
            }
        }
        for (int row = 0; pass == 0 && row < order; row++) {
            ends[row + 1] += ends[row];
        }
    }
    for (int at = 0, begin = 0; at < order && status == CUSOLVER_STATUS_SUCCESS; begin = ends[at++]) {
        row added = {0};
        int is_done = copy_row(columns + begin, ends[at] - begin, &added) && merge(rows + at, &added);
        free(added.columns);
        status = is_done ? status : CUSOLVER_STATUS_ALLOC_FAILED;
    }
    free(ends);
    free(columns);
    return status;
}

static cusolverStatus_t find_rows(cusolverRfHandle_t handle, const struct assembly *given, row *rows) {
    int is_by_columns = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
    for (int at = 0; at < given->order; at++) {
        REQUIRE(copy_row(&at, 1, rows + at), CUSOLVER_STATUS_ALLOC_FAILED);
    }
    TRY(add_triangle(&given->lower, given->order, is_by_columns, 1, rows));
    return add_triangle(&given->upper, given->order, is_by_columns, 0, rows);
}

/* The place of a column in a row of M, or -1. */
static int32_t place_in(cusolverRfHandle_t handle, int row, int column) {
    int32_t least = handle->offsets[row], end = handle->offsets[row + 1];
    while (least < end) {
        int32_t middle = least + (end - least) / 2;
        if (handle->columns[middle] < column) {
            least = middle + 1;
        } else {
            end = middle;
        }
    }
    return least < handle->offsets[row + 1] && handle->columns[least] == column ? least : -1;
}

/* Moves the rows of M to the arrays of the handle. */
static cusolverStatus_t join(cusolverRfHandle_t handle, int order, const row *rows) {
    int64_t count = 0;
    for (int at = 0; at < order; at++) {
        count += rows[at].count;
    }
    VALID(count <= INT32_MAX);
    handle->offsets = calloc((size_t)order + 1, sizeof *handle->offsets);
    handle->columns = malloc(((size_t)count + 1) * sizeof *handle->columns);
    handle->diagonals = malloc(((size_t)order + 1) * sizeof *handle->diagonals);
    REQUIRE(handle->offsets != NULL && handle->columns != NULL && handle->diagonals != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    for (int at = 0; at < order; at++) {
        memcpy(handle->columns + handle->offsets[at], rows[at].columns, (size_t)rows[at].count * sizeof *rows->columns);
        handle->offsets[at + 1] = handle->offsets[at] + rows[at].count;
        handle->diagonals[at] = place_in(handle, at, at);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

/* Finds the place in M of each element of A. */
static cusolverStatus_t find_places(cusolverRfHandle_t handle, const struct assembly *given, const int32_t *rows,
                                    const int32_t *columns, int32_t *places) {
    int is_by_columns = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
    for (int line = 0; line < given->order; line++) {
        for (int at = given->a.offsets[line]; at < given->a.offsets[line + 1]; at++) {
            int row = is_by_columns ? given->a.indices[at] : line, column = is_by_columns ? line : given->a.indices[at];
            places[at] = place_in(handle, rows[row], columns[column]);
            VALID(places[at] >= 0);
        }
    }
    return CUSOLVER_STATUS_SUCCESS;
}

/* The parts of the memory, those with the larger elements first. Returns the size. */
static size_t lay_out(cusolverRfHandle_t handle, uint64_t memory) {
    struct refactorisation *device = &handle->device;
    uint64_t batches = (uint64_t)handle->batches, order = (uint64_t)device->order, count = (uint64_t)device->count;
    device->values = memory;
    device->line = device->values + batches * count * sizeof(double);
    device->offsets = device->line + batches * order * sizeof(double);
    device->columns = device->offsets + (order + 1) * sizeof(int32_t);
    device->diagonals = device->columns + count * sizeof(int32_t);
    device->places = device->diagonals + order * sizeof(int32_t);
    device->pivots = device->places + (uint64_t)device->given_count * sizeof(int32_t);
    device->boosted = device->pivots + batches * sizeof(int32_t);
    return device->boosted + batches * sizeof(int32_t) - memory;
}

static cusolverStatus_t put(CUdeviceptr to, const void *from, int64_t count, size_t size) {
    return status_of(count == 0 ? CUDA_SUCCESS : cuMemcpyHtoD_v2(to, from, (size_t)count * size));
}

static cusolverStatus_t upload_values(cusolverRfHandle_t handle, const struct assembly *given, const int32_t *places) {
    size_t count = (size_t)handle->device.count;
    double *values = malloc((count + 1) * sizeof *values);
    cusolverStatus_t status = values == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
    for (int batch = 0; batch < given->batches && status == CUSOLVER_STATUS_SUCCESS; batch++) {
        memset(values, 0, count * sizeof *values);
        for (int at = 0; at < given->a.count; at++) {
            values[places[at]] = given->values[batch][at];
        }
        CUdeviceptr to = handle->device.values + (uint64_t)batch * count * sizeof *values;
        status = put(to, values, handle->device.count, sizeof *values);
    }
    free(values);
    return status;
}

static cusolverStatus_t upload(cusolverRfHandle_t handle, const struct assembly *given, const int32_t *places,
                               const char *function) {
    struct refactorisation *device = &handle->device;
    device->order = given->order;
    device->count = handle->offsets[given->order];
    device->given_count = given->a.count;
    device->has_unit_upper = handle->unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U || handle->unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
    handle->batches = given->batches;
    size_t size = lay_out(handle, 0);
    TRY(status_of(allocate_for(function, &handle->memory, size)));
    lay_out(handle, handle->memory);
    TRY(status_of(cuMemsetD8_v2(handle->memory, 0, size)));
    TRY(put(device->offsets, handle->offsets, device->order + 1, sizeof(int32_t)));
    TRY(put(device->columns, handle->columns, device->count, sizeof(int32_t)));
    TRY(put(device->diagonals, handle->diagonals, device->order, sizeof(int32_t)));
    TRY(put(device->places, places, device->given_count, sizeof(int32_t)));
    return upload_values(handle, given, places);
}

static cusolverStatus_t place_rows(cusolverRfHandle_t handle, const struct assembly *given, const char *function) {
    int32_t *rows = invert(given->p, given->order), *columns = invert(given->q, given->order);
    int32_t *places = malloc(((size_t)given->a.count + 1) * sizeof *places);
    cusolverStatus_t status = rows == NULL || columns == NULL || places == NULL ? CUSOLVER_STATUS_INVALID_VALUE
                                                                                : CUSOLVER_STATUS_SUCCESS;
    status = status == CUSOLVER_STATUS_SUCCESS ? find_places(handle, given, rows, columns, places) : status;
    status = status == CUSOLVER_STATUS_SUCCESS ? upload(handle, given, places, function) : status;
    free(rows);
    free(columns);
    free(places);
    return status;
}

static cusolverStatus_t check(const struct assembly *given) {
    VALID(given->batches > 0 && given->order > 0 && given->p != NULL && given->q != NULL && given->values != NULL);
    VALID(is_valid(&given->a, given->order));
    VALID(is_valid(&given->lower, given->order) && is_valid(&given->upper, given->order));
    for (int batch = 0; batch < given->batches; batch++) {
        VALID(given->values[batch] != NULL);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t assemble(cusolverRfHandle_t handle, const struct assembly *given, const char *function) {
    TRY(check(given));
    discard(handle);
    row *rows = calloc((size_t)given->order + 1, sizeof *rows);
    REQUIRE(rows != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    cusolverStatus_t status = find_rows(handle, given, rows);
    status = status == CUSOLVER_STATUS_SUCCESS ? join(handle, given->order, rows) : status;
    status = status == CUSOLVER_STATUS_SUCCESS ? place_rows(handle, given, function) : status;
    for (int at = 0; at < given->order; at++) {
        free(rows[at].columns);
    }
    free(rows);
    if (status == CUSOLVER_STATUS_SUCCESS) {
        handle->step = SET_UP;
    } else {
        discard(handle);
    }
    return status;
}
