/* Data constructs. A construct with `nowait` runs immediately, in the task that the compiler has created
 * for it and whose dependences are met. */
#include <stdlib.h>

#include "construct.h"
#include "tool.h"

/* What a tool is told that a construct is. */
static enum target_kind kind(uint32_t number) {
    if (number == CALL_DATA_UPDATE) {
        return UPDATE;
    }
    return number == CALL_DATA_BEGIN ? ENTER_DATA : EXIT_DATA;
}

enum completion { BLOCKING = 0, NOWAIT = 1 };

static void construct(uint32_t number, const void *ident, int64_t given,
                      const struct map_arguments *arguments, enum completion completion) {
    int64_t device = device_number(given);
    int is_told = tool_begin(kind(number), ident, device);
    uint64_t *components;
    size_t count;
    run_mappers(arguments, &components, &count);
    const uint64_t values[] = {ADDRESS(ident),           NUMBER(device),
                               NUMBER(arguments->count), ADDRESS(arguments->bases),
                               ADDRESS(arguments->begins), ADDRESS(arguments->sizes),
                               ADDRESS(arguments->types), ADDRESS(arguments->names),
                               ADDRESS(arguments->mappers), NUMBER(completion)};
    const struct call call = {number, values, sizeof values / sizeof *values, components,
                              count * sizeof *components};
    runtime_call(&call, CONSTRUCT, 0);
    free(components);
    if (is_told) {
        tool_end(kind(number), device);
    }
}

/* Defines the four functions of a construct: with and without `ident_t` and mappers (LLVM 12 and
 * earlier); with and without nowait. The dependences at the end of the latter are not read. */
#define CONSTRUCT_FUNCTIONS(word, call)                                                            \
    EXPORT void __tgt_target_data_##word(int64_t device, int32_t count, void **bases,              \
                                         void **begins, int64_t *sizes, int64_t *types);           \
    EXPORT void __tgt_target_data_##word##_nowait(int64_t device, int32_t count, void **bases,     \
                                                  void **begins, int64_t *sizes, int64_t *types);  \
    EXPORT void __tgt_target_data_##word##_mapper(const void *ident, int64_t device,               \
                                                  int32_t count, void **bases, void **begins,      \
                                                  int64_t *sizes, int64_t *types, void **names,    \
                                                  void **mappers);                                 \
    EXPORT void __tgt_target_data_##word##_nowait_mapper(                                          \
        const void *ident, int64_t device, int32_t count, void **bases, void **begins,             \
        int64_t *sizes, int64_t *types, void **names, void **mappers);                             \
    void __tgt_target_data_##word##_mapper(const void *ident, int64_t device, int32_t count,       \
                                           void **bases, void **begins, int64_t *sizes,            \
                                           int64_t *types, void **names, void **mappers) {         \
        ENTERED;                                                                                   \
        const struct map_arguments arguments = {(uint32_t)count, bases, begins, sizes,             \
                                                types,           names, mappers};                  \
        construct(call, ident, device, &arguments, BLOCKING);                                      \
    }                                                                                              \
    void __tgt_target_data_##word##_nowait_mapper(const void *ident, int64_t device,               \
                                                  int32_t count, void **bases, void **begins,      \
                                                  int64_t *sizes, int64_t *types, void **names,    \
                                                  void **mappers) {                                \
        ENTERED;                                                                                   \
        const struct map_arguments arguments = {(uint32_t)count, bases, begins, sizes,             \
                                                types,           names, mappers};                  \
        construct(call, ident, device, &arguments, NOWAIT);                                        \
    }                                                                                              \
    void __tgt_target_data_##word(int64_t device, int32_t count, void **bases, void **begins,      \
                                  int64_t *sizes, int64_t *types) {                                \
        ENTERED;                                                                                   \
        __tgt_target_data_##word##_mapper(NULL, device, count, bases, begins, sizes, types, NULL,  \
                                          NULL);                                                   \
    }                                                                                              \
    void __tgt_target_data_##word##_nowait(int64_t device, int32_t count, void **bases,            \
                                           void **begins, int64_t *sizes, int64_t *types) {        \
        ENTERED;                                                                                   \
        __tgt_target_data_##word##_nowait_mapper(NULL, device, count, bases, begins, sizes, types, \
                                                 NULL, NULL);                                      \
    }

CONSTRUCT_FUNCTIONS(begin, CALL_DATA_BEGIN)
CONSTRUCT_FUNCTIONS(end, CALL_DATA_END)
CONSTRUCT_FUNCTIONS(update, CALL_DATA_UPDATE)
