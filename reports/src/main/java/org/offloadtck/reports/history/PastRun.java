package org.offloadtck.reports.history;

import java.io.Reader;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictClass;

/// A run as far as its history looks at it.
///
/// @param source file that it was read from
/// @param started as its document has it, `2026-11-22T20:00:00Z`; empty if unknown
/// @param kit version and the first digits of the commit
/// @param counts results by what their verdicts mean; 0 for a class without results
/// @param figures measured values of budgets, by [FigureName]
public record PastRun(
        String source,
        String started,
        String kit,
        Map<VerdictClass, Integer> counts,
        SortedMap<FigureName, Long> figures) {

    /// The digits that tell two commits apart.
    private static final int DIGITS = 8;

    public PastRun {
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /// Reads the document of a run, whose results need not fit into the memory.
    ///
    /// @throws org.offloadtck.data.DataException if the text is no result document
    /// @throws java.io.UncheckedIOException if the text cannot be read
    static PastRun read(String source, Reader json) {
        var counts = new EnumMap<VerdictClass, Integer>(VerdictClass.class);
        for (var standing : VerdictClass.values()) {
            counts.put(standing, 0);
        }
        var figures = new TreeMap<FigureName, Long>();
        var rest =
                ResultDocument.read(
                        source,
                        json,
                        result -> {
                            counts.merge(result.verdict().standing(), 1, Integer::sum);
                            figures.putAll(figures(result));
                        });
        var kit = rest.subject().kit();
        var commit = kit.commit().substring(0, Math.min(DIGITS, kit.commit().length()));
        return new PastRun(
                source,
                rest.circumstances().started(),
                "%s %s".formatted(kit.version(), commit).strip(),
                counts,
                figures);
    }

    private static Map<FigureName, Long> figures(Result result) {
        var figures = new TreeMap<FigureName, Long>();
        for (var evidence : result.evidence()) {
            if (evidence instanceof BudgetLine line) {
                figures.put(
                        new FigureName(
                                line.budget(),
                                result.identity().implementation().toString(),
                                result.identity().device().toString(),
                                line.measured().unit()),
                        line.measured().value());
            }
        }
        return figures;
    }

    /// The day and minute of the start; the source if it is unknown.
    public String label() {
        return started.length() < MINUTE ? source : started.substring(0, MINUTE).replace('T', ' ');
    }

    /// The length of `2026-11-22T20:00`.
    private static final int MINUTE = 16;
}
