package org.offloadtck.scenario.wrapper;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.scenario.link.ScenarioLink;
import org.offloadtck.scenario.world.World;

/// Steps about the structures of a wrapper object in a program that was linked with it.
public final class DescriptorSteps {

    private final World world;
    private final ScenarioLink line;
    private final WrappedImages wrapped;
    private Optional<HostExecutable> program = Optional.empty();

    public DescriptorSteps(World world, ScenarioLink line, WrappedImages wrapped) {
        this.world = world;
        this.line = line;
        this.wrapped = wrapped;
    }

    @When("the wrapper object is linked into a program")
    public void link() {
        var registration = Stream.of("__tgt_register_lib", "__tgt_unregister_lib", "atexit");
        var names = Stream.concat(registration, line.inputs().stream().flatMap(this::undefined));
        var inputs = new ArrayList<LinkInput>(List.of(new LinkInput.Relocatable(wrapped.object())));
        inputs.addAll(line.inputs());
        program = Optional.of(StaticLinker.link(inputs, Imports.of(names.distinct().toList())));
    }

    /// The symbols that an object references and the wrapper object does not.
    private Stream<String> undefined(LinkInput input) {
        return input instanceof LinkInput.Relocatable(var elf)
                ? elf.symbols().stream()
                        .filter(Symbol::isUndefined)
                        .map(Symbol::name)
                        .filter(name -> wrapped.object().symbol(name).isEmpty())
                : Stream.empty();
    }

    @Then("the registered images begin with the images")
    public void beginWithImages() {
        assertThat(images().map(bytes -> bytes.string(0, 5, "image")))
                .containsExactly("sm_90", "sm_75");
    }

    @Then("the registered images begin with an offload binary header")
    public void beginWithHeaders() {
        assertThat(images()).allMatch(OffloadBinary::startsIn);
    }

    @Then("NumDeviceImages is {int}, and DeviceImages an array of that many")
    public void countsImages(int count) {
        assertThat(descriptor().deviceImageCount()).isEqualTo(count);
        assertThat(descriptor().deviceImages()).isEqualTo(address(".omp_offloading.device_images"));
        var array = wrapped.object().symbol(".omp_offloading.device_images").orElseThrow();
        assertThat(array.size()).isEqualTo((long) count * DeviceImage.SIZE);
    }

    @Then("every ImageEnd is behind the last byte of its image")
    public void endsBehindItsImage() {
        assertThat(registration().images())
                .map(image -> image.imageEnd() - image.imageStart())
                .isEqualTo(wrapped.images().stream().map(this::registeredSize).toList());
        assertThat(wrapped.images()).isNotEmpty();
    }

    private long registeredSize(LinkedImage image) {
        return switch (world.profile().wrapper().imageStart()) {
            case IMAGE -> image.bytes().byteSize();
            case OFFLOAD_BINARY -> offloadBinarySize(image);
        };
    }

    /// Size of an offload binary of version 1: header, entry, two strings and their table, then the
    /// image, both padded to a multiple of 8 bytes. Source: LLVM 15 to 22,
    /// `llvm/include/llvm/Object/OffloadBinary.h`.
    private static long offloadBinarySize(LinkedImage image) {
        var target = image.target();
        long strings =
                ("\0triple\0arch\0" + target.triple() + "\0" + target.arch() + "\0").length();
        long offset = Math.ceilDiv(72 + 2 * 16 + strings, 8) * 8L;
        return Math.ceilDiv(offset + image.bytes().byteSize(), 8) * 8L;
    }

    @Then("every image and the descriptor have the table from {word} to {word}, of {int} entries")
    public void haveTheTable(String begin, String end, int count) {
        assertThat(registration().images())
                .allSatisfy(image -> {
                    assertThat(image.entriesBegin()).isEqualTo(address(begin));
                    assertThat(image.entriesEnd()).isEqualTo(address(end));
                });
        assertThat(descriptor().hostEntriesBegin()).isEqualTo(address(begin));
        assertThat(descriptor().hostEntriesEnd()).isEqualTo(address(end));
        assertThat(address(end) - address(begin))
                .isEqualTo((long) count * world.profile().entries().layout().size());
    }

    private long address(String symbol) {
        return executable().address(symbol).orElseThrow();
    }

    private BinaryDescriptor descriptor() {
        return registration().descriptor();
    }

    private RegisteredDescriptor registration() {
        return RegisteredDescriptor.in(executable()).getFirst();
    }

    private Stream<ObjectBytes> images() {
        return registration().images().stream()
                .map(image -> executable().bytes(image.imageStart()).orElseThrow());
    }

    private HostExecutable executable() {
        return program.orElseThrow(() -> new IllegalStateException("no step linked a program"));
    }
}
