/* Graphs. Handles and flags, types of nodes, and the structures for fills and host functions are the
 * driver's. */
#include "cudart.h"

typedef CUgraph cudaGraph_t;
typedef CUgraphNode cudaGraphNode_t;
typedef CUgraphExec cudaGraphExec_t;

EXPORT cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    IN_CONTEXT(cuGraphCreate(graph, flags));
}

EXPORT cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    IN_CONTEXT(cuGraphDestroy(graph));
}

EXPORT cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original) {
    IN_CONTEXT(cuGraphClone(clone, original));
}

EXPORT cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
    IN_CONTEXT(cuGraphNodeFindInClone(node, original, clone));
}

EXPORT cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, int *type) {
    IN_CONTEXT(cuGraphNodeGetType(node, type));
}

EXPORT cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    IN_CONTEXT(cuGraphDestroyNode(node));
}

EXPORT cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
    IN_CONTEXT(cuGraphDebugDotPrint(graph, path, flags));
}

EXPORT cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    IN_CONTEXT(cuGraphGetNodes(graph, nodes, count));
}

EXPORT cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    IN_CONTEXT(cuGraphGetRootNodes(graph, nodes, count));
}

/* Edges have data from release 12.3 on: under names of their own, which release 13 has no more. */
#if CUDART_MAJOR >= 13
#define WITH_EDGES(name) name
#else
#define WITH_EDGES(name) name##_v2

EXPORT cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
    IN_CONTEXT(cuGraphGetEdges_v2(graph, from, to, NULL, count));
}

EXPORT cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    IN_CONTEXT(cuGraphNodeGetDependencies_v2(node, nodes, NULL, count));
}

EXPORT cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    IN_CONTEXT(cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, count));
}

EXPORT cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                            size_t count) {
    IN_CONTEXT(cuGraphAddDependencies_v2(graph, from, to, NULL, count));
}

EXPORT cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                               const cudaGraphNode_t *to, size_t count) {
    IN_CONTEXT(cuGraphRemoveDependencies_v2(graph, from, to, NULL, count));
}
#endif

#if CUDART_MAJOR >= 12
EXPORT cudaError_t WITH_EDGES(cudaGraphGetEdges)(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                                 CUgraphEdgeData *edges, size_t *count) {
    IN_CONTEXT(cuGraphGetEdges_v2(graph, from, to, edges, count));
}

EXPORT cudaError_t WITH_EDGES(cudaGraphNodeGetDependencies)(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                            CUgraphEdgeData *edges, size_t *count) {
    IN_CONTEXT(cuGraphNodeGetDependencies_v2(node, nodes, edges, count));
}

EXPORT cudaError_t WITH_EDGES(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                              CUgraphEdgeData *edges, size_t *count) {
    IN_CONTEXT(cuGraphNodeGetDependentNodes_v2(node, nodes, edges, count));
}

EXPORT cudaError_t WITH_EDGES(cudaGraphAddDependencies)(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                        const cudaGraphNode_t *to, const CUgraphEdgeData *edges,
                                                        size_t count) {
    IN_CONTEXT(cuGraphAddDependencies_v2(graph, from, to, edges, count));
}

EXPORT cudaError_t WITH_EDGES(cudaGraphRemoveDependencies)(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                           const cudaGraphNode_t *to, const CUgraphEdgeData *edges,
                                                           size_t count) {
    IN_CONTEXT(cuGraphRemoveDependencies_v2(graph, from, to, edges, count));
}
#endif

EXPORT cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                         size_t count) {
    IN_CONTEXT(cuGraphAddEmptyNode(node, graph, dependencies, count));
}

EXPORT cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                              const cudaGraphNode_t *dependencies, size_t count, cudaGraph_t child) {
    IN_CONTEXT(cuGraphAddChildGraphNode(node, graph, dependencies, count, child));
}

EXPORT cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    IN_CONTEXT(cuGraphChildGraphNodeGetGraph(node, graph));
}

EXPORT cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
    IN_CONTEXT(cuGraphAddEventRecordNode(node, graph, dependencies, count, event));
}

EXPORT cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
    IN_CONTEXT(cuGraphAddEventWaitNode(node, graph, dependencies, count, event));
}

EXPORT cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                        size_t count, const CUDA_HOST_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphAddHostNode(node, graph, dependencies, count, params));
}

EXPORT cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const CUDA_HOST_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphHostNodeSetParams(node, params));
}

EXPORT cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                  const CUDA_HOST_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphExecHostNodeSetParams(exec, node, params));
}

EXPORT cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          size_t count, const CUDA_MEMSET_NODE_PARAMS *params) {
    CUcontext context;
    TRY(bind_context(&context));
    return remember(cuGraphAddMemsetNode(node, graph, dependencies, count, params, context));
}

EXPORT cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const CUDA_MEMSET_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphMemsetNodeSetParams(node, params));
}

EXPORT cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const CUDA_MEMSET_NODE_PARAMS *params) {
    CUcontext context;
    TRY(bind_context(&context));
    return remember(cuGraphExecMemsetNodeSetParams(exec, node, params, context));
}

/* Kernels. */

cudaError_t kernel_node(const cudaKernelNodeParams *params, CUDA_KERNEL_NODE_PARAMS_v2 *node) {
    CUfunction function;
    if (params == NULL) {
        return cudaErrorInvalidValue;
    }
    cudaError_t result = kernel_function(params->function, &function);
    if (result == cudaSuccess) {
        *node = (CUDA_KERNEL_NODE_PARAMS_v2){
            {function, params->grid.x, params->grid.y, params->grid.z, params->block.x, params->block.y,
             params->block.z, params->shared, params->arguments, params->extra},
            NULL,
            NULL};
    }
    return result;
}

EXPORT cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          size_t count, const cudaKernelNodeParams *params) {
    CUDA_KERNEL_NODE_PARAMS_v2 kernel;
    TRY(kernel_node(params, &kernel));
    return remember(cuGraphAddKernelNode_v2(node, graph, dependencies, count, &kernel));
}

EXPORT cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *params) {
    CUDA_KERNEL_NODE_PARAMS_v2 kernel;
    TRY(kernel_node(params, &kernel));
    return remember(cuGraphKernelNodeSetParams_v2(node, &kernel));
}

EXPORT cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaKernelNodeParams *params) {
    CUDA_KERNEL_NODE_PARAMS_v2 kernel;
    TRY(kernel_node(params, &kernel));
    return remember(cuGraphExecKernelNodeSetParams_v2(exec, node, &kernel));
}

EXPORT cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *params) {
    CUDA_KERNEL_NODE_PARAMS_v2 kernel;
    REQUIRE(params != NULL);
    TRY(bind_context(NULL));
    TRY(cuGraphKernelNodeGetParams_v2(node, &kernel));
    const CUDA_KERNEL_NODE_PARAMS_v1 *first = &kernel.first;
    *params = (cudaKernelNodeParams){stub_of(first->func),
                                     {first->gridDimX, first->gridDimY, first->gridDimZ},
                                     {first->blockDimX, first->blockDimY, first->blockDimZ},
                                     first->sharedMemBytes,
                                     first->kernelParams,
                                     NULL};
    return cudaSuccess;
}

EXPORT cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, int attribute,
                                                   const CUlaunchAttributeValue *value) {
    IN_CONTEXT(cuGraphKernelNodeSetAttribute(node, attribute, value));
}

EXPORT cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, int attribute,
                                                   CUlaunchAttributeValue *value) {
    IN_CONTEXT(cuGraphKernelNodeGetAttribute(node, attribute, value));
}

EXPORT cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    IN_CONTEXT(cuGraphKernelNodeCopyAttributes(to, from));
}

/* Copies. */

EXPORT cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          size_t count, const cudaMemcpy3DParms *params) {
    CUDA_MEMCPY3D copy;
    CUcontext context;
    TRY(slices_of(params, &copy));
    TRY(bind_context(&context));
    return remember(cuGraphAddMemcpyNode(node, graph, dependencies, count, &copy, context));
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *params) {
    CUDA_MEMCPY3D copy;
    TRY(slices_of(params, &copy));
    TRY(bind_context(NULL));
    return remember(cuGraphMemcpyNodeSetParams(node, &copy));
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaMemcpy3DParms *params) {
    CUDA_MEMCPY3D copy;
    CUcontext context;
    TRY(slices_of(params, &copy));
    TRY(bind_context(&context));
    return remember(cuGraphExecMemcpyNodeSetParams(exec, node, &copy, context));
}

/* A copy of one row. */
static cudaMemcpy3DParms row(void *to, const void *from, size_t size, int kind) {
    return (cudaMemcpy3DParms){.from = {(void *)(uintptr_t)from, size, size, 1},
                               .to = {to, size, size, 1},
                               .extent = {size, 1, 1},
                               .kind = kind};
}

EXPORT cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                            const cudaGraphNode_t *dependencies, size_t count, void *to,
                                            const void *from, size_t size, int kind) {
    cudaMemcpy3DParms params = row(to, from, size, kind);
    return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &params);
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
                                                  int kind) {
    cudaMemcpy3DParms params = row(to, from, size, kind);
    return cudaGraphMemcpyNodeSetParams(node, &params);
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                                      const void *from, size_t size, int kind) {
    cudaMemcpy3DParms params = row(to, from, size, kind);
    return cudaGraphExecMemcpyNodeSetParams(exec, node, &params);
}

/* A copy to or from a variable: `address` receives the place in it. */
static cudaError_t place_in(const void *symbol, size_t offset, size_t size, void **address) {
    CUdeviceptr start;
    size_t whole;
    cudaError_t result = variable_place(symbol, &start, &whole);
    if (result == cudaSuccess && (offset > whole || size > whole - offset)) {
        result = cudaErrorInvalidValue;
    }
    *address = result == cudaSuccess ? (void *)(uintptr_t)(start + offset) : NULL;
    return result;
}

EXPORT cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                  const cudaGraphNode_t *dependencies, size_t count,
                                                  const void *symbol, const void *from, size_t size, size_t offset,
                                                  int kind) {
    void *to;
    TRY(place_in(symbol, offset, size, &to));
    return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, to, from, size, kind);
}

EXPORT cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                    const cudaGraphNode_t *dependencies, size_t count, void *to,
                                                    const void *symbol, size_t size, size_t offset, int kind) {
    void *from;
    TRY(place_in(symbol, offset, size, &from));
    return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, to, from, size, kind);
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from,
                                                        size_t size, size_t offset, int kind) {
    void *to;
    TRY(place_in(symbol, offset, size, &to));
    return cudaGraphMemcpyNodeSetParams1D(node, to, from, size, kind);
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol,
                                                          size_t size, size_t offset, int kind) {
    void *from;
    TRY(place_in(symbol, offset, size, &from));
    return cudaGraphMemcpyNodeSetParams1D(node, to, from, size, kind);
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                            const void *symbol, const void *from, size_t size,
                                                            size_t offset, int kind) {
    void *to;
    TRY(place_in(symbol, offset, size, &to));
    return cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, size, kind);
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                                              const void *symbol, size_t size, size_t offset,
                                                              int kind) {
    void *from;
    TRY(place_in(symbol, offset, size, &from));
    return cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, size, kind);
}

/* Executable graphs. */

EXPORT cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    IN_CONTEXT(cuGraphInstantiateWithFlags(exec, graph, flags));
}

#if CUDART_MAJOR >= 12
EXPORT cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

EXPORT cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                  CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
    IN_CONTEXT(cuGraphInstantiateWithParams(exec, graph, params));
}

EXPORT cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
    IN_CONTEXT(cuGraphExecGetFlags(exec, flags));
}

EXPORT cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, CUgraphExecUpdateResultInfo *info) {
    IN_CONTEXT(cuGraphExecUpdate_v2(exec, graph, info));
}
#else
EXPORT cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *node, char *log,
                                        size_t size) {
    IN_CONTEXT(cuGraphInstantiate_v2(exec, graph, node, log, size));
}

EXPORT cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node, int *result) {
    IN_CONTEXT(cuGraphExecUpdate(exec, graph, node, result));
}
#endif

EXPORT cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    IN_CONTEXT(cuGraphExecDestroy(exec));
}

EXPORT cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    IN_CONTEXT(cuGraphUpload(exec, stream));
}

EXPORT cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    IN_CONTEXT(cuGraphLaunch(exec, stream));
}

/* Captures. */

EXPORT cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode) {
    IN_CONTEXT(cuStreamBeginCapture_v2(stream, mode));
}

#if CUDART_MAJOR >= 12
EXPORT cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                 const cudaGraphNode_t *dependencies, const CUgraphEdgeData *edges,
                                                 size_t count, int mode) {
    IN_CONTEXT(cuStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode));
}
#endif

EXPORT cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    IN_CONTEXT(cuStreamEndCapture(stream, graph));
}

EXPORT cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int *status) {
    IN_CONTEXT(cuStreamIsCapturing(stream, status));
}

EXPORT cudaError_t cudaThreadExchangeStreamCaptureMode(int *mode) {
    IN_CONTEXT(cuThreadExchangeStreamCaptureMode(mode));
}

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, uint64_t *id, cudaGraph_t *graph,
                                            const cudaGraphNode_t **nodes, const CUgraphEdgeData **edges,
                                            size_t *count) {
    IN_CONTEXT(cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges, count));
}

EXPORT cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                       const CUgraphEdgeData *edges, size_t count, unsigned flags) {
    IN_CONTEXT(cuStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count, flags));
}
#else
EXPORT cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, uint64_t *id) {
    IN_CONTEXT(cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL));
}

EXPORT cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, int *status, uint64_t *id, cudaGraph_t *graph,
                                               const cudaGraphNode_t **nodes, size_t *count) {
    IN_CONTEXT(cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, NULL, count));
}

EXPORT cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count,
                                                       unsigned flags) {
    IN_CONTEXT(cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, count, flags));
}
#endif

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, int *status, uint64_t *id, cudaGraph_t *graph,
                                               const cudaGraphNode_t **nodes, const CUgraphEdgeData **edges,
                                               size_t *count) {
    IN_CONTEXT(cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges, count));
}

EXPORT cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                          const CUgraphEdgeData *edges, size_t count, unsigned flags) {
    IN_CONTEXT(cuStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count, flags));
}
#endif
