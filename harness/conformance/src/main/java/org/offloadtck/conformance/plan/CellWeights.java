package org.offloadtck.conformance.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The weights of cells by the durations of an earlier run.
public final class CellWeights {

    private CellWeights() {}

    /// The cells with the durations of their results as weights, at least 1. A cell without a
    /// duration has the mean of the others.
    ///
    /// @param times milliseconds of results, by their keys
    public static List<PlannedCell> weighted(List<PlannedCell> cells, Map<String, Long> times) {
        var known = new HashMap<PlannedCell, Long>();
        new CellAssignment(cells.stream().sorted(PlannedCell.ORDER).toList())
                .of(cells, times.keySet())
                .forEach((key, cell) -> known.put(cell, Math.max(1, times.getOrDefault(key, 1L))));
        long mean =
                Math.round(known.values().stream().mapToLong(Long::longValue).average().orElse(1));
        return cells.stream().map(cell -> cell.withWeight(known.getOrDefault(cell, mean))).toList();
    }
}
