package org.offloadtck.runtime.trace;

/// One of the two reference counts of a row after an event.
///
/// @param value [#INFINITE] for a count that never changes
public record MapCount(long value, CountChange change) {

    public static final long INFINITE = Long.MAX_VALUE;

    /// The text that libomptarget prints: `INF`, `1 (incremented)`.
    @Override
    public String toString() {
        return (value == INFINITE ? "INF" : Long.toString(value)) + change.words();
    }
}
