/* Parameters of nodes. */
#include "cudart.h"

typedef CUgraph cudaGraph_t;
typedef CUgraphNode cudaGraphNode_t;
typedef CUgraphExec cudaGraphExec_t;

EXPORT cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, CUDA_MEMSET_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphMemsetNodeGetParams(node, params));
}

EXPORT cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, CUDA_HOST_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphHostNodeGetParams(node, params));
}

/* The kind of a copy between two types of memory. */
static int kind_between(unsigned from, unsigned to) {
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED) {
        return cudaMemcpyDefault;
    }
    if (from == CU_MEMORYTYPE_HOST) {
        return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    }
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

static void *pointer_of(unsigned type, const void *host, CUdeviceptr device) {
    return type == CU_MEMORYTYPE_HOST ? (void *)(uintptr_t)host : (void *)(uintptr_t)device;
}

EXPORT cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *params) {
    CUDA_MEMCPY3D copy;
    size_t unit = 1;
    REQUIRE(params != NULL);
    TRY(bind_context(NULL));
    TRY(cuGraphMemcpyNodeGetParams(node, &copy));
    int from_array = copy.srcMemoryType == CU_MEMORYTYPE_ARRAY;
    int to_array = copy.dstMemoryType == CU_MEMORYTYPE_ARRAY;
    if (from_array || to_array) {
        TRY(element_of(from_array ? copy.srcArray : copy.dstArray, &unit));
    }
    *params = (cudaMemcpy3DParms){.from_position = {copy.srcXInBytes, copy.srcY, copy.srcZ},
                                  .to_position = {copy.dstXInBytes, copy.dstY, copy.dstZ},
                                  .extent = {copy.WidthInBytes / unit, copy.Height, copy.Depth},
                                  .kind = kind_between(copy.srcMemoryType, copy.dstMemoryType)};
    if (from_array) {
        params->from_array = copy.srcArray;
        params->from_position.x /= unit;
    } else {
        params->from = (cudaPitchedPtr){pointer_of(copy.srcMemoryType, copy.srcHost, copy.srcDevice), copy.srcPitch,
                                        copy.srcPitch, copy.srcHeight};
    }
    if (to_array) {
        params->to_array = copy.dstArray;
        params->to_position.x /= unit;
    } else {
        params->to = (cudaPitchedPtr){pointer_of(copy.dstMemoryType, copy.dstHost, copy.dstDevice), copy.dstPitch,
                                      copy.dstPitch, copy.dstHeight};
    }
    return cudaSuccess;
}

EXPORT cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    IN_CONTEXT(cuGraphEventRecordNodeGetEvent(node, event));
}

EXPORT cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    IN_CONTEXT(cuGraphEventRecordNodeSetEvent(node, event));
}

EXPORT cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    IN_CONTEXT(cuGraphEventWaitNodeGetEvent(node, event));
}

EXPORT cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    IN_CONTEXT(cuGraphEventWaitNodeSetEvent(node, event));
}

EXPORT cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        cudaEvent_t event) {
    IN_CONTEXT(cuGraphExecEventRecordNodeSetEvent(exec, node, event));
}

EXPORT cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
    IN_CONTEXT(cuGraphExecEventWaitNodeSetEvent(exec, node, event));
}

EXPORT cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        cudaGraph_t child) {
    IN_CONTEXT(cuGraphExecChildGraphNodeSetParams(exec, node, child));
}

EXPORT cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    IN_CONTEXT(cuGraphNodeSetEnabled(exec, node, enabled));
}

EXPORT cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
    IN_CONTEXT(cuGraphNodeGetEnabled(exec, node, enabled));
}
