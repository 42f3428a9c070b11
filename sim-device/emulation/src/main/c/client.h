/* Turns exported functions into calls of the device server. */
#ifndef OFFLOAD_TCK_CLIENT_H
#define OFFLOAD_TCK_CLIENT_H

#include "arena.h"
#include "cuda.h"

#define EXPORT __attribute__((visibility("default")))

/* Numbers of the functions, by symbol. */
enum {
#define CALL(number, name, symbol, version) CALL_##symbol = number,
#define ALIAS(name, symbol, version)
#include "calls.def"
#undef CALL
#undef ALIAS
};

/* The kind of an argument. */
enum kind {
    INPUT,           /* `value` */
    INPUT_BYTES,     /* `size` bytes at `place` */
    OUTPUT_32,       /* low half of a number, to `place`, which must not be null */
    OUTPUT_64,       /* a number, to `place`, which must not be null */
    OPTIONAL_OUTPUT, /* a number, to `place` unless it is null */
    OUTPUT_BYTES,    /* up to `size` bytes, to `place` unless it is null */
    OUTPUT_TEXT,     /* up to `size` bytes with a NUL, to `place` unless it is null or `size` is 0 */
    OUTPUT_COPY      /* all bytes and a NUL, in memory that the caller frees, to `place`; their count to
                      * `count` unless it is null */
};

struct argument {
    enum kind kind;
    uint64_t value;
    void *place;
    size_t size;
    size_t *count;
};

#define IN(number) {INPUT, (uint64_t)(number), NULL, 0, NULL}
#define IN_POINTER(pointer) {INPUT, (uint64_t)(uintptr_t)(pointer), NULL, 0, NULL}
#define IN_BYTES(bytes, size) {INPUT_BYTES, 0, (void *)(uintptr_t)(bytes), (size), NULL}
#define IN_TEXT(text) {INPUT_BYTES, 0, (void *)(uintptr_t)(text), strlen(text), NULL}
#define OUT_32(place) {OUTPUT_32, 0, (place), 4, NULL}
#define OUT_64(place) {OUTPUT_64, 0, (place), 8, NULL}
#define OPTIONAL_64(place) {OPTIONAL_OUTPUT, 0, (place), 8, NULL}
#define OUT_BYTES(place, size) {OUTPUT_BYTES, 0, (place), (size), NULL}
#define OUT_TEXT(place, size) {OUTPUT_TEXT, 0, (place), (size), NULL}
#define OUT_COPY(place, count) {OUTPUT_COPY, 0, (place), 0, (count)}

/* Calls function `number` with its arguments in the order of the prototype. */
CUresult driver_call(uint32_t number, const struct argument *arguments, size_t count);

/* Sets the name of the function of the CUDA runtime that makes the next calls of this thread; NULL for none. The
 * function is not exported: cuGetProcAddress returns it for SET_CALLER. */
void set_caller(const char *function);

/* That name; NULL if there is none. */
const char *caller_of_thread(void);

/* Makes `function` the one that reports name of the next calls, unless a function of the CUDA runtime makes them.
 * Returns the argument of set_caller afterwards. */
static inline const char *set_function(const char *function) {
    const char *before = caller_of_thread();
    if (before == NULL) {
        set_caller(function);
    }
    return before;
}

/* Defines an exported function that consists of its call. */
#define DRIVER_CALL(symbol, ...)                                                                   \
    driver_call(CALL_##symbol, (const struct argument[]){__VA_ARGS__},                             \
                sizeof((const struct argument[]){__VA_ARGS__}) / sizeof(struct argument))
#define DRIVER_CALL_NONE(symbol) driver_call(CALL_##symbol, NULL, 0)

#define REQUIRE(condition)                                                                         \
    if (!(condition)) {                                                                            \
        return CUDA_ERROR_INVALID_VALUE;                                                           \
    }

#endif
