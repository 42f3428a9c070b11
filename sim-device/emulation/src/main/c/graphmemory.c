/* Nodes of graphs that allocate and free memory, and the memory of graphs on a device. */
#include <stdlib.h>

#include "client.h"
#include "nodes.h"

/* So that no product of a count overflows. */
#define MOST_DESCRIPTIONS ((size_t)1 << 16)

EXPORT CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                       size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL && numDependencies <= MOST_NODES &&
            nodeParams->accessDescCount <= MOST_DESCRIPTIONS)
    const CUmemPoolProps *pool = &nodeParams->poolProps;
    return DRIVER_CALL(
        cuGraphAddMemAllocNode, NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies), IN(pool->allocType),
        IN(pool->handleTypes), IN(pool->location.type), IN(pool->location.id),
        IN_BYTES(nodeParams->accessDescs, nodeParams->accessDescCount * sizeof *nodeParams->accessDescs),
        IN(nodeParams->accessDescCount), IN(nodeParams->bytesize), OUT_64(&nodeParams->dptr));
}

/* The descriptions of access stay, since the node owns them and the API does not say when the caller stops reading
 * them. */
EXPORT CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out) {
    char *descriptions = NULL;
    size_t size = 0;
    REQUIRE(params_out != NULL)
    *params_out = (CUDA_MEM_ALLOC_NODE_PARAMS){.poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                                             .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}}};
    CUresult result = DRIVER_CALL(cuGraphMemAllocNodeGetParams, IN_POINTER(hNode),
                                  OUT_32(&params_out->poolProps.location.id), OUT_COPY(&descriptions, &size),
                                  OUT_64(&params_out->bytesize), OUT_64(&params_out->dptr));
    if (size > 0) {
        params_out->accessDescs = (const CUmemAccessDesc *)(void *)descriptions;
        params_out->accessDescCount = size / sizeof *params_out->accessDescs;
    } else {
        free(descriptions);
    }
    return result;
}

EXPORT CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                      size_t numDependencies, CUdeviceptr dptr) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddMemFreeNode, NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies), IN(dptr));
}

EXPORT CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out) {
    return DRIVER_CALL(cuGraphMemFreeNodeGetParams, IN_POINTER(hNode), OUT_64(dptr_out));
}

EXPORT CUresult cuDeviceGraphMemTrim(CUdevice device) {
    return DRIVER_CALL(cuDeviceGraphMemTrim, IN(device));
}

EXPORT CUresult cuDeviceGetGraphMemAttribute(CUdevice device, int attr, void *value) {
    return DRIVER_CALL(cuDeviceGetGraphMemAttribute, IN(device), IN(attr), OUT_64(value));
}

EXPORT CUresult cuDeviceSetGraphMemAttribute(CUdevice device, int attr, void *value) {
    REQUIRE(value != NULL)
    return DRIVER_CALL(cuDeviceSetGraphMemAttribute, IN(device), IN(attr), IN(*(const uint64_t *)value));
}
