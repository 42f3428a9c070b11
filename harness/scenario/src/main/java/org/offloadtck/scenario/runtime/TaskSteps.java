package org.offloadtck.scenario.runtime;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.mapping.DataConstruct;
import org.offloadtck.runtime.task.Dependence;
import org.offloadtck.runtime.task.PendingConstruct;
import org.offloadtck.runtime.task.Task;
import org.offloadtck.runtime.task.TaskGraph;
import org.offloadtck.runtime.task.TaskOrder;

/// Steps about constructs with `nowait`, and about the default devices of threads.
public final class TaskSteps {

    private static final long DEFAULT_DEVICE = -1;

    private final ScenarioHostProgram test;
    private TaskGraph tasks = new TaskGraph(TaskOrder.inCreationOrder());

    public TaskSteps(ScenarioHostProgram test) {
        this.test = test;
    }

    /// A task that records its start.
    private static final class Construct implements Task {
        private final Supplier<PendingConstruct> start;
        private final List<PendingConstruct> started = new ArrayList<>();

        private Construct(Supplier<PendingConstruct> start) {
            this.start = start;
        }

        @Override
        public void start() {
            started.add(start.get());
        }

        @Override
        public void finish() {
            started.forEach(target -> {
                var outcome = target.finish();
                assertThat(outcome.isEmpty() || isLaunched(outcome.get())).isTrue();
            });
        }

        private static boolean isLaunched(Object outcome) {
            return outcome instanceof LaunchResult.Launched;
        }
    }

    @Given("tasks run {string}")
    public void tasksRun(String order) {
        tasks =
                new TaskGraph(
                        switch (order) {
                            case "as they were made" -> TaskOrder.inCreationOrder();
                            case "last first" -> TaskOrder.inReverseOrder();
                            default ->
                                    TaskOrder.seeded(
                                            Long.parseLong(order.replace("in order ", "")));
                        });
    }

    @When("a task that depends on {string} launches the region {word} with")
    public void launches(String dependences, String region, DataTable maps) {
        List<MapArgument> arguments = arguments(maps);
        tasks.add(
                new Construct(() -> test.program().start(region, LaunchClauses.NONE, arguments)),
                dependences(dependences));
    }

    @When("a task that depends on {string} launches the region {word} by {int} team(s) with")
    public void launches(String dependences, String region, int teams, DataTable maps) {
        List<MapArgument> arguments = arguments(maps);
        tasks.add(
                new Construct(() ->
                        test.program().start(region, new LaunchClauses(teams, 0, 0, 0), arguments)),
                dependences(dependences));
    }

    @When("a task that depends on {string} begins a data region that maps")
    public void begins(String dependences, DataTable maps) {
        add(DataConstruct.BEGIN, dependences, maps);
    }

    @When("a task that depends on {string} ends a data region that maps")
    public void ends(String dependences, DataTable maps) {
        add(DataConstruct.END, dependences, maps);
    }

    @When("a task that depends on {string} updates")
    public void updates(String dependences, DataTable maps) {
        add(DataConstruct.UPDATE, dependences, maps);
    }

    @When("the program waits for its tasks")
    public void waits() {
        tasks.await();
    }

    @When("the program waits for its tasks, one of which is rejected")
    public void waitsInVain() {
        test.attempt(tasks::await);
    }

    @When("the program waits for what {string} depends on")
    public void waitsFor(String dependences) {
        tasks.await(dependences(dependences));
    }

    @When("thread {int} makes device {int} its default")
    public void makesDefault(int thread, int device) {
        test.program().runtime().defaultDevices().enter(thread);
        test.program().runtime().defaultDevices().choose(device);
    }

    @When("thread {int} calls")
    public void calls(int thread) {
        test.program().runtime().defaultDevices().enter(thread);
    }

    @Then("its default device is {int}")
    public void defaultDevice(int device) {
        assertThat(test.program().runtime().defaultDevices().device()).isEqualTo(device);
    }

    private void add(DataConstruct construct, String dependences, DataTable maps) {
        List<MapArgument> arguments = arguments(maps);
        tasks.add(
                new Construct(() ->
                        test.program().runtime().startData(construct, DEFAULT_DEVICE, arguments)),
                dependences(dependences));
    }

    private List<MapArgument> arguments(DataTable maps) {
        return maps.asMaps().stream()
                .map(row -> MapClauseRow.of(test.program(), row).argument(test.program()))
                .toList();
    }

    /// Parses `in x, out y`; empty for none.
    private List<Dependence> dependences(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .map(this::dependence)
                .toList();
    }

    private Dependence dependence(String text) {
        String[] words = text.split(" ", 2);
        return new Dependence(
                test.program().address(words[1]),
                words[0].equals("in") ? Dependence.Kind.READS : Dependence.Kind.WRITES);
    }
}
