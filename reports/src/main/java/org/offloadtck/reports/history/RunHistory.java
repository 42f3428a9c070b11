package org.offloadtck.reports.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.offloadtck.conformance.result.VerdictClass;

/// Several runs, the earliest first; of runs that started at the same time, in the order of their
/// files.
public record RunHistory(List<PastRun> runs) {

    public RunHistory {
        runs =
                runs.stream()
                        .sorted(
                                Comparator.comparing(PastRun::started)
                                        .thenComparing(PastRun::source))
                        .toList();
    }

    /// The classes of verdicts that some run has.
    public List<VerdictClass> classes() {
        return List.of(VerdictClass.values()).stream()
                .filter(standing -> runs.stream().anyMatch(run -> count(run, standing) > 0))
                .toList();
    }

    /// The number of a run's results of a class.
    public int count(PastRun run, VerdictClass standing) {
        return run.counts().getOrDefault(standing, 0);
    }

    /// The counts of a class, a value for each run.
    public List<Optional<Long>> counts(VerdictClass standing) {
        return runs.stream().map(run -> Optional.of((long) count(run, standing))).toList();
    }

    /// The figures that some run has.
    public List<FigureName> figures() {
        var names = new TreeSet<FigureName>();
        runs.forEach(run -> names.addAll(run.figures().keySet()));
        return List.copyOf(names);
    }

    /// The values of a figure; empty for a run that lacks it.
    public List<Optional<Long>> values(FigureName figure) {
        return runs.stream().map(run -> Optional.ofNullable(run.figures().get(figure))).toList();
    }

    /// How a class of verdicts is named for people.
    public static String word(VerdictClass standing) {
        return switch (standing) {
            case HELD -> "held";
            case WAIVED -> "waived";
            case EXCLUDED -> "excluded";
            case UNEXPECTED -> "failed";
            case NOT_JUDGED -> "not judged";
            case HARNESS_FAULT -> "kit failed";
        };
    }
}
