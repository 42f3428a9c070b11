package org.offloadtck.scenario.wrapper;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.link.WrapperSummary;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps that compare wrapper objects of real linker wrappers with those that the kit generates for
/// the same images.
public final class RealWrapperSteps {

    private static final String NVIDIA = "nvptx64-nvidia-cuda";
    private static final String AMD = "amdgcn-amd-amdhsa";

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;
    private Optional<ElfObject> real = Optional.empty();

    public RealWrapperSteps(World world, ScenarioFolder scenarioFolder, WrappedImages wrapped) {
        this.scenarioFolder = scenarioFolder;
        this.world = world;
        this.wrapped = wrapped;
    }

    /// `openmp-16`: for OpenMP, by clang-linker-wrapper 16; `relocatable-19`: the same with `-r`.
    @Given("the images of the real wrapper object {word}")
    public void theImagesOf(String name) {
        var object = ElfObject.parse(name, Corpus.bytes("wrappers/%s.o".formatted(name)));
        var word = name.split("-", -1)[0];
        var wrapping =
                word.equals("relocatable")
                        ? WrapperOptions.openmp(world.profile()).in(LinkKind.RELOCATABLE)
                        : new WrapperOptions(world.profile(), kind(word), LinkKind.FINAL);
        use(object, wrapping);
    }

    /// Extracts the images of `object` to wrap them.
    void use(ElfObject object, WrapperOptions wrapping) {
        real = Optional.of(object);
        wrapped.use(images(object, wrapping.kind()), wrapping);
    }

    @Then("the kit makes the wrapper objects that it saved for {word} and {word}")
    public void makesWhatWasSaved(String first, String second) {
        for (String word : List.of(first, second)) {
            var file = "program.%s.image.wrapper.o".formatted(word);
            var wrapping = new WrapperOptions(world.profile(), kind(word), LinkKind.FINAL);
            use(ElfObject.parse(file, scenarioFolder.read(file)), wrapping);
            assertThat(wrapped.images()).isNotEmpty();
            assertThat(ours().lines()).isEqualTo(theirs().lines());
        }
    }

    private static OffloadKind kind(String word) {
        return OffloadKind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    @When("the kit wraps them")
    public void theKitWrapsThem() {
        wrapped.object();
    }

    @Then("its object has the sections of the real one, with their types, flags and alignments")
    public void hasTheSections() {
        assertThat(ours().sections()).isEqualTo(theirs().sections());
    }

    @Then("it defines and refers to the symbols of the real one")
    public void hasTheSymbols() {
        assertThat(ours().symbols()).isEqualTo(theirs().symbols());
    }

    @Then("its data is that of the real one, byte for byte, with the same relocations")
    public void hasTheData() {
        assertThat(ours().data()).isEqualTo(theirs().data());
        assertThat(ours().relocations()).isEqualTo(theirs().relocations());
    }

    private WrapperSummary ours() {
        return new WrapperSummary(wrapped.object());
    }

    ElfObject real() {
        return real.orElseThrow(() -> new IllegalStateException("no step named a real object"));
    }

    private WrapperSummary theirs() {
        return new WrapperSummary(real());
    }

    private static List<LinkedImage> images(ElfObject object, OffloadKind kind) {
        return switch (kind) {
            case OPENMP -> registered(object);
            case CUDA -> ofFatBinary(object);
            case HIP -> ofBundle(object);
            case SYCL -> throw new IllegalArgumentException("no wrapper object is for " + kind);
        };
    }

    private static List<LinkedImage> registered(ElfObject object) {
        return object.sections().stream()
                .filter(section -> section.type().equals(SectionType.LLVM_OFFLOADING))
                .flatMap(section -> OffloadBinary.parseAll(section.contents()).stream())
                .flatMap(placed -> placed.binary().images().stream())
                .map(image ->
                        new LinkedImage(
                                new TargetId(image.target().triple(), image.target().arch()),
                                image.bytes()))
                .toList();
    }

    private static List<LinkedImage> ofFatBinary(ElfObject object) {
        var section = object.section(".nv_fatbin").orElseThrow();
        return FatBinary.parse(section.contents()).images().stream()
                .map(image ->
                        new LinkedImage(
                                new TargetId(NVIDIA, "sm_" + image.sm()),
                                MemorySegment.ofArray(image.bytes())))
                .toList();
    }

    private static List<LinkedImage> ofBundle(ElfObject object) {
        var section = object.section(".hip_fatbin").orElseThrow();
        return OffloadBundle.parse(section.contents()).codeObjects().stream()
                .filter(codeObject -> !codeObject.id().startsWith("host-"))
                .map(codeObject ->
                        new LinkedImage(
                                new TargetId(AMD, codeObject.id().split("--", 2)[1]),
                                MemorySegment.ofArray(codeObject.bytes())))
                .toList();
    }
}
