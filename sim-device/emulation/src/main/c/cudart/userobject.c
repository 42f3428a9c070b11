/* User objects. Handles and flags are the driver's. */
#include "cudart.h"

typedef CUuserObject cudaUserObject_t;

EXPORT cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, CUhostFn destroy, unsigned count,
                                        unsigned flags) {
    IN_CONTEXT(cuUserObjectCreate(object, pointer, destroy, count, flags));
}

EXPORT cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
    IN_CONTEXT(cuUserObjectRetain(object, count));
}

EXPORT cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
    IN_CONTEXT(cuUserObjectRelease(object, count));
}

EXPORT cudaError_t cudaGraphRetainUserObject(CUgraph graph, cudaUserObject_t object, unsigned count, unsigned flags) {
    IN_CONTEXT(cuGraphRetainUserObject(graph, object, count, flags));
}

EXPORT cudaError_t cudaGraphReleaseUserObject(CUgraph graph, cudaUserObject_t object, unsigned count) {
    IN_CONTEXT(cuGraphReleaseUserObject(graph, object, count));
}
