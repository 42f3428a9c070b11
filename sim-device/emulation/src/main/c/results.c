/* cuGetErrorName and cuGetErrorString, answered here so that they work without a server. */
#include "client.h"

struct result {
    CUresult value;
    const char *name;
    const char *words;
};

static const struct result results[] = {
#define ERROR(value, name, runtime_name, words) {value, #name, words},
#define DRIVER_ERROR(value, name, words) {value, #name, words},
#define RUNTIME_ERROR(value, name, words)
#include "errors.def"
#undef ERROR
#undef DRIVER_ERROR
#undef RUNTIME_ERROR
};

static const struct result *find(CUresult value) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (results[i].value == value) {
            return &results[i];
        }
    }
    return NULL;
}

static CUresult answer(CUresult value, const char **place, int words) {
    const struct result *found = find(value);
    if (place == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *place = found == NULL ? NULL : words ? found->words : found->name;
    return found == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

EXPORT CUresult cuGetErrorString(CUresult error, const char **pStr) {
    return answer(error, pStr, 1);
}

EXPORT CUresult cuGetErrorName(CUresult error, const char **pStr) {
    return answer(error, pStr, 0);
}
