/* User objects: reference counts with a destructor, which a thread of this library calls. */
#include "client.h"
#include "hostcall.h"

EXPORT CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned initialRefcount,
                                   unsigned flags) {
    REQUIRE(destroy != NULL)
    CUresult result = DRIVER_CALL(cuUserObjectCreate, OUT_64(object_out), IN_POINTER(ptr), IN_POINTER(destroy),
                                  IN(initialRefcount), IN(flags));
    if (result == CUDA_SUCCESS) {
        serve_host_calls();
    }
    return result;
}

EXPORT CUresult cuUserObjectRetain(CUuserObject object, unsigned count) {
    return DRIVER_CALL(cuUserObjectRetain, IN_POINTER(object), IN(count));
}

EXPORT CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
    return DRIVER_CALL(cuUserObjectRelease, IN_POINTER(object), IN(count));
}

EXPORT CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count, unsigned flags) {
    return DRIVER_CALL(cuGraphRetainUserObject, IN_POINTER(graph), IN_POINTER(object), IN(count), IN(flags));
}

EXPORT CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count) {
    return DRIVER_CALL(cuGraphReleaseUserObject, IN_POINTER(graph), IN_POINTER(object), IN(count));
}
