/* Nodes of any type. */
#include <string.h>

#include "cudart.h"

#if CUDART_MAJOR >= 12
typedef CUgraph cudaGraph_t;
typedef CUgraphNode cudaGraphNode_t;
typedef CUgraphExec cudaGraphExec_t;

/* cudaGraphNodeParams: as CUgraphNodeParams, except for kernels and copies. */
typedef struct {
    int type;
    int reserved0[3];
    union {
        unsigned char bytes[232];
        cudaKernelNodeParams kernel;
        struct {
            int flags;
            int reserved[3];
            cudaMemcpy3DParms slices;
        } copy;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        struct {
            uint64_t handle;
            int type;
            unsigned size;
            CUgraph *bodies;
            CUcontext context;
        } conditional;
    } u;
    long long reserved2;
} cudaGraphNodeParams;

/* With edge data, the function has a name of its own in release 12. */
#if CUDART_MAJOR >= 13
#define ADD_NODE cudaGraphAddNode
#else
#define ADD_NODE cudaGraphAddNode_v2
#endif

/* cudaGraphNodeType: the driver's. */
enum { KERNEL = 0, MEMCPY = 1, MEMSET = 2, MEM_ALLOC = 10, CONDITIONAL = 13 };

/* The parameters as the driver takes them. */
static cudaError_t node_params(const cudaGraphNodeParams *params, CUgraphNodeParams *node) {
    CUcontext context;
    REQUIRE(params != NULL);
    TRY(bind_context(&context));
    memcpy(node, params, sizeof *node);
    if (params->type == KERNEL) {
        memset(node->u.bytes + sizeof params->u.kernel, 0, sizeof node->u.kernel - sizeof params->u.kernel);
        return remember(kernel_node(&params->u.kernel, &node->u.kernel));
    }
    if (params->type == MEMCPY) {
        memset(node->u.bytes, 0, sizeof node->u.bytes);
        node->u.copy.context = context;
        return remember(slices_of(&params->u.copy.slices, &node->u.copy.slices));
    }
    if (params->type == MEMSET) {
        node->u.fill.context = context;
    }
    if (params->type == CONDITIONAL) {
        node->u.conditional.context = context;
    }
    return cudaSuccess;
}

/* The parameters as the program reads them: allocations have an address, and conditional nodes have
 * bodies. */
static cudaError_t add_node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                            const CUgraphEdgeData *edges, size_t count, cudaGraphNodeParams *params) {
    CUgraphNodeParams driver;
    cudaError_t result = node_params(params, &driver);
    if (result == cudaSuccess) {
        result = remember(cuGraphAddNode_v2(node, graph, dependencies, edges, count, &driver));
    }
    if (result == cudaSuccess && params->type == MEM_ALLOC) {
        params->u.alloc.dptr = driver.u.alloc.dptr;
    }
    if (result == cudaSuccess && params->type == CONDITIONAL) {
        params->u.conditional.bodies = driver.u.conditional.bodies;
    }
    return result;
}

EXPORT cudaError_t ADD_NODE(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                            const CUgraphEdgeData *edges, size_t count, cudaGraphNodeParams *params) {
    return add_node(node, graph, dependencies, edges, count, params);
}

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                    size_t count, cudaGraphNodeParams *params) {
    return add_node(node, graph, dependencies, NULL, count, params);
}
#endif

EXPORT cudaError_t cudaGraphConditionalHandleCreate(uint64_t *handle, cudaGraph_t graph, unsigned value,
                                                    unsigned flags) {
    CUcontext context;
    TRY(bind_context(&context));
    return remember(cuGraphConditionalHandleCreate(handle, graph, context, value, flags));
}

EXPORT cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *params) {
    CUgraphNodeParams driver;
    cudaError_t result = node_params(params, &driver);
    return result != cudaSuccess ? result : remember(cuGraphNodeSetParams(node, &driver));
}

EXPORT cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams *params) {
    CUgraphNodeParams driver;
    cudaError_t result = node_params(params, &driver);
    return result != cudaSuccess ? result : remember(cuGraphExecNodeSetParams(exec, node, &driver));
}
#endif
