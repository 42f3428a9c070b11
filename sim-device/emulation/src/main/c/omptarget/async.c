/* The memory routines of OpenMP with dependences (OpenMP 5.1, sections 3.8.7, 3.8.8): they wait for
 * their dependences and are complete when they return. */
#include "memory.h"
#include "dependence.h"

#include <stdlib.h>
#include <string.h>

extern int32_t __kmpc_global_thread_num(const void *ident) __attribute__((weak));
extern void __kmpc_omp_wait_deps(const void *ident, int32_t thread, int32_t count,
                                 struct dependence *dependences, int32_t other_count,
                                 struct dependence *others) __attribute__((weak));

EXPORT int omp_target_memcpy_async(void *to, const void *from, size_t size, size_t to_offset,
                                   size_t from_offset, int to_device, int from_device, int count,
                                   void **dependences);
EXPORT int omp_target_memcpy_rect_async(void *to, const void *from, size_t element, int dimensions,
                                        const size_t *volume, const size_t *to_offsets,
                                        const size_t *from_offsets, const size_t *to_dimensions,
                                        const size_t *from_dimensions, int to_device,
                                        int from_device, int count, void **dependences);
EXPORT void *omp_target_memset_async(void *pointer, int value, size_t size, int device, int count,
                                     void **dependences);

void wait_for_dependences(int32_t count, struct dependence *dependences) {
    if (count > 0 && dependences != NULL && __kmpc_omp_wait_deps != NULL &&
        __kmpc_global_thread_num != NULL) {
        __kmpc_omp_wait_deps(NULL, __kmpc_global_thread_num(NULL), count, dependences, 0, NULL);
    }
}

/* Each object of `objects` is a pointer to one dependence. */
static void wait_for(int count, void **objects) {
    if (count <= 0 || objects == NULL) {
        return;
    }
    struct dependence *all = calloc((size_t)count, sizeof *all);
    for (int i = 0; all != NULL && i < count; i++) {
        memcpy(&all[i], objects[i], sizeof *all);
    }
    wait_for_dependences(count, all);
    free(all);
}

int omp_target_memcpy_async(void *to, const void *from, size_t size, size_t to_offset,
                            size_t from_offset, int to_device, int from_device, int count,
                            void **dependences) {
    wait_for(count, dependences);
    return omp_target_memcpy(to, from, size, to_offset, from_offset, to_device, from_device);
}

int omp_target_memcpy_rect_async(void *to, const void *from, size_t element, int dimensions,
                                 const size_t *volume, const size_t *to_offsets,
                                 const size_t *from_offsets, const size_t *to_dimensions,
                                 const size_t *from_dimensions, int to_device, int from_device,
                                 int count, void **dependences) {
    wait_for(count, dependences);
    return omp_target_memcpy_rect(to, from, element, dimensions, volume, to_offsets, from_offsets,
                                  to_dimensions, from_dimensions, to_device, from_device);
}

void *omp_target_memset_async(void *pointer, int value, size_t size, int device, int count,
                              void **dependences) {
    wait_for(count, dependences);
    return omp_target_memset(pointer, value, size, device);
}
