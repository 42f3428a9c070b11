/* Constructs as compilers pass them: parallel arrays of map arguments. */
#ifndef OFFLOAD_TCK_CONSTRUCT_H
#define OFFLOAD_TCK_CONSTRUCT_H

#include <stdint.h>

#include "runtime.h"

/* KernelArgsTy of LLVM 15 (version 1, which ends before `flags`) to 23. */
struct kernel_arguments {
    uint32_t version;
    uint32_t count;
    void **bases;
    void **begins;
    int64_t *sizes;
    int64_t *types;
    void **names;
    void **mappers;
    uint64_t trip_count;
    uint64_t flags;
    uint32_t teams[3];
    uint32_t threads[3];
    uint32_t dynamic_memory;
};

/* The map arguments of a construct. */
struct map_arguments {
    uint32_t count;
    void **bases;
    void **begins;
    int64_t *sizes;
    int64_t *types;
    void **names;
    void **mappers;
};

/* The components of the user-defined mappers of `arguments`: for each mapper the index of its argument,
 * the number of its components, and the components, 64 bits each. The caller frees `*words`; it is NULL
 * if there is no mapper. */
void run_mappers(const struct map_arguments *arguments, uint64_t **words, size_t *count);

#endif
