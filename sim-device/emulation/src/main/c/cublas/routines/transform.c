/* cublasLt: matrices that are transposed, scaled and added. */
#include <stddef.h>
#include <stdio.h>

#include "objects.h"

typedef struct {
    int32_t scale;
    int32_t pointer_mode;
    int32_t a_operation;
    int32_t b_operation;
} transformation;

/* CUBLASLT_MATRIX_TRANSFORM_DESC_*: the number of each attribute (cublasLt.h). */
static const field transformation_fields[] = {
#define FIELD(number, name) [number] = {offsetof(transformation, name), sizeof((transformation *)0)->name}
    FIELD(0, scale), FIELD(1, pointer_mode), FIELD(2, a_operation), FIELD(3, b_operation),
#undef FIELD
};
ACCESS(MatrixTransformDesc, transformation, transformation_fields)

EXPORT cublasStatus_t cublasLtMatrixTransformDescInit_internal(transformation *object, size_t size, cudaDataType scale) {
    VALID(object != NULL && size >= sizeof *object);
    *object = (transformation){.scale = (int32_t)scale};
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatrixTransformDescCreate(transformation **object, cudaDataType scale) {
    CREATE(object, cublasLtMatrixTransformDescInit_internal(*object, sizeof **object, scale));
}

/* Whether a matrix has the size of the result, once it is transposed. */
static int fits(const layout *from, int operation, const layout *to) {
    int turns = is_transposed(operation);
    return from->batches == to->batches && (turns ? from->columns : from->rows) == to->rows &&
           (turns ? from->rows : from->columns) == to->columns;
}

static int is_narrow(int32_t type) {
    return type == CUDA_R_16F || type == CUDA_R_16BF;
}

static int is_supported(const transformation *given, const layout *from, const layout *to) {
    int32_t scale = is_narrow(to->type) ? CUDA_R_32F : to->type;
    return (is_narrow(to->type) || is_blas_type((cudaDataType)to->type)) && from->type == to->type &&
           given->scale == scale && given->pointer_mode <= 1 && has_order(from) && has_order(to);
}

static struct view operand(const layout *from, const void *data, int operation) {
    return with_operation(view_of(from, data), (cublasOperation_t)operation);
}

/* C is alpha op(A) + beta op(B). Without B, beta is 0 (cuBLAS Library, "cublasLtMatrixTransform()"). */
EXPORT cublasStatus_t cublasLtMatrixTransform(cublasHandle_t handle, const transformation *given, const void *alpha,
                                              const void *a, const layout *a_layout, const void *beta, const void *b,
                                              const layout *b_layout, void *c, const layout *c_layout,
                                              CUstream stream) {
    char kernel[32];
    OPEN(handle);
    VALID(given != NULL && alpha != NULL && a != NULL && a_layout != NULL && c != NULL && c_layout != NULL);
    VALID(b == NULL || (b_layout != NULL && beta != NULL));
    VALID(fits(a_layout, given->a_operation, c_layout) &&
          (b == NULL || fits(b_layout, given->b_operation, c_layout)));
    REQUIRE(is_supported(given, a_layout, c_layout) && (b == NULL || is_supported(given, b_layout, c_layout)),
            CUBLAS_STATUS_NOT_SUPPORTED);
    cublasPointerMode_t mode = given->pointer_mode == 0 ? CUBLAS_POINTER_MODE_HOST : CUBLAS_POINTER_MODE_DEVICE;
    struct combination both = {
        .a = operand(a_layout, a, given->a_operation),
        .to = view_of(c_layout, c),
        .alpha = scalar_in(mode, (cudaDataType)given->scale, alpha),
        .rows = (int64_t)c_layout->rows,
        .columns = (int64_t)c_layout->columns,
        .batches = c_layout->batches,
    };
    if (b != NULL) {
        both.b = operand(b_layout, b, given->b_operation);
        both.beta = scalar_in(mode, (cudaDataType)given->scale, beta);
    }
    if (both.rows == 0 || both.columns == 0 || both.batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    unsigned grid[3] = {blocks_for(both.rows * both.columns), 1, layers_for(both.batches)};
    snprintf(kernel, sizeof kernel, "combine_%s", type_name((cudaDataType)c_layout->type));
    return launch(handle, stream, (cudaDataType)c_layout->type, kernel, grid, BLOCK, &both);
}
