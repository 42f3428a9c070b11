package org.offloadtck.timing.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// The numbers of the phases of the `mbarrier` objects of a CTA among the barriers of its trace.
final class MbarrierPhases {

    private final Map<Long, Integer> current = new HashMap<>();
    private final Map<Long, Integer> completed = new HashMap<>();

    void clear() {
        current.clear();
        completed.clear();
    }

    /// An object is initialised.
    void initialise(long address) {
        current.remove(address);
        completed.remove(address);
    }

    /// The number of the current phase; empty if none has arrived in it.
    OptionalInt current(long address) {
        return number(current, address);
    }

    /// Gives the current phase a number.
    void begin(long address, int number) {
        current.put(address, number);
    }

    /// The current phase completes.
    void complete(long address) {
        var number = current.remove(address);
        if (number != null) {
            completed.put(address, number);
        }
    }

    /// The number of the phase that completed last; empty if none has.
    OptionalInt last(long address) {
        return number(completed, address);
    }

    private static OptionalInt number(Map<Long, Integer> phases, long address) {
        var number = phases.get(address);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
