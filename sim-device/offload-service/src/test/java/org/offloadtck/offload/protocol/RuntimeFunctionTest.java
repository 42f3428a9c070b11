package org.offloadtck.offload.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.server.FakeServer;
import org.offloadtck.emulation.server.NativeClientFixture;
import org.offloadtck.emulation.server.NativeProgram;

/// The rows of [RuntimeFunction] and the exports of `libomptarget.so`.
class RuntimeFunctionTest {

    private static final Pattern ROW = Pattern.compile("CALL\\((\\d+), (\\w+)\\)");

    /// What LLVM 17 to 22 added; `libomptarget.so` 16 has the rest.
    private static final Set<String> SINCE_17 =
            Set.of(
                    "__tgt_rtl_init",
                    "__tgt_rtl_deinit",
                    "omp_get_device_from_uid",
                    "omp_get_uid_from_device",
                    "omp_target_is_accessible",
                    "omp_target_memcpy_async",
                    "omp_target_memcpy_rect_async",
                    "omp_target_memset",
                    "omp_target_memset_async");

    @TempDir Path folder;

    @Test
    void theCClientHasTheSameRows() throws IOException {
        var rows =
                ROW.matcher(
                                Files.readString(
                                        NativeClientFixture.moduleFile(
                                                "src/main/c/omptarget/calls.def")))
                        .results()
                        .filter(row -> !row.group(2).equals("name"))
                        .map(row -> row.group(1) + " " + row.group(2))
                        .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        Arrays.stream(RuntimeFunction.values())
                                .map(call -> call.number() + " " + call.name())
                                .toList());
    }

    @Test
    void everyExportHasTheVersionThatCompilersBindTo() throws IOException {
        var library = NativeClientFixture.in(folder, FakeServer.class).driver().resolve("runtime");

        assertThat(exports(library.resolve("libomptarget.so.16")))
                .contains("__tgt_register_lib@@VERS1.0", "__tgt_target_kernel@@VERS1.0")
                .allMatch(symbol -> symbol.endsWith("@@VERS1.0") || symbol.equals("VERS1.0"));
    }

    @Test
    void nothingIsExportedThatNoReleaseExports() throws IOException {
        var released = Path.of("/usr/lib/llvm-16/lib/libomptarget.so.16");
        assumeTrue(Files.exists(released), "libomptarget 16 is not installed");
        var library = NativeClientFixture.in(folder, FakeServer.class).driver().resolve("runtime");

        assertThat(names(library.resolve("libomptarget.so.16")))
                .isSubsetOf(union(names(released), SINCE_17));
    }

    private static Set<String> union(Set<String> some, Set<String> more) {
        return Stream.concat(some.stream(), more.stream()).collect(Collectors.toSet());
    }

    private static Set<String> names(Path library) throws IOException {
        return exports(library).stream()
                .map(symbol -> symbol.replaceFirst("@@.*", ""))
                .collect(Collectors.toSet());
    }

    private static List<String> exports(Path library) throws IOException {
        var words =
                List.of("nm", "-D", "--defined-only", "--with-symbol-versions", library.toString());
        return NativeProgram.run(words, Map.of())
                .output()
                .lines()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
    }
}
