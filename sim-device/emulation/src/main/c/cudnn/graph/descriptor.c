/* Descriptors of the backend API, and their attributes. */
#include <stdlib.h>
#include <string.h>

#include "backend.h"

cudnnBackendDescriptor_t new_descriptor(int type) {
    cudnnBackendDescriptor_t created = calloc(1, sizeof *created);
    if (created != NULL) {
        created->type = type;
        created->references = 1;
    }
    return created;
}

static void add_references(struct value *value, int change) {
    cudnnBackendDescriptor_t *elements = (cudnnBackendDescriptor_t *)value->bytes;
    for (int64_t each = 0; value->type == TYPE_BACKEND_DESCRIPTOR && each < value->count; each++) {
        if (change > 0) {
            __atomic_add_fetch(&elements[each]->references, 1, __ATOMIC_RELAXED);
        } else {
            release(elements[each]);
        }
    }
}

static void clear_values(cudnnBackendDescriptor_t descriptor) {
    while (descriptor->values != NULL) {
        struct value *value = descriptor->values;
        descriptor->values = value->next;
        add_references(value, -1);
        free(value);
    }
}

void release(cudnnBackendDescriptor_t descriptor) {
    if (__atomic_sub_fetch(&descriptor->references, 1, __ATOMIC_ACQ_REL) == 0) {
        clear_values(descriptor);
        free(descriptor);
    }
}

const struct value *value_of(cudnnBackendDescriptor_t descriptor, int attribute) {
    const struct value *found = descriptor->values;
    while (found != NULL && found->attribute != attribute) {
        found = found->next;
    }
    return found;
}

int64_t count_in(cudnnBackendDescriptor_t descriptor, int attribute) {
    const struct value *value = value_of(descriptor, attribute);
    return value == NULL ? 0 : value->count;
}

int64_t integer_of(cudnnBackendDescriptor_t descriptor, int attribute, int64_t otherwise) {
    const struct value *value = value_of(descriptor, attribute);
    if (value == NULL || value->count == 0) {
        return otherwise;
    }
    size_t size = attribute_size(value->type);
    return size == 8 ? *(const int64_t *)value->bytes : size == 4 ? *(const int *)value->bytes : *value->bytes;
}

double real_of(cudnnBackendDescriptor_t descriptor, int attribute, double otherwise) {
    const struct value *value = value_of(descriptor, attribute);
    if (value == NULL || value->count == 0) {
        return otherwise;
    }
    return value->type == TYPE_DOUBLE ? *(const double *)value->bytes : *(const float *)value->bytes;
}

cudnnBackendDescriptor_t child_of(cudnnBackendDescriptor_t descriptor, int attribute, int64_t index) {
    const struct value *value = value_of(descriptor, attribute);
    return value == NULL || index >= value->count ? NULL : ((cudnnBackendDescriptor_t const *)value->bytes)[index];
}

/* Removes the value that an attribute has. */
static void remove_value(cudnnBackendDescriptor_t descriptor, int attribute) {
    struct value **place = &descriptor->values;
    while (*place != NULL && (*place)->attribute != attribute) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        struct value *removed = *place;
        *place = removed->next;
        add_references(removed, -1);
        free(removed);
    }
}

cudnnStatus_t set_value(cudnnBackendDescriptor_t descriptor, int attribute, int type, int64_t count,
                        const void *elements) {
    size_t size = (size_t)count * attribute_size(type);
    struct value *made = malloc(sizeof *made + size + sizeof(int64_t));
    REQUIRE(made != NULL, CUDNN_STATUS_ALLOC_FAILED);
    *made = (struct value){.attribute = attribute, .type = type, .count = count};
    if (size > 0) {
        memcpy(made->bytes, elements, size);
    }
    add_references(made, 1);
    remove_value(descriptor, attribute);
    made->next = descriptor->values;
    descriptor->values = made;
    return CUDNN_STATUS_SUCCESS;
}

/* Makes a descriptor one with the same attributes. */
static cudnnStatus_t assign(cudnnBackendDescriptor_t to, cudnnBackendDescriptor_t from) {
    VALID(to != NULL && to->type == from->type);
    clear_values(to);
    for (const struct value *each = from->values; each != NULL; each = each->next) {
        TRY(set_value(to, each->attribute, each->type, each->count, each->bytes));
    }
    to->is_finalized = from->is_finalized;
    return CUDNN_STATUS_SUCCESS;
}

/* The library lacks other types of descriptors. */
EXPORT cudnnStatus_t cudnnBackendCreateDescriptor(int type, cudnnBackendDescriptor_t *descriptor) {
    VALID(descriptor != NULL && type >= 0);
    SUPPORTED(rules_of(type) != NULL);
    *descriptor = new_descriptor(type);
    return *descriptor == NULL ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
    if (descriptor != NULL) {
        release(descriptor);
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Makes a descriptor one without attributes. */
EXPORT cudnnStatus_t cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor) {
    VALID(descriptor != NULL);
    clear_values(descriptor);
    descriptor->is_finalized = 0;
    return CUDNN_STATUS_SUCCESS;
}

static int is_type_of(const struct rule *rule, int type) {
    return type == rule->type || (rule->type == TYPE_REAL && (type == TYPE_FLOAT || type == TYPE_DOUBLE));
}

/* Elements that are descriptors have to be finalized ("cuDNN Backend API", cudnnBackendSetAttribute()). */
EXPORT cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor, int attribute, int type,
                                              int64_t count, const void *elements) {
    VALID(descriptor != NULL);
    REQUIRE(!descriptor->is_finalized, CUDNN_STATUS_NOT_INITIALIZED);
    const struct rule *rule = rule_of(descriptor->type, attribute);
    SUPPORTED(rule != NULL);
    VALID(rule->role != COMPUTED && is_type_of(rule, type));
    VALID(count >= 0 && count <= rule->most && (elements != NULL || count == 0));
    for (int64_t each = 0; type == TYPE_BACKEND_DESCRIPTOR && each < count; each++) {
        cudnnBackendDescriptor_t element = ((cudnnBackendDescriptor_t const *)elements)[each];
        VALID(element != NULL && element->is_finalized);
    }
    return set_value(descriptor, attribute, type, count, elements);
}

/* Elements that are descriptors are copied to descriptors of the program. */
static cudnnStatus_t copy_descriptors(const struct value *value, int64_t count, void *elements) {
    for (int64_t each = 0; each < count; each++) {
        TRY(assign(((cudnnBackendDescriptor_t *)elements)[each],
                   ((cudnnBackendDescriptor_t const *)value->bytes)[each]));
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Real numbers are converted to the type that is requested. */
static void copy_real(cudnnBackendDescriptor_t descriptor, int attribute, int type, void *element) {
    double found = real_of(descriptor, attribute, 0);
    if (type == TYPE_DOUBLE) {
        *(double *)element = found;
    } else {
        *(float *)element = (float)found;
    }
}

EXPORT cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t descriptor, int attribute, int type,
                                              int64_t requested, int64_t *count, void *elements) {
    VALID(descriptor != NULL && requested >= 0);
    REQUIRE(descriptor->is_finalized, CUDNN_STATUS_NOT_INITIALIZED);
    const struct rule *rule = rule_of(descriptor->type, attribute);
    SUPPORTED(rule != NULL);
    VALID(is_type_of(rule, type));
    const struct value *value = value_of(descriptor, attribute);
    int64_t found = value == NULL ? 0 : value->count;
    int64_t copied = found < requested ? found : requested;
    if (count != NULL) {
        *count = found;
    }
    if (elements == NULL || copied == 0) {
        return CUDNN_STATUS_SUCCESS;
    }
    if (type == TYPE_BACKEND_DESCRIPTOR) {
        return copy_descriptors(value, copied, elements);
    }
    if (rule->type == TYPE_REAL) {
        copy_real(descriptor, attribute, type, elements);
    } else {
        memcpy(elements, value->bytes, (size_t)copied * attribute_size(type));
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
    VALID(descriptor != NULL);
    for (const struct rule *each = rules_of(descriptor->type); each->descriptor == descriptor->type; each++) {
        int is_needed = each->role == REQUIRED || each->role == INPUT || each->role == OUTPUT;
        VALID(!is_needed || count_in(descriptor, each->attribute) > 0);
    }
    TRY(finalize(descriptor));
    descriptor->is_finalized = 1;
    return CUDNN_STATUS_SUCCESS;
}
