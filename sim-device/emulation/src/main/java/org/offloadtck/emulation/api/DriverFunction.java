package org.offloadtck.emulation.api;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A function of the CUDA driver API 12.6: its number in requests, the symbol that `libcuda.so`
/// exports, and its parameters ([DriverParameter]). The symbols are those that the CUDA plugins of
/// LLVM 15 to 23 and the driver library of JCuda resolve, and related ones.
///
/// How parameters are passed is at [DriverPrototype]. The file has more than 500 lines because each
/// function is a row.
///
/// Requirement: ER-09.
public enum DriverFunction {
    CU_INIT(1, "cuInit(flags Flags)"),
    CU_DRIVER_GET_VERSION(2, "cuDriverGetVersion(number* driverVersion)"),
    CU_DEVICE_GET(3, "cuDeviceGet(device* device, number ordinal)"),
    CU_DEVICE_GET_COUNT(4, "cuDeviceGetCount(number* count)"),
    CU_DEVICE_GET_NAME(5, "cuDeviceGetName(text* name, number len, device dev)"),
    CU_DEVICE_GET_UUID(6, "cuDeviceGetUuid cuDeviceGetUuid_v2(bytes* uuid, device dev)"),
    CU_DEVICE_TOTAL_MEM(7, "cuDeviceTotalMem_v2 cuDeviceTotalMem(size* bytes, device dev)"),
    CU_DEVICE_GET_ATTRIBUTE(8, "cuDeviceGetAttribute(number* pi, number attrib, device dev)"),
    CU_DEVICE_GET_PCI_BUS_ID(9, "cuDeviceGetPCIBusId(text* pciBusId, number len, device dev)"),
    CU_DEVICE_GET_BY_PCI_BUS_ID(10, "cuDeviceGetByPCIBusId(device* dev, text pciBusId)"),
    CU_DEVICE_COMPUTE_CAPABILITY(
            11, "cuDeviceComputeCapability(number* major, number* minor, device dev)"),
    CU_DEVICE_CAN_ACCESS_PEER(
            12, "cuDeviceCanAccessPeer(number* canAccessPeer, device dev, device peerDev)"),
    CU_DEVICE_GET_P2P_ATTRIBUTE(
            13,
            "cuDeviceGetP2PAttribute(number* value, number attrib, device srcDevice, device "
                    + "dstDevice)"),
    CU_DEVICE_PRIMARY_CTX_RETAIN(14, "cuDevicePrimaryCtxRetain(context* pctx, device dev)"),
    CU_DEVICE_PRIMARY_CTX_RELEASE(
            15, "cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease(device dev)"),
    CU_DEVICE_PRIMARY_CTX_SET_FLAGS(
            16,
            "cuDevicePrimaryCtxSetFlags_v2 cuDevicePrimaryCtxSetFlags(device dev, flags flags)"),
    CU_DEVICE_PRIMARY_CTX_GET_STATE(
            17, "cuDevicePrimaryCtxGetState(device dev, flags* flags, number* active)"),
    CU_DEVICE_PRIMARY_CTX_RESET(
            18, "cuDevicePrimaryCtxReset_v2 cuDevicePrimaryCtxReset(device dev)"),
    CU_CTX_CREATE(
            19,
            "cuCtxCreate_v2 cuCtxCreate_v3 cuCtxCreate_v4 cuCtxCreate(context* pctx, flags flags, device dev)"),
    CU_CTX_DESTROY(20, "cuCtxDestroy_v2 cuCtxDestroy(context ctx)"),
    CU_CTX_PUSH_CURRENT(21, "cuCtxPushCurrent_v2 cuCtxPushCurrent(context ctx)"),
    CU_CTX_POP_CURRENT(22, "cuCtxPopCurrent_v2 cuCtxPopCurrent(context* pctx)"),
    CU_CTX_SET_CURRENT(23, "cuCtxSetCurrent(context ctx)"),
    CU_CTX_GET_CURRENT(
            24,
            "cuCtxGetCurrent cuCtxAttach cuCtxDetach cuProfilerStart cuProfilerStop(context* pctx)"),
    CU_CTX_GET_DEVICE(25, "cuCtxGetDevice cuTexRefCreate(device* device)"),
    CU_CTX_GET_FLAGS(26, "cuCtxGetFlags(flags* flags)"),
    CU_CTX_GET_ID(27, "cuCtxGetId(context ctx, number* ctxId)"),
    CU_CTX_SYNCHRONIZE(28, "cuCtxSynchronize()"),
    CU_CTX_SET_LIMIT(29, "cuCtxSetLimit(number limit, size value)"),
    CU_CTX_GET_LIMIT(30, "cuCtxGetLimit(size* pvalue, number limit)"),
    CU_CTX_GET_CACHE_CONFIG(31, "cuCtxGetCacheConfig(number* pconfig)"),
    CU_CTX_SET_CACHE_CONFIG(32, "cuCtxSetCacheConfig(number config)"),
    CU_CTX_GET_SHARED_MEM_CONFIG(33, "cuCtxGetSharedMemConfig(number* pConfig)"),
    CU_CTX_SET_SHARED_MEM_CONFIG(34, "cuCtxSetSharedMemConfig(number config)"),
    CU_CTX_GET_STREAM_PRIORITY_RANGE(
            35, "cuCtxGetStreamPriorityRange(number* leastPriority, number* greatestPriority)"),
    CU_CTX_GET_API_VERSION(36, "cuCtxGetApiVersion(context ctx, number* version)"),
    CU_CTX_ENABLE_PEER_ACCESS(37, "cuCtxEnablePeerAccess(context peerContext, flags Flags)"),
    CU_CTX_DISABLE_PEER_ACCESS(38, "cuCtxDisablePeerAccess(context peerContext)"),
    CU_MODULE_LOAD(39, "cuModuleLoad(module* module, text fname, bytes image)"),
    CU_MODULE_LOAD_DATA(40, "cuModuleLoadData(module* module, bytes image)"),
    CU_MODULE_LOAD_DATA_EX(
            41,
            "cuModuleLoadDataEx(module* module, bytes image, number numOptions, bytes options, "
                    + "bytes optionValues, text* infoLog, text* errorLog)"),
    CU_MODULE_LOAD_FAT_BINARY(42, "cuModuleLoadFatBinary(module* module, bytes fatCubin)"),
    CU_MODULE_UNLOAD(43, "cuModuleUnload(module hmod)"),
    CU_MODULE_GET_LOADING_MODE(44, "cuModuleGetLoadingMode(number* mode)"),
    CU_MODULE_GET_FUNCTION(
            45, "cuModuleGetFunction(function* hfunc, module hmod, text name, bytes* layout)"),
    CU_MODULE_GET_GLOBAL(
            46,
            "cuModuleGetGlobal_v2 cuModuleGetGlobal(address* dptr, size* bytes, module hmod, text name)"),
    CU_FUNC_GET_ATTRIBUTE(47, "cuFuncGetAttribute(number* pi, number attrib, function hfunc)"),
    CU_FUNC_SET_ATTRIBUTE(48, "cuFuncSetAttribute(function hfunc, number attrib, number value)"),
    CU_FUNC_SET_CACHE_CONFIG(49, "cuFuncSetCacheConfig(function hfunc, number config)"),
    CU_FUNC_SET_SHARED_MEM_CONFIG(50, "cuFuncSetSharedMemConfig(function hfunc, number config)"),
    CU_FUNC_GET_MODULE(
            51,
            "cuFuncGetModule cuFuncSetBlockShape cuFuncSetSharedSize cuParamSetSize cuParamSetf cuParamSeti cuParamSetv(module* hmod, function hfunc)"),
    CU_FUNC_GET_NAME(52, "cuFuncGetName(text* name, function hfunc)"),
    CU_FUNC_GET_PARAM_INFO(
            53,
            "cuFuncGetParamInfo(function func, size paramIndex, size* paramOffset, size* "
                    + "paramSize)"),
    CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR(
            54,
            "cuOccupancyMaxActiveBlocksPerMultiprocessor(number* numBlocks, function func, "
                    + "number blockSize, size dynamicSMemSize)"),
    CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS(
            55,
            "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(number* numBlocks, function "
                    + "func, number blockSize, size dynamicSMemSize, flags flags)"),
    CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE(56, "cuOccupancyMaxPotentialBlockSize(BLOCK_SIZE)"),
    CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS(
            57, "cuOccupancyMaxPotentialBlockSizeWithFlags(BLOCK_SIZE, flags flags)"),
    CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK(
            58,
            "cuOccupancyAvailableDynamicSMemPerBlock(size* dynamicSmemSize, function func, "
                    + "number numBlocks, number blockSize)"),
    CU_LAUNCH_KERNEL(
            59,
            "cuLaunchKernel cuLaunch cuLaunchGrid cuLaunchGridAsync(function f, LAUNCH_SHAPE, bytes parameters)"),
    CU_LAUNCH_KERNEL_EX(
            60,
            "cuLaunchKernelEx(LAUNCH_SHAPE, bytes attrs, number numAttrs, function f, bytes "
                    + "parameters)"),
    CU_LAUNCH_COOPERATIVE_KERNEL(
            61, "cuLaunchCooperativeKernel(function f, LAUNCH_SHAPE, bytes parameters)"),
    CU_LAUNCH_HOST_FUNC(62, "cuLaunchHostFunc(stream hStream, host fn, host userData)"),
    CU_MEM_GET_INFO(63, "cuMemGetInfo_v2 cuMemGetInfo(size* free, size* total)"),
    CU_MEM_ALLOC(64, "cuMemAlloc_v2(address* dptr, size bytesize)"),
    CU_MEM_ALLOC_PITCH(
            65,
            "cuMemAllocPitch_v2(address* dptr, size* pPitch, size WidthInBytes, size Height, "
                    + "number ElementSizeBytes)"),
    CU_MEM_FREE(66, "cuMemFree_v2(address dptr)"),
    CU_MEM_GET_ADDRESS_RANGE(
            67, "cuMemGetAddressRange_v2(address* pbase, size* psize, address dptr)"),
    CU_MEM_ALLOC_HOST(68, "cuMemAllocHost_v2 cuMemAllocHost(host* pp, size bytesize)"),
    CU_MEM_FREE_HOST(69, "cuMemFreeHost(host p)"),
    CU_MEM_HOST_ALLOC(70, "cuMemHostAlloc(host* pp, size bytesize, flags Flags)"),
    CU_MEM_HOST_GET_DEVICE_POINTER(
            71, "cuMemHostGetDevicePointer_v2(address* pdptr, host p, flags Flags)"),
    CU_MEM_HOST_GET_FLAGS(72, "cuMemHostGetFlags(flags* pFlags, host p)"),
    CU_MEM_ALLOC_MANAGED(73, "cuMemAllocManaged(address* dptr, size bytesize, flags flags)"),
    CU_MEM_PREFETCH_ASYNC(
            74,
            "cuMemPrefetchAsync cuMemPrefetchAsync_v2(address devPtr, size count, device "
                    + "dstDevice, stream hStream)"),
    CU_MEM_ADVISE(
            75,
            "cuMemAdvise cuMemAdvise_v2(address devPtr, size count, number advice, device device)"),
    CU_MEM_ALLOC_ASYNC(76, "cuMemAllocAsync(address* dptr, size bytesize, stream hStream)"),
    CU_MEM_FREE_ASYNC(77, "cuMemFreeAsync(address dptr, stream hStream)"),
    CU_MEM_ADDRESS_RESERVE(
            78,
            "cuMemAddressReserve(address* ptr, size size, size alignment, address addr, flags "
                    + "flags)"),
    CU_MEM_ADDRESS_FREE(79, "cuMemAddressFree(address ptr, size size)"),
    CU_MEM_CREATE(80, "cuMemCreate(memory* handle, size size, ALLOCATION_PROPERTIES, flags flags)"),
    CU_MEM_RELEASE(81, "cuMemRelease(memory handle)"),
    CU_MEM_RETAIN_ALLOCATION_HANDLE(82, "cuMemRetainAllocationHandle(memory* handle, host addr)"),
    CU_MEM_MAP(
            83,
            "cuMemMap(MAPPING, address ptr, size size, size offset, memory handle, flags flags)"),
    CU_MEM_UNMAP(84, "cuMemUnmap(address ptr, size size)"),
    CU_MEM_SET_ACCESS(85, "cuMemSetAccess(address ptr, size size, bytes desc, size count)"),
    CU_MEM_GET_ACCESS(
            86,
            "cuMemGetAccess(flags* flags, number locationType, number locationId, address ptr)"),
    CU_MEM_GET_ALLOCATION_GRANULARITY(
            87,
            "cuMemGetAllocationGranularity(size* granularity, ALLOCATION_PROPERTIES, number "
                    + "option)"),
    CU_MEMCPY(88, "cuMemcpy(number* moves, address dst, address src, size ByteCount)"),
    CU_MEMCPY_ASYNC(
            89,
            "cuMemcpyAsync cuMemcpyBatchAsync cuMemcpyBatchAsync_v2(number* moves, address dst, "
                    + "address src, size ByteCount, stream hStream)"),
    CU_MEMCPY_HTOD(
            90, "cuMemcpyHtoD_v2(number* moves, address dstDevice, host srcHost, size ByteCount)"),
    CU_MEMCPY_HTOD_ASYNC(
            91,
            "cuMemcpyHtoDAsync_v2(number* moves, address dstDevice, host srcHost, size "
                    + "ByteCount, stream hStream)"),
    CU_MEMCPY_DTOH(
            92, "cuMemcpyDtoH_v2(number* moves, host dstHost, address srcDevice, size ByteCount)"),
    CU_MEMCPY_DTOH_ASYNC(
            93,
            "cuMemcpyDtoHAsync_v2(number* moves, host dstHost, address srcDevice, size "
                    + "ByteCount, stream hStream)"),
    CU_MEMCPY_DTOD(94, "cuMemcpyDtoD_v2(address dstDevice, address srcDevice, size ByteCount)"),
    CU_MEMCPY_DTOD_ASYNC(
            95,
            "cuMemcpyDtoDAsync_v2(address dstDevice, address srcDevice, size ByteCount, stream "
                    + "hStream)"),
    CU_MEMCPY_PEER(96, "cuMemcpyPeer(PEER_COPY)"),
    CU_MEMCPY_PEER_ASYNC(97, "cuMemcpyPeerAsync(PEER_COPY, stream hStream)"),
    CU_MEMCPY_2D(
            98,
            "cuMemcpy2D_v2 cuMemcpyHtoA_v2 cuMemcpyAtoH_v2 cuMemcpyDtoA_v2 cuMemcpyAtoD_v2 "
                    + "cuMemcpyAtoA_v2(MOVES, COPY_2D)"),
    CU_MEMCPY_2D_UNALIGNED(99, "cuMemcpy2DUnaligned_v2(MOVES, COPY_2D)"),
    CU_MEMCPY_2D_ASYNC(
            100,
            "cuMemcpy2DAsync_v2 cuMemcpyHtoAAsync_v2 cuMemcpyAtoHAsync_v2(MOVES, COPY_2D, "
                    + "stream hStream)"),
    CU_MEMSET_D8(101, "cuMemsetD8_v2(address dstDevice, number uc, size N)"),
    CU_MEMSET_D8_ASYNC(
            102, "cuMemsetD8Async(address dstDevice, number uc, size N, stream hStream)"),
    CU_MEMSET_D16(103, "cuMemsetD16_v2(address dstDevice, number us, size N)"),
    CU_MEMSET_D16_ASYNC(
            104, "cuMemsetD16Async(address dstDevice, number us, size N, stream hStream)"),
    CU_MEMSET_D32(105, "cuMemsetD32_v2(address dstDevice, number ui, size N)"),
    CU_MEMSET_D32_ASYNC(
            106, "cuMemsetD32Async(address dstDevice, number ui, size N, stream hStream)"),
    CU_MEMSET_D2D8(107, "cuMemsetD2D8_v2(ROWS_8)"),
    CU_MEMSET_D2D8_ASYNC(108, "cuMemsetD2D8Async(ROWS_8, stream hStream)"),
    CU_MEMSET_D2D16(109, "cuMemsetD2D16_v2(ROWS_16)"),
    CU_MEMSET_D2D16_ASYNC(110, "cuMemsetD2D16Async(ROWS_16, stream hStream)"),
    CU_MEMSET_D2D32(111, "cuMemsetD2D32_v2(ROWS_32)"),
    CU_MEMSET_D2D32_ASYNC(112, "cuMemsetD2D32Async(ROWS_32, stream hStream)"),
    CU_POINTER_GET_ATTRIBUTE(
            113, "cuPointerGetAttribute(bytes* data, number attribute, address ptr)"),
    CU_POINTER_GET_ATTRIBUTES(
            114,
            "cuPointerGetAttributes(number numAttributes, bytes attributes, bytes* data, address "
                    + "ptr)"),
    CU_STREAM_CREATE(115, "cuStreamCreate(stream* phStream, flags Flags)"),
    CU_STREAM_CREATE_WITH_PRIORITY(
            116, "cuStreamCreateWithPriority(stream* phStream, flags flags, number priority)"),
    CU_STREAM_DESTROY(117, "cuStreamDestroy_v2 cuStreamDestroy(stream hStream)"),
    CU_STREAM_QUERY(118, "cuStreamQuery(stream hStream)"),
    CU_STREAM_SYNCHRONIZE(119, "cuStreamSynchronize(stream hStream)"),
    CU_STREAM_WAIT_EVENT(120, "cuStreamWaitEvent(stream hStream, event hEvent, flags Flags)"),
    CU_STREAM_ADD_CALLBACK(
            121, "cuStreamAddCallback(stream hStream, host callback, host userData, flags flags)"),
    CU_STREAM_ATTACH_MEM_ASYNC(
            122, "cuStreamAttachMemAsync(stream hStream, address dptr, size length, flags flags)"),
    CU_STREAM_GET_PRIORITY(123, "cuStreamGetPriority(stream hStream, number* priority)"),
    CU_STREAM_GET_FLAGS(124, "cuStreamGetFlags(stream hStream, flags* flags)"),
    CU_STREAM_GET_CTX(125, "cuStreamGetCtx(stream hStream, context* pctx)"),
    CU_STREAM_GET_ID(126, "cuStreamGetId(stream hStream, number* streamId)"),
    CU_EVENT_CREATE(127, "cuEventCreate(event* phEvent, flags Flags)"),
    CU_EVENT_RECORD(128, "cuEventRecord(event hEvent, stream hStream)"),
    CU_EVENT_RECORD_WITH_FLAGS(
            129, "cuEventRecordWithFlags(event hEvent, stream hStream, flags flags)"),
    CU_EVENT_QUERY(130, "cuEventQuery(event hEvent)"),
    CU_EVENT_SYNCHRONIZE(131, "cuEventSynchronize(event hEvent)"),
    CU_EVENT_DESTROY(132, "cuEventDestroy_v2 cuEventDestroy(event hEvent)"),
    CU_EVENT_ELAPSED_TIME(
            133,
            "cuEventElapsedTime cuEventElapsedTime_v2(float* pMilliseconds, event hStart, event "
                    + "hEnd)"),
    CU_STREAM_WRITE_VALUE_32(
            134,
            "cuStreamWriteValue32_v2 cuStreamWriteValue32 cuStreamBatchMemOp cuStreamBatchMemOp_v2(WORD)"),
    CU_STREAM_WRITE_VALUE_64(135, "cuStreamWriteValue64_v2 cuStreamWriteValue64(WORD)"),
    CU_STREAM_WAIT_VALUE_32(136, "cuStreamWaitValue32_v2 cuStreamWaitValue32(WORD)"),
    CU_STREAM_WAIT_VALUE_64(137, "cuStreamWaitValue64_v2 cuStreamWaitValue64(WORD)"),
    CU_MEM_HOST_REGISTER(
            138, "cuMemHostRegister_v2 cuMemHostRegister(host p, size bytesize, flags Flags)"),
    CU_MEM_HOST_UNREGISTER(139, "cuMemHostUnregister(host p)"),
    CU_DEVICE_GET_DEFAULT_MEM_POOL(140, "cuDeviceGetDefaultMemPool(pool* pool_out, device dev)"),
    CU_DEVICE_GET_MEM_POOL(141, "cuDeviceGetMemPool(pool* pool, device dev)"),
    CU_DEVICE_SET_MEM_POOL(142, "cuDeviceSetMemPool(device dev, pool pool)"),
    CU_MEM_POOL_CREATE(143, "cuMemPoolCreate(pool* pool, POOL_PROPERTIES, size maxSize)"),
    CU_MEM_POOL_DESTROY(144, "cuMemPoolDestroy(pool pool)"),
    CU_MEM_POOL_TRIM_TO(145, "cuMemPoolTrimTo(pool pool, size minBytesToKeep)"),
    CU_MEM_POOL_SET_ATTRIBUTE(146, "cuMemPoolSetAttribute(pool pool, number attr, number value)"),
    CU_MEM_POOL_GET_ATTRIBUTE(147, "cuMemPoolGetAttribute(number* value, pool pool, number attr)"),
    CU_MEM_POOL_SET_ACCESS(148, "cuMemPoolSetAccess(pool pool, bytes map, size count)"),
    CU_MEM_POOL_GET_ACCESS(149, "cuMemPoolGetAccess(flags* flags, pool memPool, LOCATION)"),
    CU_MEM_ALLOC_FROM_POOL_ASYNC(
            150,
            "cuMemAllocFromPoolAsync(address* dptr, size bytesize, pool pool, stream hStream)"),
    CU_LINK_CREATE(151, "cuLinkCreate_v2 cuLinkCreate(link* stateOut)"),
    CU_LINK_ADD_DATA(
            152,
            "cuLinkAddData_v2 cuLinkAddData cuLinkAddFile_v2 cuLinkAddFile(link state, number "
                    + "type, bytes data, text name, number maxRegisters, text* errorLog)"),
    CU_LINK_COMPLETE(153, "cuLinkComplete(link state, bytes* cubinOut, text* errorLog)"),
    CU_LINK_DESTROY(154, "cuLinkDestroy(link state)"),
    CU_GRAPH_CREATE(155, "cuGraphCreate(graph* phGraph, flags flags)"),
    CU_GRAPH_DESTROY(156, "cuGraphDestroy(graph hGraph)"),
    CU_GRAPH_CLONE(157, "cuGraphClone(graph* phGraphClone, graph originalGraph)"),
    CU_GRAPH_GET_NODES(158, "cuGraphGetNodes(graph hGraph, bytes* nodes)"),
    CU_GRAPH_GET_ROOT_NODES(159, "cuGraphGetRootNodes(graph hGraph, bytes* rootNodes)"),
    CU_GRAPH_GET_EDGES(
            160, "cuGraphGetEdges cuGraphGetEdges_v2(graph hGraph, bytes* from, bytes* to)"),
    CU_GRAPH_ADD_DEPENDENCIES(
            161,
            "cuGraphAddDependencies cuGraphAddDependencies_v2(graph hGraph, bytes from, bytes to)"),
    CU_GRAPH_REMOVE_DEPENDENCIES(
            162,
            "cuGraphRemoveDependencies cuGraphRemoveDependencies_v2(graph hGraph, bytes from, "
                    + "bytes to)"),
    CU_GRAPH_DESTROY_NODE(163, "cuGraphDestroyNode(node hNode)"),
    CU_GRAPH_NODE_GET_TYPE(164, "cuGraphNodeGetType(node hNode, number* type)"),
    CU_GRAPH_NODE_GET_DEPENDENCIES(
            165,
            "cuGraphNodeGetDependencies cuGraphNodeGetDependencies_v2(node hNode, bytes* "
                    + "dependencies)"),
    CU_GRAPH_NODE_GET_DEPENDENT_NODES(
            166,
            "cuGraphNodeGetDependentNodes cuGraphNodeGetDependentNodes_v2(node hNode, bytes* "
                    + "dependentNodes)"),
    CU_GRAPH_NODE_FIND_IN_CLONE(
            167, "cuGraphNodeFindInClone(node* phNode, node hOriginalNode, graph hClonedGraph)"),
    CU_GRAPH_DEBUG_DOT_PRINT(168, "cuGraphDebugDotPrint(graph hGraph, flags flags, text* dot)"),
    CU_GRAPH_ADD_EMPTY_NODE(169, "cuGraphAddEmptyNode(NEW_NODE)"),
    CU_GRAPH_ADD_KERNEL_NODE(
            170, "cuGraphAddKernelNode_v2 cuGraphAddKernelNode" + "(NEW_NODE, KERNEL_NODE)"),
    CU_GRAPH_ADD_MEMCPY_NODE(171, "cuGraphAddMemcpyNode(NEW_NODE, COPY_3D, context ctx)"),
    CU_GRAPH_ADD_MEMSET_NODE(172, "cuGraphAddMemsetNode(NEW_NODE, FILL, context ctx)"),
    CU_GRAPH_ADD_HOST_NODE(173, "cuGraphAddHostNode(NEW_NODE, host fn, host userData)"),
    CU_GRAPH_ADD_CHILD_GRAPH_NODE(
            174, "cuGraphAddChildGraphNode(NEW_NODE, graph childGraph, number ownership)"),
    CU_GRAPH_ADD_EVENT_RECORD_NODE(175, "cuGraphAddEventRecordNode(NEW_NODE, event event)"),
    CU_GRAPH_ADD_EVENT_WAIT_NODE(176, "cuGraphAddEventWaitNode(NEW_NODE, event event)"),
    CU_GRAPH_CHILD_GRAPH_NODE_GET_GRAPH(
            177, "cuGraphChildGraphNodeGetGraph(node hNode, graph* phGraph)"),
    CU_GRAPH_KERNEL_NODE_GET_PARAMS(
            178,
            "cuGraphKernelNodeGetParams_v2 cuGraphKernelNodeGetParams(node hNode, KERNEL_NODE*, "
                    + "bytes* layout)"),
    CU_GRAPH_KERNEL_NODE_SET_PARAMS(
            179,
            "cuGraphKernelNodeSetParams_v2 cuGraphKernelNodeSetParams cuGraphNodeSetParams(node "
                    + "hNode, KERNEL_NODE)"),
    CU_GRAPH_MEMCPY_NODE_SET_PARAMS(180, "cuGraphMemcpyNodeSetParams(node hNode, COPY_3D)"),
    CU_GRAPH_MEMSET_NODE_SET_PARAMS(181, "cuGraphMemsetNodeSetParams(node hNode, FILL)"),
    CU_GRAPH_HOST_NODE_SET_PARAMS(
            182, "cuGraphHostNodeSetParams(node hNode, host fn, host userData)"),
    CU_GRAPH_INSTANTIATE(
            183,
            "cuGraphInstantiateWithFlags cuGraphInstantiateWithParams cuGraphInstantiate_v2 "
                    + "cuGraphInstantiate(exec* phGraphExec, graph hGraph, flags flags)"),
    CU_GRAPH_EXEC_DESTROY(184, "cuGraphExecDestroy(exec hGraphExec)"),
    CU_GRAPH_EXEC_GET_FLAGS(185, "cuGraphExecGetFlags(exec hGraphExec, flags* flags)"),
    CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS(
            186,
            "cuGraphExecKernelNodeSetParams_v2 cuGraphExecKernelNodeSetParams "
                    + "cuGraphExecNodeSetParams(EXEC_NODE, KERNEL_NODE)"),
    CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS(
            187, "cuGraphExecMemcpyNodeSetParams(EXEC_NODE, COPY_3D, context ctx)"),
    CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS(
            188, "cuGraphExecMemsetNodeSetParams(EXEC_NODE, FILL, context ctx)"),
    CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS(
            189, "cuGraphExecHostNodeSetParams(EXEC_NODE, host fn, host userData)"),
    CU_GRAPH_EXEC_UPDATE(
            190,
            "cuGraphExecUpdate_v2 cuGraphExecUpdate(exec hGraphExec, graph hGraph, number* "
                    + "result, node* errorNode)"),
    CU_GRAPH_UPLOAD(191, "cuGraphUpload(exec hGraphExec, stream hStream)"),
    CU_GRAPH_LAUNCH(192, "cuGraphLaunch(exec hGraphExec, stream hStream)"),
    CU_STREAM_BEGIN_CAPTURE(
            193, "cuStreamBeginCapture_v2 cuStreamBeginCapture(stream hStream, number mode)"),
    CU_STREAM_END_CAPTURE(194, "cuStreamEndCapture(stream hStream, graph* phGraph)"),
    CU_STREAM_IS_CAPTURING(195, "cuStreamIsCapturing(stream hStream, number* captureStatus)"),
    CU_STREAM_GET_CAPTURE_INFO(
            196,
            "cuStreamGetCaptureInfo_v3 cuStreamGetCaptureInfo_v2 cuStreamGetCaptureInfo(stream "
                    + "hStream, number* captureStatus, number* id, graph* graph, bytes* "
                    + "dependencies)"),
    CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES(
            197,
            "cuStreamUpdateCaptureDependencies cuStreamUpdateCaptureDependencies_v2(stream "
                    + "hStream, bytes dependencies, flags flags)"),
    CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE(
            198, "cuThreadExchangeStreamCaptureMode(number* before, number mode)"),
    CU_MEMCPY_3D(199, "cuMemcpy3D_v2 cuMemcpy3DPeer(MOVES, COPY_3D)"),
    CU_MEMCPY_3D_ASYNC(
            200, "cuMemcpy3DAsync_v2 cuMemcpy3DPeerAsync(MOVES, COPY_3D, stream hStream)"),
    CU_ARRAY_CREATE(201, "cuArrayCreate_v2(array* pHandle, ARRAY)"),
    CU_ARRAY_GET_DESCRIPTOR(202, "cuArrayGetDescriptor_v2(ARRAY*, array hArray)"),
    CU_ARRAY_DESTROY(203, "cuArrayDestroy(array hArray)"),
    CU_ARRAY_3D_CREATE(204, "cuArray3DCreate_v2(array* pHandle, ARRAY_3D)"),
    CU_ARRAY_3D_GET_DESCRIPTOR(205, "cuArray3DGetDescriptor_v2(ARRAY_3D*, array hArray)"),
    CU_MIPMAPPED_ARRAY_CREATE(
            206, "cuMipmappedArrayCreate(mipmap* pHandle, ARRAY_3D, size numMipmapLevels)"),
    CU_MIPMAPPED_ARRAY_GET_LEVEL(
            207,
            "cuMipmappedArrayGetLevel(array* pLevelArray, mipmap hMipmappedArray, size level)"),
    CU_MIPMAPPED_ARRAY_DESTROY(208, "cuMipmappedArrayDestroy(mipmap hMipmappedArray)"),
    CU_TEX_OBJECT_CREATE(
            209,
            "cuTexObjectCreate cuTexRefSetAddress_v2 cuTexRefSetAddress2D_v3 "
                    + "cuTexRefSetAddressMode cuTexRefSetArray cuTexRefSetBorderColor "
                    + "cuTexRefSetFilterMode cuTexRefSetFlags cuTexRefSetFormat "
                    + "cuTexRefSetMaxAnisotropy cuTexRefSetMipmapFilterMode "
                    + "cuTexRefSetMipmapLevelBias cuTexRefSetMipmapLevelClamp "
                    + "cuTexRefSetMipmappedArray"
                    + "(texture* pTexObject, RESOURCE, SAMPLING, number views, VIEW)"),
    CU_TEX_OBJECT_DESTROY(210, "cuTexObjectDestroy(texture texObject)"),
    CU_TEX_OBJECT_GET_RESOURCE_DESC(
            211, "cuTexObjectGetResourceDesc(RESOURCE*, texture texObject)"),
    CU_TEX_OBJECT_GET_TEXTURE_DESC(212, "cuTexObjectGetTextureDesc(SAMPLING*, texture texObject)"),
    CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC(
            213, "cuTexObjectGetResourceViewDesc(VIEW*, texture texObject)"),
    CU_SURF_OBJECT_CREATE(
            214, "cuSurfObjectCreate cuSurfRefSetArray(surface* pSurfObject, RESOURCE)"),
    CU_SURF_OBJECT_DESTROY(215, "cuSurfObjectDestroy(surface surfObject)"),
    CU_SURF_OBJECT_GET_RESOURCE_DESC(
            216, "cuSurfObjectGetResourceDesc(RESOURCE*, surface surfObject)"),
    CU_LIBRARY_LOAD_DATA(
            217,
            "cuLibraryLoadData cuLibraryLoadFromFile(library* library, text fileName, bytes code, "
                    + "bytes jitOptions, bytes libraryOptions, text* errorLog)"),
    CU_LIBRARY_UNLOAD(218, "cuLibraryUnload(library library)"),
    CU_LIBRARY_GET_KERNEL(
            219, "cuLibraryGetKernel(kernel* pKernel, library library, text name, bytes* layout)"),
    CU_LIBRARY_GET_KERNEL_COUNT(220, "cuLibraryGetKernelCount(number* count, library lib)"),
    CU_LIBRARY_ENUMERATE_KERNELS(
            221, "cuLibraryEnumerateKernels(number numKernels, library lib, HANDLES*)"),
    CU_LIBRARY_GET_MODULE(222, "cuLibraryGetModule(module* pMod, library library)"),
    CU_LIBRARY_GET_GLOBAL(
            223, "cuLibraryGetGlobal(address* dptr, size* bytes, library library, text name)"),
    CU_LIBRARY_GET_MANAGED(
            224, "cuLibraryGetManaged(address* dptr, size* bytes, library library, text name)"),
    CU_KERNEL_GET_FUNCTION(
            225, "cuKernelGetFunction(function* pFunc, kernel kernel, bytes* layout)"),
    CU_KERNEL_GET_LIBRARY(226, "cuKernelGetLibrary(library* pLib, kernel kernel)"),
    CU_KERNEL_GET_ATTRIBUTE(
            227, "cuKernelGetAttribute(number* pi, number attrib, kernel kernel, device dev)"),
    CU_KERNEL_SET_ATTRIBUTE(
            228, "cuKernelSetAttribute(number attrib, number val, kernel kernel, device dev)"),
    CU_KERNEL_SET_CACHE_CONFIG(
            229, "cuKernelSetCacheConfig(kernel kernel, number config, device dev)"),
    CU_KERNEL_GET_NAME(230, "cuKernelGetName(text* name, kernel hfunc)"),
    CU_KERNEL_GET_PARAM_INFO(
            231,
            "cuKernelGetParamInfo(kernel kernel, size paramIndex, size* paramOffset, size* "
                    + "paramSize)"),
    CU_MODULE_GET_FUNCTION_COUNT(232, "cuModuleGetFunctionCount(number* count, module mod)"),
    CU_MODULE_ENUMERATE_FUNCTIONS(
            233, "cuModuleEnumerateFunctions(number numFunctions, module mod, HANDLES*)"),
    CU_FUNC_LOAD(234, "cuFuncLoad(function function)"),
    CU_FUNC_IS_LOADED(235, "cuFuncIsLoaded(number* state, function function)"),
    CU_MEM_RANGE_GET_ATTRIBUTE(
            236,
            "cuMemRangeGetAttribute cuMemRangeGetAttributes(bytes* data, size dataSize, number "
                    + "attribute, address devPtr, size count)"),
    CU_GRAPH_ADD_MEM_ALLOC_NODE(
            237,
            "cuGraphAddMemAllocNode(NEW_NODE, POOL_PROPERTIES, bytes accessDescs, size"
                    + " accessDescCount, size bytesize, address* dptr)"),
    CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS(
            238,
            "cuGraphMemAllocNodeGetParams(node hNode, number* location.id, bytes* accessDescs,"
                    + " size* bytesize, address* dptr)"),
    CU_GRAPH_ADD_MEM_FREE_NODE(239, "cuGraphAddMemFreeNode(NEW_NODE, address dptr)"),
    CU_GRAPH_MEM_FREE_NODE_GET_PARAMS(
            240, "cuGraphMemFreeNodeGetParams(node hNode, address* dptr_out)"),
    CU_DEVICE_GRAPH_MEM_TRIM(241, "cuDeviceGraphMemTrim(device device)"),
    CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE(
            242, "cuDeviceGetGraphMemAttribute(device device, number attr, size* value)"),
    CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE(
            243, "cuDeviceSetGraphMemAttribute(device device, number attr, size value)"),
    CU_STREAM_SET_ATTRIBUTE(244, "cuStreamSetAttribute(stream hStream, number attr, bytes value)"),
    CU_STREAM_GET_ATTRIBUTE(
            245, "cuStreamGetAttribute(stream hStream, number attr, bytes* value_out)"),
    CU_STREAM_COPY_ATTRIBUTES(246, "cuStreamCopyAttributes(stream dst, stream src)"),
    CU_STREAM_GET_DEVICE(247, "cuStreamGetDevice(stream hStream, device* device)"),
    CU_CTX_RESET_PERSISTING_L2_CACHE(248, "cuCtxResetPersistingL2Cache()"),
    CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE(
            249, "cuGraphKernelNodeSetAttribute(node hNode, number attr, bytes value)"),
    CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE(
            250, "cuGraphKernelNodeGetAttribute(node hNode, number attr, bytes* value_out)"),
    CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES(
            251, "cuGraphKernelNodeCopyAttributes(node dst, node src)"),
    CU_STREAM_BEGIN_CAPTURE_TO_GRAPH(252, "cuStreamBeginCaptureToGraph(TO_GRAPH)"),
    CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS(
            253,
            "cuOccupancyMaxActiveClusters(number* numClusters, LAUNCH_SHAPE, bytes attrs, "
                    + "number numAttrs, function func)"),
    CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE(
            254,
            "cuOccupancyMaxPotentialClusterSize(number* clusterSize, LAUNCH_SHAPE, bytes attrs, "
                    + "number numAttrs, function func)"),
    CU_USER_OBJECT_CREATE(
            270,
            "cuUserObjectCreate(object* object_out, host ptr, host destroy, number"
                    + " initialRefcount, flags flags)"),
    CU_USER_OBJECT_RETAIN(271, "cuUserObjectRetain(object object, number count)"),
    CU_USER_OBJECT_RELEASE(272, "cuUserObjectRelease(object object, number count)"),
    CU_GRAPH_RETAIN_USER_OBJECT(
            273, "cuGraphRetainUserObject(graph graph, object object, number count, flags flags)"),
    CU_GRAPH_RELEASE_USER_OBJECT(
            274, "cuGraphReleaseUserObject(graph graph, object object, number count)"),
    CU_GRAPH_MEMCPY_NODE_GET_PARAMS(275, "cuGraphMemcpyNodeGetParams(node hNode, COPY_3D*)"),
    CU_GRAPH_MEMSET_NODE_GET_PARAMS(276, "cuGraphMemsetNodeGetParams(node hNode, FILL*)"),
    CU_GRAPH_HOST_NODE_GET_PARAMS(
            277, "cuGraphHostNodeGetParams(node hNode, host* fn, host* userData)"),
    CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT(
            278, "cuGraphEventRecordNodeGetEvent(node hNode, event* event_out)"),
    CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT(
            279, "cuGraphEventRecordNodeSetEvent(node hNode, event event)"),
    CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT(
            280, "cuGraphEventWaitNodeGetEvent(node hNode, event* event_out)"),
    CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT(
            281, "cuGraphEventWaitNodeSetEvent(node hNode, event event)"),
    CU_GRAPH_EXEC_EVENT_RECORD_NODE_SET_EVENT(
            282, "cuGraphExecEventRecordNodeSetEvent(EXEC_NODE, event event)"),
    CU_GRAPH_EXEC_EVENT_WAIT_NODE_SET_EVENT(
            283, "cuGraphExecEventWaitNodeSetEvent(EXEC_NODE, event event)"),
    CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS(
            284, "cuGraphExecChildGraphNodeSetParams(EXEC_NODE, graph childGraph)"),
    CU_GRAPH_NODE_SET_ENABLED(285, "cuGraphNodeSetEnabled(EXEC_NODE, number isEnabled)"),
    CU_GRAPH_NODE_GET_ENABLED(286, "cuGraphNodeGetEnabled(EXEC_NODE, number* isEnabled)"),
    CU_MEM_GET_DEFAULT_MEM_POOL(
            287, "cuMemGetDefaultMemPool(pool* pool_out, LOCATION, number type)"),
    CU_MEM_GET_MEM_POOL(288, "cuMemGetMemPool(pool* pool, LOCATION, number type)"),
    CU_MEM_SET_MEM_POOL(289, "cuMemSetMemPool(LOCATION, number type, pool pool)"),
    CU_IPC_GET_MEM_HANDLE(290, "cuIpcGetMemHandle(bytes* pHandle, address dptr)"),
    CU_IPC_OPEN_MEM_HANDLE(
            291,
            "cuIpcOpenMemHandle_v2 cuIpcOpenMemHandle(address* pdptr, MAPPING, bytes handle,"
                    + " flags Flags)"),
    CU_IPC_CLOSE_MEM_HANDLE(292, "cuIpcCloseMemHandle(address* at, size* bytes, address dptr)"),
    CU_IPC_GET_EVENT_HANDLE(293, "cuIpcGetEventHandle(bytes* pHandle, event event)"),
    CU_IPC_OPEN_EVENT_HANDLE(294, "cuIpcOpenEventHandle(event* phEvent, bytes handle)"),
    CU_MEM_EXPORT_TO_SHAREABLE_HANDLE(
            295,
            "cuMemExportToShareableHandle(text* file, memory handle, number handleType, flags"
                    + " flags)"),
    CU_MEM_IMPORT_FROM_SHAREABLE_HANDLE(
            296,
            "cuMemImportFromShareableHandle(memory* handle, host osHandle, number shHandleType)"),
    CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE(
            297,
            "cuMemPoolExportToShareableHandle(text* file, pool pool, number handleType, flags"
                    + " flags)"),
    CU_MEM_POOL_IMPORT_FROM_SHAREABLE_HANDLE(
            298,
            "cuMemPoolImportFromShareableHandle(pool* pool_out, host handle, number handleType,"
                    + " flags flags)"),
    CU_MEM_POOL_EXPORT_POINTER(299, "cuMemPoolExportPointer(bytes* shareData_out, address ptr)"),
    CU_MEM_POOL_IMPORT_POINTER(
            300, "cuMemPoolImportPointer(address* ptr_out, MAPPING, pool pool, bytes shareData)"),
    /// Functions of the kit for its NVML, which sees all devices of the machine and needs no
    /// `cuInit`.
    MACHINE_COUNT(301, "offload_tck_machine_count(number* count)"),
    MACHINE_DEVICE(
            302,
            "offload_tck_machine_device(number index, number* contexts, size* used, size* total,"
                    + " bytes* uuid, text* name)"),
    MACHINE_ATTRIBUTE(
            303, "offload_tck_machine_attribute(number* value, number attribute, number index)"),
    MACHINE_PEER_ATTRIBUTE(
            304,
            "offload_tck_machine_peer_attribute(number* value, number attribute, number first,"
                    + " number second)"),
    CU_MODULE_GET_TEX_REF(305, "cuModuleGetTexRef(address* variable, module hmod, text name)"),
    CU_MODULE_GET_SURF_REF(306, "cuModuleGetSurfRef(address* variable, module hmod, text name)"),
    CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE(
            307,
            "cuMemGetAllocationPropertiesFromHandle(number* requestedHandleTypes, number* "
                    + "location.id, memory handle)"),
    CU_GRAPH_CONDITIONAL_HANDLE_CREATE(
            308,
            "cuGraphConditionalHandleCreate(size* pHandle_out, graph hGraph, context ctx, number"
                    + " defaultLaunchValue, flags flags)"),
    CU_GRAPH_ADD_NODE(
            309,
            "cuGraphAddNode_v2 cuGraphAddNode(NEW_NODE, size handle, number type, number size,"
                    + " context ctx, bytes* phGraph_out)");

    /// Functions that the client answers itself, so that they work without a server.
    public static final List<String> ANSWERED_BY_CLIENT =
            List.of(
                    "cuGLCtxCreate_v2",
                    "cuGLGetDevices_v2",
                    "cuGLInit",
                    "cuGLMapBufferObject_v2",
                    "cuGLRegisterBufferObject",
                    "cuGLUnmapBufferObject",
                    "cuGLUnregisterBufferObject",
                    "cuGetErrorName",
                    "cuGetErrorString",
                    "cuGetProcAddress",
                    "cuGetProcAddress_v2",
                    "cuGraphicsGLRegisterBuffer",
                    "cuGraphicsGLRegisterImage",
                    "cuGraphicsMapResources",
                    "cuGraphicsResourceGetMappedMipmappedArray",
                    "cuGraphicsResourceGetMappedPointer_v2",
                    "cuGraphicsResourceSetMapFlags_v2",
                    "cuGraphicsSubResourceGetMappedArray",
                    "cuGraphicsUnmapResources",
                    "cuGraphicsUnregisterResource",
                    "cuParamSetTexRef",
                    "cuProfilerInitialize",
                    "cuSurfRefGetArray",
                    "cuTensorMapEncodeTiled",
                    "cuTensorMapReplaceAddress",
                    "cuTexRefDestroy",
                    "cuTexRefGetAddressMode",
                    "cuTexRefGetAddress_v2",
                    "cuTexRefGetArray",
                    "cuTexRefGetBorderColor",
                    "cuTexRefGetFilterMode",
                    "cuTexRefGetFlags",
                    "cuTexRefGetFormat",
                    "cuTexRefGetMaxAnisotropy",
                    "cuTexRefGetMipmapFilterMode",
                    "cuTexRefGetMipmapLevelBias",
                    "cuTexRefGetMipmapLevelClamp",
                    "cuTexRefGetMipmappedArray");

    private static final Map<Integer, DriverFunction> BY_NUMBER =
            Arrays.stream(values())
                    .collect(toUnmodifiableMap(DriverFunction::number, Function.identity()));

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final DriverPrototype prototype;

    DriverFunction(int number, String prototype) {
        this.number = number;
        this.prototype = DriverPrototype.parse(prototype);
    }

    /// Its number in a request.
    public int number() {
        return number;
    }

    /// The name under which C programs know it.
    public String symbol() {
        return prototype.symbol();
    }

    /// Further names for it, whose parameters the client translates.
    public List<String> aliases() {
        return prototype.aliases();
    }

    /// Its parameters in the order of their declaration.
    public List<DriverParameter> parameters() {
        return prototype.parameters();
    }

    /// How many input numbers a call carries.
    public int arguments() {
        return prototype.count(parameter -> !parameter.isBuffer());
    }

    /// How many input buffers a call carries.
    public int buffers() {
        return prototype.count(DriverParameter::isBuffer);
    }

    /// The function of a number.
    public static Optional<DriverFunction> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
