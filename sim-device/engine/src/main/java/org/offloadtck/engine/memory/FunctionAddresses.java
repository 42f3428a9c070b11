package org.offloadtck.engine.memory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The addresses of the functions of all programs in one device memory. No address is given twice,
/// not even after its program is unloaded: a pointer to a function of one program is never a
/// pointer to one of another.
///
/// Thread-safe: its monitor guards the ranges.
public final class FunctionAddresses {

    private final TreeMap<Long, Range> ranges = new TreeMap<>();
    private long next = AddressSpace.CODE + AddressSpace.CODE_STEP;

    private record Range(String source, List<String> functions) {}

    /// Gives addresses to the functions of a program, [AddressSpace#CODE_STEP] bytes apart.
    ///
    /// @param source the name of the program in diagnostics
    /// @return the address of the first
    public synchronized long add(String source, List<String> functions) {
        long first = next;
        ranges.put(first, new Range(source, List.copyOf(functions)));
        next += AddressSpace.CODE_STEP * functions.size();
        return first;
    }

    /// The function at an address and its program: `'f' of lib.ptx`.
    public synchronized Optional<String> describe(long address) {
        return Optional.ofNullable(ranges.floorEntry(address))
                .flatMap(range -> describe(range, address));
    }

    private static Optional<String> describe(Map.Entry<Long, Range> range, long address) {
        long offset = address - range.getKey();
        long index = offset / AddressSpace.CODE_STEP;
        var functions = range.getValue().functions();
        return offset % AddressSpace.CODE_STEP == 0 && index < functions.size()
                ? Optional.of(
                        "'%s' of %s"
                                .formatted(functions.get((int) index), range.getValue().source()))
                : Optional.empty();
    }
}
