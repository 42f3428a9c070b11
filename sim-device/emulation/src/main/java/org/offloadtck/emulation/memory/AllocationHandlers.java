package org.offloadtck.emulation.memory;

import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.GraphAllocation;
import org.offloadtck.emulation.graph.GraphMemory;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.graph.StreamCapture;
import org.offloadtck.emulation.inject.InjectedFault.CountedEvent;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.MemoryPool;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the functions that allocate and free device memory.
public final class AllocationHandlers implements DispatchTable.HandlerGroup {

    /// Alignment of the pitch that `cuMemAllocPitch` returns, in bytes: the texture pitch alignment
    /// of devices.
    private static final long PITCH = 512;

    private final DriverState state;

    public AllocationHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_MEM_GET_INFO,
                call -> {
                    var device = call.current().device();
                    long total = device.spec().memory().bytes();
                    return DriverReply.success(total - device.usedMemory(), total);
                });
        table.add(
                DriverFunction.CU_MEM_ALLOC,
                call ->
                        DriverReply.success(
                                allocate(call, 0, DriverAllocation.Kind.DEVICE).address()));
        table.add(DriverFunction.CU_MEM_ALLOC_PITCH, this::allocatePitch);
        table.add(DriverFunction.CU_MEM_FREE, this::free);
        table.add(DriverFunction.CU_MEM_ALLOC_ASYNC, AllocationHandlers::allocateAsync);
        table.add(DriverFunction.CU_MEM_FREE_ASYNC, this::freeAsync);
    }

    /// Allocates the number of bytes in argument `index`.
    private DriverAllocation allocate(Invocation call, int index, DriverAllocation.Kind kind) {
        requireSafe(call);
        var context = call.current();
        if (call.raw(index) == 0) {
            throw call.error(index, DriverResult.INVALID_VALUE, "should be positive");
        }
        return allocate(call, call.raw(index), kind, new AllocationTable.Owner(context, 0));
    }

    /// Allocates, unless fault injection makes this allocation fail.
    public static DriverAllocation allocate(
            Invocation call, long bytes, DriverAllocation.Kind kind, AllocationTable.Owner owner) {
        requireNoInjection(call);
        return call.state().allocations().allocate(call.call().caller(), bytes, kind, owner);
    }

    static void requireNoInjection(Invocation call) {
        if (call.state().injections().isNextToFail(CountedEvent.ALLOCATIONS)) {
            throw DriverCallException.of(
                    DriverResult.OUT_OF_MEMORY, "the allocation fails, as --inject requests");
        }
    }

    /// Allocates in the context of the stream, so that none has to be current.
    private static DriverReply allocateAsync(Invocation call) {
        var stream = call.stream(1);
        var context = stream.context();
        return allocate(call, call.state().pools().currentOf(context.device()), context, stream);
    }

    /// Allocates argument 0, a number of bytes, from a pool. No bytes have the address 0 (H200,
    /// driver 580.159). If the stream is captured, the graph allocates.
    static DriverReply allocate(
            Invocation call, MemoryPool pool, EmulatedContext context, EmulatedStream stream) {
        long bytes = call.raw(0);
        var capture = call.state().captures().taking(stream);
        if (bytes == 0) {
            return DriverReply.success(0L);
        }
        if (capture.isPresent()) {
            var request = new GraphMemory.Request(call.call().caller(), bytes, context);
            return DriverReply.success(capture(call, capture.get(), stream, request).address());
        }
        if (!pool.hasRoom(bytes)) {
            throw call.error(0, DriverResult.OUT_OF_MEMORY, "is more than the pool has left");
        }
        var owner = new AllocationTable.Owner(context, 0, Optional.of(pool));
        return DriverReply.success(
                allocate(call, bytes, DriverAllocation.Kind.POOL, owner).address());
    }

    private static GraphAllocation capture(
            Invocation call,
            StreamCapture capture,
            EmulatedStream stream,
            GraphMemory.Request request) {
        var allocation =
                call.state()
                        .graphMemory()
                        .reserve(request, capture.graph(), capture.ends(stream), new byte[0]);
        capture.add(stream, new NodeWork.Allocate(allocation));
        return allocation;
    }

    /// Requires that no capture forbids allocations: `cuThreadExchangeStreamCaptureMode` names
    /// `cuMemAlloc` as unsafe.
    public static void requireSafe(Invocation call) {
        call.state().captures().requireSafe(call.thread(), call.thread().captureMode());
    }

    private DriverReply allocatePitch(Invocation call) {
        requireSafe(call);
        var context = call.current();
        long width = call.raw(0);
        long height = call.raw(1);
        int element = call.number(2);
        if (width == 0 || height == 0) {
            throw call.error(width == 0 ? 0 : 1, DriverResult.INVALID_VALUE, "should be positive");
        }
        if (element != 4 && element != 8 && element != 16) {
            throw call.error(2, DriverResult.INVALID_VALUE, "should be 4, 8 or 16");
        }
        long most = context.device().spec().memory().bytes();
        if (width < 0 || height < 0 || width > most || height > most / width) {
            throw DriverCallException.of(
                    DriverResult.OUT_OF_MEMORY, "the device has %d bytes".formatted(most));
        }
        long pitch = Math.ceilDiv(width, PITCH) * PITCH;
        var owner = new AllocationTable.Owner(context, 0);
        var block = allocate(call, pitch * height, DriverAllocation.Kind.DEVICE, owner);
        return DriverReply.success(block.address(), pitch);
    }

    /// Frees memory after all work that may use it is done.
    ///
    /// The memory names its context, so that none has to be current (H200, driver 580.159).
    private DriverReply free(Invocation call) {
        if (call.raw(0) == 0) {
            return DriverReply.success();
        }
        var block = block(call, 0);
        switch (block.kind()) {
            case DEVICE, POOL, GRAPH, MANAGED, IMPORTED_POOL -> {}
            case HOST ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is host memory, which cuMemFreeHost frees");
            case ARRAY ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is memory of an array, which cuArrayDestroy frees");
            case REGISTERED ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is registered memory of the host, which cuMemHostUnregister gives back");
            case RESERVATION ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is a reserved range, which cuMemAddressFree frees");
            case VARIABLE -> throw new IllegalStateException("a variable is in no table");
            case IMPORTED ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is memory of another process, which cuIpcCloseMemHandle closes");
        }
        call.await(DriverState.requireHealthy(block.context()), state.queue().outstanding());
        requireStill(call, 0, block);
        free(block, block.context().legacy());
        return DriverReply.success();
    }

    private void free(DriverAllocation block, EmulatedStream stream) {
        if (block.kind() == DriverAllocation.Kind.GRAPH) {
            state.graphMemory().free(block, stream);
            state.graphMemory().collect();
        } else if (block.kind() == DriverAllocation.Kind.IMPORTED_POOL) {
            state.allocations().remove(block);
            state.interprocess().closeAt(block.address());
        } else {
            state.allocations().free(block);
        }
    }

    /// Frees memory in the order of a stream. If that is captured, the graph frees it, which must
    /// be memory of a graph.
    private DriverReply freeAsync(Invocation call) {
        var stream = call.stream(1);
        var capture = state.captures().taking(stream);
        if (call.raw(0) == 0) {
            return DriverReply.success();
        }
        if (capture.isPresent()) {
            var graph = capture.get().graph();
            capture.get().add(stream, state.graphMemory().freeing(graph, call.raw(0)));
            return DriverReply.success();
        }
        var block = block(call, 0);
        switch (block.kind()) {
            case POOL, DEVICE, GRAPH, IMPORTED_POOL -> {}
            case ARRAY, MANAGED, HOST, REGISTERED, RESERVATION, IMPORTED, VARIABLE ->
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is not memory of a pool, of a graph or of cuMemAlloc");
        }
        call.awaitTurn(stream);
        requireStill(call, 0, block);
        free(block, stream);
        return DriverReply.success();
    }

    /// The allocation that begins at the address in argument `index`.
    private DriverAllocation block(Invocation call, int index) {
        return state.allocations()
                .startingAt(call.raw(index))
                .orElseThrow(() -> noBlock(call, index));
    }

    static DriverCallException noBlock(Invocation call, int index) {
        return call.misuse(
                index,
                DriverResult.INVALID_VALUE,
                "is not an allocation: it is " + call.state().memory().describe(call.raw(index)));
    }

    /// Requires that no other thread has freed the allocation during a wait.
    private void requireStill(Invocation call, int index, DriverAllocation block) {
        if (!block(call, index).equals(block)) {
            throw noBlock(call, index);
        }
    }
}
