package org.offloadtck.scenario.objectfile;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Located;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.pack.ImageArguments;
import org.offloadtck.object.pack.OffloadPackager;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.scenario.world.World;

/// Steps about the offload binary, the container of device images.
public final class OffloadBinarySteps {

    /// The first bytes of an offload binary. Source: "Offloading Design & Internals", Creating Fat
    /// Objects.
    private static final byte[] MAGIC = {0x10, (byte) 0xff, 0x10, (byte) 0xad};

    private final World world;
    private final List<ObjectBytes> carriers = new ArrayList<>();
    private final List<Located> binaries = new ArrayList<>();
    private byte[] packed = {};
    private Optional<MalformedObjectException> refusal = Optional.empty();

    public OffloadBinarySteps(World world) {
        this.world = world;
    }

    @When("the offload binaries of {word} are read")
    public void read(String path) {
        var bytes = Corpus.bytes(path);
        carriers.addAll(carriers(path, bytes));
        try {
            carriers.forEach(carrier -> binaries.addAll(OffloadBinary.parseAll(carrier)));
        } catch (MalformedObjectException e) {
            refusal = Optional.of(e);
            world.attach(
                    Evidence.ArtifactExcerpt.of(
                            path, bytes, Math.toIntExact(e.offset()), 8, e.problem()));
        }
    }

    @When("a {word} image of kind {word} for arch {string} is packed")
    public void pack(String imageKind, String kind, String arch) {
        var version =
                switch (world.profile().fatObject().carrier()) {
                    case ImageCarrier.OffloadSection carrier -> carrier.version();
                    case ImageCarrier.BundlerSections _ ->
                            throw new IllegalStateException(
                                    world.profile().id() + " packs no offload binaries");
                };
        int number = numbering().code(kind(kind)).orElseThrow();
        var image =
                Image.of(
                        ImageKind.valueOf(imageKind.toUpperCase(Locale.ROOT)),
                        number,
                        new Target("nvptx64-nvidia-cuda", arch),
                        new byte[] {'p', 't', 'x'});
        var packed = new OffloadBinary(version, List.of(image)).write();
        binaries.addAll(OffloadBinary.parseAll(ObjectBytes.of("packed", packed)));
    }

    @When("the images of {word} are packed again")
    public void packAgain(String path) {
        read(path);
        var packer = new OffloadPackager(world.profile());
        for (var image : images()) {
            var strings = new TreeMap<>(image.strings());
            strings.put("kind", numbering().nameOf(image.offloadKindCode()));
            packer.add(new ImageArguments(strings), path, image.toByteArray());
        }
        packed = packer.pack();
    }

    @Then("the packed bytes are those of {word}")
    public void packedBytes(String path) {
        assertThat(Arrays.mismatch(packed, Corpus.bytes(path)))
                .as("first different byte")
                .isEqualTo(-1);
    }

    @Then("every one starts with the magic bytes and is of version {int}")
    public void startWithMagic(int version) {
        assertThat(binaries)
                .isNotEmpty()
                .allSatisfy(placed -> {
                    assertThat(placed.binary().version().code()).isEqualTo(version);
                    assertThat(firstBytes(placed)).isEqualTo(MAGIC);
                });
    }

    @Then("image {int} is for triple {string} and arch {string}")
    public void isFor(int index, String triple, String arch) {
        assertThat(images().get(index).target()).isEqualTo(new Target(triple, arch));
    }

    @Then("image {int} has image kind {string} and offload kind {string}")
    public void hasKinds(int index, String kind, String offloadKind) {
        var image = images().get(index);

        assertThat(ImageKind.nameOf(image.kindCode())).isEqualTo(kind);
        assertThat(numbering().nameOf(image.offloadKindCode())).isEqualTo(offloadKind);
    }

    @Then("they are written back byte for byte")
    public void writtenBack() {
        var written = OffloadBinary.writeAll(binaries.stream().map(Located::binary).toList());
        var read = carriers.stream().map(ObjectBytes::toByteArray).toList();

        assertThat(Arrays.mismatch(written, joined(read))).as("first different byte").isEqualTo(-1);
    }

    @Then("they are rejected by the {word} rule at offset {word}")
    public void refused(String rule, String offset) {
        assertThat(refusal)
                .hasValueSatisfying(refused -> {
                    assertThat(refused.rule().name()).isEqualToIgnoringCase(rule);
                    assertThat(refused.offset()).isEqualTo(Long.decode(offset));
                });
    }

    @Then("the error says {string}")
    public void says(String problem) {
        assertThat(refusal.map(MalformedObjectException::problem)).contains(problem);
    }

    @Then("offload kind {word} has number {int}")
    public void hasNumber(String kind, int number) {
        assertThat(numbering().code(kind(kind))).hasValue(number);
    }

    @Then("offload kind number {int} means {string}")
    public void means(int number, String name) {
        assertThat(numbering().nameOf(number)).isEqualTo(name);
    }

    @Then("the offload binary is of version {int} with offload kind {int}")
    public void packedAs(int version, int number) {
        assertThat(binaries)
                .singleElement()
                .satisfies(
                        placed -> assertThat(placed.binary().version().code()).isEqualTo(version));
        assertThat(images().getFirst().offloadKindCode()).isEqualTo(number);
    }

    private static List<ObjectBytes> carriers(String path, byte[] bytes) {
        if (path.endsWith(".bin")) {
            return List.of(ObjectBytes.of(path, bytes));
        }
        return ElfObject.parse(path, bytes).sections(SectionType.LLVM_OFFLOADING).stream()
                .map(section -> section.contents())
                .toList();
    }

    private byte[] firstBytes(Located placed) {
        for (var carrier : carriers) {
            long at = placed.offset() - carrier.base();
            if (at >= 0 && at < carrier.size()) {
                return carrier.window(at, MAGIC.length, "magic").toByteArray();
            }
        }
        throw new IllegalStateException("no carrier contains the offload binary");
    }

    private static byte[] joined(List<byte[]> parts) {
        var all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private List<Image> images() {
        return binaries.stream().flatMap(placed -> placed.binary().images().stream()).toList();
    }

    private OffloadKindNumbering numbering() {
        return world.profile().fatObject().kindNumbering();
    }

    private static OffloadKind kind(String word) {
        return OffloadKind.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
