/* Errors: the last one of each thread, names and texts. */
#include "cudart.h"

static __thread cudaError_t last_error;

/* That work is not done is no error (CUDA C++ Programming Guide, "Error Checking"). */
cudaError_t(remember)(cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady) {
        last_error = error;
    }
    return error;
}

EXPORT cudaError_t cudaGetLastError(void) {
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

EXPORT cudaError_t cudaPeekAtLastError(void) {
    return last_error;
}

struct error {
    cudaError_t value;
    const char *name;
    const char *words;
};

static const struct error errors[] = {
#define ERROR(value, driver_name, name, words) {value, #name, words},
#define DRIVER_ERROR(value, name, words)
#define RUNTIME_ERROR(value, name, words) {value, #name, words},
#include "../errors.def"
#undef ERROR
#undef DRIVER_ERROR
#undef RUNTIME_ERROR
};

static const struct error *find(cudaError_t value) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].value == value) {
            return &errors[i];
        }
    }
    return NULL;
}

/* What the library of CUDA 13.0 answers for a number that is no error. */
static const char unknown[] = "unrecognized error code";

EXPORT const char *cudaGetErrorName(cudaError_t error) {
    const struct error *found = find(error);
    return found == NULL ? unknown : found->name;
}

EXPORT const char *cudaGetErrorString(cudaError_t error) {
    const struct error *found = find(error);
    return found == NULL ? unknown : found->words;
}
