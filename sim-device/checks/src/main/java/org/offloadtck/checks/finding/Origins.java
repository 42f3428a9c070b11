package org.offloadtck.checks.finding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;

/// Where values that nobody set came into being: the loads that first gave them to a register, by
/// number from 1; one for each instruction.
public final class Origins {

    /// Of what no load gave: a register that was never written, memory that nobody stored to.
    public static final int UNKNOWN = 0;

    private final List<Birth> births = new ArrayList<>();
    private final Map<Place, Integer> numbers = new HashMap<>();

    private record Place(String kernel, CodeLocation location) {}

    private record Birth(KernelFinding.Site site, int bytes) {}

    /// @param bytes of what the load gave to a register
    public synchronized int of(KernelFinding.Site site, int bytes) {
        var place = new Place(site.culprit().kernel(), site.location());
        return numbers.computeIfAbsent(
                place,
                _ -> {
                    births.add(new Birth(site, bytes));
                    return births.size();
                });
    }

    /// The site of a birth; none when it is unknown.
    public synchronized List<KernelFinding.Site> site(int birth) {
        return birth == UNKNOWN ? List.of() : List.of(births.get(birth - 1).site());
    }

    /// How many bytes the load gave to a register; 0 when it is unknown.
    public synchronized int bytes(int birth) {
        return birth == UNKNOWN ? 0 : births.get(birth - 1).bytes();
    }
}
