/* Functions with sizes of 64 bits and types as parameters. They need no workspace of the host. */
#include "cusolver.h"

struct cusolverDnParams;

/* The parameters that all functions have at their end. */
#define SIZES_OF_WORK size_t *device, size_t *host
#define WORK void *device, size_t device_size, void *host, size_t host_size

static cusolverStatus_t set_sizes(cusolverDnHandle_t handle, int64_t needed, SIZES_OF_WORK) {
    OPEN(handle);
    VALID(device != NULL && host != NULL);
    *device = (size_t)needed;
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Whether the library has a type, and the computation is in that type. */
static int is_computed(cudaDataType type, cudaDataType compute) {
    return is_blas_type(type) && type == compute;
}

EXPORT cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                                    int64_t rows, int64_t columns, cudaDataType type, const void *a,
                                                    int64_t lead, cudaDataType compute, SIZES_OF_WORK) {
    (void)params, (void)a;
    VALID(rows >= 0 && columns >= 0 && IS_LEAD(lead, rows) && is_computed(type, compute));
    return set_sizes(handle, 0, device, host);
}

EXPORT cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, const struct cusolverDnParams *params, int64_t rows,
                                         int64_t columns, cudaDataType type, void *a, int64_t lead, int64_t *pivots,
                                         cudaDataType compute, WORK, int *info) {
    (void)params, (void)device, (void)device_size, (void)host, (void)host_size;
    VALID(is_computed(type, compute));
    return getrf(handle, type, rows, columns, a, lead, pivots, 1, info);
}

EXPORT cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                         cublasOperation_t operation, int64_t order, int64_t sides, cudaDataType type,
                                         const void *a, int64_t a_lead, const int64_t *pivots, cudaDataType b_type,
                                         void *b, int64_t b_lead, int *info) {
    (void)params;
    VALID(is_computed(type, b_type));
    return getrs(handle, type, operation, order, sides, a, a_lead, pivots, 1, b, b_lead, info);
}

EXPORT cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                                    cublasFillMode_t fill, int64_t order, cudaDataType type,
                                                    const void *a, int64_t lead, cudaDataType compute, SIZES_OF_WORK) {
    (void)params, (void)a, (void)fill;
    VALID(order >= 0 && IS_LEAD(lead, order) && is_computed(type, compute));
    return set_sizes(handle, 0, device, host);
}

EXPORT cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                         cublasFillMode_t fill, int64_t order, cudaDataType type, void *a, int64_t lead,
                                         cudaDataType compute, WORK, int *info) {
    (void)params, (void)device, (void)device_size, (void)host, (void)host_size;
    VALID(is_computed(type, compute));
    return potrf(handle, type, fill, order, matrix(a, lead), info, 1);
}

EXPORT cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                         cublasFillMode_t fill, int64_t order, int64_t sides, cudaDataType type,
                                         const void *a, int64_t a_lead, cudaDataType b_type, void *b, int64_t b_lead,
                                         int *info) {
    (void)params;
    VALID(is_computed(type, b_type));
    return potrs(handle, type, fill, order, sides, matrix(a, a_lead), matrix(b, b_lead), info, 1);
}

EXPORT cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill, int64_t order,
                                                    int64_t sides, cudaDataType type, const void *a, int64_t a_lead,
                                                    const int64_t *pivots, cudaDataType b_type, void *b, int64_t b_lead,
                                                    SIZES_OF_WORK) {
    (void)fill, (void)a, (void)pivots, (void)b;
    VALID(order >= 0 && sides >= 0 && IS_LEAD(a_lead, order) && IS_LEAD(b_lead, order) && is_computed(type, b_type));
    return set_sizes(handle, 0, device, host);
}

/* Its factors are those of sytrf, whose pivots a program has made 64 bits long. */
EXPORT cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int64_t order, int64_t sides,
                                         cudaDataType type, const void *a, int64_t a_lead, const int64_t *pivots,
                                         cudaDataType b_type, void *b, int64_t b_lead, WORK, int *info) {
    (void)device, (void)device_size, (void)host, (void)host_size;
    VALID(is_computed(type, b_type));
    return sytrs(handle, type, fill, order, sides, matrix(a, a_lead), pivots, matrix(b, b_lead), info);
}

EXPORT cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                                    int64_t rows, int64_t columns, cudaDataType type, const void *a,
                                                    int64_t lead, cudaDataType tau_type, const void *tau,
                                                    cudaDataType compute, SIZES_OF_WORK) {
    (void)params, (void)a, (void)tau;
    VALID(rows >= 0 && columns >= 0 && IS_LEAD(lead, rows) && tau_type == type && is_computed(type, compute));
    return set_sizes(handle, 0, device, host);
}

EXPORT cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, const struct cusolverDnParams *params, int64_t rows,
                                         int64_t columns, cudaDataType type, void *a, int64_t lead,
                                         cudaDataType tau_type, void *tau, cudaDataType compute, WORK, int *info) {
    (void)params, (void)device, (void)device_size, (void)host, (void)host_size;
    VALID(tau_type == type && is_computed(type, compute));
    return geqrf(handle, type, rows, columns, a, lead, tau, info);
}

EXPORT cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                                    cusolverEigMode_t job, cublasFillMode_t fill, int64_t order,
                                                    cudaDataType type, const void *a, int64_t lead,
                                                    cudaDataType value_type, const void *values, cudaDataType compute,
                                                    SIZES_OF_WORK) {
    (void)params, (void)job, (void)fill, (void)a, (void)values;
    VALID(order >= 0 && IS_LEAD(lead, order) && is_computed(type, compute) && value_type == real_type(type));
    return set_sizes(handle, workspace_size(type, order, order), device, host);
}

EXPORT cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                         cusolverEigMode_t job, cublasFillMode_t fill, int64_t order, cudaDataType type,
                                         void *a, int64_t lead, cudaDataType value_type, void *values,
                                         cudaDataType compute, WORK, int *info) {
    (void)params, (void)host, (void)host_size;
    VALID(is_computed(type, compute) && value_type == real_type(type));
    spectrum_request request = {.job = job,
                                .fill = fill,
                                .order = order,
                                .a = a,
                                .lead = lead,
                                .values = values,
                                .work = device,
                                .work_size = (int64_t)device_size,
                                .batches = 1};
    return syevd(handle, type, &request, info);
}

EXPORT cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, const struct cusolverDnParams *params, signed char u_job, signed char v_job,
    int64_t rows, int64_t columns, cudaDataType type, const void *a, int64_t lead, cudaDataType value_type,
    const void *values, cudaDataType u_type, const void *u, int64_t u_lead, cudaDataType v_type, const void *v,
    int64_t v_lead, cudaDataType compute, SIZES_OF_WORK) {
    (void)params, (void)u_job, (void)v_job, (void)a, (void)values, (void)u, (void)u_lead, (void)v, (void)v_lead;
    VALID(is_computed(type, compute) && value_type == real_type(type) && u_type == type && v_type == type);
    VALID(columns >= 0 && rows >= columns && IS_LEAD(lead, rows));
    return set_sizes(handle, workspace_size(type, rows, columns), device, host);
}

EXPORT cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, const struct cusolverDnParams *params,
                                         signed char u_job, signed char v_job, int64_t rows, int64_t columns,
                                         cudaDataType type, void *a, int64_t lead, cudaDataType value_type,
                                         void *values, cudaDataType u_type, void *u, int64_t u_lead,
                                         cudaDataType v_type, void *v, int64_t v_lead, cudaDataType compute, WORK,
                                         int *info) {
    (void)params, (void)host, (void)host_size;
    VALID(is_computed(type, compute) && value_type == real_type(type) && u_type == type && v_type == type);
    singular_request request = {.rows = rows,
                                .columns = columns,
                                .a = matrix(a, lead),
                                .values = values,
                                .work = device,
                                .work_size = (int64_t)device_size};
    return gesvd(handle, type, &request, (gesvd_output){(char)u_job, u, u_lead}, (gesvd_output){(char)v_job, v, v_lead},
                 info);
}
