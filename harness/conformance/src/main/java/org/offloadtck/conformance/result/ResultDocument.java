package org.offloadtck.conformance.result;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.offloadtck.data.DataText;

/// All results of a run, in the order of every report: by stage, then by key.
///
/// @param scenarios one per id, by stage, then by id
/// @param results one per identity
/// @param circumstances what differs between two runs of the same thing
public record ResultDocument(
        RunSubject subject,
        List<ScenarioRecord> scenarios,
        List<Result> results,
        Circumstances circumstances) {

    /// Version of the JSON that this kit writes and reads.
    public static final int SCHEMA_VERSION = 2;

    private static final Comparator<ScenarioRecord> SCENARIO_ORDER =
            Comparator.comparing(ScenarioRecord::stage)
                    .thenComparing(scenario -> scenario.id().text());

    /// When, where and how a run was made. Everything in a document that depends on it stands here,
    /// beside sampled metrics and the output of commands.
    ///
    /// @param started `2026-11-22T20:00:00Z`; empty if unknown
    /// @param milliseconds how long the run took
    /// @param host name, operating system and processor
    /// @param command the words of the command line
    /// @param times milliseconds of each result, by its key
    /// @param plan the part of a plan that the run executed
    public record Circumstances(
            String started,
            long milliseconds,
            String host,
            List<String> command,
            Map<String, Long> times,
            PlanPart plan) {

        /// For documents that are compared.
        public static final Circumstances NONE = new Circumstances("", 0, "", List.of(), Map.of());

        public Circumstances {
            command = List.copyOf(command);
            times = new TreeMap<>(times);
        }

        /// The circumstances of a run without a plan.
        public Circumstances(
                String started,
                long milliseconds,
                String host,
                List<String> command,
                Map<String, Long> times) {
            this(started, milliseconds, host, command, times, PlanPart.NONE);
        }

        /// The circumstances of a run of a part of a plan.
        public Circumstances of(PlanPart part) {
            return new Circumstances(started, milliseconds, host, command, times, part);
        }

        /// The circumstances with the time of one result only.
        public Circumstances of(String key) {
            var time = times.get(key);
            return withTimes(time == null ? Map.of() : Map.of(key, time)).of(PlanPart.NONE);
        }

        /// The circumstances with other times of results.
        public Circumstances withTimes(Map<String, Long> other) {
            return new Circumstances(started, milliseconds, host, command, other, plan);
        }
    }

    /// Shards of a plan.
    ///
    /// @param sha256 of the plan, see
    ///   [ShardPlan#sha256][org.offloadtck.conformance.plan.ShardPlan#sha256]; empty for none
    /// @param shards in ascending order
    public record PlanPart(String sha256, List<Integer> shards) {

        public static final PlanPart NONE = new PlanPart("", List.of());

        public PlanPart {
            shards = List.copyOf(shards);
        }
    }

    /// @throws IllegalArgumentException if two results have the same key
    public ResultDocument {
        scenarios = scenarios.stream().sorted(SCENARIO_ORDER).toList();
        results = sorted(results);
    }

    /// A result with its key, which costs more than a comparison.
    private record Keyed(String key, Result result) {

        private static final Comparator<Keyed> ORDER =
                Comparator.comparing((Keyed each) -> each.result().identity().stage())
                        .thenComparing(Keyed::key);
    }

    private static List<Result> sorted(List<Result> results) {
        if (isSorted(results)) {
            return List.copyOf(results);
        }
        var sorted =
                results.stream()
                        .map(result -> new Keyed(result.identity().key(), result))
                        .sorted(Keyed.ORDER)
                        .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).key().equals(sorted.get(i - 1).key())) {
                throw new IllegalArgumentException(
                        "two results have the key %s".formatted(sorted.get(i).key()));
            }
        }
        return sorted.stream().map(Keyed::result).toList();
    }

    /// Whether each result follows the one before it. Holds two keys at a time, not all.
    private static boolean isSorted(List<Result> results) {
        var before = Optional.<Keyed>empty();
        for (var result : results) {
            var next = new Keyed(result.identity().key(), result);
            if (before.filter(each -> Keyed.ORDER.compare(each, next) >= 0).isPresent()) {
                return false;
            }
            before = Optional.of(next);
        }
        return true;
    }

    /// A document of results alone.
    public static ResultDocument of(RunSubject subject, List<Result> results) {
        return new ResultDocument(subject, List.of(), results, Circumstances.NONE);
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is no result document, or one of
    ///   another version
    public static ResultDocument parse(DataText json) {
        return ResultReader.read(json);
    }

    /// Reads what [#writeJson] wrote of more results than the memory may hold.
    ///
    /// @param result gets each result, in order; may refuse one by an [IllegalArgumentException]
    /// @return the document without its results
    /// @throws org.offloadtck.data.DataException if the text is no result document, or one of
    ///   another version
    /// @throws java.io.UncheckedIOException if the text cannot be read
    public static ResultDocument read(String source, Reader json, Consumer<Result> result) {
        return ResultReader.read(source, json, result);
    }

    /// The document without its circumstances: equal for two runs that found the same.
    public ResultDocument comparable() {
        return new ResultDocument(subject, scenarios, results, Circumstances.NONE);
    }

    public Optional<ScenarioRecord> scenario(ScenarioId id) {
        return scenarios.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    public List<ImplementationRecord> implementations() {
        return subject.implementations();
    }

    public List<DeviceRecord> devices() {
        return subject.devices();
    }

    /// The document as JSON; equal documents give equal text.
    public String toJson() {
        return ResultWriter.json(this).toText();
    }

    /// Writes what [#toJson] returns.
    public void writeJson(Writer out) throws IOException {
        ResultWriter.json(this).write(out);
    }
}
