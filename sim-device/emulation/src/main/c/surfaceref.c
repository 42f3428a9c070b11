/* Surface references, which kernels access arrays by. */
#include <pthread.h>
#include <string.h>

#include "reference.h"

struct CUsurfref_st {
    struct reference of;
    CUarray array; /* null until it is bound */
};

/* Guards the references. Calls of the server are made with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reference *surfaces;

EXPORT CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name) {
    CUdeviceptr variable;
    REQUIRE(pSurfRef != NULL && name != NULL)
    CUresult result = DRIVER_CALL(cuModuleGetSurfRef, OUT_64(&variable), IN_POINTER(hmod), IN_TEXT(name));
    if (result != CUDA_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    struct reference *found = find_reference(surfaces, hmod, name);
    size_t size = sizeof **pSurfRef;
    *pSurfRef = (CUsurfref)(found != NULL ? found : add_reference(&surfaces, size, hmod, name, variable));
    pthread_mutex_unlock(&lock);
    return *pSurfRef == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

void forget_surfaces(CUmodule module) {
    pthread_mutex_lock(&lock);
    remove_references(&surfaces, module);
    pthread_mutex_unlock(&lock);
}

static CUresult bind(CUsurfref reference, CUarray array) {
    CUsurfObject surface;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUresult result = cuSurfObjectCreate(&surface, &resource);
    if (result == CUDA_SUCCESS) {
        result = replace_object(reference->of.variable, surface, cuSurfObjectDestroy);
    }
    if (result == CUDA_SUCCESS) {
        reference->array = array;
    }
    return result;
}

/* The header of CUDA 13.0 has no flags. */
EXPORT CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned Flags) {
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    REQUIRE(Flags == 0)
    const char *before = set_function(__func__);
    pthread_mutex_lock(&lock);
    if (is_listed(surfaces, hSurfRef)) {
        result = bind(hSurfRef, hArray);
    }
    pthread_mutex_unlock(&lock);
    set_caller(before);
    return result;
}

EXPORT CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef) {
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    REQUIRE(phArray != NULL)
    pthread_mutex_lock(&lock);
    if (is_listed(surfaces, hSurfRef) && hSurfRef->array != NULL) {
        *phArray = hSurfRef->array;
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return result;
}
