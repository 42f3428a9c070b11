/* Nodes of graphs that launch kernels. */
#include <pthread.h>
#include <stdlib.h>

#include "client.h"
#include "layout.h"
#include "library.h"
#include "nodes.h"

#define IN_KERNEL(params, block, size)                                                             \
    IN_POINTER((params)->func), IN((params)->gridDimX), IN((params)->gridDimY),                    \
        IN((params)->gridDimZ), IN((params)->blockDimX), IN((params)->blockDimY),                  \
        IN((params)->blockDimZ), IN((params)->sharedMemBytes), IN_BYTES(block, size)

/* A call with the parameters of a kernel, after the arguments in `...`. */
#define KERNEL_CALL(symbol, params, ...)                                                           \
    do {                                                                                           \
        unsigned char *block;                                                                      \
        size_t size;                                                                               \
        REQUIRE((params) != NULL)                                                                  \
        CUresult result_ =                                                                         \
            layout_pack((params)->func, (params)->kernelParams, (params)->extra, &block, &size);   \
        if (result_ == CUDA_SUCCESS) {                                                             \
            result_ = DRIVER_CALL(symbol, __VA_ARGS__, IN_KERNEL(params, block, size));            \
        }                                                                                          \
        free(block);                                                                               \
        return result_;                                                                            \
    } while (0)

EXPORT CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                     size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
    REQUIRE(numDependencies <= MOST_NODES)
    KERNEL_CALL(cuGraphAddKernelNode_v2, nodeParams,
                NEW_NODE(phGraphNode, hGraph, dependencies, numDependencies));
}

EXPORT CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
    KERNEL_CALL(cuGraphKernelNodeSetParams_v2, nodeParams, IN_POINTER(hNode));
}

EXPORT CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                               const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
    KERNEL_CALL(cuGraphExecKernelNodeSetParams_v2, nodeParams, IN_POINTER(hGraphExec),
                IN_POINTER(hNode));
}

/* The second version adds a kernel of a library (`kern`), for a node without a function, and the context in which the
 * kernel runs, null for the current one. */

/* Parameters of the first version, with the function of the kernel. */
static CUresult with_function(const CUDA_KERNEL_NODE_PARAMS_v2 *second, CUDA_KERNEL_NODE_PARAMS_v1 *first) {
    CUcontext popped;
    *first = second->first;
    if (first->func != NULL || second->kern == NULL) {
        return CUDA_SUCCESS;
    }
    if (second->ctx == NULL) {
        return cuKernelGetFunction(&first->func, second->kern);
    }
    CUresult result = cuCtxPushCurrent_v2(second->ctx);
    if (result == CUDA_SUCCESS) {
        result = cuKernelGetFunction(&first->func, second->kern);
        cuCtxPopCurrent_v2(&popped);
    }
    return result;
}

/* Replaces the parameters of the second version by `first`. */
#define WITH_FUNCTION(params, first)                                                               \
    CUDA_KERNEL_NODE_PARAMS_v1 first;                                                              \
    REQUIRE((params) != NULL)                                                                      \
    CUresult found_ = with_function(params, &first);                                               \
    if (found_ != CUDA_SUCCESS) {                                                                  \
        return found_;                                                                             \
    }

EXPORT CUresult cuGraphAddKernelNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                        const CUgraphNode *dependencies, size_t numDependencies,
                                        const CUDA_KERNEL_NODE_PARAMS_v2 *nodeParams) {
    WITH_FUNCTION(nodeParams, first)
    return cuGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, &first);
}

EXPORT CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v2 *nodeParams) {
    WITH_FUNCTION(nodeParams, first)
    return cuGraphKernelNodeSetParams(hNode, &first);
}

EXPORT CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                  const CUDA_KERNEL_NODE_PARAMS_v2 *nodeParams) {
    WITH_FUNCTION(nodeParams, first)
    return cuGraphExecKernelNodeSetParams(hGraphExec, hNode, &first);
}

/* Parameters that were returned to the caller. They stay as they are, since the API does not say when the
 * caller stops reading them. */
static CUresult unpack(CUDA_KERNEL_NODE_PARAMS_v1 *params, char *block, size_t size) {
    struct place {
        void **parameters;
        char *block;
        struct place *next;
    };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct place *places;
    struct place *place = malloc(sizeof *place);
    void **parameters = layout_unpack(params->func, block, size);
    if (place == NULL || parameters == NULL) {
        free(place);
        free(parameters);
        free(block);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&lock);
    *place = (struct place){parameters, block, places};
    places = place;
    pthread_mutex_unlock(&lock);
    params->kernelParams = parameters;
    params->extra = NULL;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
    char *block = NULL;
    char *layout = NULL;
    size_t size = 0;
    size_t bytes = 0;
    REQUIRE(nodeParams != NULL)
    CUresult result = DRIVER_CALL(
        cuGraphKernelNodeGetParams_v2, IN_POINTER(hNode), OUT_64(&nodeParams->func),
        OUT_32(&nodeParams->gridDimX), OUT_32(&nodeParams->gridDimY), OUT_32(&nodeParams->gridDimZ),
        OUT_32(&nodeParams->blockDimX), OUT_32(&nodeParams->blockDimY),
        OUT_32(&nodeParams->blockDimZ), OUT_32(&nodeParams->sharedMemBytes), OUT_COPY(&block, &size),
        OUT_COPY(&layout, &bytes));
    if (result == CUDA_SUCCESS) {
        result = layout_remember(nodeParams->func, layout, bytes);
    }
    free(layout);
    if (result != CUDA_SUCCESS) {
        free(block);
        return result;
    }
    return unpack(nodeParams, block, size);
}

EXPORT CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v2 *nodeParams) {
    REQUIRE(nodeParams != NULL)
    nodeParams->kern = NULL;
    nodeParams->ctx = NULL;
    return cuGraphKernelNodeGetParams(hNode, &nodeParams->first);
}

/* Attributes of kernel nodes. */

EXPORT CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, int attr, const CUlaunchAttributeValue *value) {
    REQUIRE(value != NULL)
    return DRIVER_CALL(cuGraphKernelNodeSetAttribute, IN_POINTER(hNode), IN(attr), IN_BYTES(value, sizeof *value));
}

EXPORT CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, int attr, CUlaunchAttributeValue *value_out) {
    REQUIRE(value_out != NULL)
    return DRIVER_CALL(cuGraphKernelNodeGetAttribute, IN_POINTER(hNode), IN(attr),
                       OUT_BYTES(value_out, sizeof *value_out));
}

EXPORT CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
    return DRIVER_CALL(cuGraphKernelNodeCopyAttributes, IN_POINTER(dst), IN_POINTER(src));
}
