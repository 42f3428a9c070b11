#include "tool.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* Number of a frame that answers a report of the server, as in host.c. */
#define ANSWER 0x20000

/* ompt_scope_endpoint_t: section 19.4.4.11. */
enum phase { BEGIN = 1, END = 2 };

/* Kinds of reports, as in ToolReport; the first are those of ompt_target_data_op_t. */
enum report { ALLOCATE = 1, DELETE = 4, SUBMIT = 16, INITIALIZE = 17, LOAD = 18 };

/* ompt_data_t: section 19.4.4.1. */
union data {
    uint64_t value;
    void *pointer;
};

typedef void (*function)(void);
typedef function (*lookup_function)(const char *name);

/* ompt_start_tool_result_t: section 19.4.1. */
struct start_result {
    int (*initialize)(lookup_function lookup, int initial_device, union data *tool);
    void (*finalize)(union data *tool);
    union data tool;
};

/* What libomp offers to libomptarget: LLVM 19, openmp/runtime/src/ompt-general.cpp. */
extern void ompt_libomp_connect(struct start_result *result) __attribute__((weak));

/* The callbacks of the tool; NULL where it has none. Sections 19.5.2.19 to 19.5.2.28. */
static struct {
    void (*device_initialize)(int device, const char *type, void *object, lookup_function lookup,
                              const char *documentation);
    void (*device_finalize)(int device);
    void (*device_load)(int device, const char *file, int64_t offset, void *in_file, size_t bytes,
                        void *host, void *address, uint64_t module);
    void (*target)(int kind, int phase, int device, union data *task, uint64_t target,
                   const void *code);
    void (*target_emi)(int kind, int phase, int device, union data *task, union data *target_task,
                       union data *target, const void *code);
    void (*data_op)(uint64_t target, uint64_t operation, int kind, void *from, int from_device,
                    void *to, int to_device, size_t bytes, const void *code);
    void (*data_op_emi)(int phase, union data *target_task, union data *target, uint64_t *operation,
                        int kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                        const void *code);
    void (*submit)(uint64_t target, uint64_t operation, unsigned teams);
    void (*submit_emi)(int phase, union data *target, uint64_t *operation, unsigned teams);
} tool;

/* ompt_callbacks_t: section 19.4.2.1. */
static const struct {
    int number;
    const char *name;
    function *place;
} callbacks[] = {{8, "ompt_callback_target", (function *)&tool.target},
                 {9, "ompt_callback_target_data_op", (function *)&tool.data_op},
                 {10, "ompt_callback_target_submit", (function *)&tool.submit},
                 {12, "ompt_callback_device_initialize", (function *)&tool.device_initialize},
                 {13, "ompt_callback_device_finalize", (function *)&tool.device_finalize},
                 {14, "ompt_callback_device_load", (function *)&tool.device_load},
                 {33, "ompt_callback_target_emi", (function *)&tool.target_emi},
                 {34, "ompt_callback_target_data_op_emi", (function *)&tool.data_op_emi},
                 {35, "ompt_callback_target_submit_emi", (function *)&tool.submit_emi}};

static union data *(*task_data)(void);
static union data *(*target_task_data)(void);

/* Whether a tool is connected. */
static atomic_int connected;

/* A bit for each device that was initialized. */
static atomic_ullong initialized;

static atomic_ullong last_id;

/* The construct that this thread is in, and the call of the program that it is in. */
static __thread struct {
    union data target;
    uint64_t operation;
    union data *task;
    union data *target_task;
    const void *code;
} region;

static uint64_t next_id(void) {
    return atomic_fetch_add(&last_id, 1) + 1;
}

/* libomp gives a callback by its number since LLVM 18, by its name before. */
static void bind(lookup_function lookup) {
    int (*by_number)(int number, function *callback) =
        (int (*)(int, function *))lookup("ompt_get_callback");
    for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++) {
        if (by_number == NULL) {
            *callbacks[i].place = lookup(callbacks[i].name);
        } else if (by_number(callbacks[i].number, callbacks[i].place) == 0) {
            *callbacks[i].place = NULL;
        }
    }
}

static int initialize(lookup_function lookup, int initial_device, union data *data) {
    (void)initial_device;
    (void)data;
    bind(lookup);
    task_data = (union data * (*)(void)) lookup("ompt_get_task_data");
    target_task_data = (union data * (*)(void)) lookup("ompt_get_target_task_data");
    atomic_store(&connected, 1);
    return 0;
}

static void finalize(union data *data) {
    (void)data;
    tool_disconnect();
    atomic_store(&connected, 0);
}

void tool_connect(void) {
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    static struct start_result result = {initialize, finalize, {0}};
    if (ompt_libomp_connect == NULL || atomic_flag_test_and_set(&asked)) {
        return;
    }
    ompt_libomp_connect(&result);
    if (atomic_load(&connected)) {
        RUNTIME_CALL_NONE(ATTACH_TOOL, COURTESY, 0);
    }
}

void tool_disconnect(void) {
    uint64_t devices = atomic_exchange(&initialized, 0);
    for (int device = 0; devices >> device != 0; device++) {
        if ((devices >> device & 1) != 0 && tool.device_finalize != NULL) {
            tool.device_finalize(device);
        }
    }
}

struct entry tool_entered(const void *from) {
    struct entry entry = {region.code != NULL};
    if (!entry.is_inner) {
        region.code = from;
    }
    return entry;
}

void tool_left(const struct entry *entry) {
    if (!entry->is_inner) {
        region.code = NULL;
    }
}

static void tell_region(enum target_kind kind, enum phase phase, int device) {
    if (tool.target_emi != NULL) {
        tool.target_emi(kind, phase, device, region.task, region.target_task, &region.target,
                        region.code);
    } else if (tool.target != NULL) {
        tool.target(kind, phase, device, region.task, region.target.value, region.code);
    }
}

int tool_begin(enum target_kind kind, const void *ident, int64_t device) {
    if (!atomic_load(&connected) ||
        RUNTIME_CALL(PREPARE, CONSTRUCT, 0, ADDRESS(ident), NUMBER(device)) == 0) {
        return 0;
    }
    region.task = task_data == NULL ? NULL : task_data();
    region.target_task = target_task_data == NULL ? NULL : target_task_data();
    region.target.value = tool.target_emi == NULL ? next_id() : 0;
    tell_region(kind, BEGIN, (int)device);
    return 1;
}

void tool_end(enum target_kind kind, int64_t device) {
    tell_region(kind, END, (int)device);
    region.task = NULL;
    region.target_task = NULL;
    region.target.value = 0;
}

/* A report, as ToolReport has it. */
struct fields {
    uint32_t kind;
    uint32_t phase;
    void *from;
    int from_device;
    void *to;
    int to_device;
    uint64_t bytes;
    char type[64];
};

static void *read_place(struct reader *reader, int *device) {
    void *address = (void *)(uintptr_t)read_u64(reader);
    *device = (int)read_u32(reader);
    return address;
}

static struct fields read_fields(struct reader *reader) {
    struct fields fields = {0};
    fields.kind = read_u32(reader);
    fields.phase = read_u32(reader);
    fields.from = read_place(reader, &fields.from_device);
    fields.to = read_place(reader, &fields.to_device);
    fields.bytes = read_u64(reader);
    uint32_t size;
    const unsigned char *text = read_buffer(reader, &size);
    memcpy(fields.type, text, size < sizeof fields.type ? size : sizeof fields.type - 1);
    return fields;
}

static void tell_operation(const struct fields *f) {
    if (tool.data_op_emi != NULL) {
        tool.data_op_emi((int)f->phase, region.target_task, &region.target, &region.operation,
                         (int)f->kind, f->from, f->from_device, f->to, f->to_device, f->bytes,
                         region.code);
    } else if (tool.data_op != NULL && f->phase == BEGIN) {
        region.operation = next_id();
        tool.data_op(region.target.value, region.operation, (int)f->kind, f->from, f->from_device,
                     f->to, f->to_device, f->bytes, region.code);
    }
}

static void tell_association(const struct association *association, enum phase phase) {
    if (atomic_load(&connected)) {
        const struct fields fields = {.kind = association->kind,
                                      .phase = phase,
                                      .from = (void *)(uintptr_t)association->host,
                                      .from_device = device_count(),
                                      .to = (void *)(uintptr_t)association->pointer,
                                      .to_device = association->device,
                                      .bytes = association->bytes};
        tell_operation(&fields);
    }
}

void tool_association_begin(const struct association *association) {
    tell_association(association, BEGIN);
}

void tool_association_end(const struct association *association) {
    tell_association(association, END);
}

static void tell_submission(const struct fields *f) {
    if (tool.submit_emi != NULL) {
        tool.submit_emi((int)f->phase, &region.target, &region.operation, (unsigned)f->bytes);
    } else if (tool.submit != NULL && f->phase == BEGIN) {
        region.operation = next_id();
        tool.submit(region.target.value, region.operation, (unsigned)f->bytes);
    }
}

/* Devices offer no tracing, hence no functions of theirs to look up. */
static void tell_initialization(const struct fields *f) {
    static char objects[64];
    atomic_fetch_or(&initialized, 1ULL << (f->to_device & 63));
    if (tool.device_initialize != NULL) {
        tool.device_initialize(f->to_device, f->type, &objects[f->to_device & 63], NULL, NULL);
    }
}

static void tell_load(const struct fields *f) {
    static atomic_ullong modules;
    uint64_t module = atomic_fetch_add(&modules, 1);
    if (tool.device_load != NULL) {
        tool.device_load(f->to_device, NULL, 0, NULL, f->bytes, f->from, NULL, module);
    }
}

void tool_report(struct reader *report, struct frame *answer) {
    struct fields fields = read_fields(report);
    if (!report->damaged) {
        if (fields.kind >= ALLOCATE && fields.kind <= DELETE) {
            tell_operation(&fields);
        } else if (fields.kind == SUBMIT) {
            tell_submission(&fields);
        } else if (fields.kind == INITIALIZE) {
            tell_initialization(&fields);
        } else if (fields.kind == LOAD) {
            tell_load(&fields);
        }
    }
    frame_begin(answer, ANSWER);
    frame_u32(answer, report->damaged ? 1 : 0);
}
