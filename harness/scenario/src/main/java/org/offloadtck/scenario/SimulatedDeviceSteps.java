package org.offloadtck.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceAssembler;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceLinker;
import org.offloadtck.plugin.DeviceLinker.Input;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.ProgramImage;
import org.offloadtck.plugin.TargetId;
import org.opentest4j.TestAbortedException;

/// Steps about kernels on the device under test, launched straight through the plugin, with no
/// runtime between: the scenario states what a runtime would work out.
public final class SimulatedDeviceSteps {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");
    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private final World world;
    private final Map<String, DeviceMemory> buffers = new LinkedHashMap<>();
    private Optional<Program> program = Optional.empty();
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
            world.show(new Evidence.Measurements("kernel " + name, metrics(counted)));
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

    @Then("it is refused because {string}")
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

    @Then("it counts {long} warp-instructions")
    public void itCounts(long instructions) {
        assertThat(counted)
                .filteredOn(measured -> measured.metric().equals("warp-instructions"))
                .extracting(Measurement::value)
                .containsExactly(instructions);
    }

    @Then("a second launch of it counts the same")
    public void aSecondLaunchCountsTheSame() {
        assertThat(again.get()).isEqualTo(counted).isNotEmpty();
    }

    /// Gives the program's memory back before the device is closed.
    @After(order = 20_000)
    public void release() {
        program.ifPresent(Program::close);
        buffers.values().forEach(DeviceMemory::close);
    }

    private void load(String source, String text) {
        var bytes = MemorySegment.ofArray(text.getBytes(UTF_8));
        var object = first(DeviceAssembler.class).assemble(TARGET, new Input(source, bytes));
        var image = first(DeviceLinker.class).link(TARGET, List.of(new Input(source, object)));
        program =
                Optional.of(world.device().createProgram(new ProgramImage(source, TARGET, image)));
    }

    private static <T> T first(Class<T> service) {
        return ServiceLoader.load(service)
                .findFirst()
                .orElseThrow(() ->
                        new TestAbortedException(
                                "no %s is here".formatted(service.getSimpleName())));
    }

    private List<Measurement> launch(String name, LaunchSize size, List<Argument> arguments) {
        var kernel = program.orElseThrow().kernel(name).orElseThrow();
        try (var queue = world.device().createQueue();
                var event = queue.launch(kernel, size, arguments)) {
            queue.synchronize();
            return event.measurements();
        }
    }

    /// Names of buffers and 64-bit numbers.
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
                .filter(m -> m.exact() == Measurement.Exactness.EXACT)
                .map(m -> new Metric(m.metric(), m.value(), m.unit(), Metric.Exactness.EXACT))
                .toList();
    }

    private static int[] numbers(String words) {
        return Arrays.stream(words.split(", ")).mapToInt(Integer::parseInt).toArray();
    }
}
