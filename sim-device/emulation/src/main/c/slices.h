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

/* The same as outputs. */
#define OUT_COPY_3D(copy)                                                                          \
    OUT_64(&(copy)->srcXInBytes), OUT_64(&(copy)->srcY), OUT_64(&(copy)->srcZ),                    \
        OUT_64(&(copy)->srcLOD), OUT_32(&(copy)->srcMemoryType), OUT_64(&(copy)->srcHost),         \
        OUT_64(&(copy)->srcDevice), OUT_64(&(copy)->srcArray), OUT_64(&(copy)->srcPitch),          \
        OUT_64(&(copy)->srcHeight), OUT_64(&(copy)->dstXInBytes), OUT_64(&(copy)->dstY),           \
        OUT_64(&(copy)->dstZ), OUT_64(&(copy)->dstLOD), OUT_32(&(copy)->dstMemoryType),            \
        OUT_64(&(copy)->dstHost), OUT_64(&(copy)->dstDevice), OUT_64(&(copy)->dstArray),           \
        OUT_64(&(copy)->dstPitch), OUT_64(&(copy)->dstHeight), OUT_64(&(copy)->WidthInBytes),      \
        OUT_64(&(copy)->Height), OUT_64(&(copy)->Depth)

#endif
