/* Systems of equations with sparse matrices that the host solves: csrlsvluHost, csrlsvqrHost and csrlsvcholHost. */
#include "hostfactors.h"

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

/* A solution is stored if the matrix is not singular. */
static cusolverStatus_t solve_with(struct host_factors *factors, const request *given) {
    TRY(analyse(factors, &given->matrix));
    load_values(factors, given->type, given->values);
    TRY(factorise(factors, 1));
    *given->singular = find_small(factors, given->tolerance);
    REQUIRE(*given->singular < 0, CUSOLVER_STATUS_SUCCESS);
    return solve_factors(factors, given->type, given->b, given->x);
}

static cusolverStatus_t solve(cusolverSpHandle_t handle, const request *given, enum factor factor) {
    struct host_factors factors = {.factor = factor};
    TRY(check(handle, given));
    cusolverStatus_t status = solve_with(&factors, given);
    free_factors(&factors);
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

#define TYPED(letter, type, real)                                                                                      \
    SOLVE(letter, csrlsvluHost, PIVOTED, type, real)                                                                   \
    SOLVE(letter, csrlsvqrHost, ROTATED, type, real)                                                                   \
    SOLVE(letter, csrlsvcholHost, CHOLESKY, type, real)

TYPED(S, CUDA_R_32F, float)
TYPED(D, CUDA_R_64F, double)
TYPED(C, CUDA_C_32F, float)
TYPED(Z, CUDA_C_64F, double)
