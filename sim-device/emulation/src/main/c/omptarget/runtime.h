/* Turns exported functions into calls of the device server, where the runtime is. */
#ifndef OFFLOAD_TCK_RUNTIME_H
#define OFFLOAD_TCK_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

/* OFFLOAD_SUCCESS and OFFLOAD_FAIL of LLVM's omptarget.h. */
enum { SUCCESS = 0, FAIL = ~0 };

/* Numbers of the functions, by name. */
enum {
#define CALL(number, name) CALL_##name = number,
#include "calls.def"
#undef CALL
};

/* The arguments of a call: numbers and addresses, and the components of user-defined mappers. */
struct call {
    uint32_t number;
    const uint64_t *arguments;
    size_t count;
    const void *components;
    size_t components_size;
};

/* The reaction of a function if there is no server. */
enum need {
    CONSTRUCT, /* ends the program: the device with its data is lost */
    COURTESY   /* returns `otherwise` */
};

/* Carries out a call and answers requests of the server for memory. Returns its result, or `otherwise`
 * if there is no server and none is needed. Does not return if the program violates a rule. */
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

/* Resolves a device number: OMP_DEVICEID_DEFAULT (-1) is libomp's default device. */
int64_t device_number(int64_t number);

/* The number of devices that accept an image of this program, which is also the number of the host. */
int device_count(void);

#endif
