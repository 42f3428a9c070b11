package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that compile with NVRTC to machine code (`nvrtc.c`). Under `exec`, it returns PTX.
class NvrtcReplacementTest extends EmulatedPrograms {

    private static final String COMPUTES =
            """
            ptx 0 42
            ptx as machine code 0 42
            module 0 42
            module with options 0 42
            fat binary 0 42
            library 0 42
            link 0 42\
            """;

    private static final String ONLY_PTX_COMPUTES =
            """
            ptx 0 42
            ptx as machine code 200 0
            module 200 0
            module with options 200 0
            fat binary 200 0
            library 200 0
            link 200 0\
            """;

    private Path compile(String name, String... options) throws IOException {
        var output = folder.resolve(name + ".out");
        var words =
                new ArrayList<>(
                        List.of(
                                "cc",
                                "-Wall",
                                "-Werror",
                                "-o",
                                output.toString(),
                                place.source(name).toString()));
        words.addAll(List.of(options));
        assertThat(NativeProgram.run(words, Map.of()).errors()).isEmpty();
        return output;
    }

    private Path program(String... options) throws IOException {
        var words = new ArrayList<>(List.of(options));
        words.add(place.driver().resolve(NativeFiles.LIBRARY).toString());
        words.add("-ldl");
        return compile("nvrtc_calls", words.toArray(String[]::new));
    }

    private NativeProgram.Ended exec(Path program, String... arguments) throws IOException {
        var words = new ArrayList<>(List.of("--", program.toString()));
        words.addAll(List.of(arguments));
        return place.run(place.driver().resolve(NativeFiles.EXEC), words.toArray(String[]::new));
    }

    /// NVIDIA's has no symbols but those that it exports.
    @Test
    void theSharedLibraryReturnsPtx() throws IOException {
        var library = compile("nvrtc", "-shared", "-fPIC", "-s").toString();
        var program = program();

        assertThat(place.run(program, library).output()).isEqualTo(ONLY_PTX_COMPUTES);
        assertThat(exec(program, library).output()).isEqualTo(COMPUTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-fPIE", "-no-pie"})
    void theLinkedLibraryReturnsPtx(String code) throws IOException {
        var object = compile("nvrtc", "-c", "-fvisibility=hidden", "-fPIE").toString();
        var program = program("-DLINKED", object, code);

        assertThat(place.run(program).output()).isEqualTo(ONLY_PTX_COMPUTES);
        assertThat(exec(program).output()).isEqualTo(COMPUTES);
    }

    /// The driver accepts PTX as machine code only if a replaced NVRTC can have returned it.
    @Test
    void aProgramWithoutNvrtcLinksNoPtxAsMachineCode() throws IOException {
        var program = place.compile("links");

        assertThat(exec(program, folder.resolve("function.ptx").toString()).output())
                .isEqualTo("ok");
    }
}
