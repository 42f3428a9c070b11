/* What is checked and computed when descriptors are finalized. There is one engine, which runs all graphs that the library can
 * run, and has no knobs. */
#include <stddef.h>

#include "backend.h"

/* cudnnBackendHeurMode_t: CUDNN_HEUR_MODE_A is the last one. */
enum { LAST_HEURISTICS = 3, ENGINES = 1 };

/* All elements are at least that. */
static int is_at_least(cudnnBackendDescriptor_t descriptor, int attribute, int64_t least) {
    const struct value *value = value_of(descriptor, attribute);
    for (int64_t each = 0; each < value->count; each++) {
        if (((const int64_t *)value->bytes)[each] < least) {
            return 0;
        }
    }
    return 1;
}

static cudnnStatus_t finalize_tensor(cudnnBackendDescriptor_t tensor) {
    VALID(count_in(tensor, ATTR_TENSOR_DIMENSIONS) == count_in(tensor, ATTR_TENSOR_STRIDES));
    VALID(is_at_least(tensor, ATTR_TENSOR_DIMENSIONS, 1) && is_at_least(tensor, ATTR_TENSOR_STRIDES, 0));
    VALID(integer_of(tensor, ATTR_TENSOR_BYTE_ALIGNMENT, 1) > 0);
    SUPPORTED(element_size((cudnnDataType_t)integer_of(tensor, ATTR_TENSOR_DATA_TYPE, 0)) > 0);
    SUPPORTED(integer_of(tensor, ATTR_TENSOR_VECTOR_COUNT, 1) == 1);
    SUPPORTED(integer_of(tensor, ATTR_TENSOR_REORDERING_MODE, 0) == 0);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t finalize_convolution(cudnnBackendDescriptor_t convolution) {
    int64_t rank = integer_of(convolution, ATTR_CONVOLUTION_SPATIAL_DIMS, 0);
    VALID(count_in(convolution, ATTR_CONVOLUTION_DILATIONS) == rank);
    VALID(count_in(convolution, ATTR_CONVOLUTION_FILTER_STRIDES) == rank);
    VALID(count_in(convolution, ATTR_CONVOLUTION_PRE_PADDINGS) == rank);
    VALID(count_in(convolution, ATTR_CONVOLUTION_POST_PADDINGS) == rank);
    VALID(is_at_least(convolution, ATTR_CONVOLUTION_DILATIONS, 1));
    VALID(is_at_least(convolution, ATTR_CONVOLUTION_FILTER_STRIDES, 1));
    VALID(is_at_least(convolution, ATTR_CONVOLUTION_PRE_PADDINGS, 0));
    VALID(is_at_least(convolution, ATTR_CONVOLUTION_POST_PADDINGS, 0));
    VALID(integer_of(convolution, ATTR_CONVOLUTION_CONV_MODE, 0) <= 1);
    return CUDNN_STATUS_SUCCESS;
}

static int is_operation(cudnnBackendDescriptor_t descriptor) {
    return (descriptor->type >= OPERATION_FORWARD && descriptor->type <= OPERATION_POINTWISE) ||
           descriptor->type == OPERATION_MATMUL || descriptor->type == OPERATION_REDUCTION;
}

/* The tensors of an operation are tensors. */
static cudnnStatus_t finalize_operation(cudnnBackendDescriptor_t operation) {
    struct places none = {NULL, NULL};
    for (const struct rule *each = rules_of(operation->type); each->descriptor == operation->type; each++) {
        cudnnBackendDescriptor_t tensor = each->role >= INPUT ? child_of(operation, each->attribute, 0) : NULL;
        VALID(tensor == NULL || tensor->type == TENSOR);
    }
    return run_operation(NULL, &none, operation);
}

static cudnnStatus_t finalize_graph(cudnnBackendDescriptor_t graph) {
    static const int64_t engines = ENGINES;
    struct places places = {graph, NULL};
    for (int64_t each = 0; each < count_in(graph, ATTR_OPERATIONGRAPH_OPS); each++) {
        VALID(is_operation(child_of(graph, ATTR_OPERATIONGRAPH_OPS, each)));
    }
    TRY(run_graph(NULL, &places));
    return set_value(graph, ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, TYPE_INT64, 1, &engines);
}

static cudnnStatus_t finalize_engine(cudnnBackendDescriptor_t engine) {
    int64_t index = integer_of(engine, ATTR_ENGINE_GLOBAL_INDEX, 0);
    VALID(child_of(engine, ATTR_ENGINE_OPERATION_GRAPH, 0)->type == OPERATION_GRAPH);
    VALID(index >= 0 && index < ENGINES);
    return CUDNN_STATUS_SUCCESS;
}

/* The only result is a configuration of the only engine. */
static cudnnStatus_t finalize_heuristics(cudnnBackendDescriptor_t heuristics) {
    static const int64_t index = 0;
    cudnnBackendDescriptor_t graph = child_of(heuristics, ATTR_ENGINEHEUR_OPERATION_GRAPH, 0);
    int64_t mode = integer_of(heuristics, ATTR_ENGINEHEUR_MODE, 0);
    VALID(graph->type == OPERATION_GRAPH && mode >= 0 && mode <= LAST_HEURISTICS);
    cudnnBackendDescriptor_t engine = new_descriptor(ENGINE);
    cudnnBackendDescriptor_t configuration = new_descriptor(ENGINE_CONFIGURATION);
    REQUIRE(engine != NULL && configuration != NULL, CUDNN_STATUS_ALLOC_FAILED);
    engine->is_finalized = configuration->is_finalized = 1;
    TRY(set_value(engine, ATTR_ENGINE_OPERATION_GRAPH, TYPE_BACKEND_DESCRIPTOR, 1, &graph));
    TRY(set_value(engine, ATTR_ENGINE_GLOBAL_INDEX, TYPE_INT64, 1, &index));
    TRY(set_value(configuration, ATTR_ENGINECFG_ENGINE, TYPE_BACKEND_DESCRIPTOR, 1, &engine));
    TRY(set_value(heuristics, ATTR_ENGINEHEUR_RESULTS, TYPE_BACKEND_DESCRIPTOR, 1, &configuration));
    release(engine);
    release(configuration);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t finalize_configuration(cudnnBackendDescriptor_t configuration) {
    VALID(child_of(configuration, ATTR_ENGINECFG_ENGINE, 0)->type == ENGINE);
    SUPPORTED(count_in(configuration, ATTR_ENGINECFG_KNOB_CHOICES) == 0);
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t finalize_plan(cudnnBackendDescriptor_t plan) {
    cudnnBackendDescriptor_t configuration = child_of(plan, ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0);
    VALID(configuration->type == ENGINE_CONFIGURATION);
    cudnnBackendDescriptor_t engine = child_of(configuration, ATTR_ENGINECFG_ENGINE, 0);
    int64_t size = workspace_size(child_of(engine, ATTR_ENGINE_OPERATION_GRAPH, 0), 0, NULL);
    return set_value(plan, ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, TYPE_INT64, 1, &size);
}

/* Addresses have numbers, one each. */
static cudnnStatus_t finalize_pack(cudnnBackendDescriptor_t pack) {
    const struct value *ids = value_of(pack, ATTR_VARIANT_PACK_UNIQUE_IDS);
    VALID(ids->count == count_in(pack, ATTR_VARIANT_PACK_DATA_POINTERS));
    for (int64_t each = 0; each < ids->count; each++) {
        for (int64_t other = 0; other < each; other++) {
            VALID(((const int64_t *)ids->bytes)[each] != ((const int64_t *)ids->bytes)[other]);
        }
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t finalize(cudnnBackendDescriptor_t descriptor) {
    switch (descriptor->type) {
    case TENSOR:
        return finalize_tensor(descriptor);
    case CONVOLUTION:
        return finalize_convolution(descriptor);
    case OPERATION_GRAPH:
        return finalize_graph(descriptor);
    case ENGINE:
        return finalize_engine(descriptor);
    case ENGINE_HEURISTICS:
        return finalize_heuristics(descriptor);
    case ENGINE_CONFIGURATION:
        return finalize_configuration(descriptor);
    case EXECUTION_PLAN:
        return finalize_plan(descriptor);
    case VARIANT_PACK:
        return finalize_pack(descriptor);
    case KNOB_INFO:
        return CUDNN_STATUS_BAD_PARAM;
    default:
        return is_operation(descriptor) ? finalize_operation(descriptor) : CUDNN_STATUS_SUCCESS;
    }
}
