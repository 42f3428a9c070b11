/* Surface references, which kernels access arrays by. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

struct CUsurfref_st {
    CUsurfref next;
    CUmodule module;
    char *name;
    CUdeviceptr variable;
    CUarray array; /* null until it is bound */
};

/* Guards the references. Calls of the server are made with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUsurfref surfaces;

static int is_surface(CUsurfref reference) {
    CUsurfref each = surfaces;
    while (each != NULL && each != reference) {
        each = each->next;
    }
    return each != NULL;
}

static CUsurfref add_surface(CUmodule module, const char *name, CUdeviceptr variable) {
    CUsurfref added = calloc(1, sizeof *added);
    char *copy = strdup(name);
    if (added == NULL || copy == NULL) {
        free(added);
        free(copy);
        return NULL;
    }
    added->module = module;
    added->name = copy;
    added->variable = variable;
    added->next = surfaces;
    surfaces = added;
    return added;
}

EXPORT CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name) {
    CUdeviceptr variable;
    REQUIRE(pSurfRef != NULL && name != NULL)
    CUresult result = DRIVER_CALL(cuModuleGetSurfRef, OUT_64(&variable), IN_POINTER(hmod), IN_TEXT(name));
    if (result != CUDA_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    CUsurfref found = surfaces;
    while (found != NULL && (found->module != hmod || strcmp(found->name, name) != 0)) {
        found = found->next;
    }
    *pSurfRef = found != NULL ? found : add_surface(hmod, name, variable);
    pthread_mutex_unlock(&lock);
    return *pSurfRef == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

void forget_surfaces(CUmodule module) {
    pthread_mutex_lock(&lock);
    CUsurfref *place = &surfaces;
    while (*place != NULL) {
        CUsurfref each = *place;
        if (each->module == module) {
            *place = each->next;
            free(each->name);
            free(each);
        } else {
            place = &each->next;
        }
    }
    pthread_mutex_unlock(&lock);
}

static CUresult bind(CUsurfref reference, CUarray array) {
    CUsurfObject surface;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUresult result = cuSurfObjectCreate(&surface, &resource);
    if (result == CUDA_SUCCESS) {
        result = replace_object(reference->variable, surface, cuSurfObjectDestroy);
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
    if (is_surface(hSurfRef)) {
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
    if (is_surface(hSurfRef) && hSurfRef->array != NULL) {
        *phArray = hSurfRef->array;
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return result;
}
