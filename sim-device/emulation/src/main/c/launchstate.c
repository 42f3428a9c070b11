/* Launches as before CUDA 4 (Driver API 13.0, "Execution Control [DEPRECATED]"): a function has a block shape, a size
 * of dynamic shared memory and parameters, which calls set one by one. */
#include "launchstate.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

/* The most bytes of parameters of a kernel: 32,764 (Programming Guide, "Function Parameters"). */
#define LONGEST 32764

struct state {
    struct state *next;
    CUfunction function;
    CUmodule module;
    unsigned block[3];
    unsigned shared;
    size_t size;
    unsigned char parameters[LONGEST];
};

/* Guards the states. Calls of the server are made with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct state *states;

/* The state of a function, added if it has none. Called with the lock held. */
static CUresult state_of(CUfunction function, struct state **state) {
    CUmodule module;
    struct state *found = states;
    CUresult result = cuFuncGetModule(&module, function);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    while (found != NULL && found->function != function) {
        found = found->next;
    }
    if (found == NULL && (found = calloc(1, sizeof *found)) != NULL) {
        found->next = states;
        found->function = function;
        found->module = module;
        states = found;
    }
    *state = found;
    return found == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

void forget_launch_states(CUmodule module) {
    pthread_mutex_lock(&lock);
    for (struct state **place = &states; *place != NULL;) {
        struct state *each = *place;
        if (each->module == module) {
            *place = each->next;
            free(each);
        } else {
            place = &each->next;
        }
    }
    pthread_mutex_unlock(&lock);
}

/* Performs `change` with the state `it` of a function, for the function of the driver that it is in. */
#define CHANGE(change)                                                                             \
    struct state *it = NULL;                                                                       \
    const char *before = set_function(__func__);                                                   \
    pthread_mutex_lock(&lock);                                                                     \
    CUresult result = state_of(hfunc, &it);                                                        \
    if (result == CUDA_SUCCESS) {                                                                  \
        change;                                                                                    \
    }                                                                                              \
    pthread_mutex_unlock(&lock);                                                                   \
    set_caller(before);                                                                            \
    return result

EXPORT CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
    REQUIRE(x > 0 && y > 0 && z > 0)
    unsigned shape[] = {(unsigned)x, (unsigned)y, (unsigned)z};
    CHANGE(memcpy(it->block, shape, sizeof shape));
}

EXPORT CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned bytes) {
    CHANGE(it->shared = bytes);
}

EXPORT CUresult cuParamSetSize(CUfunction hfunc, unsigned numbytes) {
    REQUIRE(numbytes <= LONGEST)
    CHANGE(it->size = numbytes);
}

EXPORT CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned numbytes) {
    REQUIRE(ptr != NULL && offset >= 0 && offset <= LONGEST && numbytes <= LONGEST - (unsigned)offset)
    CHANGE(memcpy(it->parameters + offset, ptr, numbytes));
}

EXPORT CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned value) {
    REQUIRE(offset >= 0 && offset <= LONGEST - (int)sizeof value)
    CHANGE(memcpy(it->parameters + offset, &value, sizeof value));
}

EXPORT CUresult cuParamSetf(CUfunction hfunc, int offset, float value) {
    REQUIRE(offset >= 0 && offset <= LONGEST - (int)sizeof value)
    CHANGE(memcpy(it->parameters + offset, &value, sizeof value));
}

static CUresult launch(const struct state *it, int width, int height, CUstream stream) {
    size_t size = it->size;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)(uintptr_t)it->parameters,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(it->function, (unsigned)width, (unsigned)height, 1, it->block[0], it->block[1],
                          it->block[2], it->shared, stream, NULL, size == 0 ? NULL : extra);
}

EXPORT CUresult cuLaunch(CUfunction hfunc) {
    CHANGE(result = launch(it, 1, 1, NULL));
}

EXPORT CUresult cuLaunchGrid(CUfunction hfunc, int grid_width, int grid_height) {
    REQUIRE(grid_width > 0 && grid_height > 0)
    CHANGE(result = launch(it, grid_width, grid_height, NULL));
}

EXPORT CUresult cuLaunchGridAsync(CUfunction hfunc, int grid_width, int grid_height, CUstream hStream) {
    REQUIRE(grid_width > 0 && grid_height > 0)
    CHANGE(result = launch(it, grid_width, grid_height, hStream));
}
