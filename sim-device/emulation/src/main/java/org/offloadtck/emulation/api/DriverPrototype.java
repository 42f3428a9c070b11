package org.offloadtck.emulation.api;

/// Prototypes too long for a row of [DriverFunction], and the structures of the driver API that a
/// call carries field by field, in the order of their declaration (CUDA driver API 12.6, "Data
/// types used by CUDA driver").
final class DriverPrototype {

    /// `CUDA_MEMCPY2D`.
    private static final String COPY_2D =
            "size srcXInBytes, size srcY, number srcMemoryType, host srcHost, address srcDevice, "
                    + "host srcArray, size srcPitch, size dstXInBytes, size dstY, "
                    + "number dstMemoryType, host dstHost, address dstDevice, host dstArray, "
                    + "size dstPitch, size WidthInBytes, size Height";

    /// `CUmemAllocationProp` without what it reserves.
    private static final String ALLOCATION_PROPERTIES =
            "number type, number requestedHandleTypes, number locationType, number locationId, "
                    + "host win32HandleMetaData, number compressionType, "
                    + "number gpuDirectRDMACapable, number usage";

    /// How `cuLaunchKernel` states the shape of a launch; the head of `CUlaunchConfig` likewise.
    private static final String LAUNCH_SHAPE =
            "number gridDimX, number gridDimY, number gridDimZ, number blockDimX, "
                    + "number blockDimY, number blockDimZ, size sharedMemBytes, stream hStream";

    static final String CU_DEVICE_GET_P2P_ATTRIBUTE =
            "cuDeviceGetP2PAttribute(number* value, number attrib, device srcDevice, device "
                    + "dstDevice)";

    static final String CU_MODULE_LOAD_DATA_EX =
            "cuModuleLoadDataEx(module* module, bytes image, number numOptions, bytes "
                    + "options, bytes optionValues, text* infoLog, text* errorLog)";

    static final String CU_FUNC_GET_PARAM_INFO =
            "cuFuncGetParamInfo(function func, size paramIndex, size* paramOffset, size* "
                    + "paramSize)";

    static final String CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR =
            "cuOccupancyMaxActiveBlocksPerMultiprocessor(number* numBlocks, function func, "
                    + "number blockSize, size dynamicSMemSize)";

    static final String CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS =
            "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(number* numBlocks, "
                    + "function func, number blockSize, size dynamicSMemSize, flags flags)";

    static final String CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE =
            "cuOccupancyMaxPotentialBlockSize(number* minGridSize, number* blockSize, "
                    + "function func, bytes dynamicSMemSizes, size dynamicSMemSize, number "
                    + "blockSizeLimit)";

    static final String CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS =
            "cuOccupancyMaxPotentialBlockSizeWithFlags(number* minGridSize, number* "
                    + "blockSize, function func, bytes dynamicSMemSizes, size dynamicSMemSize, "
                    + "number blockSizeLimit, flags flags)";

    static final String CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK =
            "cuOccupancyAvailableDynamicSMemPerBlock(size* dynamicSmemSize, function func, "
                    + "number numBlocks, number blockSize)";

    static final String CU_LAUNCH_KERNEL =
            "cuLaunchKernel(function f, " + LAUNCH_SHAPE + ", bytes parameters)";

    static final String CU_LAUNCH_KERNEL_EX =
            "cuLaunchKernelEx("
                    + LAUNCH_SHAPE
                    + ", bytes attrs, number numAttrs, function f, bytes parameters)";

    static final String CU_LAUNCH_COOPERATIVE_KERNEL =
            "cuLaunchCooperativeKernel(function f, " + LAUNCH_SHAPE + ", bytes parameters)";

    static final String CU_MEM_ALLOC_PITCH =
            "cuMemAllocPitch_v2(address* dptr, size* pPitch, size WidthInBytes, size "
                    + "Height, number ElementSizeBytes)";

    static final String CU_MEM_PREFETCH_ASYNC =
            "cuMemPrefetchAsync(address devPtr, size count, device dstDevice, stream " + "hStream)";

    static final String CU_MEM_ADDRESS_RESERVE =
            "cuMemAddressReserve(address* ptr, size size, size alignment, address addr, "
                    + "flags flags)";

    static final String CU_MEM_CREATE =
            "cuMemCreate(memory* handle, size size, " + ALLOCATION_PROPERTIES + ", flags flags)";

    static final String CU_MEM_GET_ACCESS =
            "cuMemGetAccess(flags* flags, number locationType, number locationId, address "
                    + "ptr)";

    static final String CU_MEM_GET_ALLOCATION_GRANULARITY =
            "cuMemGetAllocationGranularity(size* granularity, "
                    + ALLOCATION_PROPERTIES
                    + ", number option)";

    static final String CU_MEMCPY_HTOD_ASYNC =
            "cuMemcpyHtoDAsync_v2(address dstDevice, host srcHost, size ByteCount, stream "
                    + "hStream)";

    static final String CU_MEMCPY_DTOH_ASYNC =
            "cuMemcpyDtoHAsync_v2(host dstHost, address srcDevice, size ByteCount, stream "
                    + "hStream)";

    static final String CU_MEMCPY_DTOD_ASYNC =
            "cuMemcpyDtoDAsync_v2(address dstDevice, address srcDevice, size ByteCount, "
                    + "stream hStream)";

    static final String CU_MEMCPY_PEER =
            "cuMemcpyPeer(address dstDevice, context dstContext, address srcDevice, context "
                    + "srcContext, size ByteCount)";

    static final String CU_MEMCPY_PEER_ASYNC =
            "cuMemcpyPeerAsync(address dstDevice, context dstContext, address srcDevice, "
                    + "context srcContext, size ByteCount, stream hStream)";

    static final String CU_MEMCPY_2D = "cuMemcpy2D_v2(" + COPY_2D + ")";

    static final String CU_MEMCPY_2D_UNALIGNED = "cuMemcpy2DUnaligned_v2(" + COPY_2D + ")";

    static final String CU_MEMCPY_2D_ASYNC = "cuMemcpy2DAsync_v2(" + COPY_2D + ", stream hStream)";

    static final String CU_MEMSET_D2D8 =
            "cuMemsetD2D8_v2(address dstDevice, size dstPitch, number uc, size Width, size "
                    + "Height)";

    static final String CU_MEMSET_D2D8_ASYNC =
            "cuMemsetD2D8Async(address dstDevice, size dstPitch, number uc, size Width, "
                    + "size Height, stream hStream)";

    static final String CU_MEMSET_D2D16 =
            "cuMemsetD2D16_v2(address dstDevice, size dstPitch, number us, size Width, size "
                    + "Height)";

    static final String CU_MEMSET_D2D16_ASYNC =
            "cuMemsetD2D16Async(address dstDevice, size dstPitch, number us, size Width, "
                    + "size Height, stream hStream)";

    static final String CU_MEMSET_D2D32 =
            "cuMemsetD2D32_v2(address dstDevice, size dstPitch, number ui, size Width, size "
                    + "Height)";

    static final String CU_MEMSET_D2D32_ASYNC =
            "cuMemsetD2D32Async(address dstDevice, size dstPitch, number ui, size Width, "
                    + "size Height, stream hStream)";

    static final String CU_POINTER_GET_ATTRIBUTES =
            "cuPointerGetAttributes(number numAttributes, bytes attributes, bytes* data, "
                    + "address ptr)";

    private DriverPrototype() {}
}
