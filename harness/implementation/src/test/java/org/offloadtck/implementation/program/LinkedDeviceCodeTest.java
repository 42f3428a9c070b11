package org.offloadtck.implementation.program;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.corpus.CorpusFile;
import org.offloadtck.engine.code.BuiltinFunction.SystemCall;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;

/// The PTX of the corpus programs is linked: a driver loads it without a library.
final class LinkedDeviceCodeTest {

    /// The folder of CUDA's installer; other installations are found by `PATH`.
    private static final String INSTALLED = "/usr/local/cuda/bin/ptxas";

    private static final Set<String> OF_DRIVER =
            Arrays.stream(SystemCall.values()).map(SystemCall::symbol).collect(toUnmodifiableSet());

    static Stream<DeviceCode> images() {
        return Corpus.files().stream()
                .map(CorpusFile::path)
                .filter(path -> path.matches("programs/[^/]+/program.yaml"))
                .flatMap(path -> ProgramReader.read(path, Corpus.text(path)).deviceCode().stream())
                .filter(code -> code.file().endsWith(".ptx"));
    }

    @ParameterizedTest
    @MethodSource("images")
    void definesWhatTheDriverDoesNotProvide(DeviceCode code) {
        var module = PtxParser.parse(code.file(), Corpus.text(code.file()));

        assertThatCode(() -> PtxLinker.link(code.file(), List.of(module), OF_DRIVER))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("images")
    void isAssembledByTheVendor(DeviceCode code, @TempDir Path folder) throws IOException {
        var ptxas = HostTool.find("ptxas").or(() -> HostTool.find(INSTALLED));
        assumeTrue(ptxas.isPresent(), "no ptxas of a CUDA toolkit is installed");
        Files.write(folder.resolve("image.ptx"), Corpus.bytes(code.file()));

        var result =
                ptxas.orElseThrow()
                        .run(
                                folder,
                                List.of(
                                        "-arch",
                                        code.target().arch(),
                                        "image.ptx",
                                        "-o",
                                        "image.cubin"));

        assertThat(result.ending())
                .as("%s: %s", code.file(), result.errors())
                .isEqualTo(new ProcessTermination.Exited(0));
    }
}
