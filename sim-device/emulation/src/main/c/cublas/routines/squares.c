/* QR factors of the matrices of a batch, and least squares. */
#include "../cublas.h"

/* The first argument that is invalid, counted after the handle and negative; or 0. A leading dimension is valid if it is not
 * less than the rows. */
typedef struct {
    int argument;
    int is_valid;
} condition;

static int first_invalid(const condition *conditions, int count) {
    for (int each = 0; each < count; each++) {
        if (!conditions[each].is_valid) {
            return -conditions[each].argument;
        }
    }
    return 0;
}

static int is_lead(int lead, int rows) {
    return lead >= (rows > 1 ? rows : 1);
}

/* Each matrix has a block. */
static cublasStatus_t each_matrix(cublasHandle_t handle, cudaDataType type, const char *kernel, int batches,
                                  struct least_squares *given) {
    unsigned grid[3] = {1, 1, (unsigned)batches};
    if (given->rows == 0 || given->columns == 0 || batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    return batches > MOST_LAYERS ? CUBLAS_STATUS_NOT_SUPPORTED
                                 : launch(handle, handle->stream, type, kernel, grid, BLOCK, given);
}

/* Only systems that are not transposed, with as many equations as unknowns or more, are supported (cuBLAS Library,
 * "cublas<t>gelsBatched()"). */
#define SQUARES(letter, type, name)                                                                                    \
    EXPORT cublasStatus_t cublas##letter##geqrfBatched(cublasHandle_t handle, int rows, int columns, void *const a[],  \
                                                       int a_lead, void *const taus[], int *info, int batches) {       \
        OPEN(handle);                                                                                                  \
        VALID(info != NULL);                                                                                           \
        const condition conditions[] = {{1, rows >= 0},    {2, columns >= 0}, {3, a != NULL}, {4, is_lead(a_lead, rows)}, \
                                        {5, taus != NULL}, {7, batches >= 0}};                                         \
        *info = first_invalid(conditions, sizeof conditions / sizeof *conditions);                                     \
        VALID(*info == 0);                                                                                             \
        struct least_squares given = {                                                                                 \
            .a = addressed(a, a_lead), .taus = (uintptr_t)taus, .rows = rows, .columns = columns};                     \
        return each_matrix(handle, type, "geqrf_" name, batches, &given);                                              \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##gelsBatched(                                                                 \
        cublasHandle_t handle, cublasOperation_t operation, int rows, int columns, int sides, void *const a[],         \
        int a_lead, void *const c[], int c_lead, int *info, int *infos, int batches) {                                 \
        OPEN(handle);                                                                                                  \
        VALID(info != NULL);                                                                                           \
        const condition conditions[] = {{2, rows >= 0},                                                                \
                                        {3, columns >= 0},                                                             \
                                        {4, sides >= 0},                                                               \
                                        {5, a != NULL},                                                                \
                                        {6, is_lead(a_lead, rows)},                                                    \
                                        {7, c != NULL},                                                                \
                                        {8, is_lead(c_lead, rows)},                                                    \
                                        {11, batches >= 0}};                                                           \
        *info = first_invalid(conditions, sizeof conditions / sizeof *conditions);                                     \
        VALID(*info == 0);                                                                                             \
        REQUIRE(operation == CUBLAS_OP_N && rows >= columns, CUBLAS_STATUS_NOT_SUPPORTED);                             \
        struct least_squares given = {.a = addressed(a, a_lead),                                                       \
                                      .c = addressed(c, c_lead),                                                       \
                                      .info = (uintptr_t)infos,                                                        \
                                      .rows = rows,                                                                    \
                                      .columns = columns,                                                              \
                                      .sides = sides};                                                                 \
        return each_matrix(handle, type, "gels_" name, batches, &given);                                               \
    }

SQUARES(S, CUDA_R_32F, "f32")
SQUARES(D, CUDA_R_64F, "f64")
SQUARES(C, CUDA_C_32F, "c32")
SQUARES(Z, CUDA_C_64F, "c64")
