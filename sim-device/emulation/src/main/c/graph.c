/* Graphs, their nodes and executable graphs. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "hostcall.h"
#include "nodes.h"
#include "slices.h"

EXPORT CUresult cuGraphCreate(CUgraph *phGraph, unsigned flags) {
    return DRIVER_CALL(cuGraphCreate, OUT_64(phGraph), IN(flags));
}

EXPORT CUresult cuGraphDestroy(CUgraph hGraph) {
    return DRIVER_CALL(cuGraphDestroy, IN_POINTER(hGraph));
}

EXPORT CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph) {
    return DRIVER_CALL(cuGraphClone, OUT_64(phGraphClone), IN_POINTER(originalGraph));
}

EXPORT CUresult cuGraphDestroyNode(CUgraphNode hNode) {
    return DRIVER_CALL(cuGraphDestroyNode, IN_POINTER(hNode));
}

EXPORT CUresult cuGraphNodeGetType(CUgraphNode hNode, int *type) {
    return DRIVER_CALL(cuGraphNodeGetType, IN_POINTER(hNode), OUT_32(type));
}

EXPORT CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode,
                                       CUgraph hClonedGraph) {
    return DRIVER_CALL(cuGraphNodeFindInClone, OUT_64(phNode), IN_POINTER(hOriginalNode),
                       IN_POINTER(hClonedGraph));
}

EXPORT CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned flags) {
    char *dot = NULL;
    size_t size = 0;
    REQUIRE(path != NULL)
    CUresult result =
        DRIVER_CALL(cuGraphDebugDotPrint, IN_POINTER(hGraph), IN(flags), OUT_COPY(&dot, &size));
    if (result == CUDA_SUCCESS) {
        FILE *file = fopen(path, "w");
        int failed = file == NULL || fwrite(dot, 1, size, file) != size;
        failed |= file != NULL && fclose(file) != 0;
        result = failed ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
    }
    free(dot);
    return result;
}

/* Lists of nodes. `count` has how many fit, and receives how many are stored; without a place for them,
 * it receives how many there are. What is left of the place becomes zeros. */

static CUresult store_nodes(CUresult result, char *list, size_t size, CUgraphNode *nodes, size_t *count) {
    size_t there = size / sizeof *nodes;
    if (result == CUDA_SUCCESS && nodes == NULL) {
        *count = there;
    } else if (result == CUDA_SUCCESS) {
        size_t stored = there < *count ? there : *count;
        memset(nodes, 0, *count * sizeof *nodes);
        if (stored > 0) {
            memcpy(nodes, list, stored * sizeof *nodes);
        }
        *count = stored;
    }
    free(list);
    return result;
}

#define LIST_NODES(symbol, of, nodes, count)                                                       \
    do {                                                                                           \
        char *list = NULL;                                                                         \
        size_t size = 0;                                                                           \
        REQUIRE((count) != NULL)                                                                   \
        CUresult result_ = DRIVER_CALL(symbol, IN_POINTER(of), OUT_COPY(&list, &size));            \
        return store_nodes(result_, list, size, nodes, count);                                     \
    } while (0)

EXPORT CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes) {
    LIST_NODES(cuGraphGetNodes, hGraph, nodes, numNodes);
}

EXPORT CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes) {
    LIST_NODES(cuGraphGetRootNodes, hGraph, rootNodes, numRootNodes);
}

EXPORT CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies,
                                           size_t *numDependencies) {
    LIST_NODES(cuGraphNodeGetDependencies, hNode, dependencies, numDependencies);
}

EXPORT CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes,
                                             size_t *numDependentNodes) {
    LIST_NODES(cuGraphNodeGetDependentNodes, hNode, dependentNodes, numDependentNodes);
}

EXPORT CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges) {
    char *sources = NULL;
    char *targets = NULL;
    size_t size = 0;
    REQUIRE(numEdges != NULL && (from == NULL) == (to == NULL))
    CUresult result = DRIVER_CALL(cuGraphGetEdges, IN_POINTER(hGraph), OUT_COPY(&sources, &size),
                                  OUT_COPY(&targets, &size));
    size_t count = *numEdges;
    result = store_nodes(result, sources, size, from, &count);
    return store_nodes(result, targets, size, to, numEdges);
}

/* From release 12.3 on, each edge has data, which are zeros: there are no edges of another type. */

static void store_edges(CUresult result, CUgraphEdgeData *edges, const size_t *count) {
    if (result == CUDA_SUCCESS && edges != NULL) {
        memset(edges, 0, *count * sizeof *edges);
    }
}

int are_default_edges(const CUgraphEdgeData *edges, size_t count) {
    static const CUgraphEdgeData plain;
    size_t i = 0;
    while (edges != NULL && i < count && memcmp(&edges[i], &plain, sizeof plain) == 0) {
        i++;
    }
    return edges == NULL || i == count;
}

EXPORT CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies,
                                              CUgraphEdgeData *edgeData, size_t *numDependencies) {
    CUresult result = cuGraphNodeGetDependencies(hNode, dependencies, numDependencies);
    store_edges(result, dependencies == NULL ? NULL : edgeData, numDependencies);
    return result;
}

EXPORT CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes,
                                                CUgraphEdgeData *edgeData, size_t *numDependentNodes) {
    CUresult result = cuGraphNodeGetDependentNodes(hNode, dependentNodes, numDependentNodes);
    store_edges(result, dependentNodes == NULL ? NULL : edgeData, numDependentNodes);
    return result;
}

EXPORT CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
                                   CUgraphEdgeData *edgeData, size_t *numEdges) {
    CUresult result = cuGraphGetEdges(hGraph, from, to, numEdges);
    store_edges(result, from == NULL ? NULL : edgeData, numEdges);
    return result;
}

EXPORT CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                       size_t numDependencies) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddDependencies, IN_POINTER(hGraph), IN_NODES(from, numDependencies),
                       IN_NODES(to, numDependencies));
}

EXPORT CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                          size_t numDependencies) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphRemoveDependencies, IN_POINTER(hGraph), IN_NODES(from, numDependencies),
                       IN_NODES(to, numDependencies));
}

EXPORT CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                          const CUgraphEdgeData *edgeData, size_t numDependencies) {
    REQUIRE(are_default_edges(edgeData, numDependencies))
    return cuGraphAddDependencies(hGraph, from, to, numDependencies);
}

EXPORT CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                             const CUgraphEdgeData *edgeData, size_t numDependencies) {
    REQUIRE(are_default_edges(edgeData, numDependencies))
    return cuGraphRemoveDependencies(hGraph, from, to, numDependencies);
}

/* Nodes. */

EXPORT CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                    size_t numDependencies) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddEmptyNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies));
}

EXPORT CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                         const CUgraphNode *dependencies, size_t numDependencies,
                                         CUgraph childGraph) {
    return add_child_graph(phGraphNode, hGraph, dependencies, numDependencies, childGraph, 0);
}

CUresult add_child_graph(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         size_t numDependencies, CUgraph childGraph, int ownership) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddChildGraphNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                       IN_POINTER(childGraph), IN(ownership));
}

EXPORT CUresult cuGraphConditionalHandleCreate(uint64_t *pHandle_out, CUgraph hGraph, CUcontext ctx,
                                               unsigned defaultLaunchValue, unsigned flags) {
    return DRIVER_CALL(cuGraphConditionalHandleCreate, OUT_64(pHandle_out), IN_POINTER(hGraph),
                       IN_POINTER(ctx), IN(defaultLaunchValue), IN(flags));
}

EXPORT CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph) {
    return DRIVER_CALL(cuGraphChildGraphNodeGetGraph, IN_POINTER(hNode), OUT_64(phGraph));
}

EXPORT CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                          const CUgraphNode *dependencies, size_t numDependencies,
                                          CUevent event) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddEventRecordNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                       IN_POINTER(event));
}

EXPORT CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                        const CUgraphNode *dependencies, size_t numDependencies,
                                        CUevent event) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddEventWaitNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                       IN_POINTER(event));
}

EXPORT CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                     size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx) {
    REQUIRE(copyParams != NULL && numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddMemcpyNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                       IN_COPY_3D(copyParams), IN_POINTER(ctx));
}

EXPORT CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams) {
    REQUIRE(nodeParams != NULL)
    return DRIVER_CALL(cuGraphMemcpyNodeSetParams, IN_POINTER(hNode), IN_COPY_3D(nodeParams));
}

EXPORT CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                               const CUDA_MEMCPY3D *copyParams, CUcontext ctx) {
    REQUIRE(copyParams != NULL)
    return DRIVER_CALL(cuGraphExecMemcpyNodeSetParams, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_COPY_3D(copyParams), IN_POINTER(ctx));
}

#define IN_FILL(fill)                                                                              \
    IN((fill)->dst), IN((fill)->pitch), IN((fill)->value), IN((fill)->elementSize),                \
        IN((fill)->width), IN((fill)->height)

EXPORT CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                     size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams,
                                     CUcontext ctx) {
    REQUIRE(memsetParams != NULL && numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuGraphAddMemsetNode,
                       NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                       IN_FILL(memsetParams), IN_POINTER(ctx));
}

EXPORT CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL)
    return DRIVER_CALL(cuGraphMemsetNodeSetParams, IN_POINTER(hNode), IN_FILL(nodeParams));
}

EXPORT CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                               const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx) {
    REQUIRE(memsetParams != NULL)
    return DRIVER_CALL(cuGraphExecMemsetNodeSetParams, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_FILL(memsetParams), IN_POINTER(ctx));
}

/* Functions of the program are called by a thread of this library, which the first node starts. */
static CUresult serving(CUresult result) {
    if (result == CUDA_SUCCESS) {
        serve_host_calls();
    }
    return result;
}

EXPORT CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                   size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL && nodeParams->fn != NULL && numDependencies <= MOST_NODES)
    return serving(DRIVER_CALL(cuGraphAddHostNode,
                               NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies),
                               IN_POINTER(nodeParams->fn), IN_POINTER(nodeParams->userData)));
}

EXPORT CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL && nodeParams->fn != NULL)
    return DRIVER_CALL(cuGraphHostNodeSetParams, IN_POINTER(hNode), IN_POINTER(nodeParams->fn),
                       IN_POINTER(nodeParams->userData));
}

EXPORT CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                             const CUDA_HOST_NODE_PARAMS *nodeParams) {
    REQUIRE(nodeParams != NULL && nodeParams->fn != NULL)
    return DRIVER_CALL(cuGraphExecHostNodeSetParams, IN_POINTER(hGraphExec), IN_POINTER(hNode),
                       IN_POINTER(nodeParams->fn), IN_POINTER(nodeParams->userData));
}

/* Executable graphs. */

EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags) {
    return DRIVER_CALL(cuGraphInstantiateWithFlags, OUT_64(phGraphExec), IN_POINTER(hGraph), IN(flags));
}

/* CUgraphInstantiateResult: why no graph was instantiated. */
enum { INSTANTIATE_SUCCESS = 0, INSTANTIATE_ERROR = 1 };

EXPORT CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
                                             CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) {
    REQUIRE(instantiateParams != NULL)
    CUresult result = cuGraphInstantiateWithFlags(phGraphExec, hGraph, instantiateParams->flags);
    instantiateParams->hErrNode_out = NULL;
    instantiateParams->result_out = result == CUDA_SUCCESS ? INSTANTIATE_SUCCESS : INSTANTIATE_ERROR;
    return result;
}

EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode,
                                      char *logBuffer, size_t bufferSize) {
    if (phErrorNode != NULL) {
        *phErrorNode = NULL;
    }
    if (logBuffer != NULL && bufferSize > 0) {
        *logBuffer = '\0';
    }
    return cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0);
}

/* The function that release 10 declares; from 12.0 on, the name means cuGraphInstantiateWithFlags. */
EXPORT CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode,
                                   char *logBuffer, size_t bufferSize) {
    return cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
}

EXPORT CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
    return DRIVER_CALL(cuGraphExecDestroy, IN_POINTER(hGraphExec));
}

EXPORT CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, unsigned long long *flags) {
    return DRIVER_CALL(cuGraphExecGetFlags, IN_POINTER(hGraphExec), OUT_64(flags));
}

EXPORT CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph,
                                     CUgraphExecUpdateResultInfo *resultInfo) {
    REQUIRE(resultInfo != NULL)
    resultInfo->errorFromNode = NULL;
    CUresult result = DRIVER_CALL(cuGraphExecUpdate_v2, IN_POINTER(hGraphExec), IN_POINTER(hGraph),
                                  OUT_32(&resultInfo->result), OUT_64(&resultInfo->errorNode));
    int differs = result == CUDA_SUCCESS && resultInfo->result != 0;
    return differs ? CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE : result;
}

EXPORT CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out,
                                  int *updateResult_out) {
    CUgraphExecUpdateResultInfo info = {0, NULL, NULL};
    REQUIRE(hErrorNode_out != NULL && updateResult_out != NULL)
    CUresult result = cuGraphExecUpdate_v2(hGraphExec, hGraph, &info);
    *hErrorNode_out = info.errorNode;
    *updateResult_out = info.result;
    return result;
}

EXPORT CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream) {
    return DRIVER_CALL(cuGraphUpload, IN_POINTER(hGraphExec), IN_POINTER(hStream));
}

EXPORT CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) {
    return DRIVER_CALL(cuGraphLaunch, IN_POINTER(hGraphExec), IN_POINTER(hStream));
}
