package org.offloadtck.runtime.trace;

/// One of the two reference counts of a row, as an event leaves it.
///
/// @param value [#INFINITE] where it neither rises nor falls
public record MapCount(long value, CountChange change) {

    public static final long INFINITE = Long.MAX_VALUE;

    /// As the runtime prints it: `INF`, `1 (incremented)`.
    @Override
    public String toString() {
        return (value == INFINITE ? "INF" : Long.toString(value)) + change.words();
    }
}
