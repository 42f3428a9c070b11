package org.offloadtck.timing.trace;

import java.util.Arrays;

/// Integers in the order they were added. When there is no room for more, all are forgotten: what
/// does not fit is not needed.
public final class TraceBuffer {

    private static final int FIRST = 64;

    private final TraceBudget room;
    private int[] values = new int[FIRST];
    private int size;

    public TraceBuffer(TraceBudget room) {
        this.room = room;
        room.take((long) Integer.BYTES * FIRST);
    }

    public void add(int value) {
        if (size == values.length) {
            grow();
        }
        values[size++] = value;
    }

    private void grow() {
        if (room.take((long) Integer.BYTES * size)) {
            values = Arrays.copyOf(values, 2 * size);
        } else {
            size = 0;
        }
    }

    public int size() {
        return size;
    }

    int get(int index) {
        return values[index];
    }

    void set(int index, int value) {
        values[index] = value;
    }

    /// Forgets all but the first `count`.
    void truncate(int count) {
        size = Math.min(size, count);
    }

    void clear() {
        size = 0;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }

    /// Whether it holds just these.
    boolean holds(int[] others) {
        return Arrays.equals(values, 0, size, others, 0, others.length);
    }
}
