/* Singular values: gesvd and gesvdj, which are one method here, with other settings and places of the vectors. */
#include "cusolver.h"
#include "typed.h"

/* The largest sizes of gesvdjBatched ("cuSOLVER Library", "cusolverDn<t>gesvdjBatched()"). */
enum { MOST_BATCHED = 32 };

cusolverStatus_t singular_values(cusolverDnHandle_t handle, cudaDataType type, const singular_request *request,
                                 int *info) {
    int is_adjoint = request->rows < request->columns;
    int64_t rows = is_adjoint ? request->columns : request->rows;
    int64_t columns = is_adjoint ? request->rows : request->columns;
    int64_t size = workspace_size(type, rows, columns);
    VALID(info != NULL && request->batches >= 0 && request->work_size >= size * request->batches);
    struct singular given = {.a = request->a,
                             .values = (uintptr_t)request->values,
                             .values_stride = columns,
                             .left = is_adjoint ? request->v : request->u,
                             .right = is_adjoint ? request->u : request->v,
                             .info = (uintptr_t)info,
                             .work = (uintptr_t)request->work,
                             .work_size = size,
                             .rows = rows,
                             .columns = columns,
                             .iteration = iteration_of(request->settings, request->batches),
                             .is_adjoint = is_adjoint};
    return launch(handle, type, "gesvd", request->batches, &given);
}

static int64_t size_of(cudaDataType type, int64_t rows, int64_t columns) {
    return rows < columns ? workspace_size(type, columns, rows) : workspace_size(type, rows, columns);
}

static int is_job(char job) {
    return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

/* Whether vectors fit where they are stored: with O it is A, which was checked. */
static int has_room(gesvd_output output, int64_t rows) {
    return output.job == 'N' || output.job == 'O' || IS_LEAD(output.lead, rows);
}

cusolverStatus_t gesvd(cusolverDnHandle_t handle, cudaDataType type, singular_request *request, gesvd_output u,
                       gesvd_output v, int *info) {
    OPEN(handle);
    int64_t rows = request->rows, columns = request->columns;
    CHECK(1, is_job(u.job));
    CHECK(2, is_job(v.job) && !(u.job == 'O' && v.job == 'O'));
    CHECK(3, rows >= 0);
    CHECK(4, columns >= 0 && columns <= rows);
    CHECK(6, IS_LEAD(request->a.lead, rows));
    CHECK(9, has_room(u, rows));
    CHECK(11, has_room(v, columns));
    CHECK(13, request->work_size >= size_of(type, rows, columns));
    u.data = u.job == 'O' ? (void *)(uintptr_t)request->a.data : u.data;
    u.lead = u.job == 'O' ? request->a.lead : u.lead;
    v.data = v.job == 'O' ? (void *)(uintptr_t)request->a.data : v.data;
    v.lead = v.job == 'O' ? request->a.lead : v.lead;
    request->u = (struct vectors_of){.data = (uintptr_t)u.data,
                                     .row = 1,
                                     .column = u.lead,
                                     .columns = u.job == 'N' ? 0 : u.job == 'A' ? rows : columns};
    request->v = (struct vectors_of){.data = (uintptr_t)v.data,
                                     .row = v.lead,
                                     .column = 1,
                                     .columns = v.job == 'N' ? 0 : columns,
                                     .is_conjugate = 1};
    request->batches = 1;
    return singular_values(handle, type, request, info);
}

/* What gesvdj and gesvdjBatched have in common. */
typedef struct {
    cusolverEigMode_t job;
    int is_economic;
    int rows;
    int columns;
    int lead;
    int u_lead;
    int v_lead;
    int batches;
} jacobi_request;

static int is_valid(const jacobi_request *given) {
    int has_vectors = given->job == CUSOLVER_EIG_MODE_VECTOR;
    return (has_vectors || given->job == CUSOLVER_EIG_MODE_NOVECTOR) && given->rows >= 0 && given->columns >= 0 &&
           given->batches >= 0 && IS_LEAD(given->lead, given->rows) &&
           (!has_vectors || (IS_LEAD(given->u_lead, given->rows) && IS_LEAD(given->v_lead, given->columns)));
}

/* U and V themselves, and not V^H ("cuSOLVER Library", "cusolverDn<t>gesvdj()"). */
static cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cudaDataType type, const jacobi_request *given,
                               singular_request *request, void *u, void *v, int *info) {
    OPEN(handle);
    VALID(is_valid(given));
    int64_t rows = given->rows, columns = given->columns, least = rows < columns ? rows : columns;
    int has_vectors = given->job == CUSOLVER_EIG_MODE_VECTOR;
    request->rows = rows;
    request->columns = columns;
    request->batches = given->batches;
    request->a.lead = given->lead;
    request->a.stride = given->lead * columns;
    request->u = (struct vectors_of){.data = (uintptr_t)u,
                                     .row = 1,
                                     .column = given->u_lead,
                                     .stride = given->u_lead * rows,
                                     .columns = !has_vectors ? 0 : given->is_economic ? least : rows};
    request->v = (struct vectors_of){.data = (uintptr_t)v,
                                     .row = 1,
                                     .column = given->v_lead,
                                     .stride = given->v_lead * columns,
                                     .columns = !has_vectors ? 0 : given->is_economic ? least : columns};
    return singular_values(handle, type, request, info);
}

static cusolverStatus_t gesvdj_size(cusolverDnHandle_t handle, cudaDataType type, const jacobi_request *given,
                                    int *size) {
    OPEN(handle);
    VALID(is_valid(given));
    return elements_of(type, size_of(type, given->rows, given->columns) * given->batches, size);
}

/* The parameters that all functions have. */
#define SIZES int rows, int columns
#define OUTPUTS(qualifier)                                                                                             \
    qualifier void *a, int lead, qualifier void *values, qualifier void *u, int u_lead, qualifier void *v, int v_lead
#define JACOBI(economic, count)                                                                                        \
    &(jacobi_request) { job, economic, rows, columns, lead, u_lead, v_lead, count }
#define REQUEST(type)                                                                                                  \
    &(singular_request) {                                                                                              \
        .a = matrix(a, lead), .values = values, .work = work, .settings = settings,                                    \
        .work_size = (int64_t)work_count * (int64_t)type_size(type)                                                    \
    }

#define SINGULAR(letter, type)                                                                                         \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvd_bufferSize(cusolverDnHandle_t handle, SIZES, int *size) {        \
        OPEN(handle);                                                                                                  \
        VALID(columns >= 0 && rows >= columns);                                                                        \
        return elements_of(type, size_of(type, rows, columns), size);                                                  \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvd(                                                                 \
        cusolverDnHandle_t handle, signed char u_job, signed char v_job, SIZES, void *a, int lead, void *values,       \
        void *u, int u_lead, void *v, int v_lead, void *work, int work_count, void *rest, int *info) {                 \
        jacobiInfo_t settings = NULL;                                                                                  \
        singular_request *request = REQUEST(type);                                                                     \
        (void)rest;                                                                                                    \
        request->rows = rows;                                                                                          \
        request->columns = columns;                                                                                    \
        return gesvd(handle, type, request, (gesvd_output){(char)u_job, u, u_lead},                                    \
                     (gesvd_output){(char)v_job, v, v_lead}, info);                                                    \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t job,    \
                                                                  int is_economic, SIZES, OUTPUTS(const), int *size,   \
                                                                  jacobiInfo_t settings) {                             \
        (void)a, (void)values, (void)u, (void)v, (void)settings;                                                       \
        return gesvdj_size(handle, type, JACOBI(is_economic, 1), size);                                                \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t job,               \
                                                       int is_economic, SIZES, OUTPUTS(), void *work,                  \
                                                       int work_count, int *info, jacobiInfo_t settings) {             \
        VALID(settings != NULL);                                                                                       \
        return gesvdj(handle, type, JACOBI(is_economic, 1), REQUEST(type), u, v, info);                                \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvdjBatched_bufferSize(cusolverDnHandle_t handle,                    \
                                                                         cusolverEigMode_t job, SIZES, OUTPUTS(const), \
                                                                         int *size, jacobiInfo_t settings,             \
                                                                         int batches) {                                \
        (void)a, (void)values, (void)u, (void)v, (void)settings;                                                       \
        VALID(rows <= MOST_BATCHED && columns <= MOST_BATCHED);                                                        \
        return gesvdj_size(handle, type, JACOBI(0, batches), size);                                                    \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##gesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t job, SIZES, \
                                                              OUTPUTS(), void *work, int work_count, int *info,        \
                                                              jacobiInfo_t settings, int batches) {                    \
        VALID(settings != NULL && rows <= MOST_BATCHED && columns <= MOST_BATCHED);                                    \
        return gesvdj(handle, type, JACOBI(0, batches), REQUEST(type), u, v, info);                                    \
    }

TYPES(SINGULAR)
