/* The interface of cuBLAS before CUDA 4: no handle, factors by value, letters for operations, and an error that stays until a
 * program asks for it (cuBLAS Library, "Using the cuBLAS Legacy API"). Each context has a handle, which cublasInit() makes. */
#include <complex.h>
#include <pthread.h>
#include <stdlib.h>

#include "../cublas.h"

/* A context with its handle. */
struct state {
    CUcontext context;
    cublasHandle_t handle; /* null after cublasShutdown() */
    cublasStatus_t error;  /* the last one */
    struct state *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct state *states;

/* The state of the current context; null if it has none. */
static struct state *find_state(void) {
    CUcontext context = NULL;
    if (has_context()) {
        cuCtxGetCurrent(&context);
    }
    pthread_mutex_lock(&lock);
    struct state *found = states;
    while (found != NULL && found->context != context) {
        found = found->next;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static struct state *add_state(void) {
    struct state *added = calloc(1, sizeof *added);
    if (added != NULL) {
        cuCtxGetCurrent(&added->context);
        pthread_mutex_lock(&lock);
        added->next = states;
        states = added;
        pthread_mutex_unlock(&lock);
    }
    return added;
}

EXPORT cublasStatus_t cublasInit(void) {
    REQUIRE(has_context(), CUBLAS_STATUS_NOT_INITIALIZED);
    struct state *state = find_state();
    state = state == NULL ? add_state() : state;
    REQUIRE(state != NULL, CUBLAS_STATUS_ALLOC_FAILED);
    return state->handle != NULL ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&state->handle);
}

EXPORT cublasStatus_t cublasShutdown(void) {
    struct state *state = find_state();
    OPEN(state);
    OPEN(state->handle);
    cublasHandle_t handle = state->handle;
    state->handle = NULL;
    return cublasDestroy_v2(handle);
}

EXPORT cublasStatus_t cublasGetError(void) {
    struct state *state = find_state();
    OPEN(state);
    cublasStatus_t error = state->error;
    state->error = CUBLAS_STATUS_SUCCESS;
    return error;
}

EXPORT cublasStatus_t cublasGetVersion(int *version) {
    return cublasGetVersion_v2(NULL, version);
}

EXPORT cublasStatus_t cublasSetKernelStream(CUstream stream) {
    struct state *state = find_state();
    OPEN(state);
    OPEN(state->handle);
    state->handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasAlloc(int count, int size, void **address) {
    CUdeviceptr allocated = 0;
    VALID(count > 0 && size > 0 && address != NULL);
    TRY(status_of(allocate_for("cublasAlloc", &allocated, (size_t)count * (size_t)size)));
    *address = (void *)allocated;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasFree(const void *address) {
    return status_of(cuMemFree_v2((CUdeviceptr)address));
}

/* The handle of the current context; null before cublasInit(), which routines reject. */
static cublasHandle_t handle(void) {
    struct state *state = find_state();
    return state == NULL ? NULL : state->handle;
}

static void keep(cublasStatus_t status) {
    struct state *state = find_state();
    state = state == NULL ? add_state() : state;
    if (status != CUBLAS_STATUS_SUCCESS && state != NULL) {
        state->error = status;
    }
}

/* A letter among others, as its index; -1 for another letter, which routines reject. */
static int letter(char given, const char *letters) {
    for (int each = 0; letters[each] != 0; each++) {
        if ((given | 0x20) == (letters[each] | 0x20)) {
            return each;
        }
    }
    return -1;
}

static int operation(char given) { return letter(given, "NTC"); }
static int fill(char given) { return letter(given, "LU"); }
static int side(char given) { return letter(given, "LR"); }
static int diagonal(char given) { return letter(given, "NU"); }

/* A routine that has the same one with a handle, which takes integers and addresses only. */
#define ROUTINE(name, parameters, ...)                                                                                 \
    extern cublasStatus_t cublas##name##_v2();                                                                         \
    EXPORT void cublas##name parameters { keep(cublas##name##_v2(handle(), __VA_ARGS__)); }

/* One that returns a number. */
#define FUNCTION(Result, name, parameters, ...)                                                                        \
    extern cublasStatus_t cublas##name##_v2();                                                                         \
    EXPORT Result cublas##name parameters {                                                                            \
        Result result = 0;                                                                                             \
        keep(cublas##name##_v2(handle(), __VA_ARGS__, &result));                                                       \
        return result;                                                                                                 \
    }

#define VECTORS(L, T)                                                                                                  \
    ROUTINE(L##axpy, (int n, T alpha, const T *x, int x_step, T *y, int y_step), n, &alpha, x, x_step, y, y_step)       \
    ROUTINE(L##copy, (int n, const T *x, int x_step, T *y, int y_step), n, x, x_step, y, y_step)                        \
    ROUTINE(L##scal, (int n, T alpha, T *x, int x_step), n, &alpha, x, x_step)                                         \
    ROUTINE(L##swap, (int n, T *x, int x_step, T *y, int y_step), n, x, x_step, y, y_step)

#define REAL_VECTORS(L, l, T)                                                                                          \
    VECTORS(L, T)                                                                                                      \
    FUNCTION(T, L##dot, (int n, const T *x, int x_step, const T *y, int y_step), n, x, x_step, y, y_step)               \
    FUNCTION(T, L##nrm2, (int n, const T *x, int x_step), n, x, x_step)                                                \
    FUNCTION(T, L##asum, (int n, const T *x, int x_step), n, x, x_step)                                                \
    FUNCTION(int, I##l##amax, (int n, const T *x, int x_step), n, x, x_step)                                           \
    FUNCTION(int, I##l##amin, (int n, const T *x, int x_step), n, x, x_step)                                           \
    ROUTINE(L##rot, (int n, T *x, int x_step, T *y, int y_step, T cosine, T sine), n, x, x_step, y, y_step, &cosine,    \
            &sine)                                                                                                     \
    ROUTINE(L##rotg, (T *a, T *b, T *cosine, T *sine), a, b, cosine, sine)                                             \
    ROUTINE(L##rotm, (int n, T *x, int x_step, T *y, int y_step, const T *parameters), n, x, x_step, y, y_step,         \
            parameters)                                                                                                \
    ROUTINE(L##rotmg, (T *d1, T *d2, T *x, const T *y, T *parameters), d1, d2, x, y, parameters)
REAL_VECTORS(S, s, float)
REAL_VECTORS(D, d, double)

#define COMPLEX_VECTORS(L, l, T, Scal, Norm, Sum, Real)                                                                \
    VECTORS(L, T)                                                                                                      \
    FUNCTION(T, L##dotu, (int n, const T *x, int x_step, const T *y, int y_step), n, x, x_step, y, y_step)              \
    FUNCTION(T, L##dotc, (int n, const T *x, int x_step, const T *y, int y_step), n, x, x_step, y, y_step)              \
    FUNCTION(Real, Norm, (int n, const T *x, int x_step), n, x, x_step)                                                \
    FUNCTION(Real, Sum, (int n, const T *x, int x_step), n, x, x_step)                                                 \
    FUNCTION(int, I##l##amax, (int n, const T *x, int x_step), n, x, x_step)                                           \
    FUNCTION(int, I##l##amin, (int n, const T *x, int x_step), n, x, x_step)                                           \
    ROUTINE(Scal, (int n, Real alpha, T *x, int x_step), n, &alpha, x, x_step)
COMPLEX_VECTORS(C, c, float complex, Csscal, Scnrm2, Scasum, float)
COMPLEX_VECTORS(Z, z, double complex, Zdscal, Dznrm2, Dzasum, double)

/* Products of matrices and vectors, and solutions. */
#define MATRIX_VECTORS(L, T)                                                                                           \
    ROUTINE(L##gemv,                                                                                                   \
            (char trans, int m, int n, T alpha, const T *a, int lead, const T *x, int x_step, T beta, T *y, int y_step), \
            operation(trans), m, n, &alpha, a, lead, x, x_step, &beta, y, y_step)                                      \
    ROUTINE(L##gbmv,                                                                                                   \
            (char trans, int m, int n, int below, int above, T alpha, const T *a, int lead, const T *x, int x_step,    \
             T beta, T *y, int y_step),                                                                                \
            operation(trans), m, n, below, above, &alpha, a, lead, x, x_step, &beta, y, y_step)                        \
    TRIANGULAR(L##trmv, T) TRIANGULAR(L##trsv, T) PACKED_TRIANGULAR(L##tpmv, T) PACKED_TRIANGULAR(L##tpsv, T)          \
    BANDED_TRIANGULAR(L##tbmv, T) BANDED_TRIANGULAR(L##tbsv, T)

#define TRIANGULAR(name, T)                                                                                            \
    ROUTINE(name, (char uplo, char trans, char diag, int n, const T *a, int lead, T *x, int x_step), fill(uplo),       \
            operation(trans), diagonal(diag), n, a, lead, x, x_step)
#define PACKED_TRIANGULAR(name, T)                                                                                     \
    ROUTINE(name, (char uplo, char trans, char diag, int n, const T *a, T *x, int x_step), fill(uplo),                 \
            operation(trans), diagonal(diag), n, a, x, x_step)
#define BANDED_TRIANGULAR(name, T)                                                                                     \
    ROUTINE(name, (char uplo, char trans, char diag, int n, int k, const T *a, int lead, T *x, int x_step),            \
            fill(uplo), operation(trans), diagonal(diag), n, k, a, lead, x, x_step)
MATRIX_VECTORS(S, float)
MATRIX_VECTORS(D, double)
MATRIX_VECTORS(C, float complex)
MATRIX_VECTORS(Z, double complex)

/* Of symmetric matrices, and of Hermitian ones, which have a real factor where a result has a real diagonal. */
#define SYMMETRIC(L, full, band, pack, rank, packed_rank, T, Real)                                                     \
    ROUTINE(L##full, (char uplo, int n, T alpha, const T *a, int lead, const T *x, int x_step, T beta, T *y, int y_step), \
            fill(uplo), n, &alpha, a, lead, x, x_step, &beta, y, y_step)                                               \
    ROUTINE(L##band,                                                                                                   \
            (char uplo, int n, int k, T alpha, const T *a, int lead, const T *x, int x_step, T beta, T *y, int y_step), \
            fill(uplo), n, k, &alpha, a, lead, x, x_step, &beta, y, y_step)                                            \
    ROUTINE(L##pack, (char uplo, int n, T alpha, const T *a, const T *x, int x_step, T beta, T *y, int y_step),        \
            fill(uplo), n, &alpha, a, x, x_step, &beta, y, y_step)                                                     \
    ROUTINE(L##rank, (char uplo, int n, Real alpha, const T *x, int x_step, T *a, int lead), fill(uplo), n, &alpha, x, \
            x_step, a, lead)                                                                                           \
    ROUTINE(L##rank##2,                                                                                                \
            (char uplo, int n, T alpha, const T *x, int x_step, const T *y, int y_step, T *a, int lead), fill(uplo), n, \
            &alpha, x, x_step, y, y_step, a, lead)                                                                     \
    ROUTINE(L##packed_rank, (char uplo, int n, Real alpha, const T *x, int x_step, T *a), fill(uplo), n, &alpha, x,     \
            x_step, a)                                                                                                 \
    ROUTINE(L##packed_rank##2, (char uplo, int n, T alpha, const T *x, int x_step, const T *y, int y_step, T *a),      \
            fill(uplo), n, &alpha, x, x_step, y, y_step, a)
SYMMETRIC(S, symv, sbmv, spmv, syr, spr, float, float)
SYMMETRIC(D, symv, sbmv, spmv, syr, spr, double, double)
SYMMETRIC(C, hemv, hbmv, hpmv, her, hpr, float complex, float)
SYMMETRIC(Z, hemv, hbmv, hpmv, her, hpr, double complex, double)

#define OUTER(name, T)                                                                                                 \
    ROUTINE(name, (int m, int n, T alpha, const T *x, int x_step, const T *y, int y_step, T *a, int lead), m, n,       \
            &alpha, x, x_step, y, y_step, a, lead)
OUTER(Sger, float)
OUTER(Dger, double)
OUTER(Cgeru, float complex)
OUTER(Cgerc, float complex)
OUTER(Zgeru, double complex)
OUTER(Zgerc, double complex)

/* Products of matrices. The product with a triangular one takes the place of the other. */
#define MATRICES(L, T)                                                                                                 \
    ROUTINE(L##gemm,                                                                                                   \
            (char a_trans, char b_trans, int m, int n, int k, T alpha, const T *a, int a_lead, const T *b, int b_lead, \
             T beta, T *c, int c_lead),                                                                                \
            operation(a_trans), operation(b_trans), m, n, k, &alpha, a, a_lead, b, b_lead, &beta, c, c_lead)           \
    ROUTINE(L##trmm,                                                                                                   \
            (char where, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int a_lead, T *b,        \
             int b_lead),                                                                                              \
            side(where), fill(uplo), operation(trans), diagonal(diag), m, n, &alpha, a, a_lead, b, b_lead, b, b_lead)  \
    ROUTINE(L##trsm,                                                                                                   \
            (char where, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int a_lead, T *b,        \
             int b_lead),                                                                                              \
            side(where), fill(uplo), operation(trans), diagonal(diag), m, n, &alpha, a, a_lead, b, b_lead)             \
    SIDED(L##symm, T) RANK_K(L##syrk, T, T) RANK_2K(L##syr2k, T, T)

#define SIDED(name, T)                                                                                                 \
    ROUTINE(name,                                                                                                      \
            (char where, char uplo, int m, int n, T alpha, const T *a, int a_lead, const T *b, int b_lead, T beta,     \
             T *c, int c_lead),                                                                                        \
            side(where), fill(uplo), m, n, &alpha, a, a_lead, b, b_lead, &beta, c, c_lead)
#define RANK_K(name, T, Real)                                                                                          \
    ROUTINE(name, (char uplo, char trans, int n, int k, Real alpha, const T *a, int a_lead, Real beta, T *c, int c_lead), \
            fill(uplo), operation(trans), n, k, &alpha, a, a_lead, &beta, c, c_lead)
#define RANK_2K(name, T, Real)                                                                                         \
    ROUTINE(name,                                                                                                      \
            (char uplo, char trans, int n, int k, T alpha, const T *a, int a_lead, const T *b, int b_lead, Real beta,  \
             T *c, int c_lead),                                                                                        \
            fill(uplo), operation(trans), n, k, &alpha, a, a_lead, b, b_lead, &beta, c, c_lead)
MATRICES(S, float)
MATRICES(D, double)
MATRICES(C, float complex)
MATRICES(Z, double complex)
SIDED(Chemm, float complex)
SIDED(Zhemm, double complex)
RANK_K(Cherk, float complex, float)
RANK_K(Zherk, double complex, double)
RANK_2K(Cher2k, float complex, float)
RANK_2K(Zher2k, double complex, double)
