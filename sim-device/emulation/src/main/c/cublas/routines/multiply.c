/* Products of matrices, of which most routines consist. */
#include <stdio.h>

#include "../cublas.h"

/* Rows and columns of the tile of a block. */
enum { TILE = 64 };

/* A result with as few rows or columns has a thread for each element: most of a tile would be empty. */
enum { NARROW = 8 };

/* Columns that one launch computes: a grid has as many rows as layers. */
#define MOST_COLUMNS ((int64_t)TILE * MOST_LAYERS)

static unsigned tiles(int64_t count) {
    return (unsigned)((count + TILE - 1) / TILE);
}

/* `product_f16_f32`: the types of the factors, and of the result where it is another. */
static void name_kernel(char *name, size_t size, const multiplication *given) {
    int is_one = given->from == given->to;
    snprintf(name, size, "%s%s%s", type_name(given->from), is_one ? "" : "_", is_one ? "" : type_name(given->to));
}

static struct product parameters(const multiplication *given) {
    return (struct product){.a = given->a,
                            .b = given->b,
                            .c = given->c,
                            .to = given->d.data == 0 ? given->c : given->d,
                            .alpha = given->alpha,
                            .beta = given->beta,
                            .rows = given->rows,
                            .columns = given->columns,
                            .depth = given->depth,
                            .batches = given->batches,
                            .region = (int32_t)given->region,
                            .is_hermitian = given->is_hermitian,
                            .epilogue = given->epilogue,
                            .bias = (uintptr_t)given->bias,
                            .bias_type = (int32_t)given->to};
}

cublasStatus_t multiply_in(cublasHandle_t handle, CUstream stream, const multiplication *given) {
    char types[16];
    char kernel[40];
    struct product product = parameters(given);
    if (given->rows == 0 || given->columns == 0 || given->batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    if (given->columns > MOST_COLUMNS) {
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    name_kernel(types, sizeof types, given);
    if (given->rows <= NARROW || given->columns <= NARROW) {
        unsigned grid[3] = {blocks_for(given->rows * given->columns), 1, layers_for(given->batches)};
        snprintf(kernel, sizeof kernel, "product_%s_elements", types);
        return launch(handle, stream, given->from, kernel, grid, BLOCK, &product);
    }
    unsigned grid[3] = {tiles(given->rows), tiles(given->columns), layers_for(given->batches)};
    snprintf(kernel, sizeof kernel, "product_%s", types);
    return launch(handle, stream, given->from, kernel, grid, BLOCK, &product);
}

cublasStatus_t multiply(cublasHandle_t handle, const multiplication *given) {
    return multiply_in(handle, handle->stream, given);
}

cublasStatus_t copy_matrix(cublasHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, struct view from,
                           struct view to) {
    struct combination copy = {.a = from, .to = to, .alpha = constant(1), .rows = rows, .columns = columns,
                               .batches = 1};
    return launch_each(handle, "combine", type, rows * columns, 1, &copy);
}

static cublasStatus_t supported(int is_supported) {
    return is_supported ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

static int is_single(cudaDataType a, cudaDataType c) {
    int is_narrow = a == CUDA_R_16F || a == CUDA_R_16BF;
    int is_wide = (a == CUDA_R_32F || a == CUDA_C_32F) && c == a;
    return is_wide || (is_narrow && (c == a || c == CUDA_R_32F)) || (a == CUDA_R_8I && c == CUDA_R_32F);
}

cublasStatus_t find_scale_type(cudaDataType a, cudaDataType b, cudaDataType c, int compute, cudaDataType *scale) {
    *scale = a;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return supported(a == b && a == CUDA_R_16F && c == a);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        *scale = CUDA_R_32I;
        return supported(a == b && a == CUDA_R_8I && c == CUDA_R_32I);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return supported(a == b && a == c && (a == CUDA_R_64F || a == CUDA_C_64F));
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        *scale = a == CUDA_C_32F ? CUDA_C_32F : CUDA_R_32F;
        return supported(a == b && is_single(a, c));
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}
