package org.offloadtck.engine.program;

/// A variable at a fixed offset of shared or local memory.
///
/// @param function the kernel that it belongs to; empty if it belongs to all kernels
/// @param offset in bytes
/// @param size in bytes
public record PlacedVariable(String function, String name, long offset, long size) {

    /// Whether it contains an offset in CTAs of a kernel.
    boolean holds(String kernel, long at) {
        return isOf(kernel) && at >= offset && at < offset + size;
    }

    /// Whether it belongs to a kernel.
    boolean isOf(String kernel) {
        return function.isEmpty() || function.equals(kernel);
    }

    @Override
    public String toString() {
        return "'%s' (%d bytes)".formatted(name, size);
    }
}
