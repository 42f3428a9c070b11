/* The texture references of a process: those of modules, and those that it has created. */
#include "reference.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Guards the references. Calls of the server are made with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reference *textures;

int is_listed(const struct reference *list, const void *reference) {
    while (list != NULL && list != reference) {
        list = list->next;
    }
    return list != NULL;
}

struct reference *find_reference(struct reference *list, CUmodule module, const char *name) {
    while (list != NULL && (list->module != module || strcmp(list->name, name) != 0)) {
        list = list->next;
    }
    return list;
}

struct reference *add_reference(struct reference **list, size_t size, CUmodule module, const char *name,
                                CUdeviceptr variable) {
    struct reference *added = calloc(1, size);
    char *copy = strdup(name);
    if (added == NULL || copy == NULL) {
        free(added);
        free(copy);
        return NULL;
    }
    *added = (struct reference){*list, module, copy, variable};
    *list = added;
    return added;
}

void remove_reference(struct reference **place) {
    struct reference *gone = *place;
    *place = gone->next;
    free(gone->name);
    free(gone);
}

void remove_references(struct reference **list, CUmodule module) {
    while (*list != NULL) {
        if ((*list)->module == module) {
            remove_reference(list);
        } else {
            list = &(*list)->next;
        }
    }
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
    if (reference->of.variable != 0) {
        return replace_object(reference->of.variable, texture, cuTexObjectDestroy);
    }
    return texture == 0 ? CUDA_SUCCESS : cuTexObjectDestroy(texture);
}

CUresult read_texture(CUtexref reference, struct CUtexref_st *copy) {
    pthread_mutex_lock(&lock);
    int is_known = is_listed(textures, reference);
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
    if (is_listed(textures, reference)) {
        changed->of.next = reference->of.next;
        result = apply(changed);
        if (result == CUDA_SUCCESS) {
            *reference = *changed;
        }
    }
    pthread_mutex_unlock(&lock);
    set_caller(before);
    return result;
}

EXPORT CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name) {
    CUdeviceptr variable;
    REQUIRE(pTexRef != NULL && name != NULL)
    CUresult result = DRIVER_CALL(cuModuleGetTexRef, OUT_64(&variable), IN_POINTER(hmod), IN_TEXT(name));
    if (result != CUDA_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    struct reference *found = find_reference(textures, hmod, name);
    size_t size = sizeof **pTexRef;
    *pTexRef = (CUtexref)(found != NULL ? found : add_reference(&textures, size, hmod, name, variable));
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
    *pTexRef = (CUtexref)add_reference(&textures, sizeof **pTexRef, NULL, "", 0);
    pthread_mutex_unlock(&lock);
    return *pTexRef == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

/* References of modules live as long as the module. */
EXPORT CUresult cuTexRefDestroy(CUtexref hTexRef) {
    pthread_mutex_lock(&lock);
    struct reference **place = &textures;
    while (*place != NULL && *place != &hTexRef->of) {
        place = &(*place)->next;
    }
    int is_created = *place != NULL && (*place)->variable == 0;
    if (is_created) {
        remove_reference(place);
    }
    pthread_mutex_unlock(&lock);
    return is_created ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void forget_textures(CUmodule module) {
    pthread_mutex_lock(&lock);
    remove_references(&textures, module);
    pthread_mutex_unlock(&lock);
}
