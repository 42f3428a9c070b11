/* How an exported function becomes a call to the device server, where the runtime is. */
#ifndef OFFLOAD_TCK_RUNTIME_H
#define OFFLOAD_TCK_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

/* OFFLOAD_SUCCESS and OFFLOAD_FAIL of LLVM's omptarget.h. */
enum { SUCCESS = 0, FAIL = ~0 };

/* Numbers of the calls, by name. */
enum {
#define CALL(number, name) CALL_##name = number,
#include "calls.def"
#undef CALL
};

/* What a call takes: numbers and addresses, and for constructs what their mappers came to. */
struct call {
    uint32_t number;
    const uint64_t *arguments;
    size_t count;
    const void *components;
    size_t components_size;
};

/* Who calls: what a function does that finds no server, or none any more. */
enum need {
    CONSTRUCT, /* ends the program: the device that has the data is gone */
    COURTESY   /* answers `otherwise` */
};

/* Carries out a call and answers what the server asks meanwhile. Its result, or `otherwise` where no
 * server is and none is needed. Does not return when the program broke a rule. */
uint64_t runtime_call(const struct call *call, enum need need, uint64_t otherwise);

#define NUMBER(value) ((uint64_t)(value))
#define ADDRESS(value) ((uint64_t)(uintptr_t)(value))

#define RUNTIME_CALL(name, need, otherwise, ...)                                                   \
    runtime_call(&(const struct call){CALL_##name, (const uint64_t[]){__VA_ARGS__},                \
                                      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t),  \
                                      NULL, 0},                                                    \
                 need, otherwise)

#define RUNTIME_CALL_NONE(name, need, otherwise)                                                   \
    runtime_call(&(const struct call){CALL_##name, NULL, 0, NULL, 0}, need, otherwise)

/* The device that `number` means: libomp's default device for OMP_DEVICEID_DEFAULT, -1. */
int64_t device_number(int64_t number);

/* How many devices take an image of this program; this number is the host's, too. */
int device_count(void);

#endif
