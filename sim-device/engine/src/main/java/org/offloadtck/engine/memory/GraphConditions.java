package org.offloadtck.engine.memory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The condition variables of graphs, by handle. Kernels store values in them
/// (`cudaGraphSetConditional`), and conditional nodes of graphs read them.
public final class GraphConditions {

    private final Map<Long, Integer> values = new ConcurrentHashMap<>();

    /// Adds a variable, or assigns to it.
    public void assign(long handle, int value) {
        values.put(handle, value);
    }

    /// A kernel stores a value.
    ///
    /// @return whether there is a variable with that handle
    public boolean store(long handle, int value) {
        return values.replace(handle, value) != null;
    }

    /// The value of a variable, which there must be.
    public int value(long handle) {
        return values.getOrDefault(handle, 0);
    }

    public void remove(long handle) {
        values.remove(handle);
    }
}
