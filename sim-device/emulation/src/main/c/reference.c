/* The texture references of a process: those of modules, and those that it has created. */
#include "reference.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Guards the references. Calls of the server are made with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUtexref textures;

static int is_texture(CUtexref reference) {
    CUtexref each = textures;
    while (each != NULL && each != reference) {
        each = each->next;
    }
    return each != NULL;
}

CUresult replace_object(CUdeviceptr variable, unsigned long long handle,
                        CUresult (*destroy)(unsigned long long)) {
    unsigned long long before = 0;
    CUresult result = cuMemcpyDtoH_v2(&before, variable, sizeof before);
    if (result == CUDA_SUCCESS && before != 0) {
        result = destroy(before);
    }
    return result != CUDA_SUCCESS ? result : cuMemcpyHtoD_v2(variable, &handle, sizeof handle);
}

/* Whether enough is set for a texture object. Memory has a format when the program has set it, and a mipmapped array
 * needs normalized coordinates, which the program may set later. */
static int is_complete(CUtexref reference) {
    switch (reference->resource.resType) {
    case CU_RESOURCE_TYPE_LINEAR:
    case CU_RESOURCE_TYPE_PITCH2D:
        return reference->is_bound && reference->format != 0;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        return reference->is_bound && (reference->sampling.flags & NORMALIZED_COORDINATES) != 0;
    default:
        return reference->is_bound;
    }
}

static CUresult create_texture(CUtexref reference, CUtexObject *texture) {
    CUDA_RESOURCE_DESC resource = reference->resource;
    *texture = 0;
    if (!is_complete(reference)) {
        return CUDA_SUCCESS;
    }
    if (resource.resType == CU_RESOURCE_TYPE_LINEAR) {
        resource.res.linear.format = reference->format;
        resource.res.linear.numChannels = reference->channels;
    }
    if (resource.resType == CU_RESOURCE_TYPE_PITCH2D) {
        resource.res.pitch2D.format = reference->format;
        resource.res.pitch2D.numChannels = reference->channels;
    }
    return cuTexObjectCreate(texture, &resource, &reference->sampling, NULL);
}

/* A reference that is no variable has no object: it is created for its checks only. */
static CUresult apply(CUtexref reference) {
    CUtexObject texture;
    CUresult result = create_texture(reference, &texture);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (reference->variable != 0) {
        return replace_object(reference->variable, texture, cuTexObjectDestroy);
    }
    return texture == 0 ? CUDA_SUCCESS : cuTexObjectDestroy(texture);
}

CUresult read_texture(CUtexref reference, struct CUtexref_st *copy) {
    pthread_mutex_lock(&lock);
    int is_known = is_texture(reference);
    if (is_known) {
        *copy = *reference;
    }
    pthread_mutex_unlock(&lock);
    return is_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult commit_texture(CUtexref reference, struct CUtexref_st *changed, const char *function) {
    const char *before = set_function(function);
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    if (is_texture(reference)) {
        changed->next = reference->next;
        result = apply(changed);
        if (result == CUDA_SUCCESS) {
            *reference = *changed;
        }
    }
    pthread_mutex_unlock(&lock);
    set_caller(before);
    return result;
}

/* A reference of a variable that the program has not looked up before; null if memory is exhausted. */
static CUtexref add_texture(CUmodule module, const char *name, CUdeviceptr variable) {
    CUtexref added = calloc(1, sizeof *added);
    char *copy = strdup(name);
    if (added == NULL || copy == NULL) {
        free(added);
        free(copy);
        return NULL;
    }
    added->module = module;
    added->name = copy;
    added->variable = variable;
    added->next = textures;
    textures = added;
    return added;
}

EXPORT CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name) {
    CUdeviceptr variable;
    REQUIRE(pTexRef != NULL && name != NULL)
    CUresult result = DRIVER_CALL(cuModuleGetTexRef, OUT_64(&variable), IN_POINTER(hmod), IN_TEXT(name));
    if (result != CUDA_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    CUtexref found = textures;
    while (found != NULL && (found->module != hmod || strcmp(found->name, name) != 0)) {
        found = found->next;
    }
    *pTexRef = found != NULL ? found : add_texture(hmod, name, variable);
    pthread_mutex_unlock(&lock);
    return *pTexRef == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

/* The driver requires a context, as cuCtxGetDevice does. */
EXPORT CUresult cuTexRefCreate(CUtexref *pTexRef) {
    CUdevice device;
    REQUIRE(pTexRef != NULL)
    CUresult result = DRIVER_CALL(cuCtxGetDevice, OUT_32(&device));
    if (result != CUDA_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    *pTexRef = add_texture(NULL, "", 0);
    pthread_mutex_unlock(&lock);
    return *pTexRef == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

static void forget_texture(CUtexref *place) {
    CUtexref gone = *place;
    *place = gone->next;
    free(gone->name);
    free(gone);
}

/* References of modules live as long as the module. */
EXPORT CUresult cuTexRefDestroy(CUtexref hTexRef) {
    pthread_mutex_lock(&lock);
    CUtexref *place = &textures;
    while (*place != NULL && *place != hTexRef) {
        place = &(*place)->next;
    }
    int is_created = *place != NULL && hTexRef->variable == 0;
    if (is_created) {
        forget_texture(place);
    }
    pthread_mutex_unlock(&lock);
    return is_created ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void forget_textures(CUmodule module) {
    pthread_mutex_lock(&lock);
    CUtexref *place = &textures;
    while (*place != NULL) {
        if ((*place)->module == module) {
            forget_texture(place);
        } else {
            place = &(*place)->next;
        }
    }
    pthread_mutex_unlock(&lock);
}
