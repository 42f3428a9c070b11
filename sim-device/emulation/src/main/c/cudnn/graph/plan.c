/* Execution plans: where the tensors of a graph lie, and in which order its operations run. */
#include <stdlib.h>
#include <string.h>

#include "backend.h"

/* Virtual tensors are aligned as memory that is allocated. */
enum { ALIGNMENT = 256 };

struct view view_of(cudnnBackendDescriptor_t tensor) {
    struct view view = {.type = (int32_t)integer_of(tensor, ATTR_TENSOR_DATA_TYPE, 0),
                        .rank = (int32_t)count_in(tensor, ATTR_TENSOR_DIMENSIONS)};
    const int64_t *sizes = (const int64_t *)value_of(tensor, ATTR_TENSOR_DIMENSIONS)->bytes;
    const int64_t *steps = (const int64_t *)value_of(tensor, ATTR_TENSOR_STRIDES)->bytes;
    for (int each = 0; each < DIMENSIONS; each++) {
        view.sizes[each] = each < view.rank ? sizes[each] : 1;
        view.steps[each] = each < view.rank ? steps[each] : 0;
    }
    return view;
}

static int64_t id_of(cudnnBackendDescriptor_t tensor) {
    return integer_of(tensor, ATTR_TENSOR_UNIQUE_ID, 0);
}

static int is_virtual(cudnnBackendDescriptor_t tensor) {
    return integer_of(tensor, ATTR_TENSOR_IS_VIRTUAL, 0) != 0;
}

static int is_output(const struct rule *rule) {
    return rule->role == OUTPUT || rule->role == OPTIONAL_OUTPUT;
}

/* The operation that writes a tensor; null if none does. */
static cudnnBackendDescriptor_t writer_of(cudnnBackendDescriptor_t graph, int64_t id) {
    for (int64_t each = 0; each < count_in(graph, ATTR_OPERATIONGRAPH_OPS); each++) {
        cudnnBackendDescriptor_t operation = child_of(graph, ATTR_OPERATIONGRAPH_OPS, each);
        for (const struct rule *rule = rules_of(operation->type); rule->descriptor == operation->type; rule++) {
            cudnnBackendDescriptor_t tensor = is_output(rule) ? child_of(operation, rule->attribute, 0) : NULL;
            if (tensor != NULL && id_of(tensor) == id) {
                return operation;
            }
        }
    }
    return NULL;
}

int64_t workspace_size(cudnnBackendDescriptor_t graph, int64_t unique_id, int64_t *offset) {
    int64_t size = 0;
    for (int64_t each = 0; each < count_in(graph, ATTR_OPERATIONGRAPH_OPS); each++) {
        cudnnBackendDescriptor_t operation = child_of(graph, ATTR_OPERATIONGRAPH_OPS, each);
        for (const struct rule *rule = rules_of(operation->type); rule->descriptor == operation->type; rule++) {
            cudnnBackendDescriptor_t tensor = is_output(rule) ? child_of(operation, rule->attribute, 0) : NULL;
            if (tensor == NULL || !is_virtual(tensor)) {
                continue;
            }
            if (offset != NULL && id_of(tensor) == unique_id) {
                *offset = size;
            }
            struct view view = view_of(tensor);
            int64_t bytes = extent_of(&view) * (int64_t)element_size((cudnnDataType_t)view.type);
            size += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
    }
    return size;
}

/* The address of the program's tensor with a number. */
static const void *packed_address(cudnnBackendDescriptor_t pack, int64_t id) {
    const struct value *ids = value_of(pack, ATTR_VARIANT_PACK_UNIQUE_IDS);
    const struct value *pointers = value_of(pack, ATTR_VARIANT_PACK_DATA_POINTERS);
    for (int64_t each = 0; each < ids->count; each++) {
        if (((const int64_t *)ids->bytes)[each] == id) {
            return ((const void *const *)pointers->bytes)[each];
        }
    }
    return NULL;
}

struct view bind(const struct places *places, cudnnBackendDescriptor_t tensor, const void **value) {
    struct view view = view_of(tensor);
    if (places->pack == NULL) {
        return view;
    }
    if (is_virtual(tensor)) {
        int64_t offset = 0;
        workspace_size(places->graph, id_of(tensor), &offset);
        view.data = (uint64_t)(integer_of(places->pack, ATTR_VARIANT_PACK_WORKSPACE, 0) + offset);
        return view;
    }
    const void *address = packed_address(places->pack, id_of(tensor));
    int is_value = value != NULL && integer_of(tensor, ATTR_TENSOR_IS_BY_VALUE, 0) != 0;
    if (is_value) {
        *value = address;
    } else {
        view.data = (uintptr_t)address;
    }
    return view;
}

/* Whether no operation that has not run writes what an operation reads. */
static int is_ready(cudnnBackendDescriptor_t graph, cudnnBackendDescriptor_t operation, const char *is_done) {
    for (const struct rule *rule = rules_of(operation->type); rule->descriptor == operation->type; rule++) {
        int is_input = rule->role == INPUT || rule->role == OPTIONAL_INPUT;
        cudnnBackendDescriptor_t tensor = is_input ? child_of(operation, rule->attribute, 0) : NULL;
        cudnnBackendDescriptor_t writer = tensor == NULL ? NULL : writer_of(graph, id_of(tensor));
        for (int64_t each = 0; writer != NULL && each < count_in(graph, ATTR_OPERATIONGRAPH_OPS); each++) {
            cudnnBackendDescriptor_t other = child_of(graph, ATTR_OPERATIONGRAPH_OPS, each);
            if (other == writer && other != operation && !is_done[each]) {
                return 0;
            }
        }
        if (tensor != NULL && writer == NULL && is_virtual(tensor)) {
            return 0;
        }
    }
    return 1;
}

/* Each operation that is ready, until none is. */
static cudnnStatus_t run_ready(cudnnHandle_t handle, const struct places *places, char *is_done) {
    int64_t count = count_in(places->graph, ATTR_OPERATIONGRAPH_OPS);
    int64_t done = 0;
    for (int64_t before = -1; done > before;) {
        before = done;
        for (int64_t each = 0; each < count; each++) {
            cudnnBackendDescriptor_t operation = child_of(places->graph, ATTR_OPERATIONGRAPH_OPS, each);
            if (!is_done[each] && is_ready(places->graph, operation, is_done)) {
                TRY(run_operation(handle, places, operation));
                is_done[each] = 1;
                done++;
            }
        }
    }
    VALID(done == count);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run_graph(cudnnHandle_t handle, const struct places *places) {
    char *is_done = calloc(1, (size_t)count_in(places->graph, ATTR_OPERATIONGRAPH_OPS));
    REQUIRE(is_done != NULL, CUDNN_STATUS_ALLOC_FAILED);
    cudnnStatus_t status = run_ready(handle, places, is_done);
    free(is_done);
    return status;
}

/* Whether the pack has an address for each tensor that is not virtual. */
static int has_addresses(const struct places *places) {
    for (int64_t each = 0; each < count_in(places->graph, ATTR_OPERATIONGRAPH_OPS); each++) {
        cudnnBackendDescriptor_t operation = child_of(places->graph, ATTR_OPERATIONGRAPH_OPS, each);
        for (const struct rule *rule = rules_of(operation->type); rule->descriptor == operation->type; rule++) {
            cudnnBackendDescriptor_t tensor = rule->role >= INPUT ? child_of(operation, rule->attribute, 0) : NULL;
            if (tensor != NULL && !is_virtual(tensor) && packed_address(places->pack, id_of(tensor)) == NULL) {
                return 0;
            }
        }
    }
    return 1;
}

EXPORT cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t plan,
                                         cudnnBackendDescriptor_t pack) {
    VALID(handle != NULL && plan != NULL && pack != NULL);
    VALID(plan->type == EXECUTION_PLAN && pack->type == VARIANT_PACK && plan->is_finalized && pack->is_finalized);
    cudnnBackendDescriptor_t configuration = child_of(plan, ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0);
    cudnnBackendDescriptor_t engine = child_of(configuration, ATTR_ENGINECFG_ENGINE, 0);
    struct places places = {child_of(engine, ATTR_ENGINE_OPERATION_GRAPH, 0), pack};
    VALID(has_addresses(&places));
    VALID(integer_of(plan, ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, 0) == 0 ||
          integer_of(pack, ATTR_VARIANT_PACK_WORKSPACE, 0) != 0);
    return run_graph(handle, &places);
}
