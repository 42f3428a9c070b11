/* Texture objects and surface objects. Their descriptions travel as numbers, field by field. */
#include <string.h>

#include "client.h"

/* Fields of CUDA_RESOURCE_DESC, of CUDA_TEXTURE_DESC and of CUDA_RESOURCE_VIEW_DESC. */
#define RESOURCE_FIELDS 11
#define SAMPLING_FIELDS 14
#define VIEW_FIELDS 8

#define IN_8(f) IN((f)[0]), IN((f)[1]), IN((f)[2]), IN((f)[3]), IN((f)[4]), IN((f)[5]), IN((f)[6]), IN((f)[7])
#define IN_11(f) IN_8(f), IN((f)[8]), IN((f)[9]), IN((f)[10])
#define IN_14(f) IN_11(f), IN((f)[11]), IN((f)[12]), IN((f)[13])
#define OUT_8(f)                                                                                   \
    OUT_64(&(f)[0]), OUT_64(&(f)[1]), OUT_64(&(f)[2]), OUT_64(&(f)[3]), OUT_64(&(f)[4]),           \
        OUT_64(&(f)[5]), OUT_64(&(f)[6]), OUT_64(&(f)[7])
#define OUT_11(f) OUT_8(f), OUT_64(&(f)[8]), OUT_64(&(f)[9]), OUT_64(&(f)[10])
#define OUT_14(f) OUT_11(f), OUT_64(&(f)[11]), OUT_64(&(f)[12]), OUT_64(&(f)[13])

static void read_resource(const CUDA_RESOURCE_DESC *from, uint64_t *fields) {
    fields[0] = (uint64_t)from->resType;
    fields[10] = from->flags;
    switch (from->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        fields[1] = (uintptr_t)from->res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        fields[2] = (uintptr_t)from->res.mipmap.hMipmappedArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        fields[3] = from->res.linear.devPtr;
        fields[4] = (uint64_t)from->res.linear.format;
        fields[5] = from->res.linear.numChannels;
        fields[6] = from->res.linear.sizeInBytes;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        fields[3] = from->res.pitch2D.devPtr;
        fields[4] = (uint64_t)from->res.pitch2D.format;
        fields[5] = from->res.pitch2D.numChannels;
        fields[7] = from->res.pitch2D.width;
        fields[8] = from->res.pitch2D.height;
        fields[9] = from->res.pitch2D.pitchInBytes;
        break;
    default:
        break;
    }
}

static void write_resource(const uint64_t *fields, CUDA_RESOURCE_DESC *to) {
    memset(to, 0, sizeof *to);
    to->resType = (int)fields[0];
    to->flags = (unsigned)fields[10];
    switch (to->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        to->res.array.hArray = (CUarray)(uintptr_t)fields[1];
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        to->res.mipmap.hMipmappedArray = (CUmipmappedArray)(uintptr_t)fields[2];
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        to->res.linear.devPtr = fields[3];
        to->res.linear.format = (int)fields[4];
        to->res.linear.numChannels = (unsigned)fields[5];
        to->res.linear.sizeInBytes = fields[6];
        break;
    default:
        to->res.pitch2D.devPtr = fields[3];
        to->res.pitch2D.format = (int)fields[4];
        to->res.pitch2D.numChannels = (unsigned)fields[5];
        to->res.pitch2D.width = fields[7];
        to->res.pitch2D.height = fields[8];
        to->res.pitch2D.pitchInBytes = fields[9];
        break;
    }
}

/* All fields of CUDA_TEXTURE_DESC have 32 bits. */
static void read_sampling(const CUDA_TEXTURE_DESC *from, uint64_t *fields) {
    unsigned words[SAMPLING_FIELDS];
    memcpy(words, from, sizeof words);
    for (int i = 0; i < SAMPLING_FIELDS; i++) {
        fields[i] = words[i];
    }
}

static void write_sampling(const uint64_t *fields, CUDA_TEXTURE_DESC *to) {
    unsigned words[SAMPLING_FIELDS];
    for (int i = 0; i < SAMPLING_FIELDS; i++) {
        words[i] = (unsigned)fields[i];
    }
    memset(to, 0, sizeof *to);
    memcpy(to, words, sizeof words);
}

static void read_view(const CUDA_RESOURCE_VIEW_DESC *from, uint64_t *fields) {
    const uint64_t values[VIEW_FIELDS] = {
        (uint64_t)from->format, from->width,           from->height,     from->depth,
        from->firstMipmapLevel, from->lastMipmapLevel, from->firstLayer, from->lastLayer};
    memcpy(fields, values, sizeof values);
}

EXPORT CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
                                  const CUDA_TEXTURE_DESC *pTexDesc,
                                  const CUDA_RESOURCE_VIEW_DESC *pResViewDesc) {
    uint64_t resource[RESOURCE_FIELDS] = {0};
    uint64_t sampling[SAMPLING_FIELDS] = {0};
    uint64_t view[VIEW_FIELDS] = {0};
    REQUIRE(pResDesc != NULL && pTexDesc != NULL)
    read_resource(pResDesc, resource);
    read_sampling(pTexDesc, sampling);
    if (pResViewDesc != NULL) {
        read_view(pResViewDesc, view);
    }
    return DRIVER_CALL(cuTexObjectCreate, OUT_64(pTexObject), IN_11(resource), IN_14(sampling),
                       IN(pResViewDesc != NULL), IN_8(view));
}

EXPORT CUresult cuTexObjectDestroy(CUtexObject texObject) {
    return DRIVER_CALL(cuTexObjectDestroy, IN(texObject));
}

EXPORT CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject) {
    uint64_t fields[RESOURCE_FIELDS];
    REQUIRE(pResDesc != NULL)
    CUresult result = DRIVER_CALL(cuTexObjectGetResourceDesc, OUT_11(fields), IN(texObject));
    if (result == CUDA_SUCCESS) {
        write_resource(fields, pResDesc);
    }
    return result;
}

EXPORT CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject) {
    uint64_t fields[SAMPLING_FIELDS];
    REQUIRE(pTexDesc != NULL)
    CUresult result = DRIVER_CALL(cuTexObjectGetTextureDesc, OUT_14(fields), IN(texObject));
    if (result == CUDA_SUCCESS) {
        write_sampling(fields, pTexDesc);
    }
    return result;
}

EXPORT CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc,
                                               CUtexObject texObject) {
    uint64_t fields[VIEW_FIELDS];
    REQUIRE(pResViewDesc != NULL)
    CUresult result = DRIVER_CALL(cuTexObjectGetResourceViewDesc, OUT_8(fields), IN(texObject));
    if (result == CUDA_SUCCESS) {
        *pResViewDesc = (CUDA_RESOURCE_VIEW_DESC){
            .format = (int)fields[0],
            .width = fields[1],
            .height = fields[2],
            .depth = fields[3],
            .firstMipmapLevel = (unsigned)fields[4],
            .lastMipmapLevel = (unsigned)fields[5],
            .firstLayer = (unsigned)fields[6],
            .lastLayer = (unsigned)fields[7],
        };
    }
    return result;
}

EXPORT CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc) {
    uint64_t resource[RESOURCE_FIELDS] = {0};
    REQUIRE(pResDesc != NULL)
    read_resource(pResDesc, resource);
    return DRIVER_CALL(cuSurfObjectCreate, OUT_64(pSurfObject), IN_11(resource));
}

EXPORT CUresult cuSurfObjectDestroy(CUsurfObject surfObject) {
    return DRIVER_CALL(cuSurfObjectDestroy, IN(surfObject));
}

EXPORT CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc,
                                            CUsurfObject surfObject) {
    uint64_t fields[RESOURCE_FIELDS];
    REQUIRE(pResDesc != NULL)
    CUresult result = DRIVER_CALL(cuSurfObjectGetResourceDesc, OUT_11(fields), IN(surfObject));
    if (result == CUDA_SUCCESS) {
        write_resource(fields, pResDesc);
    }
    return result;
}
