/* Dependences of a construct that this library carries out itself. */
#ifndef OFFLOAD_TCK_DEPENDENCE_H
#define OFFLOAD_TCK_DEPENDENCE_H

#include <stddef.h>
#include <stdint.h>

/* kmp_depend_info_t of libomp. */
struct dependence {
    intptr_t address;
    size_t length;
    uint8_t flags;
};

/* Waits until the tasks that `dependences` name have ended; returns immediately if the program has no
 * libomp, and hence no tasks. */
void wait_for_dependences(int32_t count, struct dependence *dependences);

#endif
