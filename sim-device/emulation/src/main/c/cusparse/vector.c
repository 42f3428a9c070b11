/* Routines of a sparse and a dense vector. */
#include "cusparse.h"

static cusparseStatus_t check(cusparseHandle_t handle, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    OPEN(handle);
    VALID(x != NULL && y != NULL && x->size == y->size);
    REQUIRE(x->type == y->type, CUSPARSE_STATUS_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static struct vectors vectors_of(cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    return (struct vectors){.indices = indices_at(x->indices, x->index_type, x->base, 0),
                            .x = (uintptr_t)x->values,
                            .y = (uintptr_t)y->values,
                            .count = x->count,
                            .size = y->size};
}

EXPORT cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseSpVecDescr_t x,
                                      const void *beta, cusparseDnVecDescr_t y) {
    TRY(check(handle, x, y));
    VALID(alpha != NULL && beta != NULL);
    struct vectors vectors = vectors_of(x, y);
    vectors.alpha = scalar_at(handle, x->type, alpha);
    vectors.beta = scalar_at(handle, x->type, beta);
    TRY(launch_each(handle, "scale", x->type, y->size, 1, &vectors));
    return launch_each(handle, "add", x->type, x->count, 1, &vectors);
}

EXPORT cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseDnVecDescr_t y, cusparseSpVecDescr_t x) {
    TRY(check(handle, x, y));
    struct vectors vectors = vectors_of(x, y);
    return launch_each(handle, "gather", x->type, x->count, 1, &vectors);
}

EXPORT cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    TRY(check(handle, x, y));
    struct vectors vectors = vectors_of(x, y);
    return launch_each(handle, "scatter", x->type, x->count, 1, &vectors);
}

EXPORT cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                                    cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    TRY(check(handle, x, y));
    VALID(cosine != NULL && sine != NULL);
    struct vectors vectors = vectors_of(x, y);
    vectors.alpha = scalar_at(handle, x->type, cosine);
    vectors.beta = scalar_at(handle, x->type, sine);
    return launch_each(handle, "rotate", x->type, x->count, 1, &vectors);
}

static cusparseStatus_t check_dot(cusparseHandle_t handle, cusparseOperation_t operation, cusparseSpVecDescr_t x,
                                  cusparseDnVecDescr_t y, const void *result, cudaDataType type) {
    TRY(check(handle, x, y));
    VALID(result != NULL);
    VALID(operation == CUSPARSE_OPERATION_NON_TRANSPOSE || operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
    return x->type == type ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

EXPORT cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                                                cusparseSpVecDescr_t x, cusparseDnVecDescr_t y, const void *result,
                                                cudaDataType type, size_t *size) {
    VALID(size != NULL);
    *size = 0;
    return check_dot(handle, operation, x, y, result, type);
}

EXPORT cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t operation, cusparseSpVecDescr_t x,
                                     cusparseDnVecDescr_t y, void *result, cudaDataType type, void *buffer) {
    (void)buffer;
    TRY(check_dot(handle, operation, x, y, result, type));
    int is_on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    struct vectors vectors = vectors_of(x, y);
    vectors.result = is_on_host ? handle->result : (uintptr_t)result;
    vectors.is_conjugate = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    TRY(launch_block(handle, "dot", type, &vectors));
    return is_on_host ? read_back(handle, result, handle->result, type_size(type)) : CUSPARSE_STATUS_SUCCESS;
}
