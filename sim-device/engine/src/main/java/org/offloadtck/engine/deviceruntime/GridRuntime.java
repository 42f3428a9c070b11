package org.offloadtck.engine.deviceruntime;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.offloadtck.engine.code.DeviceRuntimeFunction;

/// The device runtime of one grid. It carries out the calls of the grid's threads.
///
/// Requirement: ER-29.
public final class GridRuntime implements DeviceRuntime {

    /// `cudaErrorMemoryAllocation`
    public static final long OUT_OF_MEMORY = RuntimeError.MEMORY_ALLOCATION.code();

    private final LaunchTree tree;
    private final int depth;
    private final ChildLaunches launches;
    private final Map<DeviceRuntimeFunction, Handler> handlers =
            new EnumMap<>(DeviceRuntimeFunction.class);

    /// The last error of each thread that has one, by the number of the thread (CUDA C++
    /// Programming Guide 13.0, *CUDA dynamic parallelism*, *API errors and launch failures*).
    private final Map<Long, RuntimeError> errors = new HashMap<>();

    /// Carries out a call of a function.
    private interface Handler {

        /// @throws RuntimeError.Failure if the call fails
        CallResult execute(DeviceRuntimeCall call);
    }

    GridRuntime(LaunchTree tree, int depth) {
        this.tree = tree;
        this.depth = depth;
        this.launches = new ChildLaunches(tree, depth);
        registerWork(new DeviceStreams(tree));
        registerQueries(new DeviceQueries(tree.device()));
    }

    private void registerWork(DeviceStreams streams) {
        var device = tree.device();
        var transfers = new DeviceTransfers(streams);
        handlers.put(
                DeviceRuntimeFunction.GET_PARAMETER_BUFFER,
                call -> CallResult.returned(launches.buffer(call.argument(1))));
        handlers.put(
                DeviceRuntimeFunction.GET_PARAMETER_BUFFER_V2,
                call ->
                        CallResult.returned(
                                launches.buffer(ChildConfiguration.of(device, call, 0, 1))));
        handlers.put(
                DeviceRuntimeFunction.LAUNCH_DEVICE,
                call ->
                        launches.submit(
                                call,
                                call.argument(1),
                                streams.order(call.argument(5)),
                                ChildConfiguration.of(device, call, 0, 2)));
        handlers.put(
                DeviceRuntimeFunction.LAUNCH_DEVICE_V2,
                call -> launches.submit(call, call.argument(0), streams.order(call.argument(1))));
        handlers.put(DeviceRuntimeFunction.MEMCPY, transfers::copy);
        handlers.put(DeviceRuntimeFunction.MEMCPY_2D, transfers::copyRows);
        handlers.put(DeviceRuntimeFunction.MEMSET, transfers::fill);
        handlers.put(DeviceRuntimeFunction.MEMSET_2D, transfers::fillRows);
        handlers.put(DeviceRuntimeFunction.STREAM_CREATE, streams::createStream);
        handlers.put(DeviceRuntimeFunction.STREAM_DESTROY, streams::destroyStream);
        handlers.put(DeviceRuntimeFunction.STREAM_WAIT_EVENT, streams::await);
        handlers.put(DeviceRuntimeFunction.EVENT_CREATE, streams::createEvent);
        handlers.put(DeviceRuntimeFunction.EVENT_RECORD, streams::record);
        handlers.put(DeviceRuntimeFunction.EVENT_RECORD_WITH_FLAGS, streams::record);
        handlers.put(DeviceRuntimeFunction.EVENT_DESTROY, streams::destroyEvent);
    }

    private void registerQueries(DeviceQueries queries) {
        handlers.put(
                DeviceRuntimeFunction.GET_LAST_ERROR,
                call -> {
                    var last = lastError(call);
                    errors.remove(call.thread());
                    return last;
                });
        handlers.put(DeviceRuntimeFunction.PEEK_AT_LAST_ERROR, this::lastError);
        handlers.put(DeviceRuntimeFunction.GET_ERROR_NAME, queries::errorName);
        handlers.put(DeviceRuntimeFunction.GET_ERROR_STRING, queries::errorText);
        handlers.put(DeviceRuntimeFunction.GET_DEVICE, queries::device);
        handlers.put(DeviceRuntimeFunction.DEVICE_GET_ATTRIBUTE, queries::attribute);
        handlers.put(DeviceRuntimeFunction.DEVICE_GET_LIMIT, queries::limit);
        handlers.put(DeviceRuntimeFunction.DEVICE_GET_CACHE_CONFIG, queries::preference);
        handlers.put(DeviceRuntimeFunction.DEVICE_GET_SHARED_MEM_CONFIG, queries::preference);
        handlers.put(DeviceRuntimeFunction.RUNTIME_GET_VERSION, queries::version);
        handlers.put(DeviceRuntimeFunction.OCCUPANCY, queries::occupancy);
        handlers.put(DeviceRuntimeFunction.OCCUPANCY_WITH_FLAGS, queries::occupancy);
    }

    /// Launches of kernels that this grid is nested in.
    int depth() {
        return depth;
    }

    /// Executes a call. The calls of a grid are made one at a time, in the order of CTAs.
    ///
    /// @param function not one of the heap, [DeviceRuntimeFunction#isOfHeap]
    public CallResult execute(DeviceRuntimeFunction function, DeviceRuntimeCall call) {
        var handler = handlers.get(function);
        if (handler == null) {
            throw new IllegalStateException(function + " is a function of the heap");
        }
        try {
            return handler.execute(call);
        } catch (RuntimeError.Failure failure) {
            errors.put(call.thread(), failure.error());
            return CallResult.failed(
                    function.returnsPointer() ? 0 : failure.error().code(),
                    "%s returns %s: %s"
                            .formatted(
                                    function.symbol(),
                                    failure.error().symbol(),
                                    failure.getMessage()));
        }
    }

    /// The result of an allocation that the heap had no room for.
    public long outOfMemory(DeviceRuntimeCall call) {
        errors.put(call.thread(), RuntimeError.MEMORY_ALLOCATION);
        return OUT_OF_MEMORY;
    }

    private CallResult lastError(DeviceRuntimeCall call) {
        return CallResult.returned(errors.getOrDefault(call.thread(), RuntimeError.SUCCESS).code());
    }

    /// The grid has ended: releases what its threads have not used.
    public void close() {
        launches.close();
    }
}
