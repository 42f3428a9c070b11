package org.offloadtck.emulation.session;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverParameter;
import org.offloadtck.emulation.api.DriverParameter.Direction;
import org.offloadtck.emulation.api.DriverParameter.Kind;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.library.LibraryKernel;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.resource.MemoryPool;
import org.offloadtck.emulation.resource.PhysicalMemory;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.resource.Ticket;

/// A call that is being carried out: resolves its arguments to the objects they name, and rejects
/// arguments that name none.
///
/// Indices count the input numbers of the function, as [DriverCall#argument] does.
public record Invocation(EmulatedThread thread, DriverCall call) {

    public DriverState state() {
        return thread.state();
    }

    public long raw(int index) {
        return call.argument(index);
    }

    public int number(int index) {
        return call.number(index);
    }

    /// Whether the call makes or changes a node of a graph, or would submit work to a stream that
    /// is captured.
    public boolean makesNode() {
        var inputs = inputs();
        return call.function().symbol().startsWith("cuGraph")
                || IntStream.range(0, inputs.size())
                        .filter(index -> inputs.get(index).kind() == Kind.STREAM)
                        .anyMatch(index -> state().captures().of(stream(index)).isPresent());
    }

    /// The error for an invalid argument: `Flags=0x8 has unknown bits`.
    public DriverCallException error(int index, DriverResult result, String problem) {
        return DriverCallException.of(result, stated(index) + " " + problem);
    }

    /// The error for an argument that no correct program passes; a finding of the run.
    public DriverCallException misuse(int index, DriverResult result, String problem) {
        return DriverCallException.misuse(result, stated(index) + " " + problem);
    }

    /// An argument as an API trace prints it: `hStream=0x7`.
    private String stated(int index) {
        var parameter = inputs().get(index);
        return parameter.name() + "=" + ApiTrace.number(parameter.kind(), raw(index));
    }

    private List<DriverParameter> inputs() {
        return call.function().parameters().stream()
                .filter(p -> p.direction() == Direction.IN && !p.isBuffer())
                .toList();
    }

    /// A device by its ordinal.
    public EmulatedDevice device(int index) {
        return state().device(raw(index))
                .orElseThrow(() ->
                        error(
                                index,
                                DriverResult.INVALID_DEVICE,
                                "is not a device: there are " + state().devices().size()));
    }

    /// A context, failed or not.
    public EmulatedContext context(int index) {
        return find(index, HandleKind.CONTEXT, EmulatedContext.class, DriverResult.INVALID_CONTEXT);
    }

    /// The current context.
    ///
    /// @throws DriverCallException if there is none, or it has failed
    public EmulatedContext current() {
        return DriverState.requireHealthy(thread.current());
    }

    public EmulatedModule module(int index) {
        var module =
                find(index, HandleKind.MODULE, EmulatedModule.class, DriverResult.INVALID_HANDLE);
        DriverState.requireHealthy(module.context());
        return module;
    }

    public KernelFunction function(int index) {
        var function =
                find(index, HandleKind.FUNCTION, KernelFunction.class, DriverResult.INVALID_HANDLE);
        DriverState.requireHealthy(function.module().context());
        return function;
    }

    /// A kernel that a function of the driver takes as a function or as a kernel of a library. The
    /// latter is that of the current context.
    public KernelFunction kernel(int index) {
        return kernel(index, this::current);
    }

    /// The same, where a kernel of a library is that of another context.
    public KernelFunction kernel(int index, Supplier<EmulatedContext> context) {
        return state().handles()
                .find(raw(index), LibraryKernel.class)
                .map(kernel -> kernel.function(context.get()))
                .orElseGet(() -> function(index));
    }

    public EmulatedEvent event(int index) {
        var event = find(index, HandleKind.EVENT, EmulatedEvent.class, DriverResult.INVALID_HANDLE);
        DriverState.requireHealthy(event.context());
        return event;
    }

    public PhysicalMemory physicalMemory(int index) {
        return find(index, HandleKind.MEMORY, PhysicalMemory.class, DriverResult.INVALID_VALUE);
    }

    public MemoryPool pool(int index) {
        return find(index, HandleKind.POOL, MemoryPool.class, DriverResult.INVALID_VALUE);
    }

    /// A stream: a default stream of the current context, or a created one.
    public EmulatedStream stream(int index) {
        long handle = raw(index);
        if (handle == 0 || handle == EmulatedThread.LEGACY_STREAM) {
            return current().legacy();
        }
        if (handle == EmulatedThread.PER_THREAD_STREAM) {
            return thread.ownStream(current());
        }
        var stream =
                find(index, HandleKind.STREAM, EmulatedStream.class, DriverResult.INVALID_HANDLE);
        DriverState.requireHealthy(stream.context());
        return stream;
    }

    /// The object of a handle. Kinds that several groups of handlers use have functions of their
    /// own.
    ///
    /// @param otherwise the result if the handle names no such object
    public <R extends Resource> R find(
            int index, HandleKind kind, Class<R> type, DriverResult otherwise) {
        return state().handles()
                .find(raw(index), type)
                .orElseThrow(() ->
                        misuse(index, otherwise, state().handles().describe(raw(index), kind)));
    }

    /// The flags at `index`.
    ///
    /// @param known all bits that the function defines
    /// @throws DriverCallException if other bits are set
    public int flags(int index, int known) {
        int flags = number(index);
        if ((flags & ~known) != 0) {
            throw error(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has bits that are not of 0x%x".formatted(known));
        }
        return flags;
    }

    /// The constant in argument `index` of an enumeration from 0 to `last`.
    ///
    /// @throws DriverCallException if it is another number
    public int constant(int index, int last) {
        int value = number(index);
        if (value < 0 || value > last) {
            throw error(index, DriverResult.INVALID_VALUE, "should be from 0 to " + last);
        }
        return value;
    }

    /// Submits a command as work of `stream`, or captures it.
    public void submit(EmulatedStream stream, StreamCommand command) {
        submit(stream, List.of(command));
    }

    /// Submits commands of one type, one after another, or captures them as one node.
    public void submit(EmulatedStream stream, List<? extends StreamCommand> commands) {
        var capture = state().captures().taking(stream);
        if (capture.isPresent() && !commands.isEmpty()) {
            capture.get().add(stream, new NodeWork.Commands(commands));
        } else {
            commands.forEach(command ->
                    stream.context()
                            .submitted(stream, state().enqueue(command, stream.dependencies())));
        }
    }

    /// Waits for work.
    ///
    /// @throws DriverCallException if `context` has failed by then
    public void await(EmulatedContext context, List<Ticket> work) {
        thread.await(work);
        DriverState.requireHealthy(context);
    }

    /// Waits for the legacy default stream if the memory at one of the addresses is not a device's:
    /// the host may access it next. Copies and fills without a stream return before their end only
    /// if all memory is a device's (CUDA driver API 12.6, *API synchronization behavior*).
    public void awaitHostMemory(long... addresses) {
        var legacy = current().legacy();
        if (!Arrays.stream(addresses).allMatch(state().memory()::isOfDevice)) {
            await(legacy.context(), legacy.awaited());
        }
    }

    /// Waits for the work that a command of a stream would wait for.
    ///
    /// @throws DriverCallException if the stream is captured
    public void awaitTurn(EmulatedStream stream) {
        state().captures().requireUncaptured(stream);
        await(stream.context(), stream.dependencies());
    }
}
