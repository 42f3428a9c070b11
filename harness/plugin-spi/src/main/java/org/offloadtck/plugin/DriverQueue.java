package org.offloadtck.plugin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A queue of a vendor's driver. It verifies ranges and owners, and copies to and from the host in
/// chunks through byte arrays, so that host segments of any kind and size can be used.
///
/// @param <O> the plugin's own operations, which check the driver's status codes
/// @param <M> the plugin's own memory
public abstract class DriverQueue<O extends DeviceOperation, M extends DeviceMemory>
        implements Queue {

    /// Size of the largest chunk, in bytes: bounds the host memory that a copy needs.
    private static final int CHUNK_BYTES = 1 << 24;

    private final Class<M> memoryType;
    private boolean closed;

    /// @param memoryType the class of the plugin's own memory
    protected DriverQueue(Class<M> memoryType) {
        this.memoryType = memoryType;
    }

    @Override
    public final void write(DeviceMemory destination, long offset, MemorySegment source) {
        var operation = start("write");
        var memory = range(operation, destination, offset, source.byteSize());
        beginHostCopy(operation);
        for (long done = 0; done < source.byteSize(); done += CHUNK_BYTES) {
            long size = Math.min(CHUNK_BYTES, source.byteSize() - done);
            var chunk = source.asSlice(done, size).toArray(ValueLayout.JAVA_BYTE);
            writeChunk(operation, memory, offset + done, chunk);
        }
    }

    @Override
    public final void read(MemorySegment destination, DeviceMemory source, long offset) {
        var operation = start("read");
        var memory = range(operation, source, offset, destination.byteSize());
        beginHostCopy(operation);
        for (long done = 0; done < destination.byteSize(); done += CHUNK_BYTES) {
            var chunk = new byte[(int) Math.min(CHUNK_BYTES, destination.byteSize() - done)];
            readChunk(operation, chunk, memory, offset + done);
            MemorySegment.copy(chunk, 0, destination, ValueLayout.JAVA_BYTE, done, chunk.length);
        }
    }

    @Override
    public final void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes) {
        var operation = start("copy");
        var target = range(operation, destination, destinationOffset, bytes);
        var origin = range(operation, source, sourceOffset, bytes);
        copy(
                operation,
                new Range<>(target, destinationOffset),
                new Range<>(origin, sourceOffset),
                bytes);
    }

    @Override
    public final void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        var operation = start("fill");
        var memory = range(operation, destination, offset, bytes);
        fill(operation, new Range<>(memory, offset), bytes, value);
    }

    /// The start of a range of memory.
    ///
    /// @param offset in bytes
    protected record Range<M>(M memory, long offset) {}

    private M range(O operation, DeviceMemory memory, long offset, long bytes) {
        memory.requireRange(operation.device(), operation.operation(), offset, bytes);
        return operation.requireOwn(memoryType, memory, "the memory");
    }

    /// An operation on this queue, which is open.
    ///
    /// @throws DeviceException `INVALID_VALUE` if the queue or its device is closed
    protected final O start(String name) {
        var operation = deviceOperation(name);
        operation.requireOpen(closed, "the queue");
        return operation;
    }

    /// An operation on the device, which is open.
    ///
    /// @throws DeviceException `INVALID_VALUE` if the device is closed
    protected abstract O deviceOperation(String name);

    /// Prepares the queue for chunks, each of which is copied before its method returns.
    protected abstract void beginHostCopy(O operation);

    /// Copies a chunk from the host, and returns when it is copied.
    protected abstract void writeChunk(O operation, M destination, long offset, byte[] chunk);

    /// Copies a chunk to the host, and returns when it is copied.
    protected abstract void readChunk(O operation, byte[] chunk, M source, long offset);

    /// Enqueues a copy within the device.
    protected abstract void copy(O operation, Range<M> destination, Range<M> source, long bytes);

    /// Enqueues a fill.
    protected abstract void fill(O operation, Range<M> destination, long bytes, byte value);

    /// Waits for the enqueued work and frees the driver's queue. Called once.
    protected abstract void release();

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            release();
        }
    }
}
