package org.offloadtck.scenario.device;

import static org.assertj.core.data.Percentage.withPercentage;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.scenario.world.World;

/// Steps about modelled launch times: kernels of the corpus's `microkernels.ptx` execute a loop a
/// given number of times, so that the difference of two launches is the time of the additional
/// iterations.
public final class TimingSteps {

    private static final String MODULE = "microkernels.ptx";
    private static final double TENTH = 10;

    /// Size in bytes of the widest access of a thread.
    private static final int WIDEST = 16;

    private static final int LEAST_BYTES = 1 << 16;
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOSECONDS_PER_SECOND = 1e9;

    private final World world;
    private final List<DeviceMemory> memories = new ArrayList<>();
    private final List<Map<String, Long>> launches = new ArrayList<>();
    private Optional<AssembledProgram> program = Optional.empty();
    private LaunchSize size = LaunchSize.of(1, 1);
    private int distance;
    private int rounds;
    private double earlierRound;
    private Runnable again = () -> {};
    private Runnable emptyCaches = () -> {};

    public TimingSteps(World world) {
        this.world = world;
    }

    @Given("launches are timed as on the device {word}")
    public void launchesAreTimed(String model) {
        world.require(Capability.TIME_MODEL);
        emptyCaches = () -> world.device().timeLaunches(model);
        emptyCaches.run();
        program =
                Optional.of(
                        AssembledProgram.load(
                                world.device(), MODULE, Corpus.text("kernels/" + MODULE)));
    }

    @Given("launches use {int} thread(s) of the host")
    public void threads(int most) {
        world.device().useHostThreads(most);
    }

    @Given("a grid of {int} group(s) of {int} thread(s)")
    public void grid(int groups, int threads) {
        size = LaunchSize.of(groups, threads);
    }

    @Given("{int} bytes of shared memory for each group")
    public void shared(int bytes) {
        size = new LaunchSize(size.groups(), size.groupSize(), bytes);
    }

    @Given("threads {int} word(s) apart")
    public void apart(int words) {
        distance = words;
    }

    @When("{word} runs {int} and then {int} iterations")
    public void goesRounds(String kernel, int few, int many) {
        long threads = size.groups().volume() * size.groupSize().volume();
        long bytes = WIDEST * threads * many * Math.max(1, distance);
        launchBoth(kernel, memory(bytes), few, many);
    }

    @When(
            "{word} runs {int} and then {int} iterations over a ring of {int} addresses {int} bytes"
                    + " apart")
    public void follows(String kernel, int few, int many, int count, int stride) {
        var ring = memory((long) count * stride);
        long first = ring.address().orElseThrow();
        long[] words = new long[count * stride / Long.BYTES];
        for (int i = 0; i < count; i++) {
            words[i * (stride / Long.BYTES)] = first + (long) stride * ((i + 1) % count);
        }
        write(ring, MemorySegment.ofArray(words));
        launchBoth(kernel, ring, few, many);
    }

    /// Each thread reads elements of its own, the same ones in both launches.
    @When("{word} runs twice over the same {int} bytes")
    public void runsTwice(String kernel, int bytes) {
        int threads = Math.toIntExact(size.groups().volume() * size.groupSize().volume());
        var in = memory(bytes);
        var out = memory(bytes);
        distance = threads;
        launchWarm(kernel, arguments(in, out, threads));
        launchWarm(kernel, arguments(in, out, threads));
    }

    private void launchBoth(String kernel, DeviceMemory in, int few, int many) {
        earlierRound = launches.isEmpty() ? 0 : perRound("cycles");
        rounds = many - few;
        var out = memory(in.size());
        again =
                () -> {
                    launch(kernel, arguments(in, out, few));
                    launch(kernel, arguments(in, out, many));
                };
        again.run();
    }

    @When("the same launches are made again")
    public void madeAgain() {
        again.run();
    }

    @Then("an iteration takes {int} cycles")
    public void aRoundTakes(int cycles) {
        assertThat(perRound("cycles")).isEqualTo((double) cycles);
    }

    @Then("each of {int} steps of an iteration takes {double} cycles within a tenth")
    public void eachStepTakesAbout(int steps, double cycles) {
        assertThat(perRound("cycles") / steps).isCloseTo(cycles, withPercentage(TENTH));
    }

    @Then("an iteration of {int} bytes moves {int} megabytes a second within a tenth")
    public void aRoundMoves(int bytes, int bandwidth) {
        double seconds = perRound("modelled-time") / NANOSECONDS_PER_SECOND;

        assertThat(bytes / seconds / BYTES_PER_MEGABYTE)
                .isCloseTo(bandwidth, withPercentage(TENTH));
    }

    @Then("the last launch has a {word} of {long}")
    public void theLastLaunchHas(String metric, long value) {
        assertThat(launches.getLast()).containsEntry(metric, value);
    }

    @Then("the last launch has more than {long} of {word}")
    public void theLastLaunchHasMore(long least, String metric) {
        assertThat(launches.getLast().getOrDefault(metric, 0L)).isGreaterThan(least);
    }

    @Then("an iteration has {long} {word}")
    public void aRoundHas(long value, String metric) {
        assertThat(perRound(metric)).isEqualTo((double) value);
    }

    @Then("an iteration takes at least {double} times the cycles of one before")
    public void aRoundTakesMore(double factor) {
        assertThat(perRound("cycles")).isGreaterThan(factor * earlierRound);
    }

    @Then("the second launch has at most {double} times the {word} of the first")
    public void theSecondHasAtMost(double factor, String metric) {
        assertThat((double) value(1, metric)).isLessThanOrEqualTo(factor * value(0, metric));
    }

    @Then("the second launch has at least {double} times the {word} of the first")
    public void theSecondHasAtLeast(double factor, String metric) {
        assertThat((double) value(1, metric)).isGreaterThanOrEqualTo(factor * value(0, metric));
    }

    private long value(int launch, String metric) {
        return Objects.requireNonNull(launches.get(launch).get(metric), metric);
    }

    @Then("they take the same again")
    public void theSameAgain() {
        int half = launches.size() / 2;

        assertThat(launches.subList(half, launches.size()))
                .isEqualTo(launches.subList(0, half))
                .isNotEmpty();
    }

    /// Frees program and memory before the device is closed.
    @After(order = 20_000)
    public void release() {
        program.ifPresent(AssembledProgram::close);
        memories.forEach(DeviceMemory::close);
    }

    private double perRound(String metric) {
        long many = launches.getLast().getOrDefault(metric, 0L);
        long few = launches.get(launches.size() - 2).getOrDefault(metric, 0L);
        return (double) (many - few) / rounds;
    }

    /// A launch whose caches are empty.
    private void launch(String kernel, List<Argument> arguments) {
        emptyCaches.run();
        launchWarm(kernel, arguments);
    }

    /// A launch that finds what earlier ones left in the second-level cache.
    private void launchWarm(String kernel, List<Argument> arguments) {
        var measured = program.orElseThrow().launch(kernel, size, arguments);
        launches.add(
                measured.stream()
                        .collect(Collectors.toMap(m -> m.metric().word(), Measurement::value)));
        world.attach(
                new Evidence.Measurements(
                        "kernel %s on %s".formatted(kernel, world.device().description().id()),
                        metrics(measured)));
    }

    private static List<Metric> metrics(List<Measurement> measurements) {
        return measurements.stream()
                .map(m ->
                        new Metric(
                                m.metric().word(),
                                m.value(),
                                m.metric().unit(),
                                Metric.Exactness.EXACT))
                .toList();
    }

    private List<Argument> arguments(DeviceMemory in, DeviceMemory out, int n) {
        return List.of(
                Argument.Pointer.to(in),
                Argument.Pointer.to(out),
                Argument.Value.of(n),
                Argument.Value.of(distance));
    }

    private DeviceMemory memory(long bytes) {
        var memory = world.device().allocate(Math.max(LEAST_BYTES, bytes));
        memories.add(memory);
        return memory;
    }

    private void write(DeviceMemory memory, MemorySegment bytes) {
        try (var queue = world.device().createQueue()) {
            queue.write(memory, 0, bytes);
            queue.synchronize();
        }
    }
}
