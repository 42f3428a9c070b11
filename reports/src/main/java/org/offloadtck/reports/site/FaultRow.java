package org.offloadtck.reports.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine.Outcome;
import org.offloadtck.conformance.result.Result;

/// A fault that a result planted, in each of its files.
public record FaultRow(Result result, List<PlantedFaultLine> lines) {

    public FaultRow {
        lines = List.copyOf(lines);
    }

    /// What the lines have in common.
    public PlantedFaultLine first() {
        return lines.getFirst();
    }

    /// The rows by group; groups by name, rows by the name of the fault.
    static Map<String, List<FaultRow>> byGroup(List<Result> results) {
        var groups = new TreeMap<String, List<FaultRow>>();
        for (var result : results) {
            for (var lines : byFault(result).values()) {
                groups.computeIfAbsent(lines.getFirst().group(), _ -> new ArrayList<>())
                        .add(new FaultRow(result, lines));
            }
        }
        groups.values()
                .forEach(rows ->
                        rows.sort(
                                Comparator.comparing((FaultRow row) -> row.first().fault())
                                        .thenComparing(row -> row.result().identity().key())));
        return groups;
    }

    private static Map<List<Object>, List<PlantedFaultLine>> byFault(Result result) {
        var faults = new LinkedHashMap<List<Object>, List<PlantedFaultLine>>();
        for (var evidence : result.evidence()) {
            if (evidence instanceof PlantedFaultLine line) {
                var common =
                        List.<Object>of(
                                line.group(),
                                line.fault(),
                                line.edits(),
                                line.rules(),
                                line.consequence(),
                                line.seen());
                faults.computeIfAbsent(common, _ -> new ArrayList<>()).add(line);
            }
        }
        return faults;
    }

    /// How many files have each outcome; outcomes without a file are left out.
    public static Map<Outcome, Integer> counts(Collection<FaultRow> rows) {
        var counts = new EnumMap<Outcome, Integer>(Outcome.class);
        rows.stream()
                .flatMap(row -> row.lines().stream())
                .forEach(line -> counts.merge(line.outcome(), 1, Integer::sum));
        return counts;
    }
}
