/* The device memory routines of OpenMP (OpenMP 5.1, section 3.8) and those of LLVM. */
#include "memory.h"
#include "tool.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

EXPORT int omp_get_num_devices(void);
EXPORT int omp_get_device_num(void);
EXPORT int omp_get_initial_device(void);
EXPORT void *omp_target_alloc(size_t size, int device);
EXPORT void omp_target_free(void *pointer, int device);
EXPORT int omp_target_is_present(const void *pointer, int device);
EXPORT int omp_target_is_accessible(const void *pointer, size_t size, int device);
EXPORT int omp_target_associate_ptr(const void *host, const void *pointer, size_t size,
                                    size_t offset, int device);
EXPORT int omp_target_disassociate_ptr(const void *host, int device);
EXPORT void *omp_get_mapped_ptr(const void *host, int device);
EXPORT void *llvm_omp_target_alloc_device(size_t size, int device);
EXPORT void *llvm_omp_target_alloc_host(size_t size, int device);
EXPORT void *llvm_omp_target_alloc_shared(size_t size, int device);
EXPORT void llvm_omp_target_free_device(void *pointer, int device);
EXPORT void llvm_omp_target_free_host(void *pointer, int device);
EXPORT void llvm_omp_target_free_shared(void *pointer, int device);
EXPORT void *llvm_omp_target_lock_mem(void *pointer, size_t size, int device);
EXPORT void llvm_omp_target_unlock_mem(void *pointer, int device);
EXPORT void *llvm_omp_target_dynamic_shared_alloc(void);
EXPORT void __tgt_set_info_flag(uint32_t flag);
EXPORT int __tgt_print_device_info(int64_t device);

static int is_host(int device) {
    return device == omp_get_initial_device();
}

int omp_get_num_devices(void) {
    return device_count();
}

int omp_get_initial_device(void) {
    return device_count();
}

/* The version for the host: the number of the host. Device code has its own. */
int omp_get_device_num(void) {
    return omp_get_initial_device();
}

/* Allocates memory of a device or of the host. The number is that of the function that the program
 * calls, which leaks name. */
static void *allocate(uint32_t number, size_t size, int device) {
    if (size == 0) {
        return NULL;
    }
    if (is_host(device)) {
        return malloc(size);
    }
    const uint64_t arguments[] = {NUMBER(size), NUMBER(device)};
    return (void *)runtime_call(&(const struct call){number, arguments, 2, NULL, 0}, COURTESY, 0);
}

void *omp_target_alloc(size_t size, int device) {
    ENTERED;
    return allocate(CALL_ALLOCATE, size, device);
}

void omp_target_free(void *pointer, int device) {
    ENTERED;
    if (pointer == NULL) {
        return;
    }
    if (is_host(device)) {
        free(pointer);
        return;
    }
    RUNTIME_CALL(FREE, COURTESY, 0, ADDRESS(pointer), NUMBER(device));
}

int omp_target_is_present(const void *pointer, int device) {
    if (pointer == NULL) {
        return 0;
    }
    if (is_host(device)) {
        return 1;
    }
    return (int)RUNTIME_CALL(IS_PRESENT, COURTESY, 0, ADDRESS(pointer), NUMBER(device));
}

/* 1 if libomptarget 22 guarantees it: its CUDA plugin guarantees nothing, not even for memory of the
 * device or with unified shared memory. -1 is the host, as there. */
int omp_target_is_accessible(const void *pointer, size_t size, int device) {
    (void)size;
    return pointer != NULL && (device == -1 || is_host(device));
}

int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                      int to_device, int from_device) {
    ENTERED;
    if (size == 0) {
        return SUCCESS;
    }
    if (to == NULL || from == NULL) {
        return FAIL;
    }
    char *target = (char *)to + to_offset;
    const char *source = (const char *)from + from_offset;
    if (is_host(to_device) && is_host(from_device)) {
        memcpy(target, source, size);
        return SUCCESS;
    }
    return (int)RUNTIME_CALL(COPY, COURTESY, NUMBER(FAIL), ADDRESS(target), ADDRESS(source),
                             NUMBER(size), NUMBER(to_device), NUMBER(from_device));
}

/* Bytes of one element of the first dimension. */
static size_t slice(size_t element, int dimensions, const size_t *extents) {
    size_t size = element;
    for (int i = 1; i < dimensions; i++) {
        size *= extents[i];
    }
    return size;
}

int omp_target_memcpy_rect(void *to, const void *from, size_t element, int dimensions,
                           const size_t *volume, const size_t *to_offsets,
                           const size_t *from_offsets, const size_t *to_dimensions,
                           const size_t *from_dimensions, int to_device, int from_device) {
    ENTERED;
    if (to == NULL && from == NULL) {
        return INT_MAX;
    }
    if (to == NULL || from == NULL || element < 1 || dimensions < 1 || volume == NULL ||
        to_offsets == NULL || from_offsets == NULL || to_dimensions == NULL ||
        from_dimensions == NULL) {
        return FAIL;
    }
    size_t to_slice = slice(element, dimensions, to_dimensions);
    size_t from_slice = slice(element, dimensions, from_dimensions);
    char *target = (char *)to + to_offsets[0] * to_slice;
    const char *source = (const char *)from + from_offsets[0] * from_slice;
    if (dimensions == 1) {
        return omp_target_memcpy(target, source, element * volume[0], 0, 0, to_device, from_device);
    }
    int result = SUCCESS;
    for (size_t i = 0; i < volume[0] && result == SUCCESS; i++) {
        result = omp_target_memcpy_rect(target + i * to_slice, source + i * from_slice, element,
                                        dimensions - 1, volume + 1, to_offsets + 1, from_offsets + 1,
                                        to_dimensions + 1, from_dimensions + 1, to_device,
                                        from_device);
    }
    return result;
}

void *omp_target_memset(void *pointer, int value, size_t size, int device) {
    if (pointer == NULL || size == 0) {
        return pointer;
    }
    if (is_host(device)) {
        return memset(pointer, value, size);
    }
    RUNTIME_CALL(FILL, COURTESY, 0, ADDRESS(pointer), NUMBER(value), NUMBER(size), NUMBER(device));
    return pointer;
}

int omp_target_associate_ptr(const void *host, const void *pointer, size_t size, size_t offset,
                             int device) {
    ENTERED;
    if (host == NULL || pointer == NULL || size == 0 || is_host(device)) {
        return FAIL;
    }
    const struct association association = {ASSOCIATE, host, pointer, size, device};
    tool_association_begin(&association);
    int result = (int)RUNTIME_CALL(ASSOCIATE, COURTESY, NUMBER(FAIL), ADDRESS(host), ADDRESS(pointer),
                                   NUMBER(size), NUMBER(offset), NUMBER(device));
    tool_association_end(&association);
    return result;
}

int omp_target_disassociate_ptr(const void *host, int device) {
    ENTERED;
    if (host == NULL || is_host(device)) {
        return FAIL;
    }
    const struct association association = {.kind = DISASSOCIATE, .host = host, .device = device};
    tool_association_begin(&association);
    int result = (int)RUNTIME_CALL(DISASSOCIATE, COURTESY, NUMBER(FAIL), ADDRESS(host), NUMBER(device));
    tool_association_end(&association);
    return result;
}

void *omp_get_mapped_ptr(const void *host, int device) {
    if (host == NULL || is_host(device)) {
        return (void *)(uintptr_t)host;
    }
    return (void *)RUNTIME_CALL(MAPPED_POINTER, COURTESY, 0, ADDRESS(host), NUMBER(device));
}

void *llvm_omp_target_alloc_device(size_t size, int device) {
    ENTERED;
    return allocate(CALL_ALLOCATE_DEVICE, size, device);
}

void *llvm_omp_target_alloc_shared(size_t size, int device) {
    ENTERED;
    return allocate(CALL_ALLOCATE_SHARED, size, device);
}

/* Pinned memory is shared by host and device. */
void *llvm_omp_target_alloc_host(size_t size, int device) {
    ENTERED;
    return allocate(CALL_ALLOCATE_HOST, size, device);
}

void llvm_omp_target_free_device(void *pointer, int device) {
    ENTERED;
    omp_target_free(pointer, device);
}

void llvm_omp_target_free_host(void *pointer, int device) {
    ENTERED;
    omp_target_free(pointer, device);
}

void llvm_omp_target_free_shared(void *pointer, int device) {
    ENTERED;
    omp_target_free(pointer, device);
}

/* Does nothing: copies read the memory in this process, which need not be locked. */
void *llvm_omp_target_lock_mem(void *pointer, size_t size, int device) {
    (void)size;
    (void)device;
    return pointer;
}

void llvm_omp_target_unlock_mem(void *pointer, int device) {
    (void)pointer;
    (void)device;
}

/* Device code has its own. */
void *llvm_omp_target_dynamic_shared_alloc(void) {
    return NULL;
}

void __tgt_set_info_flag(uint32_t flag) {
    RUNTIME_CALL(SET_INFORMATION, COURTESY, 0, NUMBER(flag));
}

int __tgt_print_device_info(int64_t device) {
    return (int)RUNTIME_CALL(DESCRIBE_DEVICE, COURTESY, 0, NUMBER(device_number(device)));
}
