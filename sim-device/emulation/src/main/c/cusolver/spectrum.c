/* Eigenvalues: syevd and syevj, which are one method here, with other settings. */
#include "cusolver.h"
#include "typed.h"

/* The arrays of workspace_at() (kernels/rotations.h), and room to align them. */
int64_t workspace_size(cudaDataType type, int64_t rows, int64_t columns) {
    int64_t wide = (int64_t)wide_size(type);
    int64_t turn = 2 * (int64_t)sizeof(double) + wide;
    int64_t order = columns * (int64_t)(sizeof(double) + sizeof(int64_t));
    return (rows * columns + columns * columns + rows) * wide + (columns + 1) / 2 * turn + order + 8;
}

static int is_valid(const spectrum_request *request) {
    return (request->job == CUSOLVER_EIG_MODE_NOVECTOR || request->job == CUSOLVER_EIG_MODE_VECTOR) &&
           (request->fill == CUBLAS_FILL_MODE_LOWER || request->fill == CUBLAS_FILL_MODE_UPPER) &&
           request->order >= 0 && IS_LEAD(request->lead, request->order) && request->batches >= 0;
}

cusolverStatus_t syevd(cusolverDnHandle_t handle, cudaDataType type, const spectrum_request *request, int *info) {
    OPEN(handle);
    CHECK(1, request->job == CUSOLVER_EIG_MODE_NOVECTOR || request->job == CUSOLVER_EIG_MODE_VECTOR);
    CHECK(2, request->fill == CUBLAS_FILL_MODE_LOWER || request->fill == CUBLAS_FILL_MODE_UPPER);
    CHECK(3, request->order >= 0);
    CHECK(5, IS_LEAD(request->lead, request->order));
    int64_t size = workspace_size(type, request->order, request->order);
    CHECK(8, request->work_size >= size * request->batches);
    VALID(is_valid(request) && info != NULL);
    struct spectrum given = {.a = strided(request->a, request->lead, request->lead * request->order),
                             .values = (uintptr_t)request->values,
                             .info = (uintptr_t)info,
                             .work = (uintptr_t)request->work,
                             .work_size = size,
                             .order = request->order,
                             .iteration = iteration_of(request->settings, request->batches),
                             .is_upper = request->fill == CUBLAS_FILL_MODE_UPPER,
                             .has_vectors = request->job == CUSOLVER_EIG_MODE_VECTOR};
    return launch(handle, type, "syevd", request->batches, &given);
}

static cusolverStatus_t syevd_size(cusolverDnHandle_t handle, cudaDataType type, const spectrum_request *request,
                                   int *size) {
    OPEN(handle);
    VALID(is_valid(request));
    return elements_of(type, workspace_size(type, request->order, request->order) * request->batches, size);
}

/* The parameters that all functions have. */
#define GIVEN cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t fill, int order
#define REQUEST(...)                                                                                                   \
    &(spectrum_request) { .job = job, .fill = fill, .order = order, .lead = lead, __VA_ARGS__ }
#define BYTES(count, type) ((int64_t)(count) * (int64_t)type_size(type))

#define EIGENVALUES(letter, type, divided, jacobi)                                                                     \
    EXPORT cusolverStatus_t cusolverDn##letter##divided##_bufferSize(GIVEN, const void *a, int lead,                   \
                                                                     const void *values, int *size) {                  \
        (void)a, (void)values;                                                                                         \
        return syevd_size(handle, type, REQUEST(.batches = 1), size);                                                  \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##divided(GIVEN, void *a, int lead, void *values, void *work,            \
                                                        int work_count, int *info) {                                   \
        return syevd(handle, type,                                                                                     \
                     REQUEST(.a = a, .values = values, .work = work, .work_size = BYTES(work_count, type),             \
                             .batches = 1),                                                                            \
                     info);                                                                                            \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##jacobi##_bufferSize(GIVEN, const void *a, int lead,                    \
                                                                    const void *values, int *size,                     \
                                                                    jacobiInfo_t settings) {                           \
        (void)a, (void)values, (void)settings;                                                                         \
        return syevd_size(handle, type, REQUEST(.batches = 1), size);                                                  \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##jacobi(GIVEN, void *a, int lead, void *values, void *work,             \
                                                       int work_count, int *info, jacobiInfo_t settings) {             \
        VALID(settings != NULL);                                                                                       \
        return syevd(handle, type,                                                                                     \
                     REQUEST(.a = a, .values = values, .work = work, .work_size = BYTES(work_count, type),             \
                             .batches = 1, .settings = settings),                                                      \
                     info);                                                                                            \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##jacobi##Batched_bufferSize(GIVEN, const void *a, int lead,             \
                                                                           const void *values, int *size,              \
                                                                           jacobiInfo_t settings, int batches) {       \
        (void)a, (void)values, (void)settings;                                                                         \
        return syevd_size(handle, type, REQUEST(.batches = batches), size);                                            \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##jacobi##Batched(GIVEN, void *a, int lead, void *values, void *work,    \
                                                                int work_count, int *info, jacobiInfo_t settings,      \
                                                                int batches) {                                         \
        VALID(settings != NULL);                                                                                       \
        return syevd(handle, type,                                                                                     \
                     REQUEST(.a = a, .values = values, .work = work, .work_size = BYTES(work_count, type),             \
                             .batches = batches, .settings = settings),                                                \
                     info);                                                                                            \
    }

#define REAL(letter, type) EIGENVALUES(letter, type, syevd, syevj)
#define COMPLEX(letter, type) EIGENVALUES(letter, type, heevd, heevj)

REAL_TYPES(REAL)
COMPLEX_TYPES(COMPLEX)
