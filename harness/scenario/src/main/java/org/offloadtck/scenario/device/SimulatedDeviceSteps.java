package org.offloadtck.scenario.device;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.scenario.world.World;

/// Steps about kernels that the scenario launches directly through the plugin, without a runtime:
/// the scenario states launch size and arguments.
public final class SimulatedDeviceSteps {

    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private final World world;
    private final Map<String, DeviceMemory> buffers = new LinkedHashMap<>();
    private Optional<AssembledProgram> program = Optional.empty();
    private Optional<DeviceException> fault = Optional.empty();
    private List<Measurement> counted = List.of();
    private Supplier<List<Measurement>> again = List::of;

    public SimulatedDeviceSteps(World world) {
        this.world = world;
    }

    @Given("the device program {word} of the corpus")
    public void theDeviceProgramOfTheCorpus(String file) {
        load(file, Corpus.text("ptx/" + file));
    }

    @Given("a device program of its own:")
    public void theDeviceProgram(String text) {
        load("program.ptx", HEADER + text + "\n");
    }

    @Given("^the device buffer (\\S+) with the words (.+)$")
    public void theDeviceBuffer(String name, String words) {
        int[] values = numbers(words);
        var memory = world.device().allocate((long) values.length * Integer.BYTES);
        try (var queue = world.device().createQueue()) {
            queue.write(memory, 0, MemorySegment.ofArray(values));
            queue.synchronize();
        }
        buffers.put(name, memory);
    }

    @When("^the kernel (\\S+) is launched with (\\d+) groups? of (\\d+) threads on (.+)$")
    public void theKernelIsLaunched(String name, int groups, int threads, String arguments) {
        var size = LaunchSize.of(groups, threads);
        again = () -> launch(name, size, arguments(arguments));
        fault = Optional.empty();
        try {
            counted = again.get();
            world.attach(
                    new Evidence.Measurements(
                            "kernel %s on %s".formatted(name, world.device().description().id()),
                            metrics(counted)));
        } catch (DeviceException stopped) {
            fault = Optional.of(stopped);
        }
    }

    @When("the kernel {word} is looked up")
    public void theKernelIsLookedUp(String name) {
        fault = Optional.empty();
        try {
            program.orElseThrow().kernel(name);
        } catch (DeviceException refusal) {
            fault = Optional.of(refusal);
        }
    }

    @Then("it is rejected because {string}")
    public void itIsRefused(String reason) {
        assertThat(fault)
                .hasValueSatisfying(
                        refusal -> assertThat(refusal.error()).isEqualTo(DeviceError.UNSUPPORTED));
        assertThat(fault.orElseThrow()).hasMessageContaining(reason);
    }

    @Then("^the words of (\\S+) are (.+)$")
    public void theWordsAre(String buffer, String words) {
        assertThat(fault).isEmpty();
        assertThat(words(buffer)).containsExactly(numbers(words));
    }

    @Then("^it stops at (\\d+:\\d+) in thread (\\(.+\\)) of kernel (\\S+) because \"(.+)\"$")
    public void itStops(String position, String thread, String kernel, String problem) {
        var stopped = fault.orElseThrow(() -> new AssertionError("the kernel did not stop"));
        assertThat(stopped.error()).isEqualTo(DeviceError.KERNEL_FAULT);
        assertThat(stopped)
                .hasMessageContaining("program.ptx:" + position + ": ")
                .hasMessageContaining("%s CTA (0, 0, 0) thread %s: ".formatted(kernel, thread))
                .hasMessageContaining(problem);
    }

    @Then("it finds {string}")
    public void itFinds(String problem) {
        var stopped = fault.orElseThrow(() -> new AssertionError("nothing was found"));
        assertThat(stopped).hasMessageContaining(problem);
    }

    @Then("it counts {long} warp-instructions")
    public void itCounts(long instructions) {
        assertThat(counted)
                .filteredOn(measured -> measured.metric() == LaunchMetric.WARP_INSTRUCTIONS)
                .extracting(Measurement::value)
                .containsExactly(instructions);
    }

    @Then("a second launch of it counts the same")
    public void aSecondLaunchCountsTheSame() {
        assertThat(again.get()).isEqualTo(counted).isNotEmpty();
    }

    /// Frees program and memory before the device is closed.
    @After(order = 20_000)
    public void release() {
        program.ifPresent(AssembledProgram::close);
        buffers.values().forEach(DeviceMemory::close);
    }

    private void load(String source, String text) {
        program = Optional.of(AssembledProgram.load(world.device(), source, text));
    }

    private List<Measurement> launch(String name, LaunchSize size, List<Argument> arguments) {
        return program.orElseThrow().launch(name, size, arguments);
    }

    /// Parses arguments: names of buffers and 64-bit numbers.
    private List<Argument> arguments(String text) {
        if (text.equals("nothing")) {
            return List.of();
        }
        return Arrays.stream(text.split(", "))
                .<Argument>map(word ->
                        buffers.containsKey(word)
                                ? Argument.Pointer.to(buffers.get(word))
                                : Argument.Value.of(Long.parseLong(word)))
                .toList();
    }

    private int[] words(String buffer) {
        var memory = Objects.requireNonNull(buffers.get(buffer));
        var bytes = MemorySegment.ofArray(new byte[Math.toIntExact(memory.size())]);
        try (var queue = world.device().createQueue()) {
            queue.read(bytes, memory, 0);
            queue.synchronize();
        }
        return bytes.toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    private static List<Metric> metrics(List<Measurement> measurements) {
        return measurements.stream()
                .filter(m -> m.metric().exactness() == LaunchMetric.Exactness.EXACT)
                .map(m ->
                        new Metric(
                                m.metric().word(),
                                m.value(),
                                m.metric().unit(),
                                Metric.Exactness.EXACT))
                .toList();
    }

    private static int[] numbers(String words) {
        return Arrays.stream(words.split(", ")).mapToInt(Integer::parseInt).toArray();
    }
}
