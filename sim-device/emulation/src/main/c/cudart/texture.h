/* Texture objects and surface objects, which texture references and surface references have too. */
#ifndef OFFLOAD_TCK_CUDART_TEXTURE_H
#define OFFLOAD_TCK_CUDART_TEXTURE_H

#include "cudart.h"

/* cudaResourceDesc. That of CUDA 13 is longer (driver_types.h of 13.0, 12.1 and 11.8); programs leave what follows the
 * structure of their release unset. */
typedef struct {
    int type;
    union {
        CUarray array;
        CUmipmappedArray mipmap;
        struct {
            void *pointer;
            cudaChannelFormatDesc channels;
            size_t size;
        } linear;
        struct {
            void *pointer;
            cudaChannelFormatDesc channels;
            size_t width;
            size_t height;
            size_t pitch;
        } rows;
#if CUDART_MAJOR >= 13
        int reserved[32];
#endif
    } of;
#if CUDART_MAJOR >= 13
    unsigned flags;
#endif
} cudaResourceDesc;

#if CUDART_MAJOR >= 13
#define FLAGS_OF(resource) ((resource)->flags)
#else
#define FLAGS_OF(resource) 0
#endif

/* cudaTextureReadMode. */
enum { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

/* cudaTextureDesc. The last two fields came during CUDA 11, at last as cudaTextureDesc_v2: functions without that
 * suffix leave them alone there. */
typedef struct {
    int address_mode[3];
    int filter_mode;
    int read_mode;
    int is_srgb;
    float border[4];
    int is_normalized;
    unsigned anisotropy;
    int mipmap_filter_mode;
    float bias;
    float least;
    float most;
    int is_exact;
    int is_seamless;
} cudaTextureDesc;

/* Which fields a structure has. */
enum fields { FIRST_FIELDS, ALL_FIELDS };

#if CUDART_MAJOR >= 12
#define FIELDS ALL_FIELDS
#else
#define FIELDS FIRST_FIELDS
#endif

/* Creates a texture object in the context of the thread, which has one afterwards. `view` may be null. */
cudaError_t create_texture(CUtexObject *texture, const cudaResourceDesc *resource,
                           const cudaTextureDesc *sampling, enum fields fields,
                           const CUDA_RESOURCE_VIEW_DESC *view);

/* Creates a surface object likewise. */
cudaError_t create_surface(CUsurfObject *surface, const cudaResourceDesc *resource);

#endif
