/* Convolutions as correlations: the three directions differ in which tensor is which factor. */
#include "convolution.h"

/* How much of a tile has to be used, so that tiles are faster than a thread for each element: about 20 percent. */
enum { LEAST_USE = 20, TILE = 64 };

/* The dimensions of a tensor that are those of a correlation; -1 for none. */
struct roles {
    int row;
    int outer;
    int inner;
    int grouped; /* consists of the groups, each with `group` elements */
    int64_t group;
};

static void set(struct view *view, int to, const struct view *from, int dimension) {
    view->sizes[to] = dimension < 0 ? 1 : from->sizes[dimension];
    view->steps[to] = dimension < 0 ? 0 : from->steps[dimension];
}

static struct view arrange(const struct view *from, struct roles roles, int64_t groups) {
    struct view view = {.data = from->data, .type = from->type, .rank = IMAGE + SPACE};
    set(&view, ROW, from, roles.row);
    set(&view, OUTER_INDEX, from, roles.outer);
    set(&view, INNER, from, roles.inner);
    for (int each = 0; each < SPACE; each++) {
        int dimension = from->rank - SPACE + each;
        set(&view, IMAGE + each, from, dimension < 2 ? -1 : dimension);
    }
    view.sizes[GROUP] = groups;
    view.steps[GROUP] = from->steps[roles.grouped] * roles.group;
    if (roles.row == roles.grouped) {
        view.sizes[ROW] = roles.group;
    } else if (roles.outer == roles.grouped) {
        view.sizes[OUTER_INDEX] = roles.group;
    } else {
        view.sizes[INNER] = roles.group;
    }
    return view;
}

/* Reads a window from its end. */
static void flip(struct view *window) {
    for (int each = IMAGE; each < IMAGE + SPACE; each++) {
        int64_t last = (window->sizes[each] - 1) * window->steps[each];
        window->data += (uint64_t)(last * (int64_t)element_size(window->type));
        window->steps[each] = -window->steps[each];
    }
}

/* The factors and the result. Channels of x are dimension 1, as are those of y; w has those of y as dimension 0. */
static void arrange_factors(struct correlation *made, const struct convolution *convolution, enum direction direction) {
    int64_t groups = convolution->descriptor->groups;
    int64_t in = convolution->w.sizes[1];
    int64_t out = convolution->w.sizes[0] / groups;
    int is_flipped = convolution->descriptor->mode == CUDNN_CONVOLUTION;
    if (direction == FORWARD) {
        made->left = arrange(&convolution->w, (struct roles){0, -1, 1, 0, out}, groups);
        made->right = arrange(&convolution->x, (struct roles){-1, 0, 1, 1, in}, groups);
        made->to = arrange(&convolution->y, (struct roles){1, 0, -1, 1, out}, groups);
    } else if (direction == BACKWARD_DATA) {
        made->left = arrange(&convolution->w, (struct roles){1, -1, 0, 0, out}, groups);
        made->right = arrange(&convolution->y, (struct roles){-1, 0, 1, 1, out}, groups);
        made->to = arrange(&convolution->x, (struct roles){1, 0, -1, 1, in}, groups);
    } else {
        made->left = arrange(&convolution->y, (struct roles){1, -1, 0, 1, out}, groups);
        made->right = arrange(&convolution->x, (struct roles){-1, 1, 0, 1, in}, groups);
        made->to = arrange(&convolution->w, (struct roles){0, 1, -1, 0, out}, groups);
    }
    if (is_flipped) {
        flip(direction == BACKWARD_FILTER ? &made->to : &made->left);
    }
}

/* Element i of x is multiplied by element r of w for element o of y if i = stride o + dilation r - pad. */
static void arrange_places(struct correlation *made, const struct cudnnConvolutionStruct *descriptor,
                           enum direction direction) {
    for (int each = 0; each < SPACE; each++) {
        int dimension = descriptor->rank - SPACE + each;
        int64_t pad = dimension < 0 ? 0 : descriptor->pads[dimension];
        int64_t stride = dimension < 0 ? 1 : descriptor->strides[dimension];
        int64_t dilation = dimension < 0 ? 1 : descriptor->dilations[dimension];
        int is_data = direction == BACKWARD_DATA;
        made->column_scales[each] = is_data ? 1 : direction == FORWARD ? stride : dilation;
        made->place_scales[each] = is_data ? -dilation : direction == FORWARD ? dilation : stride;
        made->offsets[each] = is_data ? -pad : pad;
        made->divisors[each] = is_data ? stride : 1;
    }
}

/* The bias and the tensor that is added have the channels of y. */
static void arrange_epilogue(struct correlation *made, const struct convolution *convolution,
                             const struct epilogue *epilogue) {
    struct roles roles = {1, 0, -1, 1, convolution->w.sizes[0] / convolution->descriptor->groups};
    made->alpha = epilogue->alpha;
    made->beta = epilogue->beta;
    made->is_rectified = epilogue->is_rectified;
    made->added = made->to;
    if (epilogue->added.data != 0) {
        made->added = arrange(&epilogue->added, roles, convolution->descriptor->groups);
    }
    if (epilogue->bias.data != 0) {
        made->bias = arrange(&epilogue->bias, roles, convolution->descriptor->groups);
    }
}

cudnnStatus_t check_convolution(const struct convolution *convolution, enum direction direction) {
    const struct cudnnConvolutionStruct *descriptor = convolution->descriptor;
    const struct view *x = &convolution->x;
    const struct view *w = &convolution->w;
    const struct view *y = &convolution->y;
    int rank = descriptor->rank + 2;
    VALID(descriptor->rank > 0 && x->rank == rank && w->rank == rank && y->rank == rank);
    VALID(x->sizes[0] == y->sizes[0] && y->sizes[1] == w->sizes[0]);
    VALID(x->sizes[1] == w->sizes[1] * descriptor->groups && y->sizes[1] % descriptor->groups == 0);
    const struct view *left = direction == BACKWARD_FILTER ? y : w;
    const struct view *right = direction == BACKWARD_DATA ? y : x;
    SUPPORTED(left->type == right->type && has_kernels((cudnnDataType_t)left->type));
    const struct view *to = direction == FORWARD ? y : direction == BACKWARD_DATA ? x : w;
    SUPPORTED(has_kernels((cudnnDataType_t)to->type));
    return CUDNN_STATUS_SUCCESS;
}

static int64_t round_up(int64_t count) {
    return (count + TILE - 1) / TILE;
}

cudnnStatus_t correlate(cudnnHandle_t handle, struct correlation *correlation) {
    const int64_t *sizes = correlation->to.sizes;
    int64_t rows = sizes[ROW];
    int64_t columns = sizes[OUTER_INDEX] * sizes[IMAGE] * sizes[IMAGE + 1] * sizes[IMAGE + 2];
    int64_t tiled = round_up(rows) * round_up(columns) * TILE * TILE;
    int has_tiles = rows * columns * 100 >= tiled * LEAST_USE;
    unsigned layers = layers_for(sizes[GROUP]);
    unsigned tiles[3] = {(unsigned)round_up(columns), (unsigned)round_up(rows), layers};
    unsigned elements[3] = {blocks_for(rows * columns), 1, layers};
    return launch(handle, (cudnnDataType_t)correlation->left.type, has_tiles ? "correlate_tiles" : "correlate",
                  has_tiles ? tiles : elements, BLOCK, correlation);
}

cudnnStatus_t convolve(cudnnHandle_t handle, const struct convolution *convolution, enum direction direction,
                       const struct epilogue *epilogue) {
    struct correlation made = {0};
    TRY(check_convolution(convolution, direction));
    arrange_factors(&made, convolution, direction);
    arrange_places(&made, convolution->descriptor, direction);
    arrange_epilogue(&made, convolution, epilogue);
    return correlate(handle, &made);
}
