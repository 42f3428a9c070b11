/* The rotations that rot and rotm apply: a few numbers, which the host computes. Those of the device are fetched first, and so
 * the routine waits for the stream. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "../cublas.h"

typedef double complex number;

static cublasStatus_t transfer(cublasHandle_t handle, void *to, const void *from, size_t size, int is_fetch) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(to, from, size);
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    return status_of(is_fetch ? cuMemcpyDtoH_v2(to, (CUdeviceptr)(uintptr_t)from, size)
                              : cuMemcpyHtoD_v2((CUdeviceptr)(uintptr_t)to, from, size));
}

static cublasStatus_t fetch(cublasHandle_t handle, cudaDataType type, const void *from, int count, number *values) {
    char bytes[8 * sizeof(number)];
    TRY(transfer(handle, bytes, from, (size_t)count * type_size(type), 1));
    for (int each = 0; each < count; each++) {
        const float *narrow = (const float *)bytes;
        const double *wide = (const double *)bytes;
        int first = is_complex(type) ? 2 * each : each;
        int is_narrow = real_type(type) == CUDA_R_32F;
        double re = is_narrow ? narrow[first] : wide[first];
        double im = !is_complex(type) ? 0 : is_narrow ? narrow[first + 1] : wide[first + 1];
        values[each] = CMPLX(re, im);
    }
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t store(cublasHandle_t handle, cudaDataType type, void *to, int count, const number *values) {
    char bytes[8 * sizeof(number)];
    int parts = is_complex(type) ? 2 : 1;
    for (int each = 0; each < count * parts; each++) {
        double part = each % parts == 0 ? creal(values[each / parts]) : cimag(values[each / parts]);
        if (real_type(type) == CUDA_R_32F) {
            ((float *)bytes)[each] = (float)part;
        } else {
            ((double *)bytes)[each] = part;
        }
    }
    return transfer(handle, to, bytes, (size_t)count * type_size(type), 0);
}

/* The rotation that takes b to 0; a becomes the length, with the sign of the larger of both, and b tells the rotation ("A
 * proposal for standard linear algebra subprograms", C. L. Lawson et al., 1979). */
static void rotate_real(number *a, number *b, double *cosine, number *sine) {
    double first = creal(*a);
    double second = creal(*b);
    int is_first = fabs(first) > fabs(second);
    double length = copysign(hypot(first, second), is_first ? first : second);
    *cosine = length == 0 ? 1 : first / length;
    *sine = length == 0 ? 0 : second / length;
    *a = length == 0 ? 0 : length;
    *b = length == 0 ? 0 : is_first ? *sine : *cosine == 0 ? 1 : 1 / *cosine;
}

/* Of complex numbers, b stays. */
static void rotate_complex(number *a, const number *b, double *cosine, number *sine) {
    double first = cabs(*a);
    double length = hypot(first, cabs(*b));
    number direction = first == 0 ? 1 : *a / first;
    *cosine = first == 0 ? 0 : first / length;
    *sine = first == 0 ? 1 : direction * conj(*b) / length;
    *a = first == 0 ? *b : direction * length;
}

static cublasStatus_t make_rotation(cublasHandle_t handle, cudaDataType type, void *a, void *b, void *cosine,
                                    void *sine) {
    number values[2];
    number turn[2];
    double first;
    OPEN(handle);
    VALID(a != NULL && b != NULL && cosine != NULL && sine != NULL);
    TRY(fetch(handle, type, a, 1, &values[0]));
    TRY(fetch(handle, type, b, 1, &values[1]));
    if (is_complex(type)) {
        rotate_complex(&values[0], &values[1], &first, &turn[1]);
    } else {
        rotate_real(&values[0], &values[1], &first, &turn[1]);
        TRY(store(handle, type, b, 1, &values[1]));
    }
    turn[0] = first;
    TRY(store(handle, type, a, 1, &values[0]));
    TRY(store(handle, real_type(type), cosine, 1, &turn[0]));
    return store(handle, type, sine, 1, &turn[1]);
}

/* A modified rotation: the factors of the rows, and the matrix with its elements in the order of rotm. */
struct modified {
    double d[2];
    double x;
    double flag;
    double h11, h21, h12, h22;
};

enum { NO_FORM = -1, DIAGONAL_OF_ONES = 0, OTHER_DIAGONAL_OF_ONES = 1, IDENTITY = -2 };

/* Makes the ones of a form elements of their own. */
static void write_out(struct modified *to) {
    if (to->flag == DIAGONAL_OF_ONES) {
        to->h11 = to->h22 = 1;
    } else if (to->flag == OTHER_DIAGONAL_OF_ONES) {
        to->h21 = -1;
        to->h12 = 1;
    }
    to->flag = NO_FORM;
}

/* Brings a factor between 2^-24 and 2^24, as the proposal says. */
static void scale(struct modified *to, int which) {
    const double step = 4096;
    double *left = which == 0 ? &to->h11 : &to->h21;
    double *right = which == 0 ? &to->h12 : &to->h22;
    while (to->d[which] != 0 && (fabs(to->d[which]) <= 1 / (step * step) || fabs(to->d[which]) >= step * step)) {
        double by = fabs(to->d[which]) >= step * step ? step : 1 / step;
        write_out(to);
        to->d[which] /= by * by;
        to->x *= which == 0 ? by : 1;
        *left *= by;
        *right *= by;
    }
}

/* There is no rotation: all becomes 0. */
static void clear(struct modified *to) {
    *to = (struct modified){.flag = NO_FORM};
}

static void rotate_modified(struct modified *to, double y) {
    double first = to->d[0] * to->x;
    double second = to->d[1] * y;
    if (to->d[0] < 0 || (fabs(first * to->x) <= fabs(second * y) && second * y < 0)) {
        clear(to);
        return;
    }
    if (second == 0) {
        to->flag = IDENTITY;
        return;
    }
    double d1 = to->d[0];
    if (fabs(first * to->x) > fabs(second * y)) {
        to->flag = DIAGONAL_OF_ONES;
        to->h21 = -y / to->x;
        to->h12 = second / first;
        double divisor = 1 - to->h12 * to->h21;
        if (divisor <= 0) {
            clear(to);
            return;
        }
        to->d[0] /= divisor;
        to->d[1] /= divisor;
        to->x *= divisor;
    } else {
        to->flag = OTHER_DIAGONAL_OF_ONES;
        to->h11 = first / second;
        to->h22 = to->x / y;
        double divisor = 1 + to->h11 * to->h22;
        to->d[0] = to->d[1] / divisor;
        to->d[1] = d1 / divisor;
        to->x = y * divisor;
    }
    scale(to, 0);
    scale(to, 1);
}

/* Elements that a form implies are not written. */
static cublasStatus_t make_modified(cublasHandle_t handle, cudaDataType type, void *d1, void *d2, void *x,
                                    const void *y, void *parameters) {
    void *places[] = {d1, d2, x};
    number values[3];
    number last;
    number form[5];
    OPEN(handle);
    VALID(d1 != NULL && d2 != NULL && x != NULL && y != NULL && parameters != NULL);
    for (int each = 0; each < 3; each++) {
        TRY(fetch(handle, type, places[each], 1, &values[each]));
    }
    TRY(fetch(handle, type, y, 1, &last));
    TRY(fetch(handle, type, parameters, 5, form));
    struct modified found = {.d = {creal(values[0]), creal(values[1])}, .x = creal(values[2])};
    rotate_modified(&found, creal(last));
    const double elements[] = {found.h11, found.h21, found.h12, found.h22};
    form[0] = found.flag;
    for (int each = 0; each < 4; each++) {
        int is_written = found.flag == NO_FORM || (found.flag == DIAGONAL_OF_ONES && (each == 1 || each == 2)) ||
                         (found.flag == OTHER_DIAGONAL_OF_ONES && (each == 0 || each == 3));
        form[each + 1] = is_written ? elements[each] : form[each + 1];
    }
    const number changed[] = {found.d[0], found.d[1], found.x};
    for (int each = 0; each < 3; each++) {
        TRY(store(handle, type, places[each], 1, &changed[each]));
    }
    return store(handle, type, parameters, 5, form);
}

#define ROTG(letter, type)                                                                                             \
    EXPORT cublasStatus_t cublas##letter##rotg_v2(cublasHandle_t handle, void *a, void *b, void *cosine, void *sine) { \
        return make_rotation(handle, type, a, b, cosine, sine);                                                        \
    }
ROTG(S, CUDA_R_32F)
ROTG(D, CUDA_R_64F)
ROTG(C, CUDA_C_32F)
ROTG(Z, CUDA_C_64F)

#define ROTMG(letter, type)                                                                                            \
    EXPORT cublasStatus_t cublas##letter##rotmg_v2(cublasHandle_t handle, void *d1, void *d2, void *x, const void *y,  \
                                                   void *parameters) {                                                 \
        return make_modified(handle, type, d1, d2, x, y, parameters);                                                  \
    }
ROTMG(S, CUDA_R_32F)
ROTMG(D, CUDA_R_64F)
