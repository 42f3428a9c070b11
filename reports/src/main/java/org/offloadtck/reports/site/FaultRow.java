package org.offloadtck.reports.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence;
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
    static Map<String, List<FaultRow>> byGroup(List<FaultRow> rows) {
        var groups = new TreeMap<String, List<FaultRow>>();
        rows.stream()
                .sorted(
                        Comparator.comparing((FaultRow row) -> row.first().fault())
                                .thenComparing(row -> row.result().identity().key()))
                .forEach(row ->
                        groups.computeIfAbsent(row.first().group(), _ -> new ArrayList<>())
                                .add(row));
        return groups;
    }

    /// A row for each fault that the result planted.
    static List<FaultRow> of(Result result, List<Evidence> evidence) {
        var faults = new LinkedHashMap<List<Object>, List<PlantedFaultLine>>();
        for (var each : evidence) {
            if (each instanceof PlantedFaultLine line) {
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
        return faults.values().stream().map(lines -> new FaultRow(result, lines)).toList();
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
