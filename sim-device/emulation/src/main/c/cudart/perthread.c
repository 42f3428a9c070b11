/* The functions of programs that are compiled for a default stream of each thread
 * (--default-stream=per-thread, -fgpu-default-stream=per-thread): cuda_runtime_api.h gives functions with a
 * stream the suffix _ptsz, and copies and fills that wait for their end the suffix _ptds. */
#include "cudart.h"

#define CU_STREAM_PER_THREAD ((cudaStream_t)2)
#define OWN(stream) ((stream) == NULL ? CU_STREAM_PER_THREAD : (stream))

/* NAME_ptsz, with the declaration of NAME. */
#define PER_THREAD(name, parameters, ...)                                                          \
    cudaError_t name parameters;                                                                   \
    EXPORT cudaError_t name##_ptsz parameters {                                                    \
        return name(__VA_ARGS__);                                                                  \
    }

PER_THREAD(cudaStreamSynchronize, (cudaStream_t stream), OWN(stream))

static cudaError_t finished(cudaError_t result) {
    return result == cudaSuccess ? cudaStreamSynchronize(CU_STREAM_PER_THREAD) : result;
}

#define LIST(...) __VA_ARGS__

/* NAMEAsync_ptsz and NAME_ptds, which waits for the copy or fill. */
#define COPY_PER_THREAD(name, parameters, ...)                                                     \
    cudaError_t name##Async(LIST parameters, cudaStream_t stream);                                 \
    EXPORT cudaError_t name##Async_ptsz(LIST parameters, cudaStream_t stream) {                    \
        return name##Async(__VA_ARGS__, OWN(stream));                                              \
    }                                                                                              \
    EXPORT cudaError_t name##_ptds parameters {                                                    \
        return finished(name##Async(__VA_ARGS__, CU_STREAM_PER_THREAD));                           \
    }

PER_THREAD(cudaStreamQuery, (cudaStream_t stream), OWN(stream))
PER_THREAD(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
           OWN(stream), event, flags)
PER_THREAD(cudaStreamGetPriority, (cudaStream_t stream, int *priority), OWN(stream), priority)
PER_THREAD(cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), OWN(stream), flags)
PER_THREAD(cudaStreamSetAttribute, (cudaStream_t stream, int attribute, const CUlaunchAttributeValue *value),
           OWN(stream), attribute, value)
PER_THREAD(cudaStreamGetAttribute, (cudaStream_t stream, int attribute, CUlaunchAttributeValue *value), OWN(stream),
           attribute, value)
PER_THREAD(cudaStreamCopyAttributes, (cudaStream_t to, cudaStream_t from), OWN(to), OWN(from))
#if CUDART_MAJOR >= 12
PER_THREAD(cudaStreamBeginCaptureToGraph,
           (cudaStream_t stream, CUgraph graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
            size_t count, int mode),
           OWN(stream), graph, dependencies, edges, count, mode)
PER_THREAD(cudaStreamGetDevice, (cudaStream_t stream, int *device), OWN(stream), device)
PER_THREAD(cudaStreamGetId, (cudaStream_t stream, unsigned long long *id), OWN(stream), id)
#endif
PER_THREAD(cudaStreamAddCallback,
           (cudaStream_t stream, CUstreamCallback callback, void *data, unsigned flags),
           OWN(stream), callback, data, flags)
PER_THREAD(cudaStreamAttachMemAsync,
           (cudaStream_t stream, void *address, size_t size, unsigned flags), OWN(stream), address,
           size, flags)
PER_THREAD(cudaStreamBeginCapture, (cudaStream_t stream, int mode), OWN(stream), mode)
PER_THREAD(cudaStreamEndCapture, (cudaStream_t stream, CUgraph *graph), OWN(stream), graph)
PER_THREAD(cudaStreamIsCapturing, (cudaStream_t stream, int *status), OWN(stream), status)
PER_THREAD(cudaGraphLaunch, (CUgraphExec exec, cudaStream_t stream), exec, OWN(stream))
PER_THREAD(cudaGraphUpload, (CUgraphExec exec, cudaStream_t stream), exec, OWN(stream))
PER_THREAD(cudaLaunchHostFunc, (cudaStream_t stream, CUhostFn function, void *data), OWN(stream),
           function, data)
PER_THREAD(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, OWN(stream))
PER_THREAD(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
           event, OWN(stream), flags)
PER_THREAD(cudaMallocAsync, (void **pointer, size_t size, cudaStream_t stream), pointer, size,
           OWN(stream))
PER_THREAD(cudaMallocFromPoolAsync,
           (void **pointer, size_t size, CUmemoryPool pool, cudaStream_t stream), pointer, size, pool,
           OWN(stream))
PER_THREAD(cudaFreeAsync, (void *pointer, cudaStream_t stream), pointer, OWN(stream))
PER_THREAD(cudaLaunchKernel,
           (const void *symbol, dim3 grid, dim3 block, void **arguments, size_t shared,
            cudaStream_t stream),
           symbol, grid, block, arguments, shared, OWN(stream))
PER_THREAD(cudaLaunchCooperativeKernel,
           (const void *symbol, dim3 grid, dim3 block, void **arguments, size_t shared,
            cudaStream_t stream),
           symbol, grid, block, arguments, shared, OWN(stream))
PER_THREAD(cudaLaunchKernelExC,
           (const cudaLaunchConfig_t *config, const void *symbol, void **arguments),
           config == NULL
               ? NULL
               : &(cudaLaunchConfig_t){config->grid, config->block, config->shared,
                                       OWN(config->stream), config->attributes, config->count},
           symbol, arguments)
#if CUDART_MAJOR >= 12
PER_THREAD(cudaGraphInstantiateWithParams,
           (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params), exec, graph, params)
#endif
#if CUDART_MAJOR >= 13
PER_THREAD(cudaStreamGetCaptureInfo,
           (cudaStream_t stream, int *status, uint64_t *id, CUgraph *graph, const CUgraphNode **nodes,
            const CUgraphEdgeData **edges, size_t *count),
           OWN(stream), status, id, graph, nodes, edges, count)
PER_THREAD(cudaStreamUpdateCaptureDependencies,
           (cudaStream_t stream, CUgraphNode *nodes, const CUgraphEdgeData *edges, size_t count, unsigned flags),
           OWN(stream), nodes, edges, count, flags)
#else
PER_THREAD(cudaStreamGetCaptureInfo, (cudaStream_t stream, int *status, uint64_t *id), OWN(stream), status, id)
PER_THREAD(cudaStreamGetCaptureInfo_v2,
           (cudaStream_t stream, int *status, uint64_t *id, CUgraph *graph, const CUgraphNode **nodes, size_t *count),
           OWN(stream), status, id, graph, nodes, count)
PER_THREAD(cudaStreamUpdateCaptureDependencies,
           (cudaStream_t stream, CUgraphNode *nodes, size_t count, unsigned flags), OWN(stream), nodes, count, flags)
#endif
#if CUDART_MAJOR >= 13
PER_THREAD(__cudaLaunchKernel,
           (struct kernel * kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
            cudaStream_t stream),
           kernel, grid, block, arguments, shared, OWN(stream))
PER_THREAD(cudaMemcpyBatchAsync,
           (void *const *targets, const void *const *sources, const size_t *sizes, size_t count,
            CUmemcpyAttributes *attributes, size_t *from, size_t number, cudaStream_t stream),
           targets, sources, sizes, count, attributes, from, number, OWN(stream))
PER_THREAD(cudaMemPrefetchAsync,
           (const void *pointer, size_t size, CUmemLocation location, unsigned flags,
            cudaStream_t stream),
           pointer, size, location, flags, OWN(stream))
#else
PER_THREAD(cudaMemPrefetchAsync,
           (const void *pointer, size_t size, int device, cudaStream_t stream), pointer, size,
           device, OWN(stream))
#endif

COPY_PER_THREAD(cudaMemcpy, (void *to, const void *from, size_t size, int kind), to, from, size,
                kind)
COPY_PER_THREAD(cudaMemcpyToSymbol,
                (const void *symbol, const void *from, size_t size, size_t offset, int kind),
                symbol, from, size, offset, kind)
COPY_PER_THREAD(cudaMemcpyFromSymbol,
                (void *to, const void *symbol, size_t size, size_t offset, int kind), to, symbol,
                size, offset, kind)
COPY_PER_THREAD(cudaMemcpy2D,
                (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t height, int kind),
                to, to_pitch, from, from_pitch, width, height, kind)
COPY_PER_THREAD(cudaMemcpy3D, (const cudaMemcpy3DParms *all), all)
COPY_PER_THREAD(cudaMemcpy3DPeer, (const cudaMemcpy3DPeerParms *all), all)
COPY_PER_THREAD(cudaMemset, (void *to, int value, size_t size), to, value, size)
COPY_PER_THREAD(cudaMemset2D, (void *to, size_t pitch, int value, size_t width, size_t height), to,
                pitch, value, width, height)
COPY_PER_THREAD(cudaMemset3D, (cudaPitchedPtr to, int value, cudaExtent extent), to, value, extent)
COPY_PER_THREAD(cudaMemcpy2DToArray,
                (CUarray to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                 size_t height, int kind),
                to, x, y, from, pitch, width, height, kind)
COPY_PER_THREAD(cudaMemcpy2DFromArray,
                (void *to, size_t pitch, CUarray from, size_t x, size_t y, size_t width,
                 size_t height, int kind),
                to, pitch, from, x, y, width, height, kind)
COPY_PER_THREAD(cudaMemcpyToArray,
                (CUarray to, size_t x, size_t y, const void *from, size_t size, int kind), to, x, y,
                from, size, kind)
COPY_PER_THREAD(cudaMemcpyFromArray,
                (void *to, CUarray from, size_t x, size_t y, size_t size, int kind), to, from, x, y,
                size, kind)

/* Copies from array to array have no form with a stream. */
static const cudaStream_t own = CU_STREAM_PER_THREAD;

static int is_within_device(int kind) {
    return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

EXPORT cudaError_t cudaMemcpy2DArrayToArray_ptds(CUarray to, size_t to_x, size_t to_y, CUarray from,
                                                 size_t from_x, size_t from_y, size_t width,
                                                 size_t height, int kind) {
    if (!is_within_device(kind)) {
        return remember(cudaErrorInvalidMemcpyDirection);
    }
    return finished(remember(copy_array_rows((array_place){to, to_x, to_y},
                                             (array_place){from, from_x, from_y}, width, height,
                                             &own)));
}

EXPORT cudaError_t cudaMemcpyArrayToArray_ptds(CUarray to, size_t to_x, size_t to_y, CUarray from,
                                               size_t from_x, size_t from_y, size_t size, int kind) {
    if (!is_within_device(kind)) {
        return remember(cudaErrorInvalidMemcpyDirection);
    }
    return finished(remember(copy_array_bytes((array_place){to, to_x, to_y},
                                              (array_place){from, from_x, from_y}, size, &own)));
}
