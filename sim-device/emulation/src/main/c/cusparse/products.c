/* csrgemm2 of CUDA 11, C = alpha A B + beta D, and its functions of a sparse and a dense vector. CUDA 12 does not have them. */
#include <stdlib.h>

#include "cusparse.h"

#if CUDA_MAJOR == 11

/* Which terms the result has, as the pointers to alpha and beta say (cuSPARSE Library 11.8, "cusparse<t>csrgemm2()"). */
typedef struct {
    int has_product;
    int has_sum;
} terms;

EXPORT cusparseStatus_t cusparseCreateCsrgemm2Info(terms **created) {
    VALID(created != NULL);
    *created = calloc(1, sizeof **created);
    return *created == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDestroyCsrgemm2Info(terms *terms) {
    free(terms);
    return CUSPARSE_STATUS_SUCCESS;
}

static int is_general(cusparseMatDescr_t descriptor) {
    return descriptor != NULL && descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL;
}

/* The work area: the offsets of the result. */
static cusparseStatus_t find_size(cusparseHandle_t handle, int rows, int columns, int depth, terms *terms,
                                  int has_product, int has_sum, size_t *size) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && depth >= 0 && terms != NULL && size != NULL && (has_product || has_sum));
    terms->has_product = has_product;
    terms->has_sum = has_sum;
    *size = (size_t)(rows + (int64_t)1) * sizeof(int64_t);
    return CUSPARSE_STATUS_SUCCESS;
}

/* A result without a product is the sum of beta D and of no other matrix. */
static struct combination combine(const terms *terms, struct sparse a, struct sparse b, struct sparse d) {
    struct sparse none = {.rows = a.rows};
    return (struct combination){.a = terms->has_product ? a : d,
                                .b = terms->has_product ? b : none,
                                .d = terms->has_product && terms->has_sum ? d : none,
                                .is_product = terms->has_product};
}

#define MATRIX(name) cusparseMatDescr_t name, int name##_count, const int *name##_offsets, const int *name##_columns
#define VALUES(name)                                                                                                   \
    cusparseMatDescr_t name, int name##_count, const void *name##_values, const int *name##_offsets,                   \
        const int *name##_columns
/* The library reads the elements by the offsets alone. */
#define COUNTS (void)a_count, (void)b_count, (void)d_count

static cusparseStatus_t check(cusparseHandle_t handle, int rows, int columns, int depth, const terms *terms,
                              cusparseMatDescr_t a, cusparseMatDescr_t b, cusparseMatDescr_t d) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && depth >= 0 && terms != NULL && (terms->has_product || terms->has_sum));
    VALID(!terms->has_product || (a != NULL && b != NULL));
    VALID(!terms->has_sum || d != NULL);
    int is_valid = (!terms->has_product || (is_general(a) && is_general(b))) && (!terms->has_sum || is_general(d));
    return is_valid ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

/* A matrix that the result has no term of may be given without a descriptor. */
static struct sparse matrix_at(int rows, cusparseMatDescr_t descriptor, const int *offsets, const int *columns,
                               const void *values) {
    return descriptor == NULL ? (struct sparse){.rows = rows} : rows_at(rows, offsets, columns, values, descriptor);
}

EXPORT cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int rows, int columns, int depth, MATRIX(a),
                                             MATRIX(b), MATRIX(d), cusparseMatDescr_t c, int *c_offsets, int *c_count,
                                             const terms *terms, void *work) {
    COUNTS;
    TRY(check(handle, rows, columns, depth, terms, a, b, d));
    VALID(c != NULL && c_offsets != NULL && work != NULL && rows > 0);
    int64_t total = 0;
    struct combination combination =
        combine(terms, matrix_at(rows, a, a_offsets, a_columns, NULL), matrix_at(depth, b, b_offsets, b_columns, NULL),
                matrix_at(rows, d, d_offsets, d_columns, NULL));
    combination.bounds = (uintptr_t)work;
    TRY(launch_each(handle, "count_result", CUDA_R_32F, rows, 1, &combination));
    TRY(add_up(handle, CUDA_R_32F, combination.bounds, rows, &total));
    struct indices offsets = indices_at(c_offsets, CUSPARSE_INDEX_32I, c->base, 0);
    TRY(write_offsets(handle, CUDA_R_32F, combination.bounds, offsets, rows));
    return report_total(handle, combination.bounds + (uint64_t)rows * sizeof(int64_t), total, c_count);
}

static cusparseStatus_t multiply(cusparseHandle_t handle, cudaDataType type, const terms *terms,
                                 struct combination combination, const void *alpha, const void *beta) {
    VALID(!terms->has_product || alpha != NULL);
    VALID(!terms->has_sum || beta != NULL);
    const void *first = terms->has_product ? alpha : beta;
    combination.alpha = scalar_at(handle, type, first);
    if (terms->has_product && terms->has_sum) {
        combination.beta = scalar_at(handle, type, beta);
    }
    return launch_each(handle, "combine", type, combination.a.rows, 1, &combination);
}

#define PRODUCT(letter, type)                                                                                          \
    EXPORT cusparseStatus_t cusparse##letter##csrgemm2_bufferSizeExt(                                                  \
        cusparseHandle_t handle, int rows, int columns, int depth, const void *alpha, MATRIX(a), MATRIX(b),            \
        const void *beta, MATRIX(d), terms *terms, size_t *size) {                                                     \
        COUNTS, (void)a_offsets, (void)a_columns, (void)b_offsets, (void)b_columns, (void)d_offsets, (void)d_columns;  \
        TRY(find_size(handle, rows, columns, depth, terms, alpha != NULL, beta != NULL, size));                        \
        return check(handle, rows, columns, depth, terms, a, b, d);                                                    \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrgemm2(                                                                \
        cusparseHandle_t handle, int rows, int columns, int depth, const void *alpha, VALUES(a), VALUES(b),            \
        const void *beta, VALUES(d), cusparseMatDescr_t c, void *c_values, const int *c_offsets, int *c_columns,       \
        const terms *terms, void *work) {                                                                              \
        COUNTS, (void)work;                                                                                            \
        TRY(check(handle, rows, columns, depth, terms, a, b, d));                                                      \
        VALID(c != NULL && c_offsets != NULL);                                                                         \
        struct combination combination =                                                                               \
            combine(terms, matrix_at(rows, a, a_offsets, a_columns, a_values),                                         \
                    matrix_at(depth, b, b_offsets, b_columns, b_values),                                               \
                    matrix_at(rows, d, d_offsets, d_columns, d_values));                                               \
        combination.to = csr_entries(rows, 0, c_offsets, c_columns, c_values, c->base);                                \
        return multiply(handle, type, terms, combination, alpha, beta);                                                \
    }

static cusparseStatus_t launch_vectors(cusparseHandle_t handle, const char *stem, cudaDataType type, int count,
                                       const void *x, const int *indices, const void *y, cusparseIndexBase_t base) {
    OPEN(handle);
    VALID(count >= 0 && is_base(base) && (count == 0 || (x != NULL && indices != NULL && y != NULL)));
    struct vectors vectors = {.indices = indices_at(indices, CUSPARSE_INDEX_32I, base, 0),
                              .x = (uintptr_t)x,
                              .y = (uintptr_t)y,
                              .count = count};
    return launch_each(handle, stem, type, count, 1, &vectors);
}

#define VECTORS(letter, type)                                                                                          \
    EXPORT cusparseStatus_t cusparse##letter##gthr(cusparseHandle_t handle, int count, const void *y, void *x,         \
                                                   const int *indices, cusparseIndexBase_t base) {                     \
        return launch_vectors(handle, "gather", type, count, x, indices, y, base);                                     \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##sctr(cusparseHandle_t handle, int count, const void *x,                  \
                                                   const int *indices, void *y, cusparseIndexBase_t base) {            \
        return launch_vectors(handle, "scatter", type, count, x, indices, y, base);                                    \
    }

#define TYPED(letter, type) PRODUCT(letter, type) VECTORS(letter, type)
TYPED(S, CUDA_R_32F)
TYPED(D, CUDA_R_64F)
TYPED(C, CUDA_C_32F)
TYPED(Z, CUDA_C_64F)

#endif
