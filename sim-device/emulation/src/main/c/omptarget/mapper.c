/* User-defined mappers: functions of the program that enumerate the components of an argument. They run
 * in this process; the server receives the components. */
#include <stdlib.h>

#include "construct.h"
#include "../host.h"

/* Base, begin, size, type, name. */
enum { COMPONENT_WORDS = 5 };

/* Words under construction; `failed` is set if memory was exhausted. */
struct components {
    uint64_t *words;
    size_t used;
    size_t room;
    int failed;
};

typedef void mapper_function(void *components, void *base, void *begin, int64_t size, int64_t type,
                             void *name);

EXPORT int64_t __tgt_mapper_num_components(void *handle);
EXPORT void __tgt_push_mapper_component(void *handle, void *base, void *begin, int64_t size,
                                        int64_t type, void *name);

static void push(struct components *components, uint64_t word) {
    if (components->used == components->room) {
        size_t room = components->room == 0 ? 64 : 2 * components->room;
        uint64_t *words = realloc(components->words, room * sizeof *words);
        if (words == NULL) {
            components->failed = 1;
            return;
        }
        components->words = words;
        components->room = room;
    }
    components->words[components->used++] = word;
}

int64_t __tgt_mapper_num_components(void *handle) {
    const struct components *components = handle;
    return (int64_t)(components->used / COMPONENT_WORDS);
}

void __tgt_push_mapper_component(void *handle, void *base, void *begin, int64_t size, int64_t type,
                                 void *name) {
    struct components *components = handle;
    push(components, ADDRESS(base));
    push(components, ADDRESS(begin));
    push(components, NUMBER(size));
    push(components, NUMBER(type));
    push(components, ADDRESS(name));
}

/* An element of an array of pointers or numbers; 0 if there is no array. */
static uint64_t element(const void *array, uint32_t index) {
    uint64_t value = 0;
    if (array != NULL) {
        read_self(&value, (const uint64_t *)array + index, sizeof value);
    }
    return value;
}

static void run(const struct map_arguments *arguments, uint32_t index, struct components *all) {
    struct components own = {0};
    mapper_function *mapper = (mapper_function *)element(arguments->mappers, index);
    mapper(&own, (void *)element(arguments->bases, index), (void *)element(arguments->begins, index),
           (int64_t)element(arguments->sizes, index), (int64_t)element(arguments->types, index),
           (void *)element(arguments->names, index));
    push(all, index);
    push(all, own.used / COMPONENT_WORDS);
    for (size_t i = 0; i < own.used; i++) {
        push(all, own.words[i]);
    }
    all->failed |= own.failed;
    free(own.words);
}

void run_mappers(const struct map_arguments *arguments, uint64_t **words, size_t *count) {
    struct components all = {0};
    for (uint32_t i = 0; arguments->mappers != NULL && i < arguments->count; i++) {
        if (element(arguments->mappers, i) != 0) {
            run(arguments, i, &all);
        }
    }
    *words = all.words;
    *count = all.failed ? 0 : all.used;
}
