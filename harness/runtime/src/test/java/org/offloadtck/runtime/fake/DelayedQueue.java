package org.offloadtck.runtime.fake;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Queue;

/// A queue that executes its commands when a caller waits for them, directly or through an event.
final class DelayedQueue implements Queue {

    private final Queue prompt;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private long done;

    DelayedQueue(Queue prompt) {
        this.prompt = prompt;
    }

    @Override
    public void write(DeviceMemory destination, long offset, MemorySegment source) {
        waiting.add(() -> prompt.write(destination, offset, source));
    }

    @Override
    public void read(MemorySegment destination, DeviceMemory source, long offset) {
        waiting.add(() -> prompt.read(destination, source, offset));
    }

    @Override
    public void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes) {
        waiting.add(() -> prompt.copy(destination, destinationOffset, source, sourceOffset, bytes));
    }

    @Override
    public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        waiting.add(() -> prompt.fill(destination, offset, bytes, value));
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        waiting.add(() -> prompt.launch(kernel, size, arguments).close());
        return record();
    }

    @Override
    public Event record() {
        return new Point(done + waiting.size());
    }

    @Override
    public void waitFor(Event event) {
        waiting.add(event::synchronize);
    }

    @Override
    public void synchronize() {
        runUntil(done + waiting.size());
    }

    @Override
    public void close() {
        synchronize();
        prompt.close();
    }

    private void runUntil(long operation) {
        while (done < operation) {
            done++;
            waiting.remove().run();
        }
    }

    /// A position in the queue.
    private final class Point implements Event {
        private final long operation;

        private Point(long operation) {
            this.operation = operation;
        }

        @Override
        public void synchronize() {
            runUntil(operation);
        }

        @Override
        public List<Measurement> measurements() {
            synchronize();
            return List.of();
        }

        @Override
        public void close() {}
    }
}
