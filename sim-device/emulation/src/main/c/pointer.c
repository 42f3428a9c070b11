/* Pointer attributes. */
#include <stdlib.h>
#include <string.h>

#include "client.h"

/* Largest value of a CUpointer_attribute, in bytes. */
#define LARGEST_ATTRIBUTE 64

EXPORT CUresult cuPointerGetAttribute(void *data, int attribute, CUdeviceptr ptr) {
    REQUIRE(data != NULL)
    return DRIVER_CALL(cuPointerGetAttribute, OUT_BYTES(data, LARGEST_ATTRIBUTE), IN(attribute),
                       IN(ptr));
}

/* Stores the attribute values in `bytes` (a length and so many bytes each) to `data`. */
static void scatter(void **data, unsigned count, const char *bytes, size_t size) {
    const char *end = bytes + size;
    for (unsigned i = 0; i < count && (size_t)(end - bytes) >= sizeof(uint32_t); i++) {
        uint32_t length;
        memcpy(&length, bytes, sizeof length);
        bytes += sizeof length;
        if ((size_t)(end - bytes) < length || length > LARGEST_ATTRIBUTE) {
            return;
        }
        if (data[i] != NULL) {
            memcpy(data[i], bytes, length);
        }
        bytes += length;
    }
}

EXPORT CUresult cuPointerGetAttributes(unsigned numAttributes, int *attributes, void **data,
                                       CUdeviceptr ptr) {
    char *values = NULL;
    size_t size = 0;
    REQUIRE(attributes != NULL && data != NULL && numAttributes < 1 << 16)
    CUresult result = DRIVER_CALL(cuPointerGetAttributes, IN(numAttributes),
                                  IN_BYTES(attributes, numAttributes * sizeof *attributes),
                                  OUT_COPY(&values, &size), IN(ptr));
    if (values != NULL) {
        scatter(data, numAttributes, values, size);
        free(values);
    }
    return result;
}
