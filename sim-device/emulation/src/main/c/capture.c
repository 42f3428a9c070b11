/* Captures: what is submitted to streams becomes nodes of a graph. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "nodes.h"

/* CU_STREAM_CAPTURE_MODE_GLOBAL. */
#define GLOBAL_MODE 0

EXPORT CUresult cuStreamBeginCapture_v2(CUstream hStream, int mode) {
    return DRIVER_CALL(cuStreamBeginCapture_v2, IN_POINTER(hStream), IN(mode));
}

EXPORT CUresult cuStreamBeginCapture(CUstream hStream) {
    return cuStreamBeginCapture_v2(hStream, GLOBAL_MODE);
}

EXPORT CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies,
                                            const CUgraphEdgeData *dependencyData, size_t numDependencies, int mode) {
    REQUIRE(numDependencies <= MOST_NODES && are_default_edges(dependencyData, numDependencies))
    return DRIVER_CALL(cuStreamBeginCaptureToGraph, IN_POINTER(hStream), IN_POINTER(hGraph),
                       IN_NODES(dependencies, numDependencies), IN(mode));
}

/* A program that captures into a graph of its own may pass no place for the graph, as NVIDIA's sample
 * graphConditionalNodes does. */
EXPORT CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph) {
    if (phGraph != NULL) {
        *phGraph = NULL;
    }
    return DRIVER_CALL(cuStreamEndCapture, IN_POINTER(hStream), OPTIONAL_64(phGraph));
}

EXPORT CUresult cuStreamIsCapturing(CUstream hStream, int *captureStatus) {
    return DRIVER_CALL(cuStreamIsCapturing, IN_POINTER(hStream), OUT_32(captureStatus));
}

/* The nodes that were last returned to the thread: "valid until the next API call which operates on the
 * stream" (cuStreamGetCaptureInfo_v2). */
static _Thread_local char *returned;

EXPORT CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, int *captureStatus_out, uint64_t *id_out,
                                          CUgraph *graph_out, const CUgraphNode **dependencies_out,
                                          size_t *numDependencies_out) {
    CUgraph graph;
    uint64_t id;
    char *list = NULL;
    size_t size = 0;
    CUresult result =
        DRIVER_CALL(cuStreamGetCaptureInfo_v3, IN_POINTER(hStream), OUT_32(captureStatus_out),
                    OUT_64(id_out == NULL ? &id : id_out),
                    OUT_64(graph_out == NULL ? &graph : graph_out), OUT_COPY(&list, &size));
    free(returned);
    returned = list;
    if (result == CUDA_SUCCESS && dependencies_out != NULL) {
        *dependencies_out = (const CUgraphNode *)(void *)list;
    }
    if (result == CUDA_SUCCESS && numDependencies_out != NULL) {
        *numDependencies_out = size / sizeof(CUgraphNode);
    }
    return result;
}

EXPORT CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, int *captureStatus_out, uint64_t *id_out,
                                          CUgraph *graph_out, const CUgraphNode **dependencies_out,
                                          const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) {
    if (edgeData_out != NULL) {
        *edgeData_out = NULL; /* all are of the default type */
    }
    return cuStreamGetCaptureInfo_v2(hStream, captureStatus_out, id_out, graph_out, dependencies_out,
                                     numDependencies_out);
}

EXPORT CUresult cuStreamGetCaptureInfo(CUstream hStream, int *captureStatus_out, uint64_t *id_out) {
    return cuStreamGetCaptureInfo_v2(hStream, captureStatus_out, id_out, NULL, NULL, NULL);
}

EXPORT CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies,
                                                  size_t numDependencies, unsigned flags) {
    REQUIRE(numDependencies <= MOST_NODES)
    return DRIVER_CALL(cuStreamUpdateCaptureDependencies, IN_POINTER(hStream),
                       IN_NODES(dependencies, numDependencies), IN(flags));
}

EXPORT CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies,
                                                     const CUgraphEdgeData *dependencyData,
                                                     size_t numDependencies, unsigned flags) {
    REQUIRE(are_default_edges(dependencyData, numDependencies))
    return cuStreamUpdateCaptureDependencies(hStream, dependencies, numDependencies, flags);
}

EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
    REQUIRE(mode != NULL)
    return DRIVER_CALL(cuThreadExchangeStreamCaptureMode, OUT_32(mode), IN(*mode));
}
