/* Parameters of nodes: what they have, those of events and child graphs, and nodes that are disabled. */
#include "client.h"
#include "nodes.h"
#include "slices.h"

EXPORT CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams) {
    REQUIRE(nodeParams != NULL)
    *nodeParams = (CUDA_MEMCPY3D){0};
    return DRIVER_CALL(cuGraphMemcpyNodeGetParams, IN_POINTER(hNode), OUT_COPY_3D(nodeParams));
}

EXPORT CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL)
    return DRIVER_CALL(cuGraphMemsetNodeGetParams, IN_POINTER(hNode), OUT_64(&nodeParams->dst),
                       OUT_64(&nodeParams->pitch), OUT_32(&nodeParams->value), OUT_32(&nodeParams->elementSize),
                       OUT_64(&nodeParams->width), OUT_64(&nodeParams->height));
}

EXPORT CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL)
    return DRIVER_CALL(cuGraphHostNodeGetParams, IN_POINTER(hNode), OUT_64(&nodeParams->fn),
                       OUT_64(&nodeParams->userData));
}

EXPORT CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out) {
    return DRIVER_CALL(cuGraphEventRecordNodeGetEvent, IN_POINTER(hNode), OUT_64(event_out));
}

EXPORT CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
    return DRIVER_CALL(cuGraphEventRecordNodeSetEvent, IN_POINTER(hNode), IN_POINTER(event));
}

EXPORT CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out) {
    return DRIVER_CALL(cuGraphEventWaitNodeGetEvent, IN_POINTER(hNode), OUT_64(event_out));
}

EXPORT CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
    return DRIVER_CALL(cuGraphEventWaitNodeSetEvent, IN_POINTER(hNode), IN_POINTER(event));
}

EXPORT CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
    return DRIVER_CALL(cuGraphExecEventRecordNodeSetEvent, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_POINTER(event));
}

EXPORT CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
    return DRIVER_CALL(cuGraphExecEventWaitNodeSetEvent, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_POINTER(event));
}

EXPORT CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) {
    return DRIVER_CALL(cuGraphExecChildGraphNodeSetParams, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_POINTER(childGraph));
}

EXPORT CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned isEnabled) {
    return DRIVER_CALL(cuGraphNodeSetEnabled, IN_POINTER(hGraphExec), IN_POINTER(hNode), IN(isEnabled));
}

EXPORT CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned *isEnabled) {
    return DRIVER_CALL(cuGraphNodeGetEnabled, IN_POINTER(hGraphExec), IN_POINTER(hNode), OUT_32(isEnabled));
}
