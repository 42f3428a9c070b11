package org.offloadtck.object.check.working;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.object.check.working.WorkingFileBuilder.Built;
import org.offloadtck.object.command.InspectCommand;
import org.offloadtck.object.fixture.LlvmTool;
import picocli.CommandLine;

/// In the files of the bench, `inspect --json` shows what LLVM's own readers show.
class WorkingFilesComparisonTest {

    /// The keys of the JSON differ from release to release.
    private static final Optional<LlvmTool> READELF = LlvmTool.ofRelease("llvm-readelf", 22);

    private static final Optional<LlvmTool> OBJDUMP = LlvmTool.ofRelease("llvm-objdump", 22);

    private static final Optional<LlvmTool> PACKAGER =
            LlvmTool.ofRelease("clang-offload-packager", 22);

    private static final Map<Integer, String> BINDINGS = Map.of(0, "local", 1, "global", 2, "weak");

    private static final List<String> VISIBILITIES =
            List.of("default", "internal", "hidden", "protected");

    /// The image kinds in the words of `llvm-objdump`.
    private static final Map<String, String> KINDS =
            Map.of("bitcode", "llvm ir", "object", "elf", "fatbinary", "fatbin", "none", "<none>");

    private static final String NAME = "Name";

    private static final String VALUE = "Value";

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder;

    @Test
    void hasTheSectionsAndSymbolsOfReadelf() throws IOException {
        assumeTrue(READELF.isPresent(), "llvm-readelf 22 is not installed");
        var differences = new ArrayList<String>();
        for (var file : BuiltFiles.built()) {
            var ours = inspect(file);
            if (ours.has("sections")) {
                var theirs = readelf(file);
                compare(file, "sections", sections(ours), sectionsOf(theirs), differences);
                compare(file, "symbols", symbols(ours), symbolsOf(theirs), differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void hasTheImagesOfObjdump() throws IOException {
        assumeTrue(OBJDUMP.isPresent(), "llvm-objdump 22 is not installed");
        var differences = new ArrayList<String>();
        for (var file : BuiltFiles.built()) {
            var ours = images(inspect(file));
            if (!ours.isEmpty()) {
                var printed =
                        run(OBJDUMP.orElseThrow(), List.of("--offloading", file.path().toString()));
                compare(
                        file,
                        "images",
                        ours.stream().map(WorkingFilesComparisonTest::words).toList(),
                        imagesOf(printed),
                        differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void hasTheBytesThatThePackagerExtracts() throws IOException {
        assumeTrue(PACKAGER.isPresent(), "clang-offload-packager 22 is not installed");
        var differences = new ArrayList<String>();
        for (var file : BuiltFiles.built()) {
            var images = images(inspect(file));
            for (var image : images) {
                // The packager writes images of the same strings one over the other.
                if (images.stream().filter(one -> words(one).equals(words(image))).count() == 1) {
                    compareBytes(file, image, differences);
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    private void compareBytes(Built file, JsonNode image, List<String> differences)
            throws IOException {
        var out = folder.resolve("image");
        Files.deleteIfExists(out);
        var select =
                "--image=file=%s,triple=%s,arch=%s"
                        .formatted(out, text(image, "triple"), text(image, "arch"));
        run(PACKAGER.orElseThrow(), List.of(file.path().toString(), select));
        int offset = image.get("offset").asInt();
        int size = image.get("size").asInt();
        var bytes = Files.readAllBytes(file.path());
        var ours = Arrays.copyOfRange(bytes, offset, offset + size);
        if (!Files.exists(out)) {
            differences.add("%s: %s extracts nothing".formatted(file.file().id(), select));
        } else if (!Arrays.equals(ours, Files.readAllBytes(out))) {
            differences.add("%s: %s has other bytes".formatted(file.file().id(), select));
        }
    }

    private static void compare(
            Built file,
            String what,
            List<String> ours,
            List<String> theirs,
            List<String> differences) {
        if (!ours.equals(theirs)) {
            int same = 0;
            while (same < Math.min(ours.size(), theirs.size())
                    && ours.get(same).equals(theirs.get(same))) {
                same++;
            }
            differences.add(
                    "%s: %d and %d %s; the first that differs: %s and %s"
                            .formatted(
                                    file.file().id(),
                                    ours.size(),
                                    theirs.size(),
                                    what,
                                    same < ours.size() ? ours.get(same) : "none",
                                    same < theirs.size() ? theirs.get(same) : "none"));
        }
    }

    private static JsonNode inspect(Built file) throws IOException {
        var out = new StringWriter();
        new CommandLine(new InspectCommand())
                .setOut(new PrintWriter(out))
                .execute("--json", file.path().toString());
        return JSON.readTree(out.toString());
    }

    private static List<String> run(LlvmTool tool, List<String> arguments) {
        return tool.run(arguments);
    }

    private static List<String> sections(JsonNode ours) {
        var rows = new ArrayList<String>();
        for (var section : ours.get("sections")) {
            rows.add(
                    "'%s' type %d flags %d at %d, %d bytes, align %d"
                            .formatted(
                                    text(section, "name"),
                                    section.get("type").asLong(),
                                    section.get("flags").asLong(),
                                    section.get("address").asLong(),
                                    section.get("size").asLong(),
                                    section.get("alignment").asLong()));
        }
        return rows;
    }

    private static List<String> sectionsOf(JsonNode theirs) {
        var rows = new ArrayList<String>();
        for (var row : theirs.get("Sections")) {
            var section = row.get("Section");
            rows.add(
                    "'%s' type %d flags %d at %d, %d bytes, align %d"
                            .formatted(
                                    text(section.get("Name"), NAME),
                                    section.get("Type").get(VALUE).asLong(),
                                    section.get("Flags").get(VALUE).asLong(),
                                    section.get("Address").asLong(),
                                    section.get("Size").asLong(),
                                    section.get("AddressAlignment").asLong()));
        }
        return rows;
    }

    /// The symbols without those of sections, which have no name but in the output of readelf.
    private static List<String> symbols(JsonNode ours) {
        var rows = new ArrayList<String>();
        for (var symbol : ours.get("symbols")) {
            if (!text(symbol, "name").isEmpty()) {
                rows.add(
                        "'%s' %s %s value %d size %d"
                                .formatted(
                                        text(symbol, "name"),
                                        text(symbol, "binding"),
                                        text(symbol, "visibility"),
                                        symbol.get("value").asLong(),
                                        symbol.get("size").asLong()));
            }
        }
        return rows;
    }

    private static List<String> symbolsOf(JsonNode theirs) {
        var rows = new ArrayList<String>();
        for (var row : theirs.get("Symbols")) {
            var symbol = row.get("Symbol");
            boolean named = symbol.get("Name").get(VALUE).asLong() != 0;
            if (named) {
                rows.add(
                        "'%s' %s %s value %d size %d"
                                .formatted(
                                        text(symbol.get("Name"), NAME),
                                        BINDINGS.get(symbol.get("Binding").get(VALUE).asInt()),
                                        VISIBILITIES.get(
                                                symbol.get("Other").get(VALUE).asInt() & 3),
                                        symbol.get(VALUE).asLong(),
                                        symbol.get("Size").asLong()));
            }
        }
        return rows;
    }

    private static JsonNode readelf(Built file) throws IOException {
        var arguments = List.of("--elf-output-style=JSON", "-S", "-s", file.path().toString());
        var printed = String.join("\n", READELF.orElseThrow().run(arguments));
        return JSON.readTree(printed.substring(printed.indexOf('['))).get(0);
    }

    /// The images of offload binaries in an object file.
    private static List<JsonNode> images(JsonNode ours) {
        var images = new ArrayList<JsonNode>();
        if (ours.has("sections")) {
            for (var image : ours.get("contents").path("images")) {
                if (text(image, "carrier").startsWith("offload binary")) {
                    images.add(image);
                }
            }
        }
        return images;
    }

    private static String words(JsonNode image) {
        return "%s, arch '%s', triple '%s'"
                .formatted(
                        KINDS.getOrDefault(text(image, "kind"), text(image, "kind")),
                        text(image, "arch"),
                        text(image, "triple"));
    }

    /// The images that objdump prints, each with four lines: kind, arch, triple and producer.
    private static List<String> imagesOf(List<String> printed) {
        var images = new ArrayList<String>();
        var values = new HashMap<String, String>();
        for (var line : printed) {
            var words = line.strip().split("\\s+", 2);
            values.put(words[0], words.length > 1 ? words[1] : "");
            if (words[0].equals("producer")) {
                images.add(
                        "%s, arch '%s', triple '%s'"
                                .formatted(
                                        values.get("kind"),
                                        values.get("arch"),
                                        values.get("triple")));
            }
        }
        return images;
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asText();
    }
}
