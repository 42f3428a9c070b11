/* Parameter layouts of kernels by handle, in a hash table with chains. Entries are never removed. */
#include "layout.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CHAINS 256

/* Longest parameter block in bytes: 32,764 since CUDA 12.1 (Programming Guide, "Function Parameters"),
 * plus alignment. */
#define LONGEST (1 << 16)

struct field {
    uint32_t offset;
    uint32_t size;
};

struct layout {
    struct layout *next;
    CUfunction function;
    struct field *fields;
    size_t count;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct layout *chains[CHAINS];

static struct layout **chain(CUfunction function) {
    return &chains[((uintptr_t)function >> 4 ^ (uintptr_t)function) % CHAINS];
}

static struct layout *find(CUfunction function) {
    struct layout *each = *chain(function);
    while (each != NULL && each->function != function) {
        each = each->next;
    }
    return each;
}

/* The entry of `function`, created if there is none. */
static struct layout *entry(CUfunction function) {
    struct layout *layout = find(function);
    if (layout == NULL && (layout = calloc(1, sizeof *layout)) != NULL) {
        layout->function = function;
        layout->next = *chain(function);
        *chain(function) = layout;
    }
    return layout;
}

CUresult layout_remember(CUfunction function, const void *bytes, size_t size) {
    size_t count = size / sizeof(struct field);
    struct field *fields = malloc(size + 1);
    if (fields == NULL) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(fields, bytes, count * sizeof *fields);
    pthread_rwlock_wrlock(&lock);
    struct layout *layout = entry(function);
    if (layout != NULL) {
        free(layout->fields);
        layout->fields = fields;
        layout->count = count;
    } else {
        free(fields);
    }
    pthread_rwlock_unlock(&lock);
    return layout == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

CUresult layout_take(CUresult result, CUfunction function, char *layout, size_t size) {
    if (result == CUDA_SUCCESS && layout != NULL) {
        result = layout_remember(function, layout, size);
    }
    free(layout);
    return result;
}

CUresult layout_store(CUresult result, CUfunction *functions, char *handles, size_t size, char *layouts) {
    const char *next = layouts;
    for (size_t i = 0; result == CUDA_SUCCESS && i < size / sizeof *functions; i++) {
        uint32_t count;
        memcpy(&functions[i], handles + i * sizeof *functions, sizeof *functions);
        memcpy(&count, next, sizeof count);
        result = layout_remember(functions[i], next + sizeof count, count * sizeof(struct field));
        next += sizeof count + count * sizeof(struct field);
    }
    free(handles);
    free(layouts);
    return result;
}

/* Allocates a block of zeros. */
static CUresult new_block(size_t length, unsigned char **block, size_t *size) {
    if (length > LONGEST) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *block = calloc(1, length + 1);
    *size = length;
    return *block == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

/* Packs `extra`: names and values in turn, up to the end name. */
static CUresult pack_extra(void **extra, unsigned char **block, size_t *size) {
    const void *bytes = NULL;
    const size_t *length = NULL;
    for (; extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            bytes = extra[1];
        } else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
            length = extra[1];
        } else {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (length == NULL || (bytes == NULL && *length > 0)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    CUresult result = new_block(*length, block, size);
    if (result == CUDA_SUCCESS && *length > 0) {
        memcpy(*block, bytes, *length);
    }
    return result;
}

/* Packs one pointer for each parameter; called with `lock` held. */
static CUresult pack_parameters(const struct layout *layout, void **parameters,
                                unsigned char **block, size_t *size) {
    size_t length = 0;
    for (size_t i = 0; i < layout->count; i++) {
        size_t end = (size_t)layout->fields[i].offset + layout->fields[i].size;
        length = end > length ? end : length;
        if (parameters[i] == NULL) {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    CUresult result = new_block(length, block, size);
    for (size_t i = 0; result == CUDA_SUCCESS && i < layout->count; i++) {
        memcpy(*block + layout->fields[i].offset, parameters[i], layout->fields[i].size);
    }
    return result;
}

void **layout_unpack(CUfunction function, char *block, size_t size) {
    pthread_rwlock_rdlock(&lock);
    const struct layout *layout = find(function);
    size_t count = layout == NULL ? 0 : layout->count;
    void **parameters = calloc(count + 1, sizeof *parameters);
    for (size_t i = 0; parameters != NULL && i < count; i++) {
        int is_inside = (size_t)layout->fields[i].offset + layout->fields[i].size <= size;
        parameters[i] = is_inside ? block + layout->fields[i].offset : NULL;
    }
    pthread_rwlock_unlock(&lock);
    return parameters;
}

CUresult layout_pack(CUfunction function, void **parameters, void **extra, unsigned char **block,
                     size_t *size) {
    CUresult result = CUDA_SUCCESS;
    *block = NULL;
    *size = 0;
    if (extra != NULL && parameters != NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (extra != NULL) {
        return pack_extra(extra, block, size);
    }
    if (parameters == NULL) {
        return CUDA_SUCCESS;
    }
    pthread_rwlock_rdlock(&lock);
    const struct layout *layout = find(function);
    if (layout != NULL) {
        result = pack_parameters(layout, parameters, block, size);
    }
    pthread_rwlock_unlock(&lock);
    return result;
}
