/* cublasLt: a product that is described by objects. A handle of cuBLAS is one of cublasLt as well. */
#include <stddef.h>
#include <string.h>

#include "objects.h"

static const field layout_fields[] = {
#define FIELD(number, name) [number] = {offsetof(layout, name), sizeof((layout *)0)->name}
    FIELD(0, type),  FIELD(1, order),   FIELD(2, rows),   FIELD(3, columns),
    FIELD(4, lead),  FIELD(5, batches), FIELD(6, stride), FIELD(7, plane),
#undef FIELD
};

/* A product. Fields that a program can set and that must be unset are `unsupported`. */
typedef struct {
    int32_t compute;
    int32_t scale;
    int32_t pointer_mode;
    int32_t a_operation;
    int32_t b_operation;
    int32_t c_operation;
    int32_t fill;
    uint32_t epilogue;
    const void *bias;
    int64_t bias_stride;
    int32_t multiprocessors;
    int32_t is_fast;
    int32_t bias_type;
    uint64_t unsupported[12];
} product;

/* CUBLASLT_MATMUL_DESC_*: the number of each attribute (cublasLt.h). */
static const field product_fields[] = {
#define FIELD(number, name) [number] = {offsetof(product, name), sizeof((product *)0)->name}
    FIELD(0, compute),       FIELD(1, scale),          FIELD(2, pointer_mode),     FIELD(3, a_operation),
    FIELD(4, b_operation),   FIELD(5, c_operation),    FIELD(6, fill),             FIELD(7, epilogue),
    FIELD(8, bias),          FIELD(10, bias_stride),   FIELD(11, unsupported[0]),  FIELD(12, unsupported[1]),
    FIELD(13, unsupported[2]), FIELD(14, unsupported[3]), FIELD(15, multiprocessors), FIELD(17, unsupported[4]),
    FIELD(18, unsupported[5]), FIELD(19, unsupported[6]), FIELD(20, unsupported[7]), FIELD(21, unsupported[8]),
    FIELD(22, unsupported[9]), FIELD(23, unsupported[10]), FIELD(24, unsupported[11]), FIELD(25, is_fast),
    FIELD(26, bias_type),
#undef FIELD
};

enum { NO_BIAS_TYPE = -1, PREFERENCES = 16 };

/* A preference has no effect: there is one algorithm, which needs no workspace. */
typedef struct {
    uint64_t values[PREFERENCES];
} preference;

static const field preference_fields[] = {
#define FIELD(number) [number] = {(number) * sizeof(uint64_t), sizeof(uint64_t)}
    FIELD(0), FIELD(1), FIELD(2), FIELD(3), FIELD(4),  FIELD(5),  FIELD(6),
    FIELD(7), FIELD(8), FIELD(9), FIELD(10), FIELD(11), FIELD(12),
#undef FIELD
};

ACCESS(MatrixLayout, layout, layout_fields)
ACCESS(MatmulDesc, product, product_fields)
ACCESS(MatmulPreference, preference, preference_fields)

EXPORT cublasStatus_t cublasLtMatrixLayoutInit_internal(layout *object, size_t size, cudaDataType type, uint64_t rows,
                                                        uint64_t columns, int64_t lead) {
    VALID(object != NULL && size >= sizeof *object);
    *object = (layout){.type = (int32_t)type, .rows = rows, .columns = columns, .lead = lead, .batches = 1};
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatmulDescInit_internal(product *object, size_t size, int compute, cudaDataType scale) {
    VALID(object != NULL && size >= sizeof *object);
    *object = (product){.compute = compute, .scale = (int32_t)scale, .fill = CUBLAS_FILL_MODE_FULL, .epilogue = 1,
                        .bias_type = NO_BIAS_TYPE};
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatmulPreferenceInit_internal(preference *object, size_t size) {
    VALID(object != NULL && size > 0);
    memset(object, 0, size < sizeof *object ? size : sizeof *object);
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatrixLayoutCreate(layout **object, cudaDataType type, uint64_t rows, uint64_t columns,
                                                 int64_t lead) {
    CREATE(object, cublasLtMatrixLayoutInit_internal(*object, sizeof **object, type, rows, columns, lead));
}

EXPORT cublasStatus_t cublasLtMatmulDescCreate(product **object, int compute, cudaDataType scale) {
    CREATE(object, cublasLtMatmulDescInit_internal(*object, sizeof **object, compute, scale));
}

EXPORT cublasStatus_t cublasLtMatmulPreferenceCreate(preference **object) {
    CREATE(object, cublasLtMatmulPreferenceInit_internal(*object, sizeof **object));
}

/* The matrices of a product. */
typedef struct {
    const layout *a;
    const layout *b;
    const layout *c;
    const layout *d;
} layouts;

/* The functions that are applied to a result: of real numbers, and GELU in single precision. */
static int has_functions(const product *product) {
    uint32_t functions = product->scale == CUDA_R_32F   ? EPILOGUE_RELU | EPILOGUE_BIAS | EPILOGUE_GELU
                         : product->scale == CUDA_R_64F ? EPILOGUE_RELU | EPILOGUE_BIAS
                                                        : 0;
    return product->epilogue == 1 || (product->epilogue & ~functions) == 0;
}

static int is_supported(const product *product, const layouts *layouts) {
    static const uint64_t unset[COUNT(product->unsupported)];
    return has_order(layouts->a) && has_order(layouts->b) && has_order(layouts->c) && has_order(layouts->d) &&
           memcmp(product->unsupported, unset, sizeof unset) == 0 && product->pointer_mode <= 1 &&
           has_functions(product) && product->bias_stride == 0 && product->fill == CUBLAS_FILL_MODE_FULL &&
           product->c_operation == CUBLAS_OP_N &&
           (product->bias_type == NO_BIAS_TYPE || product->bias_type == layouts->d->type);
}

/* Whether the matrices have the sizes of one product, and equal batches. */
static int fits(const product *product, const layouts *layouts) {
    int turns_a = is_transposed(product->a_operation), turns_b = is_transposed(product->b_operation);
    uint64_t rows = turns_a ? layouts->a->columns : layouts->a->rows;
    uint64_t depth = turns_a ? layouts->a->rows : layouts->a->columns;
    uint64_t columns = turns_b ? layouts->b->rows : layouts->b->columns;
    uint64_t other = turns_b ? layouts->b->columns : layouts->b->rows;
    return depth == other && layouts->d->rows == rows && layouts->d->columns == columns &&
           layouts->c->rows == rows && layouts->c->columns == columns && layouts->c->type == layouts->d->type;
}

/* Whether the library has such a product. */
static cublasStatus_t check(const product *product, const layouts *layouts) {
    cudaDataType scale;
    VALID(product != NULL && layouts->a != NULL && layouts->b != NULL && layouts->c != NULL && layouts->d != NULL);
    VALID(fits(product, layouts));
    TRY(find_scale_type((cudaDataType)layouts->a->type, (cudaDataType)layouts->b->type,
                        (cudaDataType)layouts->d->type, product->compute, &scale));
    return (int32_t)scale == product->scale && is_supported(product, layouts) ? CUBLAS_STATUS_SUCCESS
                                                                              : CUBLAS_STATUS_NOT_SUPPORTED;
}

EXPORT cublasStatus_t cublasLtMatmul(cublasHandle_t handle, const product *product, const void *alpha, const void *a,
                                     const layout *a_layout, const void *b, const layout *b_layout, const void *beta,
                                     const void *c, const layout *c_layout, void *d, const layout *d_layout,
                                     const void *algorithm, void *workspace, size_t size, CUstream stream) {
    layouts layouts = {a_layout, b_layout, c_layout, d_layout};
    (void)algorithm, (void)workspace, (void)size;
    OPEN(handle);
    VALID(alpha != NULL && beta != NULL);
    TRY(check(product, &layouts));
    cublasPointerMode_t mode = product->pointer_mode == 0 ? CUBLAS_POINTER_MODE_HOST : CUBLAS_POINTER_MODE_DEVICE;
    multiplication given = {
        .from = (cudaDataType)a_layout->type,
        .to = (cudaDataType)d_layout->type,
        .a = with_operation(view_of(a_layout, a), (cublasOperation_t)product->a_operation),
        .b = with_operation(view_of(b_layout, b), (cublasOperation_t)product->b_operation),
        .c = view_of(c_layout, c),
        .d = view_of(d_layout, d),
        .alpha = scalar_in(mode, (cudaDataType)product->scale, alpha),
        .beta = scalar_in(mode, (cudaDataType)product->scale, beta),
        .rows = (int64_t)d_layout->rows,
        .columns = (int64_t)d_layout->columns,
        .depth = (int64_t)(is_transposed(product->a_operation) ? a_layout->rows : a_layout->columns),
        .batches = d_layout->batches,
        .epilogue = (int)(product->epilogue == 1 ? 0 : product->epilogue),
        .bias = product->epilogue & EPILOGUE_BIAS ? product->bias : NULL,
    };
    return multiply_in(handle, stream, &given);
}

/* cublasLtMatmulHeuristicResult_t (cublasLt.h). */
typedef struct {
    uint64_t algorithm[8];
    size_t workspace;
    cublasStatus_t state;
    float waves;
    int reserved[4];
} heuristic;

EXPORT cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasHandle_t handle, const product *product, const layout *a,
                                                     const layout *b, const layout *c, const layout *d,
                                                     const preference *preference, int wanted, heuristic *results,
                                                     int *count) {
    (void)preference;
    OPEN(handle);
    VALID(wanted > 0 && results != NULL && count != NULL);
    *count = 0;
    TRY(check(product, &(layouts){a, b, c, d}));
    results[0] = (heuristic){.state = CUBLAS_STATUS_SUCCESS, .waves = 1};
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

/* What a caller allocates for an algorithm has 64 bytes (cublasLtMatmulAlgo_t). Settings such as tiles are kept and have no
 * effect: they do not change results. */
typedef struct {
    int32_t id;
    uint32_t tile;
    int32_t split;
    uint32_t reduction;
    uint32_t swizzle;
    uint32_t custom;
    uint32_t stages;
    uint16_t inner_shape;
    uint16_t cluster_shape;
} algorithm;

/* CUBLASLT_ALGO_CONFIG_*. */
static const field algorithm_fields[] = {
#define FIELD(number, name) [number] = {offsetof(algorithm, name), sizeof((algorithm *)0)->name}
    FIELD(0, id),     FIELD(1, tile),   FIELD(2, split),       FIELD(3, reduction),     FIELD(4, swizzle),
    FIELD(5, custom), FIELD(6, stages), FIELD(7, inner_shape), FIELD(8, cluster_shape),
#undef FIELD
};
ATTRIBUTES(MatmulAlgoConfig, algorithm, algorithm_fields)

/* The one algorithm has number 0. */
EXPORT cublasStatus_t cublasLtMatmulAlgoGetIds(cublasHandle_t handle, int compute, cudaDataType scale, cudaDataType a,
                                               cudaDataType b, cudaDataType c, cudaDataType d, int wanted, int *ids,
                                               int *count) {
    cudaDataType found;
    (void)c;
    OPEN(handle);
    VALID(wanted > 0 && ids != NULL && count != NULL);
    *count = 0;
    TRY(find_scale_type(a, b, d, compute, &found));
    if (found != scale) {
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    ids[0] = 0;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatmulAlgoInit(cublasHandle_t handle, int compute, cudaDataType scale, cudaDataType a,
                                             cudaDataType b, cudaDataType c, cudaDataType d, int id,
                                             uint64_t algorithm[8]) {
    int ids[1], count;
    VALID(algorithm != NULL && id == 0);
    TRY(cublasLtMatmulAlgoGetIds(handle, compute, scale, a, b, c, d, 1, ids, &count));
    memset(algorithm, 0, 8 * sizeof *algorithm);
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasLtMatmulAlgoCheck(cublasHandle_t handle, const product *product, const layout *a,
                                              const layout *b, const layout *c, const layout *d,
                                              const uint64_t algorithm[8], heuristic *result) {
    int count;
    VALID(algorithm != NULL && result != NULL);
    return cublasLtMatmulAlgoGetHeuristic(handle, product, a, b, c, d, NULL, 1, result, &count);
}

EXPORT cublasStatus_t cublasLtCreate(cublasHandle_t *handle) {
    return cublasCreate_v2(handle);
}

EXPORT cublasStatus_t cublasLtDestroy(cublasHandle_t handle) {
    return cublasDestroy_v2(handle);
}

EXPORT size_t cublasLtGetVersion(void) {
    int version;
    cublasGetVersion_v2(NULL, &version);
    return (size_t)version;
}

EXPORT size_t cublasLtGetCudartVersion(void) {
    return cublasGetCudartVersion();
}

EXPORT cublasStatus_t cublasLtGetProperty(int type, int *value) {
    return cublasGetProperty(type, value);
}

EXPORT const char *cublasLtGetStatusName(cublasStatus_t status) {
    return cublasGetStatusName(status);
}

EXPORT const char *cublasLtGetStatusString(cublasStatus_t status) {
    return cublasGetStatusString(status);
}
