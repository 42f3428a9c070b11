package org.offloadtck.scenario.execution;

import static java.util.stream.Collectors.toSet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.KnownOutcomes;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.scenario.record.ExampleOfScenario;
import org.offloadtck.scenario.record.Interruption;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ResultRecorder;

/// A run of groups of scenarios, one after another. What it found can be asked at any time, also by
/// the thread that ends the process.
public final class RunExecution {

    private final Schedule schedule;
    private final KnownOutcomes known;
    private final EarlierRun earlier;
    private final Set<ExampleOfScenario> taken;
    private final List<GroupRun> groups;

    /// @param earlier whose results are taken over
    /// @param replays where files of scenarios that fail are kept
    public RunExecution(
            List<ScenarioGroup> groups,
            Schedule schedule,
            KnownOutcomes known,
            EarlierRun earlier,
            Path replays) {
        this.schedule = schedule;
        this.known = known;
        this.earlier = earlier.of(groups);
        this.taken = this.earlier.results().stream().map(ExampleOfScenario::of).collect(toSet());
        this.groups = groups.stream().map(group -> new GroupRun(group, replays)).toList();
    }

    /// The scenarios that are not taken over from the earlier run.
    public int count() {
        return (int) groups.stream().flatMap(GroupRun::scenarios).count();
    }

    /// Runs the scenarios of each group, and again those that fail without a waiver.
    public void run(ScenarioProgress progress) {
        groups.forEach(group -> group.run(progress));
    }

    /// The results of all scenarios. The verdict on one that was not judged is NOT_RUN.
    public List<Result> results() {
        var results = new ArrayList<>(earlier.results());
        groups.forEach(group -> results.addAll(group.results()));
        return results;
    }

    /// The scenarios of the groups, each once, in their order.
    public List<ScenarioRecord> records() {
        var records = new LinkedHashMap<ScenarioId, ScenarioRecord>();
        for (var group : groups) {
            group.group.scenarios().stream()
                    .map(ListedScenario::record)
                    .forEach(record -> records.putIfAbsent(record.id(), record));
        }
        return List.copyOf(records.values());
    }

    /// Milliseconds of each result, by its key.
    public Map<String, Long> times() {
        var times = new HashMap<>(earlier.times());
        groups.forEach(group -> times.putAll(group.recorder.times()));
        return times;
    }

    private final class GroupRun {

        private final ScenarioGroup group;
        private final ResultRecorder recorder;
        private volatile Optional<List<Result>> retried = Optional.empty();

        private GroupRun(ScenarioGroup group, Path replays) {
            this.group = group;
            this.recorder = ResultRecorder.keeping(replays);
        }

        private Stream<ListedScenario> scenarios() {
            return group.scenarios().stream().filter(each -> !taken.contains(each.example()));
        }

        private void run(ScenarioProgress progress) {
            schedule.run(group, scenarios()).run(recorder, progress);
            retried = Optional.of(new Retries(schedule.retries()).of(judged(), this::again));
        }

        private List<Result> again(Set<ExampleOfScenario> failed) {
            var again = new ResultRecorder();
            schedule.run(group, scenarios().filter(each -> failed.contains(each.example())))
                    .run(again);
            return again.results();
        }

        private List<Result> judged() {
            return recorder.results().stream().map(known::apply).toList();
        }

        private List<Result> results() {
            var results = new ArrayList<>(retried.orElseGet(this::judged));
            var judged = results.stream().map(ExampleOfScenario::of).collect(toSet());
            scenarios()
                    .filter(each -> !judged.contains(each.example()))
                    .map(each -> each.notRun(group.judged(), Interruption.REASON))
                    .forEach(results::add);
            return results;
        }
    }
}
