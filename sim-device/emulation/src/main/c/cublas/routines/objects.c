#include "objects.h"

#include <string.h>

/* An attribute may be shorter than its field, in a caller of another release. */
cublasStatus_t set_field(const field *fields, size_t count, void *object, unsigned attribute, const void *value,
                                size_t size) {
    VALID(object != NULL && value != NULL && attribute < count);
    VALID(size > 0 && size <= fields[attribute].size);
    memset((char *)object + fields[attribute].offset, 0, fields[attribute].size);
    memcpy((char *)object + fields[attribute].offset, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

/* With no size, the caller asks how many bytes the attribute has. */
cublasStatus_t get_field(const field *fields, size_t count, const void *object, unsigned attribute, void *value,
                                size_t size, size_t *written) {
    VALID(object != NULL && attribute < count && fields[attribute].size > 0);
    VALID(size == 0 ? written != NULL : value != NULL && size >= fields[attribute].size);
    if (size > 0) {
        memcpy(value, (const char *)object + fields[attribute].offset, fields[attribute].size);
    }
    if (written != NULL) {
        *written = fields[attribute].size;
    }
    return CUBLAS_STATUS_SUCCESS;
}

int has_order(const layout *layout) {
    return layout->order == CUBLASLT_ORDER_COL || layout->order == CUBLASLT_ORDER_ROW;
}

struct view view_of(const layout *layout, const void *data) {
    int is_row = layout->order == CUBLASLT_ORDER_ROW;
    return (struct view){.data = (uintptr_t)data,
                         .row = is_row ? layout->lead : 1,
                         .column = is_row ? 1 : layout->lead,
                         .batch = layout->stride};
}

int is_transposed(int operation) {
    return operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
