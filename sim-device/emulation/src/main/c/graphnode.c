/* Nodes of any type: each function calls the one of the type. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "nodes.h"

/* CUgraphNodeType. */
enum {
    KERNEL = 0,
    MEMCPY = 1,
    MEMSET = 2,
    HOST = 3,
    CHILD = 4,
    EMPTY = 5,
    WAIT_EVENT = 6,
    EVENT_RECORD = 7,
    MEM_ALLOC = 10,
    MEM_FREE = 11,
    CONDITIONAL = 13
};

/* Bytes that the parameters of a type take of the union; -1 if its nodes are not emulated. */
static int used(int type) {
    const CUgraphNodeParams *params = NULL;
    switch (type) {
    case KERNEL:
        return sizeof params->u.kernel;
    case MEMCPY:
        return sizeof params->u.copy;
    case MEMSET:
        return sizeof params->u.fill;
    case HOST:
        return sizeof params->u.host;
    case CHILD:
        return sizeof params->u.child;
    case EMPTY:
        return 0;
    case WAIT_EVENT:
    case EVENT_RECORD:
        return sizeof params->u.event;
    case MEM_ALLOC:
        return sizeof params->u.alloc;
    case MEM_FREE:
        return sizeof params->u.address;
    case CONDITIONAL:
        return sizeof params->u.conditional;
    default:
        return -1;
    }
}

/* "All unused bytes must be set to zero" (cuGraphAddNode). */
static CUresult check(const CUgraphNodeParams *params) {
    REQUIRE(params != NULL)
    int size = used(params->type);
    if (size < 0) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    int rest = params->reserved0[0] | params->reserved0[1] | params->reserved0[2] | (params->reserved2 != 0);
    for (size_t i = (size_t)size; i < sizeof params->u; i++) {
        rest |= params->u.bytes[i];
    }
    return rest == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The graphs of the bodies stay, since the node owns them and the API does not say when the caller stops reading
 * their array. */
static CUresult add_conditional(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                                CUgraphNodeParams *params) {
    char *bodies = NULL;
    size_t size = 0;
    REQUIRE(count <= MOST_NODES)
    CUresult result = DRIVER_CALL(cuGraphAddNode_v2, NEW_NODE(node, graph, dependencies, count),
                                  IN(params->u.conditional.handle), IN(params->u.conditional.type),
                                  IN(params->u.conditional.size), IN_POINTER(params->u.conditional.context),
                                  OUT_COPY(&bodies, &size));
    if (result == CUDA_SUCCESS) {
        params->u.conditional.bodies = (CUgraph *)(void *)bodies;
    } else {
        free(bodies);
    }
    return result;
}

EXPORT CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                               size_t numDependencies, CUgraphNodeParams *nodeParams) {
    CUresult valid = check(nodeParams);
    if (valid != CUDA_SUCCESS) {
        return valid;
    }
    switch (nodeParams->type) {
    case KERNEL:
        return cuGraphAddKernelNode_v2(phGraphNode, hGraph, dependencies, numDependencies, &nodeParams->u.kernel);
    case MEMCPY:
        REQUIRE(nodeParams->u.copy.flags == 0)
        return cuGraphAddMemcpyNode(phGraphNode, hGraph, dependencies, numDependencies, &nodeParams->u.copy.slices,
                                    nodeParams->u.copy.context);
    case MEMSET:
        return cuGraphAddMemsetNode(phGraphNode, hGraph, dependencies, numDependencies, &nodeParams->u.fill.rows,
                                    nodeParams->u.fill.context);
    case HOST:
        return cuGraphAddHostNode(phGraphNode, hGraph, dependencies, numDependencies, &nodeParams->u.host);
    case CHILD:
        return add_child_graph(phGraphNode, hGraph, dependencies, numDependencies, nodeParams->u.child.graph,
                               nodeParams->u.child.ownership);
    case WAIT_EVENT:
        return cuGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams->u.event);
    case EVENT_RECORD:
        return cuGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams->u.event);
    case MEM_ALLOC:
        return cuGraphAddMemAllocNode(phGraphNode, hGraph, dependencies, numDependencies, &nodeParams->u.alloc);
    case MEM_FREE:
        return cuGraphAddMemFreeNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams->u.address);
    case CONDITIONAL:
        return add_conditional(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
    default:
        return cuGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies);
    }
}

EXPORT CUresult cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams) {
    REQUIRE(are_default_edges(dependencyData, numDependencies))
    return cuGraphAddNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

EXPORT CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
    CUresult valid = check(nodeParams);
    if (valid != CUDA_SUCCESS) {
        return valid;
    }
    switch (nodeParams->type) {
    case KERNEL:
        return cuGraphKernelNodeSetParams_v2(hNode, &nodeParams->u.kernel);
    case MEMCPY:
        return cuGraphMemcpyNodeSetParams(hNode, &nodeParams->u.copy.slices);
    case MEMSET:
        return cuGraphMemsetNodeSetParams(hNode, &nodeParams->u.fill.rows);
    case HOST:
        return cuGraphHostNodeSetParams(hNode, &nodeParams->u.host);
    case WAIT_EVENT:
        return cuGraphEventWaitNodeSetEvent(hNode, nodeParams->u.event);
    case EVENT_RECORD:
        return cuGraphEventRecordNodeSetEvent(hNode, nodeParams->u.event);
    default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
}

EXPORT CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
    CUresult valid = check(nodeParams);
    if (valid != CUDA_SUCCESS) {
        return valid;
    }
    switch (nodeParams->type) {
    case KERNEL:
        return cuGraphExecKernelNodeSetParams_v2(hGraphExec, hNode, &nodeParams->u.kernel);
    case MEMCPY:
        return cuGraphExecMemcpyNodeSetParams(hGraphExec, hNode, &nodeParams->u.copy.slices,
                                              nodeParams->u.copy.context);
    case MEMSET:
        return cuGraphExecMemsetNodeSetParams(hGraphExec, hNode, &nodeParams->u.fill.rows,
                                              nodeParams->u.fill.context);
    case HOST:
        return cuGraphExecHostNodeSetParams(hGraphExec, hNode, &nodeParams->u.host);
    case CHILD:
        return cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, nodeParams->u.child.graph);
    case WAIT_EVENT:
        return cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, nodeParams->u.event);
    case EVENT_RECORD:
        return cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, nodeParams->u.event);
    default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
}
