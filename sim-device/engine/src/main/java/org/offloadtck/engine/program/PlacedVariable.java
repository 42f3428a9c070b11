package org.offloadtck.engine.program;

/// A variable in memory that every CTA or every thread has of its own.
///
/// @param function the kernel whose it is, or nothing when every kernel's CTAs have it
/// @param offset in bytes
/// @param size in bytes
public record PlacedVariable(String function, String name, long offset, long size) {

    /// Whether it holds a byte in CTAs of a kernel.
    boolean holds(String kernel, long at) {
        return isOf(kernel) && at >= offset && at < offset + size;
    }

    /// Whether CTAs of a kernel have it.
    boolean isOf(String kernel) {
        return function.isEmpty() || function.equals(kernel);
    }

    @Override
    public String toString() {
        return "'%s' (%d bytes)".formatted(name, size);
    }
}
