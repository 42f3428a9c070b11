package org.offloadtck.reports.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.result.VerdictKind;

/// What differs between two runs.
///
/// @param old the earlier run, or the baseline
/// @param now the later run
/// @param differences of facts that both recorded
/// @param changes in the order of their kinds, then by key
public record Comparison(
        Snapshot old, Snapshot now, List<FactDifference> differences, List<Change> changes) {

    private static final Comparator<Change> ORDER =
            Comparator.comparing(Change::kind).thenComparing(Change::key);

    private static final String ABSENT = "not there";

    public Comparison {
        differences = List.copyOf(differences);
        changes = changes.stream().sorted(ORDER).toList();
    }

    static Comparison of(Snapshot old, Snapshot now) {
        var differences = differences(old, now);
        var changes = new ArrayList<Change>();
        var keys = new TreeSet<>(old.results().keySet());
        keys.addAll(now.results().keySet());
        for (var key : keys) {
            var was = Optional.ofNullable(old.results().get(key));
            var is = Optional.ofNullable(now.results().get(key));
            verdict(was, is, differences, now).ifPresent(changes::add);
            if (was.isPresent() && is.isPresent()) {
                figures(was.get(), is.get(), differences).forEach(changes::add);
            }
        }
        differences.stream()
                .filter(each -> each.fact().aspect() == Aspect.REQUIREMENT)
                .map(Comparison::reworded)
                .forEach(changes::add);
        return new Comparison(old, now, differences, changes);
    }

    /// Facts that both runs recorded, and what took part in one run alone.
    private static List<FactDifference> differences(Snapshot old, Snapshot now) {
        var facts = new TreeSet<>(old.facts().keySet());
        facts.addAll(now.facts().keySet());
        return facts.stream()
                .filter(fact -> fact.tookPart() || both(fact, old, now))
                .map(fact ->
                        new FactDifference(
                                fact,
                                old.facts().getOrDefault(fact, ABSENT),
                                now.facts().getOrDefault(fact, ABSENT)))
                .filter(each -> !each.was().equals(each.is()))
                .toList();
    }

    private static boolean both(Fact fact, Snapshot old, Snapshot now) {
        return old.facts().containsKey(fact) && now.facts().containsKey(fact);
    }

    private static Change reworded(FactDifference requirement) {
        return new Change(
                ChangeKind.REWORDED,
                requirement.fact().name(),
                "",
                requirement.was(),
                requirement.is(),
                "",
                List.of());
    }

    private static Optional<Change> verdict(
            Optional<JudgedResult> was,
            Optional<JudgedResult> is,
            List<FactDifference> differences,
            Snapshot now) {
        var result = is.or(() -> was).orElseThrow();
        var causes = causes(result, differences);
        return kind(was, is, mayBeRemoved(result, causes, now))
                .map(kind ->
                        new Change(
                                kind,
                                result.key(),
                                result.title(),
                                was.map(JudgedResult::verdict).orElse(""),
                                is.map(JudgedResult::verdict).orElse(""),
                                is.map(JudgedResult::reason).orElse(""),
                                causes));
    }

    private static Optional<ChangeKind> kind(
            Optional<JudgedResult> was, Optional<JudgedResult> is, boolean mayBeRemoved) {
        if (was.isEmpty()) {
            return Optional.of(ChangeKind.NEW);
        }
        if (is.isEmpty()) {
            return Optional.of(mayBeRemoved ? ChangeKind.REMOVED : ChangeKind.LOST);
        }
        return was.get().verdict().equals(is.get().verdict())
                ? Optional.empty()
                : Optional.of(kind(was.get().kind(), is.get().kind()));
    }

    /// Whether a result is missing because it was not asked for, or because its scenario is gone or
    /// another one: the scenarios of the later run say so.
    private static boolean mayBeRemoved(
            JudgedResult result, List<FactDifference> causes, Snapshot now) {
        var aspects = causes.stream().map(each -> each.fact().aspect()).toList();
        var scenario = new Fact(Aspect.SCENARIO, result.scenario());
        return aspects.contains(Aspect.SELECTION)
                || aspects.contains(Aspect.SCENARIO)
                || !now.facts().containsKey(scenario);
    }

    private static ChangeKind kind(VerdictKind was, VerdictKind is) {
        if (is == VerdictKind.FLAKY) {
            return was == VerdictKind.FLAKY ? ChangeKind.CHANGED : ChangeKind.FLAKY;
        }
        boolean failed = was.standing().isFailure();
        return switch (is.standing()) {
            case HELD -> failed ? ChangeKind.FIXED : ChangeKind.CHANGED;
            case WAIVED, EXCLUDED -> ChangeKind.CHANGED;
            case UNEXPECTED, HARNESS_FAULT -> failed ? ChangeKind.CHANGED : ChangeKind.REGRESSED;
            case NOT_JUDGED ->
                    was.standing() == VerdictClass.NOT_JUDGED
                            ? ChangeKind.CHANGED
                            : ChangeKind.NOT_JUDGED;
        };
    }

    private static Stream<Change> figures(
            JudgedResult was, JudgedResult is, List<FactDifference> differences) {
        return was.figures().entrySet().stream()
                .filter(figure -> is.figures().containsKey(figure.getKey()))
                .filter(figure -> !figure.getValue().equals(is.figures().get(figure.getKey())))
                .map(figure ->
                        new Change(
                                ChangeKind.BUDGET_MOVED,
                                "%s of %s".formatted(figure.getKey(), is.key()),
                                is.title(),
                                "%,d".formatted(figure.getValue()),
                                "%,d".formatted(is.figures().get(figure.getKey())),
                                "",
                                causes(is, differences)));
    }

    /// The differences of facts that a result depends on.
    private static List<FactDifference> causes(
            JudgedResult result, List<FactDifference> differences) {
        return differences.stream().filter(each -> concerns(each.fact(), result)).toList();
    }

    private static boolean concerns(Fact fact, JudgedResult result) {
        return switch (fact.aspect()) {
            case KIT, CATALOGUE, SELECTION, WAIVERS, SEED, HOST -> true;
            case REQUIREMENT -> result.requirements().contains(fact.name());
            case SCENARIO -> fact.name().equals(result.scenario());
            case IMPLEMENTATION -> fact.name().equals(result.implementation());
            case DEVICE -> fact.name().equals(result.device());
        };
    }

    /// Whether a gate has to stop.
    public boolean hasRegressions() {
        return changes.stream().anyMatch(change -> change.kind().isRegression());
    }

    /// The number of results with the same verdict in both runs.
    public long unchanged() {
        return now.results().values().stream()
                .filter(result ->
                        Optional.ofNullable(old.results().get(result.key()))
                                .filter(was -> was.verdict().equals(result.verdict()))
                                .isPresent())
                .count();
    }

    /// The changes of each kind that there are any of.
    public Map<ChangeKind, List<Change>> byKind() {
        var kinds = new EnumMap<ChangeKind, List<Change>>(ChangeKind.class);
        for (var change : changes) {
            kinds.computeIfAbsent(change.kind(), _ -> new ArrayList<>()).add(change);
        }
        return kinds;
    }
}
