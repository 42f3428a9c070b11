/* Interoperability objects: OpenMP 5.1, sections 2.15 and 3.12. The server has the objects; the program
 * holds their numbers. An object tells its device. It has no values of a foreign runtime, whose streams
 * and contexts would not reach the memory of the reference runtime's devices. */
#include <stddef.h>
#include <stdint.h>

#include "dependence.h"
#include "runtime.h"

/* omp_interop_rc_t: section 3.12, table 3.3. */
enum code {
    NO_VALUE = 1,
    SUCCEEDED = 0,
    EMPTY = -1,
    OUT_OF_RANGE = -2,
    TYPE_INT = -3,
    TYPE_PTR = -4,
    TYPE_STR = -5,
    OTHER = -6
};

/* omp_interop_property_t: section 3.12, table 3.1. */
enum property { DEVICE_NUMBER = -5, DEVICE = -7, DEVICE_CONTEXT = -8, TARGETSYNC = -9 };

/* OMPInteropType of LLVM's llvm/Frontend/OpenMP/OMPIRBuilder.h; INTEROP_DEVICE returns it above the
 * number of the device. */
enum type { TARGETSYNC_OBJECT = 2 };

/* From -1 downwards. */
static const struct {
    const char *name;
    enum code type;
} properties[] = {{"fr_id", TYPE_INT},          {"fr_name", TYPE_STR},    {"vendor", TYPE_INT},
                  {"vendor_name", TYPE_STR},    {"device_num", TYPE_INT}, {"platform", TYPE_PTR},
                  {"device", TYPE_PTR},         {"device_context", TYPE_PTR},
                  {"targetsync", TYPE_PTR}};

EXPORT void __tgt_interop_init(const void *ident, int32_t thread, void **object, int32_t type,
                               int32_t device, int32_t count, struct dependence *dependences,
                               int32_t nowait);
EXPORT void __tgt_interop_use(const void *ident, int32_t thread, void **object, int32_t device,
                              int32_t count, struct dependence *dependences, int32_t nowait);
EXPORT void __tgt_interop_destroy(const void *ident, int32_t thread, void **object, int32_t device,
                                  int32_t count, struct dependence *dependences, int32_t nowait);
EXPORT intptr_t omp_get_interop_int(const void *object, int property, int *code);
EXPORT void *omp_get_interop_ptr(const void *object, int property, int *code);
EXPORT const char *omp_get_interop_str(const void *object, int property, int *code);
EXPORT const char *omp_get_interop_name(const void *object, int property);
EXPORT const char *omp_get_interop_type_desc(const void *object, int property);

/* A construct with `nowait` waits, too: its object is complete when it returns. */
void __tgt_interop_init(const void *ident, int32_t thread, void **object, int32_t type,
                        int32_t device, int32_t count, struct dependence *dependences,
                        int32_t nowait) {
    (void)thread;
    (void)nowait;
    wait_for_dependences(count, dependences);
    *object = (void *)RUNTIME_CALL(INTEROP_INIT, CONSTRUCT, 0, ADDRESS(ident),
                                   NUMBER(device_number(device)), NUMBER(type));
}

void __tgt_interop_use(const void *ident, int32_t thread, void **object, int32_t device,
                       int32_t count, struct dependence *dependences, int32_t nowait) {
    (void)thread;
    (void)nowait;
    wait_for_dependences(count, dependences);
    RUNTIME_CALL(INTEROP_USE, CONSTRUCT, 0, ADDRESS(ident), ADDRESS(*object), NUMBER(device));
}

void __tgt_interop_destroy(const void *ident, int32_t thread, void **object, int32_t device,
                           int32_t count, struct dependence *dependences, int32_t nowait) {
    (void)thread;
    (void)nowait;
    wait_for_dependences(count, dependences);
    RUNTIME_CALL(INTEROP_DESTROY, CONSTRUCT, 0, ADDRESS(ident), ADDRESS(*object), NUMBER(device));
    *object = NULL;
}

static int is_property(int property) {
    return property <= -1 && property >= TARGETSYNC;
}

/* Whether objects of a type have a property. */
static int has_property(int type, int property) {
    switch (property) {
    case TARGETSYNC:
        return type == TARGETSYNC_OBJECT;
    case DEVICE:
    case DEVICE_CONTEXT:
        return type != TARGETSYNC_OBJECT;
    default:
        return 1;
    }
}

/* The code of a query for a property of `type`. `answer` is that of INTEROP_DEVICE if there is an
 * object. */
static enum code query(const void *object, int property, enum code type, uint64_t *answer) {
    if (object == NULL) {
        return EMPTY;
    }
    *answer = RUNTIME_CALL(INTEROP_DEVICE, COURTESY, 0, ADDRESS(object));
    if (!is_property(property)) {
        return OUT_OF_RANGE;
    }
    if (!has_property((int)(*answer >> 32), property)) {
        return OTHER;
    }
    enum code actual = properties[-property - 1].type;
    if (actual != type) {
        return actual;
    }
    return property == DEVICE_NUMBER ? SUCCEEDED : NO_VALUE;
}

static void *without_value(const void *object, int property, enum code type, int *code) {
    uint64_t answer;
    enum code result = query(object, property, type, &answer);
    if (code != NULL) {
        *code = result;
    }
    return NULL;
}

intptr_t omp_get_interop_int(const void *object, int property, int *code) {
    uint64_t answer = 0;
    enum code result = query(object, property, TYPE_INT, &answer);
    if (code != NULL) {
        *code = result;
    }
    return result == SUCCEEDED ? (intptr_t)(uint32_t)answer : 0;
}

void *omp_get_interop_ptr(const void *object, int property, int *code) {
    return without_value(object, property, TYPE_PTR, code);
}

const char *omp_get_interop_str(const void *object, int property, int *code) {
    return without_value(object, property, TYPE_STR, code);
}

const char *omp_get_interop_name(const void *object, int property) {
    return object == NULL || !is_property(property) ? NULL : properties[-property - 1].name;
}

const char *omp_get_interop_type_desc(const void *object, int property) {
    if (object == NULL || !is_property(property)) {
        return NULL;
    }
    switch (properties[-property - 1].type) {
    case TYPE_INT:
        return "omp_intptr_t";
    case TYPE_STR:
        return "const char *";
    default:
        return "void *";
    }
}
