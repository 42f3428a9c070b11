/* Pointwise operations. */
#include <float.h>
#include <stddef.h>

#include "backend.h"
#include "parameters.h"

/* The tensors that an operation needs besides x. */
enum { NEEDS_B = 1, NEEDS_T = 2, IS_GRADIENT = 4, IS_MISSING = 8 };

static int needs_of(int mode) {
    switch (mode) {
    case CUDNN_POINTWISE_ADD:
    case CUDNN_POINTWISE_MUL:
    case CUDNN_POINTWISE_MIN:
    case CUDNN_POINTWISE_MAX:
    case CUDNN_POINTWISE_ADD_SQUARE:
    case CUDNN_POINTWISE_DIV:
    case CUDNN_POINTWISE_SUB:
    case CUDNN_POINTWISE_LOGICAL_AND:
    case CUDNN_POINTWISE_LOGICAL_OR:
        return NEEDS_B;
    case CUDNN_POINTWISE_SQRT:
    case CUDNN_POINTWISE_ABS:
    case CUDNN_POINTWISE_CEIL:
    case CUDNN_POINTWISE_EXP:
    case CUDNN_POINTWISE_FLOOR:
    case CUDNN_POINTWISE_LOG:
    case CUDNN_POINTWISE_NEG:
    case CUDNN_POINTWISE_RSQRT:
    case CUDNN_POINTWISE_ERF:
    case CUDNN_POINTWISE_IDENTITY:
    case CUDNN_POINTWISE_RECIPROCAL:
    case CUDNN_POINTWISE_LOGICAL_NOT:
    case CUDNN_POINTWISE_GEN_INDEX:
        return 0;
    case CUDNN_POINTWISE_BINARY_SELECT:
        return NEEDS_B | NEEDS_T;
    default:
        break;
    }
    if (mode >= CUDNN_POINTWISE_CMP_EQ && mode <= CUDNN_POINTWISE_CMP_LE) {
        return NEEDS_B;
    }
    if (mode >= CUDNN_POINTWISE_RELU_BWD && mode <= CUDNN_POINTWISE_GELU_APPROX_TANH_BWD) {
        return IS_GRADIENT;
    }
    return mode >= CUDNN_POINTWISE_RELU_FWD && mode <= CUDNN_POINTWISE_GELU_APPROX_TANH_FWD ? 0 : IS_MISSING;
}

/* A value that the program passes by its address. */
static double host_value(int type, const void *value) {
    switch (type) {
    case CUDNN_DATA_DOUBLE:
        return *(const double *)value;
    case CUDNN_DATA_INT32:
        return *(const int32_t *)value;
    case CUDNN_DATA_INT64:
        return (double)*(const int64_t *)value;
    default:
        return *(const float *)value;
    }
}

/* Sets an operand from the tensor of an attribute, whose dimensions of size 1 are repeated. */
static cudnnStatus_t set_operand(struct pointwise_operand *operand, const struct places *places,
                                 cudnnBackendDescriptor_t tensor, const struct view *to) {
    const void *value = NULL;
    VALID(tensor != NULL);
    operand->view = bind(places, tensor, &value);
    VALID(operand->view.rank == to->rank);
    for (int each = 0; each < to->rank; each++) {
        VALID(operand->view.sizes[each] == to->sizes[each] || operand->view.sizes[each] == 1);
        operand->view.steps[each] = operand->view.sizes[each] == 1 ? 0 : operand->view.steps[each];
    }
    if (integer_of(tensor, ATTR_TENSOR_IS_BY_VALUE, 0) != 0) {
        int type = operand->view.type;
        SUPPORTED(type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_DOUBLE || type == CUDNN_DATA_INT32 ||
                  type == CUDNN_DATA_INT64);
        operand->value = value == NULL ? 0 : host_value(type, value);
    }
    return CUDNN_STATUS_SUCCESS;
}

static void set_coefficients(struct pointwise *made, cudnnBackendDescriptor_t described) {
    made->lower_clip = real_of(described, ATTR_POINTWISE_RELU_LOWER_CLIP, 0);
    made->upper_clip = real_of(described, ATTR_POINTWISE_RELU_UPPER_CLIP, DBL_MAX);
    made->slope = real_of(described, ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 0);
    made->elu_alpha = real_of(described, ATTR_POINTWISE_ELU_ALPHA, 1);
    made->softplus_beta = real_of(described, ATTR_POINTWISE_SOFTPLUS_BETA, 1);
    made->swish_beta = real_of(described, ATTR_POINTWISE_SWISH_BETA, 1);
    made->axis = (int32_t)integer_of(described, ATTR_POINTWISE_AXIS, 0);
}

static int is_wide(const struct pointwise *made) {
    return made->x.view.type == CUDNN_DATA_DOUBLE || made->b.view.type == CUDNN_DATA_DOUBLE ||
           made->to.type == CUDNN_DATA_DOUBLE;
}

/* Of a derivative, x is what the activation was applied to. */
static cudnnStatus_t arrange(struct pointwise *made, const struct places *places, cudnnBackendDescriptor_t operation,
                             int needs) {
    int is_gradient = needs == IS_GRADIENT;
    cudnnBackendDescriptor_t to =
        child_of(operation, is_gradient ? ATTR_OPERATION_POINTWISE_DXDESC : ATTR_OPERATION_POINTWISE_YDESC, 0);
    VALID(to != NULL);
    SUPPORTED(integer_of(to, ATTR_TENSOR_IS_BY_VALUE, 0) == 0);
    made->to = bind(places, to, NULL);
    TRY(set_operand(&made->x, places, child_of(operation, ATTR_OPERATION_POINTWISE_XDESC, 0), &made->to));
    if (is_gradient) {
        TRY(set_operand(&made->b, places, child_of(operation, ATTR_OPERATION_POINTWISE_DYDESC, 0), &made->to));
    } else if (needs & NEEDS_B) {
        TRY(set_operand(&made->b, places, child_of(operation, ATTR_OPERATION_POINTWISE_BDESC, 0), &made->to));
    }
    if (needs & NEEDS_T) {
        TRY(set_operand(&made->t, places, child_of(operation, ATTR_OPERATION_POINTWISE_TDESC, 0), &made->to));
    }
    made->x.scale = real_of(operation, ATTR_OPERATION_POINTWISE_ALPHA1, 1);
    made->b.scale = real_of(operation, ATTR_OPERATION_POINTWISE_ALPHA2, 1);
    made->t.scale = 1;
    SUPPORTED(!is_gradient || (made->x.scale == 1 && made->b.scale == 1));
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run_pointwise(cudnnHandle_t handle, const struct places *places, cudnnBackendDescriptor_t operation) {
    cudnnBackendDescriptor_t described = child_of(operation, ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, 0);
    VALID(described->type == POINTWISE);
    struct pointwise made = {.mode = (int32_t)integer_of(described, ATTR_POINTWISE_MODE, 0)};
    int needs = needs_of(made.mode);
    SUPPORTED(needs != IS_MISSING);
    TRY(arrange(&made, places, operation, needs));
    set_coefficients(&made, described);
    VALID(made.axis >= 0 && made.axis < made.to.rank);
    int is_double = is_wide(&made) ||
                    integer_of(described, ATTR_POINTWISE_MATH_PREC, CUDNN_DATA_FLOAT) == CUDNN_DATA_DOUBLE;
    return handle == NULL ? CUDNN_STATUS_SUCCESS
                          : launch_for(handle, is_double ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT, "point",
                                       count_of(&made.to), &made);
}
