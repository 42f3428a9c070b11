/* Objects of cublasLt: their attributes are numbers of fields. */
#ifndef OFFLOAD_TCK_CUBLAS_OBJECTS_H
#define OFFLOAD_TCK_CUBLAS_OBJECTS_H

#include <stdlib.h>

#include "../cublas.h"

/* cublasLtOrder_t and cublasLtPointerMode_t: values that the library has. */
enum { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW };

/* A field of an object, by the number of its attribute (cublasLtMatrixLayoutAttribute_t and others). */
typedef struct {
    size_t offset;
    size_t size;
} field;

/* What a caller allocates for a layout has 64 bytes (cublasLtMatrixLayoutOpaque_t). */
typedef struct {
    int32_t type;
    int32_t order;
    uint64_t rows;
    uint64_t columns;
    int64_t lead;
    int32_t batches;
    int64_t stride;
    int64_t plane;
} layout;

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

cublasStatus_t set_field(const field *fields, size_t count, void *object, unsigned attribute, const void *value, size_t size);
cublasStatus_t get_field(const field *fields, size_t count, const void *object, unsigned attribute, void *value,
                         size_t size, size_t *written);

/* Defines the functions that set and get attributes, and that of an object that the library has allocated. */
#define ATTRIBUTES(Name, type, fields)                                                                                 \
    EXPORT cublasStatus_t cublasLt##Name##SetAttribute(type *object, unsigned attribute, const void *value,            \
                                                       size_t size) {                                                  \
        return set_field(fields, COUNT(fields), object, attribute, value, size);                                       \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublasLt##Name##GetAttribute(const type *object, unsigned attribute, void *value,            \
                                                       size_t size, size_t *written) {                                 \
        return get_field(fields, COUNT(fields), object, attribute, value, size, written);                              \
    }
#define ACCESS(Name, type, fields)                                                                                     \
    ATTRIBUTES(Name, type, fields)                                                                                     \
    EXPORT cublasStatus_t cublasLt##Name##Destroy(type *object) {                                                      \
        free(object);                                                                                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }

/* Allocates an object. Functions of the header call Init_internal for one that the caller has allocated. */
#define CREATE(object, call)                                                                                           \
    VALID((object) != NULL);                                                                                           \
    *(object) = malloc(sizeof **(object));                                                                             \
    return *(object) == NULL ? CUBLAS_STATUS_ALLOC_FAILED : (call)

/* Whether the library has the order of a layout. */
int has_order(const layout *layout);

struct view view_of(const layout *layout, const void *data);
int is_transposed(int operation);

#endif
