package org.offloadtck.scenario.objectfile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.EmbeddedObject;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about the data that installed compilers embed in a host module and its object.
public final class EmbeddingSteps {

    private static final String SOURCE = "source.c";
    private static final String MODULE = "host.ll";
    private static final String OBJECT = "host.o";
    private static final String BINARY = "binary.out";

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private byte[] embedded = {};

    public EmbeddingSteps(World world, ScenarioFolder scenarioFolder) {
        this.world = world;
        this.scenarioFolder = scenarioFolder;
    }

    @When("clang {int} embeds {word} in a module of the host")
    public void embeds(int release, String file) {
        use(release);
        embedded = Corpus.bytes("objects/" + file);
        scenarioFolder.put(BINARY, embedded);
        scenarioFolder.put(SOURCE, "int variable;\n".getBytes(UTF_8));
        scenarioFolder.succeed(
                "clang-%d".formatted(release),
                "-Xclang",
                "-fembed-offload-object=" + scenarioFolder.file(BINARY),
                "-S",
                "-emit-llvm",
                SOURCE,
                "-o",
                MODULE);
    }

    @When("clang {int} compiles {word} for {word} with {string}")
    public void compiles(int release, String file, String target, String options) {
        use(release);
        scenarioFolder.put(SOURCE, Corpus.bytes("objects/" + file));
        var words =
                Stream.of(
                                List.of("-fopenmp", "-fopenmp-targets=" + triple(target)),
                                architecture(target),
                                words(options),
                                List.of("-nogpulib", "-c", SOURCE, "-o", OBJECT))
                        .flatMap(List::stream);
        scenarioFolder.succeed("clang-%d".formatted(release), words.toArray(String[]::new));
    }

    @Then("the module embeds {word} in section {word}")
    public void theModuleEmbeds(String symbol, String section) {
        assertThat(module().embedded()).containsExactly(new EmbeddedObject(symbol, section));
    }

    @Then("{word} is a private constant in section {word} with the bytes of the file")
    public void isAPrivateConstant(String symbol, String section) {
        assertThat(module().symbol(symbol))
                .hasValueSatisfying(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.VARIABLE);
                    assertThat(found.linkage()).isEqualTo(Linkage.PRIVATE);
                    assertThat(found.section()).isEqualTo(section);
                    assertThat(found).returns(true, ModuleSymbol::isDefined);
                });
        assertThat(text())
                .contains(
                        "@%s = private constant [%d x i8] c\"%s\", section \"%s\""
                                .formatted(symbol, embedded.length, literal(embedded), section));
    }

    @Then("what it embedded is an image of kind {word}")
    public void whatItEmbeddedIs(String kind) {
        var extraction = new ImageExtraction(world.profile().fatObject().carrier());
        var images = extraction.images(LinkInput.read(OBJECT, scenarioFolder.read(OBJECT)));
        assertThat(images)
                .singleElement()
                .extracting(image -> image.image().kind())
                .isEqualTo(Optional.of(ImageKind.valueOf(kind.toUpperCase(Locale.ROOT))));
    }

    private void use(int release) {
        world.useProfile("llvm-%d".formatted(release));
        world.use(ImplementationIdentity.of("clang-%d".formatted(release)), DeviceIdentity.NONE);
    }

    private CompiledModule module() {
        return CompiledModule.parse(MODULE, Language.LLVM_IR, text());
    }

    private String text() {
        return new String(scenarioFolder.read(MODULE), ISO_8859_1);
    }

    /// The bytes as LLVM prints a constant: unprintable characters, quotation marks and backslashes
    /// in hexadecimal.
    private static String literal(byte[] bytes) {
        var text = new StringBuilder();
        for (byte value : bytes) {
            boolean plain = value >= ' ' && value <= '~' && value != '"' && value != '\\';
            text.append(plain ? String.valueOf((char) value) : "\\" + HEX.toHexDigits(value));
        }
        return text.toString();
    }

    private static String triple(String target) {
        return target.split(":", -1)[0];
    }

    private static List<String> architecture(String target) {
        var parts = target.split(":", -1);
        return parts.length < 2
                ? List.of()
                : List.of("-Xopenmp-target=" + parts[0], "-march=" + parts[1]);
    }

    private static List<String> words(String options) {
        return Stream.of(options.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
    }
}
