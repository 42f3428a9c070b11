/* Functions that submit a batch: operations of a stream on words, and copies. Each part is submitted by the function
 * for one part, after the batch as a whole was checked. */
#include "client.h"

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream);
CUresult cuStreamSynchronize(CUstream hStream);
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, uint32_t value, unsigned flags);
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, uint64_t value, unsigned flags);
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, uint32_t value, unsigned flags);
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, uint64_t value, unsigned flags);

/* CUstreamBatchMemOpType. */
enum { WAIT_32 = 1, WRITE_32 = 2, FLUSH_REMOTE_WRITES = 3, WAIT_64 = 4, WRITE_64 = 5, BARRIER = 6 };

/* The documentation of cuStreamBatchMemOp: "Must be less than 256." */
#define MOST_OPERATIONS 255

/* CU_STREAM_MEMORY_BARRIER_TYPE_GPU, the largest of CUstreamMemoryBarrier_flags. */
#define GPU_BARRIER 1

/* CUDA_SUCCESS if the operation is one of the function's. A flush needs CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES,
 * which no device has. */
static CUresult check_operation(const CUstreamBatchMemOpParams *operation) {
    switch (operation->operation) {
    case WAIT_32:
    case WRITE_32:
    case WAIT_64:
    case WRITE_64:
        return CUDA_SUCCESS;
    case FLUSH_REMOTE_WRITES:
        return CUDA_ERROR_NOT_SUPPORTED;
    case BARRIER:
        return operation->barrier.flags <= GPU_BARRIER ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* A barrier orders the words that the stream writes, which it writes one after the other. */
static CUresult submit_operation(CUstream stream, const CUstreamBatchMemOpParams *operation) {
    CUdeviceptr address = operation->word.address;
    uint64_t value = operation->word.value;
    unsigned flags = operation->word.flags;
    switch (operation->operation) {
    case WAIT_32:
        return cuStreamWaitValue32_v2(stream, address, (uint32_t)value, flags);
    case WRITE_32:
        return cuStreamWriteValue32_v2(stream, address, (uint32_t)value, flags);
    case WAIT_64:
        return cuStreamWaitValue64_v2(stream, address, value, flags);
    case WRITE_64:
        return cuStreamWriteValue64_v2(stream, address, value, flags);
    default:
        return CUDA_SUCCESS;
    }
}

EXPORT CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned count, CUstreamBatchMemOpParams *paramArray,
                                      unsigned flags) {
    CUresult result = CUDA_SUCCESS;
    REQUIRE((paramArray != NULL || count == 0) && count <= MOST_OPERATIONS && flags == 0)
    for (unsigned i = 0; result == CUDA_SUCCESS && i < count; i++) {
        result = check_operation(&paramArray[i]);
    }
    for (unsigned i = 0; result == CUDA_SUCCESS && i < count; i++) {
        result = submit_operation(stream, &paramArray[i]);
    }
    return result;
}

/* The first version has no barriers. */
EXPORT CUresult cuStreamBatchMemOp(CUstream stream, unsigned count, CUstreamBatchMemOpParams *paramArray,
                                   unsigned flags) {
    for (unsigned i = 0; paramArray != NULL && i < count && i < MOST_OPERATIONS; i++) {
        REQUIRE(paramArray[i].operation != BARRIER)
    }
    return cuStreamBatchMemOp_v2(stream, count, paramArray, flags);
}

/* CUmemcpySrcAccessOrder. */
enum { IN_STREAM_ORDER = 1, DURING_API_CALL = 2, IN_ANY_ORDER = 3 };

/* CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE, the only one of CUmemcpyFlags. */
#define PREFER_OVERLAP 1u

/* Whether the attributes apply to `count` copies: each from the index beside it on, the first from 0 on. */
static int are_valid_attributes(const CUmemcpyAttributes *attributes, const size_t *from, size_t number,
                                size_t count) {
    if (attributes == NULL || from == NULL || number == 0 || from[0] != 0) {
        return 0;
    }
    for (size_t i = 0; i < number; i++) {
        int order = attributes[i].srcAccessOrder;
        if (order < IN_STREAM_ORDER || order > IN_ANY_ORDER || (attributes[i].flags & ~PREFER_OVERLAP) != 0 ||
            from[i] >= count || (i > 0 && from[i] <= from[i - 1])) {
            return 0;
        }
    }
    return 1;
}

static int reads_during_call(const CUmemcpyAttributes *attributes, size_t number) {
    for (size_t i = 0; i < number; i++) {
        if (attributes[i].srcAccessOrder == DURING_API_CALL) {
            return 1;
        }
    }
    return 0;
}

/* CU_STREAM_LEGACY. */
#define LEGACY ((CUstream)1)

/* No failing copy: the batch as a whole is wrong. */
#define WHOLE_BATCH SIZE_MAX

/* The order of copies is that of the batch, which any order permits. */
EXPORT CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                                   CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx,
                                   CUstream hStream) {
    size_t unused;
    size_t *failed = failIdx == NULL ? &unused : failIdx;
    *failed = WHOLE_BATCH;
    REQUIRE(dsts != NULL && srcs != NULL && sizes != NULL && count > 0)
    REQUIRE(are_valid_attributes(attrs, attrsIdxs, numAttrs, count))
    REQUIRE(hStream != NULL && hStream != LEGACY)
    for (size_t i = 0; i < count; i++) {
        CUresult result = cuMemcpyAsync(dsts[i], srcs[i], sizes[i], hStream);
        if (result != CUDA_SUCCESS) {
            *failed = i;
            return result;
        }
    }
    return reads_during_call(attrs, numAttrs) ? cuStreamSynchronize(hStream) : CUDA_SUCCESS;
}

/* From release 13.0 on. */
EXPORT CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                                      CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                                      CUstream hStream) {
    return cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, NULL, hStream);
}
