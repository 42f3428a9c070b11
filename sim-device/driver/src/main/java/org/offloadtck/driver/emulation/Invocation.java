package org.offloadtck.driver.emulation;

import java.util.List;
import org.offloadtck.driver.api.Call;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Parameter;
import org.offloadtck.driver.api.Parameter.Direction;

/// A call being carried out: its arguments as what they name. What names nothing is refused, by the
/// parameter's name.
///
/// Indices count the input numbers of the function, as [Call#argument] does.
record Invocation(EmulatedThread thread, Call call) {

    Machine machine() {
        return thread.machine();
    }

    long raw(int index) {
        return call.argument(index);
    }

    int number(int index) {
        return call.number(index);
    }

    /// Refuses an argument: `Flags=0x8 has unknown bits`.
    Refusal refusal(int index, DriverResult result, String problem) {
        return Refusal.of(result, stated(index) + " " + problem);
    }

    /// Refuses an argument the program cannot have meant.
    Refusal blame(int index, DriverResult result, String problem) {
        return Refusal.blaming(result, stated(index) + " " + problem);
    }

    /// An argument as a trace writes it: `hStream=0x7`.
    private String stated(int index) {
        var parameter = inputs().get(index);
        return parameter.name() + "=" + Trace.number(parameter.kind(), raw(index));
    }

    private List<Parameter> inputs() {
        return call.function().parameters().stream()
                .filter(p -> p.direction() == Direction.IN && !p.isBuffer())
                .toList();
    }

    /// A device by its ordinal.
    Gpu gpu(int index) {
        return machine()
                .gpu(raw(index))
                .orElseThrow(() ->
                        refusal(
                                index,
                                DriverResult.INVALID_DEVICE,
                                "is no device: there are " + machine().gpus().size()));
    }

    /// A context, healthy or not.
    Context context(int index) {
        return find(index, HandleKind.CONTEXT, Context.class, DriverResult.INVALID_CONTEXT);
    }

    /// The current context, which has not failed.
    Context current() {
        return Machine.healthy(thread.current());
    }

    LoadedModule module(int index) {
        var module =
                find(index, HandleKind.MODULE, LoadedModule.class, DriverResult.INVALID_HANDLE);
        Machine.healthy(module.context());
        return module;
    }

    KernelFunction function(int index) {
        var function =
                find(index, HandleKind.FUNCTION, KernelFunction.class, DriverResult.INVALID_HANDLE);
        Machine.healthy(function.module().context());
        return function;
    }

    Event event(int index) {
        var event = find(index, HandleKind.EVENT, Event.class, DriverResult.INVALID_HANDLE);
        Machine.healthy(event.context());
        return event;
    }

    PhysicalMemory physicalMemory(int index) {
        return find(index, HandleKind.MEMORY, PhysicalMemory.class, DriverResult.INVALID_VALUE);
    }

    /// A stream: one of the default streams of the current context, or one that was created.
    Stream stream(int index) {
        long handle = raw(index);
        if (handle == 0 || handle == EmulatedThread.LEGACY_STREAM) {
            return current().legacy();
        }
        if (handle == EmulatedThread.PER_THREAD_STREAM) {
            return thread.ownStream(current());
        }
        var stream = find(index, HandleKind.STREAM, Stream.class, DriverResult.INVALID_HANDLE);
        Machine.healthy(stream.context());
        return stream;
    }

    private <R extends Resource> R find(
            int index, HandleKind kind, Class<R> type, DriverResult otherwise) {
        return machine()
                .handles()
                .find(raw(index), type)
                .orElseThrow(() ->
                        blame(index, otherwise, machine().handles().describe(raw(index), kind)));
    }

    /// Refuses flags with bits other than those of `known`.
    int flags(int index, int known) {
        int flags = number(index);
        if ((flags & ~known) != 0) {
            throw refusal(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has bits that are not of 0x%x".formatted(known));
        }
        return flags;
    }

    /// Hands a command to the worker as work of `stream`.
    ///
    /// @return its ticket
    long submit(Stream stream, Command command) {
        long ticket = machine().worker().submit(command);
        stream.context().submitted(stream, ticket);
        return ticket;
    }

    /// Waits for the work up to a ticket, then sees whether `context` survived it.
    void await(Context context, long ticket) {
        thread.await(ticket);
        Machine.healthy(context);
    }

    /// Waits for what a stream has to do.
    void await(Stream stream) {
        await(stream.context(), stream.awaited());
    }
}
