/* cuSPARSE over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("cuSPARSE Library"). Types and values are those of its headers
 * (cusparse.h and library_types.h of CUDA 12.1). One source gives the libraries of the CUDA releases: CUDA_MAJOR is 11, or
 * 12 for CUDA 12 and 13, whose libraries have the same name. */
#ifndef OFFLOAD_TCK_CUSPARSE_H
#define OFFLOAD_TCK_CUSPARSE_H

#include "../mathematics/descriptor.h"
#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;

typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3 } cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE,
    CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;

/* CUSPARSE_SOLVE_POLICY_USE_LEVEL, the last cusparseSolvePolicy_t. All give one result. */
enum { LAST_SOLVE_POLICY = 1 };

/* A handle. It belongs to the context in which it was created. */
typedef struct cusparseContext {
    CUstream stream;
    cusparsePointerMode_t pointer_mode;
    CUdeviceptr result; /* of a product of vectors that goes to the host */
    struct modules modules;
} *cusparseHandle_t;

typedef struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
} *cusparseDnVecDescr_t;

typedef struct cusparseDnMatDescr {
    int64_t rows;
    int64_t columns;
    int64_t lead;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int batches;
    int64_t batch;
} *cusparseDnMatDescr_t;

typedef struct cusparseSpVecDescr {
    int64_t size;
    int64_t count;
    void *indices;
    void *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
} *cusparseSpVecDescr_t;

typedef struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows;
    int64_t columns;
    int64_t count;
    void *lines;  /* offsets of rows or columns; with CUSPARSE_FORMAT_COO, the rows of the elements */
    void *others; /* the other index of each element */
    void *values;
    cusparseIndexType_t line_type;
    cusparseIndexType_t other_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    int batches;
    int64_t line_batch;
    int64_t batch; /* to the indices and values of the next matrix */
} *cusparseSpMatDescr_t;

/* What the analysis of a matrix that is given as arrays leaves for its factors or solutions. */
struct analysed {
    CUdeviceptr position; /* of the first row without a pivot, as `struct pivots` has it; 0 before the analysis */
    cusparseIndexBase_t base;
    int has_boost;
    struct scalar tolerance;
    struct scalar boost;
};

/* Returns from a function that has no handle, or whose arguments are invalid. */
#define OPEN(handle) REQUIRE((handle) != NULL && has_context(), CUSPARSE_STATUS_NOT_INITIALIZED)
#define VALID(condition) REQUIRE(condition, CUSPARSE_STATUS_INVALID_VALUE)

/* The status for a result of the driver. */
cusparseStatus_t status_of(CUresult result);

/* Whether a value is one of the type. */
int is_operation(cusparseOperation_t operation);
int is_base(cusparseIndexBase_t base);
int is_index_type(cusparseIndexType_t type);

/* The factor at `address`, of that type, in the memory that the pointer mode of the handle says. */
struct scalar scalar_at(cusparseHandle_t handle, cudaDataType type, const void *address);

/* Runs `offload_tck_sparse_<stem>_<type>` with a thread for each of `count` elements, in `batches` layers, in the stream of
 * the handle. */
cusparseStatus_t launch_each(cusparseHandle_t handle, const char *stem, cudaDataType type, int64_t count,
                             int64_t batches, void *parameters);

/* Runs it in one block, whose threads wait for each other. */
cusparseStatus_t launch_block(cusparseHandle_t handle, const char *stem, cudaDataType type, void *parameters);

/* Runs it in one warp. */
cusparseStatus_t launch_warp(cusparseHandle_t handle, const char *stem, cudaDataType type, void *parameters);

/* Waits for the stream of the handle and copies to the host. */
cusparseStatus_t read_back(cusparseHandle_t handle, void *target, CUdeviceptr source, size_t size);

/* The arrays of a matrix. */
struct indices indices_at(const void *data, cusparseIndexType_t type, cusparseIndexBase_t base, int64_t batch);
struct entries entries_of(cusparseSpMatDescr_t matrix);
struct entries csr_entries(int rows, int count, const int *offsets, const int *columns, const void *values,
                           cusparseIndexBase_t base);
struct dense dense_vector(cusparseDnVecDescr_t vector);
struct dense dense_matrix(cusparseDnMatDescr_t matrix, cusparseOperation_t operation);

/* The rows and columns of op(A). */
int64_t rows_of(int64_t rows, int64_t columns, cusparseOperation_t operation);
int64_t columns_of(int64_t rows, int64_t columns, cusparseOperation_t operation);

/* The bytes of a work area that sorts a matrix of `count` elements with keys below `lines`. */
size_t sorting_size(int64_t lines, int64_t count);

/* Sorts the elements of a matrix of a batch in a work area, and sets the addresses. The result is `from`. */
cusparseStatus_t sort(cusparseHandle_t handle, cudaDataType type, struct sorting *sorting, int64_t batch, void *work);

/* The bytes that read_by_rows() needs: 0 if op(A) lies by rows. */
size_t reading_size(cusparseSpMatDescr_t matrix, cusparseOperation_t operation);

/* The view of op(A) by rows, for which its elements are sorted in `work`. */
cusparseStatus_t read_by_rows(cusparseHandle_t handle, cusparseSpMatDescr_t matrix, cusparseOperation_t operation,
                              void *work, struct sparse *view);
struct sparse view_by_rows(cusparseSpMatDescr_t matrix, cusparseOperation_t operation, void *work);

/* Writes the first `lines` + 1 offsets of a work area to an array. */
cusparseStatus_t write_offsets(cusparseHandle_t handle, cudaDataType type, uint64_t work, struct indices to,
                               int64_t lines);

/* Writes a total, which the last of the offsets is, where the pointer mode says. A program may want none. */
cusparseStatus_t report_total(cusparseHandle_t handle, uint64_t offset, int64_t total, int *place);

/* A matrix by rows with 32-bit indices. */
struct sparse rows_at(int rows, const int *offsets, const int *columns, const void *values,
                      cusparseMatDescr_t descriptor);

/* Creates, uses and destroys the analysis of a matrix. The pivots are those of a view by rows, whose places of diagonal elements
 * are in a work area of pivots_size() bytes. */
cusparseStatus_t create_analysed(struct analysed **created);
cusparseStatus_t destroy_analysed(struct analysed *analysed);
size_t pivots_size(int64_t rows);
cusparseStatus_t find_diagonal(cusparseHandle_t handle, cudaDataType type, struct analysed *analysed, struct sparse view,
                               void *work);
struct pivots pivots_of(const struct analysed *analysed, struct sparse view, const void *work);
cusparseStatus_t report_pivot(cusparseHandle_t handle, const struct analysed *analysed, int *position);

/* Defines the functions of the analysis for a routine. */
#define ANALYSED(Name, name)                                                                                               \
    EXPORT cusparseStatus_t cusparseCreate##Name##Info(struct analysed **created) {                                    \
        return create_analysed(created);                                                                               \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparseDestroy##Name##Info(struct analysed *analysed) {                                   \
        return destroy_analysed(analysed);                                                                             \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, struct analysed *analysed,            \
                                                        int *position) {                                               \
        return report_pivot(handle, analysed, position);                                                               \
    }

/* Sums of an array of `lines` counts in `bounds`, whose element 0 is 0, and their total. */
cusparseStatus_t add_up(cusparseHandle_t handle, cudaDataType type, CUdeviceptr bounds, int64_t lines, int64_t *total);

#endif
