package org.offloadtck.object.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.fixture.LlvmTool;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Located;
import org.offloadtck.object.offload.OffloadBinary.Version;

/// Compares the kit's YAML with that of LLVM's own codec, where it is installed. Releases from 19
/// on keep the order of strings and print the same bytes. LLVM 16 orders strings by their hashes,
/// so strings are sorted before the comparison. Only LLVM 23 reads version 2.
class OffloadYamlComparisonTest {

    /// What LLVM 15 to 20 call the number behind their last kind, which is no kind of theirs.
    private static final String BEHIND_THE_LAST = "OFK_LAST";

    /// Texts that YAML has to quote, escape or leave alone.
    private static final List<String> TEXTS =
            List.of(
                    "",
                    " a",
                    "a ",
                    "null",
                    "~",
                    "True",
                    "yes",
                    "12",
                    "-1",
                    "+1",
                    "0x1f",
                    "0o7",
                    "1e5",
                    "1.",
                    ".5",
                    ".",
                    "-",
                    ".inf",
                    ".nan",
                    "+",
                    "a:b",
                    "a/b",
                    "it's",
                    "a\"b",
                    "a\\b",
                    "tab\there",
                    "new\nline",
                    "\u0001",
                    "\u007f",
                    "\u00e9",
                    "\u00a0",
                    "\u0085",
                    "\u2028",
                    "#x",
                    "%a",
                    "a,b",
                    "gfx90a:xnack+",
                    "0x",
                    "1e",
                    "1e+",
                    "0777",
                    "...",
                    "a b",
                    "\u001b",
                    "\ufeff",
                    "\ud83d\ude00",
                    "=",
                    "0b1",
                    "1_000");

    @TempDir private Path folder;

    static Stream<Arguments> comparable() {
        return Stream.of("16", "19", "22")
                .flatMap(release -> files().map(file -> Arguments.of(release, file)));
    }

    private static Stream<String> files() {
        var packages = Stream.of("p16", "p19", "p22").map(name -> "objects/" + name + ".bin");
        var read =
                Stream.of("image-kind-99", "offload-kind-99")
                        .map(name -> "malformed/offload-binary/" + name + ".bin");
        return Stream.concat(packages, read);
    }

    @ParameterizedTest
    @MethodSource("comparable")
    void printsWhatObj2yamlPrints(String release, String file) throws IOException {
        assertSame(release, Corpus.bytes(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "19", "22"})
    void quotesAsObj2yamlDoes(String release) throws IOException {
        var strings = new LinkedHashMap<String, String>();
        TEXTS.forEach(text -> strings.put("k" + strings.size(), text));
        var image = new Image(2, 2, 7, strings, MemorySegment.ofArray(new byte[] {0x7e, 5}));

        assertSame(release, new OffloadBinary(Version.V1, List.of(image)).write());
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "19", "22"})
    void omitsEmptyFields(String release) throws IOException {
        var image = new Image(1, 1, 0, new LinkedHashMap<>(), MemorySegment.ofArray(new byte[0]));

        assertSame(release, new OffloadBinary(Version.V1, List.of(image)).write());
    }

    @ParameterizedTest
    @CsvSource({"16", "19", "22"})
    void yaml2objMakesOurBytesOfOurYaml(String release) throws IOException {
        var bytes = Corpus.bytes("objects/p19.bin");
        var yaml = Files.writeString(folder.resolve("our.yaml"), yaml(release, bytes));
        var made = folder.resolve("made.bin");

        tool("yaml2obj", release).run(List.of(yaml.toString(), "-o", made.toString()));

        var remade = Files.readAllBytes(made);
        if (isOrdered(release)) {
            assertThat(remade).isEqualTo(bytes);
        } else {
            assertThat(images(remade)).isEqualTo(images(bytes));
        }
    }

    @Test
    void namesNoKindThatReleasesNumberDifferently() {
        var image = new Image(0, 3, 0, new LinkedHashMap<>(), MemorySegment.ofArray(new byte[0]));
        var binary = List.of(new OffloadBinary(Version.V1, List.of(image)));

        assertThat(OffloadYaml.of(binary, List.of(OffloadKindNumbering.values())))
                .contains("OffloadKind:     0x3\n");
        assertThat(OffloadYaml.of(binary, List.of(OffloadKindNumbering.SEQUENTIAL)))
                .contains("OffloadKind:     OFK_HIP\n");
    }

    private void assertSame(String release, byte[] bytes) throws IOException {
        var file = Files.write(folder.resolve("copy.bin"), bytes);
        var printed = tool("obj2yaml", release).run(List.of(file.toString()));
        var theirs = (String.join("\n", printed) + "\n").replace(BEHIND_THE_LAST, "0x4");
        var ours = yaml(release, bytes);

        if (isOrdered(release)) {
            assertThat(ours).isEqualTo(theirs);
        } else {
            assertThat(sorted(ours)).isEqualTo(sorted(theirs));
        }
    }

    private static LlvmTool tool(String name, String release) {
        var tool = LlvmTool.ofRelease(name, Integer.parseInt(release));
        assumeTrue(tool.isPresent(), "no %s of LLVM %s is installed".formatted(name, release));
        return tool.orElseThrow();
    }

    private static boolean isOrdered(String release) {
        return !release.equals("16");
    }

    private static String yaml(String release, byte[] bytes) {
        var numbering =
                Integer.parseInt(release) >= 21
                        ? OffloadKindNumbering.BITMASK
                        : OffloadKindNumbering.SEQUENTIAL;
        return OffloadYaml.of(binaries(bytes), List.of(numbering));
    }

    private static List<OffloadBinary> binaries(byte[] bytes) {
        return OffloadBinary.parseAll(ObjectBytes.of("copy.bin", bytes)).stream()
                .map(Located::binary)
                .toList();
    }

    private static List<Image> images(byte[] bytes) {
        return binaries(bytes).stream().flatMap(one -> one.images().stream()).toList();
    }

    /// The lines of a document, the strings of each image in the order of their keys.
    private static List<String> sorted(String yaml) {
        var lines = new ArrayList<String>();
        var strings = new TreeMap<String, String>();
        var rest = List.of(yaml.split("\n", -1)).iterator();
        while (rest.hasNext()) {
            var line = rest.next();
            if (line.startsWith("      - Key:")) {
                strings.put(line, rest.next());
            } else {
                strings.forEach((key, value) -> lines.addAll(List.of(key, value)));
                strings.clear();
                lines.add(line);
            }
        }
        return lines;
    }
}
