/* CUDA_MEMCPY3D as arguments of a call. */
#ifndef OFFLOAD_TCK_SLICES_H
#define OFFLOAD_TCK_SLICES_H

#include "client.h"

#define IN_COPY_3D(copy)                                                                           \
    IN((copy)->srcXInBytes), IN((copy)->srcY), IN((copy)->srcZ), IN((copy)->srcLOD),               \
        IN((copy)->srcMemoryType), IN_POINTER((copy)->srcHost), IN((copy)->srcDevice),             \
        IN_POINTER((copy)->srcArray), IN((copy)->srcPitch), IN((copy)->srcHeight),                 \
        IN((copy)->dstXInBytes), IN((copy)->dstY), IN((copy)->dstZ), IN((copy)->dstLOD),           \
        IN((copy)->dstMemoryType), IN_POINTER((copy)->dstHost), IN((copy)->dstDevice),             \
        IN_POINTER((copy)->dstArray), IN((copy)->dstPitch), IN((copy)->dstHeight),                 \
        IN((copy)->WidthInBytes), IN((copy)->Height), IN((copy)->Depth)

#endif
