/* Nodes of graphs that allocate and free memory. Properties and attributes are the driver's. */
#include "cudart.h"

typedef CUgraph cudaGraph_t;
typedef CUgraphNode cudaGraphNode_t;

EXPORT cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                            const cudaGraphNode_t *dependencies, size_t count,
                                            CUDA_MEM_ALLOC_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphAddMemAllocNode(node, graph, dependencies, count, params));
}

EXPORT cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, CUDA_MEM_ALLOC_NODE_PARAMS *params) {
    IN_CONTEXT(cuGraphMemAllocNodeGetParams(node, params));
}

EXPORT cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count, void *pointer) {
    IN_CONTEXT(cuGraphAddMemFreeNode(node, graph, dependencies, count, address_of(pointer)));
}

EXPORT cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    TRY(cuGraphMemFreeNodeGetParams(node, &address));
    *(void **)pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaDeviceGraphMemTrim(int device) {
    TRY(start_driver());
    return remember(cuDeviceGraphMemTrim(device));
}

EXPORT cudaError_t cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value) {
    TRY(start_driver());
    return remember(cuDeviceGetGraphMemAttribute(device, attribute, value));
}

EXPORT cudaError_t cudaDeviceSetGraphMemAttribute(int device, int attribute, void *value) {
    TRY(start_driver());
    return remember(cuDeviceSetGraphMemAttribute(device, attribute, value));
}
