package org.offloadtck.cli.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.cli.CommandRun;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;

/// Runs judge a stand-in for a vendor's compiler without a fault and with each of its faults. The
/// compiler is scripts around clang 19 in a temporary folder, each descriptor a file there.
final class StandInVendorTest {

    private static final String RELEASE = "clang-19";

    private static final String SOUND = "none";

    /// The verdicts of each group by implementation and scenario.
    private static final Map<VendorFault.Group, Map<String, Map<String, String>>> VERDICTS =
            new EnumMap<>(VendorFault.Group.class);

    @TempDir private static Path folder = Path.of("");

    @BeforeAll
    static void judge() throws IOException {
        var installed = ToolchainLookup.of(Toolchains.shipped(RELEASE), System.getenv());
        assumeTrue(installed instanceof ToolchainLookup.Found, installed.toString());
        Files.createDirectory(folder.resolve("kept"));
        for (var script : List.of("compiler.sh", "ld.sh", "ptxas.sh")) {
            Files.write(folder.resolve(script), resource(script));
            Files.setPosixFilePermissions(
                    folder.resolve(script), PosixFilePermissions.fromString("rwx------"));
        }
        for (var group : VendorFault.Group.values()) {
            judge(group);
        }
    }

    private static void judge(VendorFault.Group group) throws IOException {
        var report = folder.resolve(group.name());
        var words = new ArrayList<>(List.of("run", "--tags", group.tags(), "--single-file"));
        words.addAll(List.of("--report", report.toString(), "--no-cache"));
        for (var fault : faults(group)) {
            words.addAll(List.of("--implementation", descriptor(fault).toString()));
        }
        assertThat(new CommandRun().execute(words.toArray(String[]::new)))
                .isEqualTo(ExitCode.UNEXPECTED);
        VERDICTS.put(group, verdicts(report.resolve("results.json")));
    }

    private static List<String> faults(VendorFault.Group group) {
        var faults =
                Stream.of(VendorFault.values())
                        .filter(fault -> fault.group() == group)
                        .map(VendorFault::word);
        return Stream.concat(Stream.of(SOUND), faults).toList();
    }

    private static byte[] resource(String script) throws IOException {
        try (var stream = StandInVendorTest.class.getResourceAsStream("/vendor/" + script)) {
            return Objects.requireNonNull(stream).readAllBytes();
        }
    }

    /// Writes the descriptor of the kit's clang 19, with the vendor's compiler and its fault.
    private static Path descriptor(String fault) throws IOException {
        var text =
                Corpus.text("implementations/%s.yaml".formatted(RELEASE))
                        .replace("id: " + RELEASE, "id: " + id(fault))
                        .replace("compiler: clang++-19", "compiler: ./compiler.sh")
                        .replace("- \"{compiler}\"", "- \"{compiler}\"\n  - --fault=" + fault);
        var limits = fault.equals(VendorFault.HANG.word()) ? "limits:\n  seconds: 10\n" : "";
        return Files.writeString(folder.resolve(fault + ".yaml"), text + limits);
    }

    private static String id(String fault) {
        return "vendor-" + fault;
    }

    private static Map<String, Map<String, String>> verdicts(Path results) throws IOException {
        var document =
                ResultDocument.parse(new DataText(results.toString(), Files.readString(results)));
        return document.results().stream()
                .collect(
                        Collectors.groupingBy(
                                result -> result.identity().implementation().compiler(),
                                Collectors.toMap(
                                        StandInVendorTest::scenario,
                                        result -> result.verdict().text())));
    }

    /// The requirement and the title of a scenario, without the name of the implementation.
    private static String scenario(Result result) {
        var title = result.title().replaceFirst(",? built by .*", "");
        return result.requirements().getFirst() + " " + title;
    }

    private static Map<String, String> verdicts(VendorFault.Group group, String fault) {
        return Objects.requireNonNull(VERDICTS.get(group)).getOrDefault(id(fault), Map.of());
    }

    @ParameterizedTest
    @EnumSource
    void theSoundCompilerPasses(VendorFault.Group group) {
        assertThat(verdicts(group, SOUND))
                .hasSize(2)
                .allSatisfy((_, verdict) -> assertThat(verdict).isEqualTo("PASS"));
    }

    @ParameterizedTest
    @EnumSource
    void aFaultChangesOneVerdictThatNamesItsPlace(VendorFault fault) {
        var verdicts = verdicts(fault.group(), fault.word());
        var changed =
                verdicts.entrySet().stream()
                        .filter(each -> !each.getValue().equals(VerdictKind.PASS.name()))
                        .map(each -> each.getKey() + ": " + each.getValue())
                        .toList();

        assertThat(verdicts).hasSize(2);
        assertThat(changed).singleElement().asString().matches(fault.verdict());
    }
}
