/* Index spaces, and the launches over them. */
#include "layers.h"

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t size, CUstream stream);

static int64_t step_in(const struct view *view, int dimension) {
    return view == NULL || view->sizes[dimension] == 1 ? 0 : view->steps[dimension];
}

/* Whether a dimension goes on where the last one of the space ends, in all tensors. */
static int may_merge(const struct space *space, int dimension, int64_t size, const struct placement *placements,
                     int count) {
    int last = space->rank - 1;
    int may = 1;
    for (int each = 0; may && each < count; each++) {
        may = placements[each].operand->steps[last] == step_in(placements[each].view, dimension) * size;
    }
    return may;
}

static void add_dimension(struct space *space, int first, int dimension, int64_t size,
                          const struct placement *placements, int count) {
    int is_merged = space->rank > first && may_merge(space, dimension, size, placements, count);
    int to = is_merged ? space->rank - 1 : space->rank++;
    space->sizes[to] = is_merged ? space->sizes[to] * size : size;
    for (int each = 0; each < count; each++) {
        placements[each].operand->steps[to] = step_in(placements[each].view, dimension);
    }
}

/* Adds the dimensions that are kept, or the others, and returns the number of their indices. */
static int64_t add_dimensions(struct space *space, const struct view *over, unsigned dimensions,
                              const struct placement *placements, int count) {
    int first = space->rank;
    int64_t indices = 1;
    for (int each = 0; each < over->rank; each++) {
        if (dimensions >> each & 1 && over->sizes[each] > 1) {
            indices *= over->sizes[each];
            add_dimension(space, first, each, over->sizes[each], placements, count);
        }
    }
    return indices;
}

void lay_out(struct space *space, const struct view *over, unsigned kept, const struct placement *placements,
             int count) {
    *space = (struct space){0};
    for (int each = 0; each < count; each++) {
        const struct view *view = placements[each].view;
        *placements[each].operand = (struct operand){.data = view == NULL ? 0 : view->data,
                                                     .type = view == NULL ? 0 : view->type};
    }
    space->rows = add_dimensions(space, over, kept, placements, count);
    space->kept = space->rank;
    space->terms = add_dimensions(space, over, ~kept, placements, count);
}

uint32_t group_for(int64_t terms) {
    uint32_t group = 1;
    while (group < terms && group < THREADS) {
        group *= 2;
    }
    return group;
}

cudnnStatus_t launch_rows(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, const struct space *space,
                          uint32_t group, void *parameters) {
    return launch_for(handle, type, kernel, space->rows * group, parameters);
}

static int is_wide(cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE || type == CUDNN_DATA_INT32 || type == CUDNN_DATA_INT64;
}

cudnnDataType_t module_type(cudnnDataType_t to, cudnnDataType_t a, cudnnDataType_t b) {
    if (is_wide(to) || is_wide(a) || is_wide(b)) {
        return CUDNN_DATA_DOUBLE;
    }
    return has_kernels(to) ? to : CUDNN_DATA_FLOAT;
}

int is_broadcast(const struct view *view, const struct view *over) {
    int is = view->rank == over->rank;
    for (int each = 0; is && each < view->rank; each++) {
        is = view->sizes[each] == over->sizes[each] || view->sizes[each] == 1;
    }
    return is;
}

int has_same_steps(const struct view *a, const struct view *b) {
    int is_same = a->rank == b->rank;
    for (int each = 0; is_same && each < a->rank; each++) {
        is_same = a->sizes[each] == 1 || a->steps[each] == b->steps[each];
    }
    return is_same;
}

int is_set(cudnnTensorDescriptor_t tensor) {
    return tensor != NULL && tensor->view.rank > 0;
}

cudnnStatus_t send(cudnnHandle_t handle, CUdeviceptr target, const void *source, size_t size) {
    return size == 0 ? CUDNN_STATUS_SUCCESS : status_of(cuMemcpyHtoDAsync_v2(target, source, size, handle->stream));
}

struct operand image_operand(const struct view *view) {
    struct operand operand = {.data = view->data, .type = view->type};
    for (int each = 0; each < view->rank; each++) {
        int to = each < FIRST_OF_PLANE ? each : each + FIRST_OF_PLANE + WINDOW - view->rank;
        operand.steps[to] = view->steps[each];
    }
    return operand;
}
