package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DriverQueue;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;

/// A queue. A copy to or from the host waits for the queue and then blocks.
final class LiboffloadQueue extends DriverQueue<LiboffloadCall, LiboffloadMemory> {

    private final LiboffloadDevice device;
    private final MemorySegment queue;

    LiboffloadQueue(LiboffloadDevice device, MemorySegment queue) {
        super(LiboffloadMemory.class);
        this.device = device;
        this.queue = queue;
    }

    @Override
    protected LiboffloadCall deviceOperation(String name) {
        return device.call(name);
    }

    @Override
    protected void beginHostCopy(LiboffloadCall call) {
        call.await(LiboffloadFunction.SYNC_QUEUE, queue);
    }

    @Override
    protected void writeChunk(
            LiboffloadCall call, LiboffloadMemory destination, long offset, byte[] chunk) {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocateFrom(JAVA_BYTE, chunk);
            call.check(
                    LiboffloadFunction.MEMCPY,
                    MemorySegment.NULL,
                    destination.at(call, offset),
                    device.handle(),
                    bytes,
                    device.host(),
                    bytes.byteSize());
        }
    }

    @Override
    protected void readChunk(
            LiboffloadCall call, byte[] chunk, LiboffloadMemory source, long offset) {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocate(chunk.length);
            call.check(
                    LiboffloadFunction.MEMCPY,
                    MemorySegment.NULL,
                    bytes,
                    device.host(),
                    source.at(call, offset),
                    device.handle(),
                    bytes.byteSize());
            MemorySegment.copy(bytes, JAVA_BYTE, 0, chunk, 0, chunk.length);
        }
    }

    @Override
    protected void copy(
            LiboffloadCall call,
            Range<LiboffloadMemory> destination,
            Range<LiboffloadMemory> source,
            long bytes) {
        call.check(
                LiboffloadFunction.MEMCPY,
                queue,
                destination.memory().at(call, destination.offset()),
                device.handle(),
                source.memory().at(call, source.offset()),
                device.handle(),
                bytes);
    }

    @Override
    protected void fill(
            LiboffloadCall call, Range<LiboffloadMemory> destination, long bytes, byte value) {
        try (var arena = Arena.ofConfined()) {
            call.check(
                    LiboffloadFunction.MEM_FILL,
                    queue,
                    destination.memory().at(call, destination.offset()),
                    1L,
                    arena.allocateFrom(JAVA_BYTE, value),
                    bytes);
        }
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var call = start("launch of " + kernel.name());
        var opened = call.requireOwn(LiboffloadKernel.class, kernel, "the kernel");
        call.requireLaunchable(arguments.size(), opened, size, arguments);
        try (var arena = Arena.ofConfined()) {
            var values =
                    LaunchArguments.of(arguments.stream().map(each -> bytes(call, each)).toList())
                            .in(arena);
            call.check(
                    LiboffloadFunction.LAUNCH_KERNEL,
                    queue,
                    device.handle(),
                    opened.handle(),
                    values,
                    values.byteSize(),
                    LaunchArguments.size(arena, size));
        }
        device.countLaunch();
        return event(call);
    }

    private static byte[] bytes(LiboffloadCall call, Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes.toArray(JAVA_BYTE);
            case Argument.Pointer(var memory, var offset) ->
                    MemorySegment.ofArray(
                                    new long[] {
                                        call.requireOwn(
                                                        LiboffloadMemory.class,
                                                        memory,
                                                        "the memory")
                                                .at(call, offset)
                                                .address()
                                    })
                            .toArray(JAVA_BYTE);
        };
    }

    @Override
    public Event record() {
        return event(start("record"));
    }

    private Event event(LiboffloadCall call) {
        return new LiboffloadEvent(
                device,
                call.made(
                        (one, place) -> one.await(LiboffloadFunction.CREATE_EVENT, queue, place)));
    }

    @Override
    public void waitFor(Event event) {
        var call = start("wait");
        var awaited = call.requireOwn(LiboffloadEvent.class, event, "the event");
        try (var arena = Arena.ofConfined()) {
            var events = arena.allocateFrom(ADDRESS, awaited.handle(call));
            call.check(LiboffloadFunction.WAIT_EVENTS, queue, events, 1L);
        }
    }

    @Override
    public void synchronize() {
        start("synchronize").await(LiboffloadFunction.SYNC_QUEUE, queue);
    }

    @Override
    protected void release() {
        device.release(LiboffloadFunction.SYNC_QUEUE, queue);
        device.release(LiboffloadFunction.DESTROY_QUEUE, queue);
    }
}
