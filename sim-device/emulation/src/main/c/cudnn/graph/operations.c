/* Operations of graphs: each is what another function of the library does. */
#include <stddef.h>

#include "../convolution/convolution.h"
#include "../layers/layers.h"
#include "backend.h"

/* The attributes of all convolutions, from the first one on (cudnn_backend.h). */
enum { ALPHA, BETA, DESCRIPTION, W, X, Y };

/* The tensor of an attribute. Values that are passed by the program are for pointwise operations only. */
static cudnnStatus_t place(const struct places *places, cudnnBackendDescriptor_t operation, int attribute,
                           struct view *view) {
    cudnnBackendDescriptor_t tensor = child_of(operation, attribute, 0);
    SUPPORTED(integer_of(tensor, ATTR_TENSOR_IS_BY_VALUE, 0) == 0);
    *view = bind(places, tensor, NULL);
    return CUDNN_STATUS_SUCCESS;
}

/* Groups are not described, but seen from the numbers of channels. */
static cudnnStatus_t describe(cudnnBackendDescriptor_t from, const struct convolution *convolution,
                              struct cudnnConvolutionStruct *to) {
    int64_t rank = integer_of(from, ATTR_CONVOLUTION_SPATIAL_DIMS, 0);
    SUPPORTED(rank <= SPACE && convolution->x.rank == rank + 2);
    VALID(convolution->w.rank == rank + 2 && convolution->y.rank == rank + 2);
    VALID(convolution->x.sizes[1] % convolution->w.sizes[1] == 0);
    *to = (struct cudnnConvolutionStruct){
        .rank = (int)rank,
        .mode = (cudnnConvolutionMode_t)integer_of(from, ATTR_CONVOLUTION_CONV_MODE, 0),
        .groups = (int)(convolution->x.sizes[1] / convolution->w.sizes[1])};
    const int64_t *after = (const int64_t *)value_of(from, ATTR_CONVOLUTION_POST_PADDINGS)->bytes;
    for (int each = 0; each < rank; each++) {
        to->pads[each] = ((const int64_t *)value_of(from, ATTR_CONVOLUTION_PRE_PADDINGS)->bytes)[each];
        to->strides[each] = ((const int64_t *)value_of(from, ATTR_CONVOLUTION_FILTER_STRIDES)->bytes)[each];
        to->dilations[each] = ((const int64_t *)value_of(from, ATTR_CONVOLUTION_DILATIONS)->bytes)[each];
        int64_t window = (convolution->w.sizes[each + 2] - 1) * to->dilations[each] + 1;
        int64_t room = convolution->x.sizes[each + 2] + to->pads[each] + after[each] - window;
        VALID(room >= 0 && convolution->y.sizes[each + 2] == room / to->strides[each] + 1);
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t run_convolution(cudnnHandle_t handle, const struct places *places,
                                     cudnnBackendDescriptor_t operation, enum direction direction, int first) {
    struct cudnnConvolutionStruct descriptor;
    struct convolution convolution = {.descriptor = &descriptor};
    cudnnBackendDescriptor_t described = child_of(operation, first + DESCRIPTION, 0);
    VALID(described->type == CONVOLUTION);
    TRY(place(places, operation, first + W, &convolution.w));
    TRY(place(places, operation, first + X, &convolution.x));
    TRY(place(places, operation, first + Y, &convolution.y));
    TRY(describe(described, &convolution, &descriptor));
    TRY(check_convolution(&convolution, direction));
    struct epilogue epilogue = {.alpha = real_of(operation, first + ALPHA, 1),
                                .beta = real_of(operation, first + BETA, 0)};
    return handle == NULL ? CUDNN_STATUS_SUCCESS : convolve(handle, &convolution, direction, &epilogue);
}

/* A factor, or the product, as one of a correlation: the dimensions of rows and columns are the last ones, and that of groups
 * the one before. A batch of size 1 is repeated. */
static struct view arrange(const struct view *from, int row, int outer, int inner) {
    struct view view = {.data = from->data, .type = from->type, .rank = IMAGE + SPACE};
    int last = from->rank - 1;
    const int dimensions[] = {last - 2, row < 0 ? -1 : last - row, outer < 0 ? -1 : last - outer,
                              inner < 0 ? -1 : last - inner};
    for (int each = 0; each < IMAGE + SPACE; each++) {
        int dimension = each < IMAGE ? dimensions[each] : -1;
        view.sizes[each] = dimension < 0 ? 1 : from->sizes[dimension];
        view.steps[each] = dimension < 0 || view.sizes[each] == 1 ? 0 : from->steps[dimension];
    }
    return view;
}

static cudnnStatus_t check_matmul(const struct view *a, const struct view *b, const struct view *c) {
    int last = c->rank - 1;
    VALID(last >= 1 && a->rank == c->rank && b->rank == c->rank);
    VALID(a->sizes[last - 1] == c->sizes[last - 1] && b->sizes[last] == c->sizes[last]);
    VALID(a->sizes[last] == b->sizes[last - 1]);
    for (int each = 0; each < last - 1; each++) {
        VALID(a->sizes[each] == c->sizes[each] || a->sizes[each] == 1);
        VALID(b->sizes[each] == c->sizes[each] || b->sizes[each] == 1);
    }
    SUPPORTED(a->type == b->type && has_kernels((cudnnDataType_t)a->type));
    return CUDNN_STATUS_SUCCESS;
}

/* The address of a tensor's matrices of a batch, whose number counts the dimensions before the last three. */
static uint64_t batch_address(const struct view *view, const struct view *c, int64_t batch) {
    int64_t offset = 0;
    for (int each = c->rank - 4; each >= 0; each--) {
        offset += view->sizes[each] == 1 ? 0 : batch % c->sizes[each] * view->steps[each];
        batch /= c->sizes[each];
    }
    return view->data + (uint64_t)offset * element_size((cudnnDataType_t)view->type);
}

/* A launch for each batch but the last dimension of them, which are the groups. */
static cudnnStatus_t run_matmul(cudnnHandle_t handle, const struct places *places, cudnnBackendDescriptor_t operation) {
    struct view a, b, c;
    VALID(child_of(operation, ATTR_OPERATION_MATMUL_DESC, 0)->type == MATMUL);
    TRY(place(places, operation, ATTR_OPERATION_MATMUL_ADESC, &a));
    TRY(place(places, operation, ATTR_OPERATION_MATMUL_BDESC, &b));
    TRY(place(places, operation, ATTR_OPERATION_MATMUL_CDESC, &c));
    TRY(check_matmul(&a, &b, &c));
    int64_t batches = 1;
    for (int each = 0; each < c.rank - 3; each++) {
        batches *= c.sizes[each];
    }
    struct correlation made = {.left = arrange(&a, 1, -1, 0), .right = arrange(&b, -1, 0, 1), .to = arrange(&c, 1, 0, -1),
                               .column_scales = {1, 1, 1}, .place_scales = {1, 1, 1}, .divisors = {1, 1, 1}, .alpha = 1};
    for (int64_t batch = 0; handle != NULL && batch < batches; batch++) {
        made.left.data = batch_address(&a, &c, batch);
        made.right.data = batch_address(&b, &c, batch);
        made.to.data = batch_address(&c, &c, batch);
        TRY(correlate(handle, &made));
    }
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t run_reduction(cudnnHandle_t handle, const struct places *places,
                                   cudnnBackendDescriptor_t operation) {
    cudnnBackendDescriptor_t described = child_of(operation, ATTR_OPERATION_REDUCTION_DESC, 0);
    struct view x, y;
    VALID(described->type == REDUCTION);
    TRY(place(places, operation, ATTR_OPERATION_REDUCTION_XDESC, &x));
    TRY(place(places, operation, ATTR_OPERATION_REDUCTION_YDESC, &y));
    VALID(x.rank == y.rank && is_broadcast(&y, &x));
    SUPPORTED(has_kernels((cudnnDataType_t)x.type) && has_kernels((cudnnDataType_t)y.type));
    SUPPORTED((x.type == CUDNN_DATA_DOUBLE) == (y.type == CUDNN_DATA_DOUBLE));
    int64_t operator = integer_of(described, ATTR_REDUCTION_OPERATOR, 0);
    VALID(operator >= REDUCE_ADD && operator <= REDUCE_MUL_NO_ZEROS);
    struct reduction reduction = {.operation = (int32_t)operator, .alpha = 1, .propagates_nan = 1};
    return handle == NULL ? CUDNN_STATUS_SUCCESS : reduce_tensor(handle, &reduction, &x, &y);
}

cudnnStatus_t run_operation(cudnnHandle_t handle, const struct places *places, cudnnBackendDescriptor_t operation) {
    switch (operation->type) {
    case OPERATION_FORWARD:
        return run_convolution(handle, places, operation, FORWARD, ATTR_OPERATION_FORWARD_ALPHA);
    case OPERATION_BACKWARD_DATA:
        return run_convolution(handle, places, operation, BACKWARD_DATA, ATTR_OPERATION_BWD_DATA_ALPHA);
    case OPERATION_BACKWARD_FILTER:
        return run_convolution(handle, places, operation, BACKWARD_FILTER, ATTR_OPERATION_BWD_FILTER_ALPHA);
    case OPERATION_MATMUL:
        return run_matmul(handle, places, operation);
    case OPERATION_POINTWISE:
        return run_pointwise(handle, places, operation);
    default:
        return run_reduction(handle, places, operation);
    }
}
