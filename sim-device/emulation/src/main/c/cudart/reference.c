/* Texture references and surface references, which CUDA 12 has no longer: a variable of a module with the handle of a
 * texture object or surface object. */
#include "texture.h"

#if CUDART_MAJOR < 12

/* textureReference (CUDA runtime API 11.8, "Data types used by CUDA Runtime"). */
struct textureReference {
    int is_normalized;
    int filter_mode;
    int address_mode[3];
    cudaChannelFormatDesc channels;
    int is_srgb;
    unsigned anisotropy;
    int mipmap_filter_mode;
    float bias;
    float least;
    float most;
    int is_exact;
    int reserved[14];
};

/* CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT. */
#define TEXTURE_ALIGNMENT 14

/* The alignment of the driver's allocations (GlobalMemory.ALIGNMENT), which textures may have although the attribute
 * of some devices is greater. */
#define ALLOCATION_ALIGNMENT 256

/* The size of cudaBindTexture for all memory from the address on: its default in C++. */
#define ALL_MEMORY UINT32_MAX

static cudaError_t texture_place(const struct textureReference *reference, reference_variable *variable) {
    cudaError_t result = reference_place(reference, TEXTURE_VARIABLE, variable);
    return result == cudaErrorInvalidSymbol ? cudaErrorInvalidTexture : result;
}

static cudaError_t surface_place(const struct surfaceReference *reference, reference_variable *variable) {
    cudaError_t result = reference_place(reference, SURFACE_VARIABLE, variable);
    return result == cudaErrorInvalidSymbol ? cudaErrorInvalidSurface : result;
}

static cudaError_t read_handle(const reference_variable *variable, unsigned long long *handle) {
    return cuMemcpyDtoH_v2(handle, variable->address, sizeof *handle);
}

/* Destroys the object of a reference, which waits for the kernels that may use it, and stores another handle. */
static cudaError_t replace(const reference_variable *variable, unsigned long long handle,
                           CUresult (*destroy)(unsigned long long)) {
    unsigned long long before;
    cudaError_t result = read_handle(variable, &before);
    if (result == cudaSuccess && before != 0) {
        result = destroy(before);
    }
    return result != cudaSuccess ? result
                                 : cuMemcpyHtoD_v2(variable->address, &handle, sizeof handle);
}

static cudaError_t bind_texture(const struct textureReference *reference, const cudaResourceDesc *resource,
                                size_t offset) {
    CUtexObject texture;
    reference_variable variable;
    cudaError_t result = texture_place(reference, &variable);
    if (result != cudaSuccess) {
        return result;
    }
    cudaTextureDesc sampling = {
        .address_mode = {reference->address_mode[0], reference->address_mode[1],
                         reference->address_mode[2]},
        .filter_mode = reference->filter_mode,
        .read_mode = variable.reads_normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
        .is_srgb = reference->is_srgb,
        .is_normalized = reference->is_normalized,
        .anisotropy = reference->anisotropy,
        .mipmap_filter_mode = reference->mipmap_filter_mode,
        .bias = reference->bias,
        .least = reference->least,
        .most = reference->most,
        .is_exact = reference->is_exact,
    };
    result = create_texture(&texture, resource, &sampling, ALL_FIELDS, NULL);
    if (result == cudaSuccess) {
        *variable.offset = offset;
        result = replace(&variable, texture, cuTexObjectDestroy);
    }
    return result;
}

/* The bytes of an address behind the aligned one that a texture takes. */
static cudaError_t misalignment(const void *pointer, size_t *bytes) {
    int device;
    int alignment;
    cudaError_t result = bind_context(NULL);
    if (result == cudaSuccess) {
        result = device_of_thread(&device);
    }
    if (result == cudaSuccess) {
        result = cuDeviceGetAttribute(&alignment, TEXTURE_ALIGNMENT, device);
    }
    if (result == cudaSuccess) {
        int most = alignment < ALLOCATION_ALIGNMENT ? alignment : ALLOCATION_ALIGNMENT;
        *bytes = most > 0 ? address_of(pointer) % (unsigned)most : 0;
    }
    return result;
}

/* Tells the program the offset that its fetches have to add. Without a place for it there must be none. */
static cudaError_t give_offset(size_t bytes, size_t *offset) {
    if (offset == NULL) {
        return bytes == 0 ? cudaSuccess : cudaErrorInvalidValue;
    }
    *offset = bytes;
    return cudaSuccess;
}

static cudaError_t memory_behind(const void *pointer, size_t *bytes) {
    CUdeviceptr base;
    size_t size;
    cudaError_t result = cuMemGetAddressRange_v2(&base, &size, address_of(pointer));
    if (result == cudaSuccess) {
        *bytes = size - (address_of(pointer) - base);
    }
    return result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidValue : result;
}

EXPORT cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference,
                                   const void *pointer, const cudaChannelFormatDesc *channels,
                                   size_t size) {
    size_t before;
    REQUIRE(reference != NULL && channels != NULL);
    TRY(misalignment(pointer, &before));
    TRY(give_offset(before, offset));
    if (size == ALL_MEMORY) {
        TRY(memory_behind(pointer, &size));
    }
    cudaResourceDesc resource = {.type = CU_RESOURCE_TYPE_LINEAR};
    resource.of.linear.pointer = (char *)(uintptr_t)pointer - before;
    resource.of.linear.channels = *channels;
    resource.of.linear.size = size + before;
    return remember(bind_texture(reference, &resource, before));
}

/* The width of rows that begin at the aligned address, in elements. */
static size_t width_behind(size_t before, const cudaChannelFormatDesc *channels, size_t width) {
    size_t element = (size_t)(channels->x + channels->y + channels->z + channels->w) / BITS_OF_BYTE;
    return width + (element == 0 ? 0 : before / element);
}

EXPORT cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference,
                                     const void *pointer, const cudaChannelFormatDesc *channels,
                                     size_t width, size_t height, size_t pitch) {
    size_t before;
    REQUIRE(reference != NULL && channels != NULL);
    TRY(misalignment(pointer, &before));
    TRY(give_offset(before, offset));
    cudaResourceDesc resource = {.type = CU_RESOURCE_TYPE_PITCH2D};
    resource.of.rows.pointer = (char *)(uintptr_t)pointer - before;
    resource.of.rows.channels = *channels;
    resource.of.rows.width = width_behind(before, channels, width);
    resource.of.rows.height = height;
    resource.of.rows.pitch = pitch;
    return remember(bind_texture(reference, &resource, before));
}

/* The format is that of the array, which `channels` repeats. */
EXPORT cudaError_t cudaBindTextureToArray(const struct textureReference *reference, CUarray array,
                                          const cudaChannelFormatDesc *channels) {
    cudaResourceDesc resource = {.type = CU_RESOURCE_TYPE_ARRAY, .of.array = array};
    REQUIRE(reference != NULL && channels != NULL);
    return remember(bind_texture(reference, &resource, 0));
}

EXPORT cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference,
                                                   CUmipmappedArray array,
                                                   const cudaChannelFormatDesc *channels) {
    cudaResourceDesc resource = {.type = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, .of.mipmap = array};
    REQUIRE(reference != NULL && channels != NULL);
    return remember(bind_texture(reference, &resource, 0));
}

EXPORT cudaError_t cudaUnbindTexture(const struct textureReference *reference) {
    reference_variable variable;
    TRY(texture_place(reference, &variable));
    return remember(replace(&variable, 0, cuTexObjectDestroy));
}

EXPORT cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                 const struct textureReference *reference) {
    unsigned long long handle;
    reference_variable variable;
    REQUIRE(offset != NULL);
    TRY(texture_place(reference, &variable));
    TRY(read_handle(&variable, &handle));
    if (handle == 0) {
        return remember(cudaErrorInvalidTextureBinding);
    }
    *offset = *variable.offset;
    return cudaSuccess;
}

/* The symbol of a reference is the variable of the host that describes it. */
EXPORT cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol) {
    reference_variable variable;
    REQUIRE(reference != NULL);
    TRY(texture_place(symbol, &variable));
    *reference = symbol;
    return cudaSuccess;
}

EXPORT cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, CUarray array,
                                          const cudaChannelFormatDesc *channels) {
    CUsurfObject surface;
    reference_variable variable;
    cudaResourceDesc resource = {.type = CU_RESOURCE_TYPE_ARRAY, .of.array = array};
    REQUIRE(reference != NULL && channels != NULL);
    TRY(surface_place(reference, &variable));
    TRY(create_surface(&surface, &resource));
    return remember(replace(&variable, surface, cuSurfObjectDestroy));
}

EXPORT cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const void *symbol) {
    reference_variable variable;
    REQUIRE(reference != NULL);
    TRY(surface_place(symbol, &variable));
    *reference = symbol;
    return cudaSuccess;
}

#endif
