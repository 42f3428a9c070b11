/* The pivots of matrices that are given as arrays: what csrilu02, csric02, csrsv2 and csrsm2 find of them. */
#include <stdlib.h>

#include "cusparse.h"

cusparseStatus_t create_analysed(struct analysed **created) {
    VALID(created != NULL);
    *created = calloc(1, sizeof **created);
    return *created == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t destroy_analysed(struct analysed *analysed) {
    if (analysed != NULL && analysed->position != 0) {
        cuMemFree_v2(analysed->position);
    }
    free(analysed);
    return CUSPARSE_STATUS_SUCCESS;
}

size_t pivots_size(int64_t rows) {
    return (size_t)rows * sizeof(int64_t);
}

struct pivots pivots_of(const struct analysed *analysed, struct sparse view, const void *work) {
    return (struct pivots){.a = view, .places = (uintptr_t)work, .position = analysed->position};
}

cusparseStatus_t find_diagonal(cusparseHandle_t handle, cudaDataType type, struct analysed *analysed, struct sparse view,
                               void *work) {
    if (analysed->position == 0) {
        TRY(status_of(allocate_for("the analysis of cuSPARSE", &analysed->position, sizeof(int32_t))));
    }
    struct pivots pivots = pivots_of(analysed, view, work);
    TRY(launch_each(handle, "diagonals", type, view.rows, 1, &pivots));
    return launch_block(handle, "pivot", type, &pivots);
}

/* A row is counted as the matrix counts its indices (cuSPARSE Library, "cusparseXcsrilu02_zeroPivot()"). */
cusparseStatus_t report_pivot(cusparseHandle_t handle, const struct analysed *analysed, int *position) {
    OPEN(handle);
    VALID(analysed != NULL && analysed->position != 0 && position != NULL);
    int32_t found;
    TRY(read_back(handle, &found, analysed->position, sizeof found));
    int is_none = found < 0;
    found += is_none ? 0 : analysed->base == CUSPARSE_INDEX_BASE_ONE;
    if (handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST) {
        *position = found;
    } else {
        TRY(status_of(cuMemcpyHtoD_v2((uintptr_t)position, &found, sizeof found)));
    }
    return is_none ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}
