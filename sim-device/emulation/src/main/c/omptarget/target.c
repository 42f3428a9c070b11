/* Target regions: __tgt_target_kernel of LLVM 15 and later, and the functions of earlier compilers. */
#include <stdlib.h>
#include <string.h>

#include "construct.h"
#include "tool.h"
#include "../host.h"

/* num_teams of a construct without teams. */
#define NO_TEAMS (-1)

/* The version of struct kernel_arguments that ends before `flags`. */
#define WITHOUT_EXTENTS 1

EXPORT int __tgt_target_kernel(const void *ident, int64_t device, int32_t teams, int32_t threads,
                               void *host, const struct kernel_arguments *arguments);
EXPORT int __tgt_target_kernel_nowait(const void *ident, int64_t device, int32_t teams,
                                      int32_t threads, void *host,
                                      const struct kernel_arguments *arguments);
EXPORT void __kmpc_push_target_tripcount(int64_t device, uint64_t trip_count);
EXPORT void __kmpc_push_target_tripcount_mapper(const void *ident, int64_t device,
                                                uint64_t trip_count);

/* Trip count of the next region that this thread launches, which earlier compilers pass by a separate
 * call. */
static __thread uint64_t pushed_trip_count;

/* Missing arguments have no mappers; the server reports them. */
static struct map_arguments maps(const struct kernel_arguments *arguments) {
    struct kernel_arguments own;
    struct map_arguments result = {0};
    if (read_self(&own, arguments, offsetof(struct kernel_arguments, trip_count)) == 0) {
        result = (struct map_arguments){own.count, own.bases, own.begins, own.sizes,
                                        own.types, own.names, own.mappers};
    }
    return result;
}

int __tgt_target_kernel(const void *ident, int64_t given, int32_t teams, int32_t threads,
                        void *host, const struct kernel_arguments *arguments) {
    ENTERED;
    int64_t device = device_number(given);
    int is_told = tool_begin(TARGET, ident, device);
    uint64_t *components;
    size_t count;
    struct map_arguments mapped = maps(arguments);
    run_mappers(&mapped, &components, &count);
    const uint64_t values[] = {ADDRESS(ident),  NUMBER(device), NUMBER(teams),
                               NUMBER(threads), ADDRESS(host),                 ADDRESS(arguments)};
    const struct call call = {CALL_TARGET_KERNEL, values, sizeof values / sizeof *values, components,
                              count * sizeof *components};
    int result = (int)runtime_call(&call, CONSTRUCT, 1);
    free(components);
    if (is_told) {
        tool_end(TARGET, device);
    }
    return result;
}

/* Runs immediately, in the task that the compiler has created for it and whose dependences are met. */
int __tgt_target_kernel_nowait(const void *ident, int64_t device, int32_t teams, int32_t threads,
                               void *host, const struct kernel_arguments *arguments) {
    ENTERED;
    return __tgt_target_kernel(ident, device, teams, threads, host, arguments);
}

void __kmpc_push_target_tripcount_mapper(const void *ident, int64_t device, uint64_t trip_count) {
    (void)ident;
    (void)device;
    pushed_trip_count = trip_count;
}

void __kmpc_push_target_tripcount(int64_t device, uint64_t trip_count) {
    __kmpc_push_target_tripcount_mapper(NULL, device, trip_count);
}

static int target(const void *ident, int64_t device, void *host, const struct map_arguments *mapped,
                  int32_t teams, int32_t threads) {
    struct kernel_arguments arguments = {.version = WITHOUT_EXTENTS,
                                         .count = mapped->count,
                                         .bases = mapped->bases,
                                         .begins = mapped->begins,
                                         .sizes = mapped->sizes,
                                         .types = mapped->types,
                                         .names = mapped->names,
                                         .mappers = mapped->mappers,
                                         .trip_count = pushed_trip_count};
    pushed_trip_count = 0;
    return __tgt_target_kernel(ident, device, teams, threads, host, &arguments);
}

/* Regions without teams, of LLVM 14 and before. */
#define TARGET_FUNCTION(name)                                                                      \
    EXPORT int name(int64_t device, void *host, int32_t count, void **bases, void **begins,        \
                    int64_t *sizes, int64_t *types);                                               \
    int name(int64_t device, void *host, int32_t count, void **bases, void **begins,               \
             int64_t *sizes, int64_t *types) {                                                     \
        ENTERED;                                                                                   \
        const struct map_arguments mapped = {(uint32_t)count, bases, begins, sizes, types, NULL,   \
                                             NULL};                                                \
        return target(NULL, device, host, &mapped, NO_TEAMS, NO_TEAMS);                            \
    }
#define TARGET_MAPPER_FUNCTION(name)                                                               \
    EXPORT int name(const void *ident, int64_t device, void *host, int32_t count, void **bases,    \
                    void **begins, int64_t *sizes, int64_t *types, void **names, void **mappers);  \
    int name(const void *ident, int64_t device, void *host, int32_t count, void **bases,           \
             void **begins, int64_t *sizes, int64_t *types, void **names, void **mappers) {        \
        ENTERED;                                                                                   \
        const struct map_arguments mapped = {(uint32_t)count, bases, begins, sizes, types, names,  \
                                             mappers};                                             \
        return target(ident, device, host, &mapped, NO_TEAMS, NO_TEAMS);                           \
    }

/* Regions with teams, of LLVM 14 and before. */
#define TEAMS_FUNCTION(name)                                                                       \
    EXPORT int name(int64_t device, void *host, int32_t count, void **bases, void **begins,        \
                    int64_t *sizes, int64_t *types, int32_t teams, int32_t threads);               \
    int name(int64_t device, void *host, int32_t count, void **bases, void **begins,               \
             int64_t *sizes, int64_t *types, int32_t teams, int32_t threads) {                     \
        ENTERED;                                                                                   \
        const struct map_arguments mapped = {(uint32_t)count, bases, begins, sizes, types, NULL,   \
                                             NULL};                                                \
        return target(NULL, device, host, &mapped, teams, threads);                                \
    }
#define TEAMS_MAPPER_FUNCTION(name)                                                                \
    EXPORT int name(const void *ident, int64_t device, void *host, int32_t count, void **bases,    \
                    void **begins, int64_t *sizes, int64_t *types, void **names, void **mappers,   \
                    int32_t teams, int32_t threads);                                               \
    int name(const void *ident, int64_t device, void *host, int32_t count, void **bases,           \
             void **begins, int64_t *sizes, int64_t *types, void **names, void **mappers,          \
             int32_t teams, int32_t threads) {                                                     \
        ENTERED;                                                                                   \
        const struct map_arguments mapped = {(uint32_t)count, bases, begins, sizes, types, names,  \
                                             mappers};                                             \
        return target(ident, device, host, &mapped, teams, threads);                               \
    }

TARGET_FUNCTION(__tgt_target)
TARGET_FUNCTION(__tgt_target_nowait)
TARGET_MAPPER_FUNCTION(__tgt_target_mapper)
TARGET_MAPPER_FUNCTION(__tgt_target_nowait_mapper)
TEAMS_FUNCTION(__tgt_target_teams)
TEAMS_FUNCTION(__tgt_target_teams_nowait)
TEAMS_MAPPER_FUNCTION(__tgt_target_teams_mapper)
TEAMS_MAPPER_FUNCTION(__tgt_target_teams_nowait_mapper)
