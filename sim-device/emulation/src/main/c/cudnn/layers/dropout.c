/* Dropout. */
#include <stdlib.h>

#include "layers.h"

DESCRIPTOR(cudnnDropoutDescriptor_t, cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor)

EXPORT cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *size) {
    OPEN(handle);
    VALID(size != NULL);
    *size = sizeof(struct dropout_state);
    return CUDNN_STATUS_SUCCESS;
}

/* A byte for each element. */
EXPORT cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t x, size_t *size) {
    VALID(is_set(x) && size != NULL);
    *size = (size_t)count_of(&x->view);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t change_state(cudnnHandle_t handle, struct dropout_change change) {
    return launch_for(handle, CUDNN_DATA_FLOAT, "change_state", 1, &change);
}

/* Without states, only the rate is set ("cuDNN API Reference", cudnnSetDropoutDescriptor()). */
static cudnnStatus_t set(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate, void *state, size_t size,
                         unsigned long long seed) {
    VALID(dropout != NULL);
    OPEN(handle);
    VALID(rate >= 0 && rate <= 1);
    REQUIRE(state == NULL || size >= sizeof(struct dropout_state), CUDNN_STATUS_INVALID_VALUE);
    dropout->rate = rate;
    if (state != NULL) {
        dropout->state = state;
        dropout->seed = seed;
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate,
                                               void *state, size_t size, unsigned long long seed) {
    struct dropout_change change = {.state = (uintptr_t)state, .seed = seed, .is_new = 1};
    TRY(set(dropout, handle, rate, state, size, seed));
    return state == NULL ? CUDNN_STATUS_SUCCESS : change_state(handle, change);
}

/* The state is that of an earlier descriptor. */
EXPORT cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate,
                                                   void *state, size_t size, unsigned long long seed) {
    return set(dropout, handle, rate, state, size, seed);
}

EXPORT cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float *rate,
                                               void **state, unsigned long long *seed) {
    OPEN(handle);
    VALID(dropout != NULL && rate != NULL && state != NULL && seed != NULL);
    *rate = dropout->rate;
    *state = dropout->state;
    *seed = dropout->seed;
    return CUDNN_STATUS_SUCCESS;
}

static struct dropout dropout_of(cudnnDropoutDescriptor_t descriptor, const struct view *x, const struct view *y,
                                 void *mask) {
    struct dropout dropout = {.state = (uintptr_t)descriptor->state, .mask = (uintptr_t)mask,
                              .rate = descriptor->rate};
    LAY_OUT(&dropout.space, x, ALL_DIMENSIONS, {&dropout.x, x}, {&dropout.y, y});
    return dropout;
}

cudnnStatus_t drop(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor, const struct view *x,
                   const struct view *y, void *mask) {
    struct dropout dropout = dropout_of(descriptor, x, y, mask);
    VALID(descriptor->state != NULL || descriptor->rate == 0);
    struct dropout_change change = {.state = dropout.state, .drawn = (uint64_t)dropout.space.rows};
    TRY(launch_for(handle, y->type, "drop", dropout.space.rows, &dropout));
    return descriptor->state == NULL ? CUDNN_STATUS_SUCCESS : change_state(handle, change);
}

cudnnStatus_t drop_gradient(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor, const struct view *dy,
                            const struct view *dx, void *mask) {
    struct dropout dropout = dropout_of(descriptor, dy, dx, mask);
    return launch_for(handle, dx->type, "drop_gradient", dropout.space.rows, &dropout);
}

static cudnnStatus_t check_dropout(cudnnDropoutDescriptor_t descriptor, cudnnTensorDescriptor_t x, const void *x_data,
                                   cudnnTensorDescriptor_t y, const void *y_data, const void *reserve, size_t size) {
    VALID(descriptor != NULL && is_set(x) && is_set(y) && x_data != NULL && y_data != NULL && reserve != NULL);
    VALID(has_same_sizes(&x->view, &y->view) && x->view.type == y->view.type);
    VALID(x_data != y_data || has_same_steps(&x->view, &y->view));
    VALID(size >= (size_t)count_of(&x->view));
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor,
                                         cudnnTensorDescriptor_t x, const void *x_data, cudnnTensorDescriptor_t y,
                                         void *y_data, void *reserve, size_t size) {
    OPEN(handle);
    TRY(check_dropout(descriptor, x, x_data, y, y_data, reserve, size));
    struct view from = tensor_at(x, x_data);
    struct view to = tensor_at(y, y_data);
    return drop(handle, descriptor, &from, &to, reserve);
}

EXPORT cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor,
                                          cudnnTensorDescriptor_t dy, const void *dy_data, cudnnTensorDescriptor_t dx,
                                          void *dx_data, void *reserve, size_t size) {
    OPEN(handle);
    TRY(check_dropout(descriptor, dy, dy_data, dx, dx_data, reserve, size));
    struct view from = tensor_at(dy, dy_data);
    struct view to = tensor_at(dx, dx_data);
    return drop_gradient(handle, descriptor, &from, &to, reserve);
}
