/* Texture references and surface references, which the runtime of CUDA 12 has no longer. Each is a variable of a
 * module, which contains the handle of a texture object or surface object, or 0. What a program sets of a reference is
 * kept by this library; a change of a bound reference creates another object. */
#ifndef OFFLOAD_TCK_REFERENCE_H
#define OFFLOAD_TCK_REFERENCE_H

#include "client.h"

/* CU_TRSA_OVERRIDE_FORMAT, the flag of functions that bind a texture reference to an array. */
#define OVERRIDE_FORMAT 1

/* CU_TRSF_NORMALIZED_COORDINATES. */
#define NORMALIZED_COORDINATES 2

/* What texture references and surface references have in common. All references of a kind are in a list. */
struct reference {
    struct reference *next;
    CUmodule module; /* null if cuTexRefCreate made it */
    char *name;
    CUdeviceptr variable; /* 0 likewise */
};

/* A texture reference. */
struct CUtexref_st {
    struct reference of;
    int is_bound;
    CUDA_RESOURCE_DESC resource; /* of memory: without its format */
    int format;                  /* 0 until it is set */
    unsigned channels;
    CUDA_TEXTURE_DESC sampling;
};

/* Whether a list has a reference. */
int is_listed(const struct reference *list, const void *reference);

/* The reference of a variable if the program has looked it up before; null otherwise. */
struct reference *find_reference(struct reference *list, CUmodule module, const char *name);

/* Adds a reference of `size` bytes to a list; null if memory is exhausted. */
struct reference *add_reference(struct reference **list, size_t size, CUmodule module, const char *name,
                                CUdeviceptr variable);

/* Removes a reference from its list, and all references of a module. */
void remove_reference(struct reference **place);
void remove_references(struct reference **list, CUmodule module);

/* Reads a reference. A change of the copy has an effect by commit_texture. */
CUresult read_texture(CUtexref reference, struct CUtexref_st *copy);

/* Changes a reference for `function`, which reports name unless a function of the CUDA runtime makes the call. If it
 * fails, the reference stays as it was. */
CUresult commit_texture(CUtexref reference, struct CUtexref_st *changed, const char *function);

/* Stores a handle in a variable and destroys the object that it had, which waits for the kernels that may use it. */
CUresult replace_object(CUdeviceptr variable, unsigned long long handle,
                        CUresult (*destroy)(unsigned long long));

/* Forgets the references of a module, which exists no longer. */
void forget_textures(CUmodule module);
void forget_surfaces(CUmodule module);

/* Functions of the driver that references are composed of. */
CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
                           const CUDA_TEXTURE_DESC *pTexDesc,
                           const CUDA_RESOURCE_VIEW_DESC *pResViewDesc);
CUresult cuTexObjectDestroy(CUtexObject texObject);
CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc);
CUresult cuSurfObjectDestroy(CUsurfObject surfObject);
CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray);
CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
                                  unsigned level);
CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount);

#endif
