package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs whose host code uses memory of a device by its address (`touches.c`).
class InvalidHostAccessTest {

    /// What a shell gives for a program that SIGSEGV, 11, has ended.
    private static final int SEGMENTATION_FAULT = 128 + 11;

    @TempDir Path folder;

    private NativeClientFixture place;
    private Path program;
    private DeviceServer server;

    @BeforeEach
    void listen() throws IOException {
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        program = place.compile("touches");
        server = place.serve();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private NativeProgram.Ended exec(String... words) throws IOException {
        var all = new ArrayList<>(List.of("--allow-host-fallback", "--", program.toString()));
        all.addAll(List.of(words));
        return place.run(place.driver().resolve(NativeFiles.EXEC), all.toArray(String[]::new));
    }

    @Test
    void aReadIsReportedAndEndsTheProgram() throws IOException {
        var ended = exec("read");

        assertThat(ended.status()).isEqualTo(SEGMENTATION_FAULT);
        assertThat(ended.output()).isEqualTo("copied 7");
        assertThat(ended.errors())
                .contains(
                        "finding 1: invalid host access: the host reads device memory at"
                                + " 0x200000000010, 16 bytes into 'cuMemAlloc_v2' (1000 bytes at"
                                + " 0x200000000000)\n    host     read_word in touches+0x")
                .containsPattern("\n    host     main in touches\\+0x\\w+$");
    }

    @Test
    void aWriteIsReported() throws IOException {
        assertThat(exec("write").errors())
                .contains("invalid host access: the host writes device memory at 0x2000");
    }

    @Test
    void anAccessToFreedMemoryIsReported() throws IOException {
        assertThat(exec("freed").errors())
                .contains("the host reads device memory at 0x2000")
                .contains("which is freed");
    }

    /// The frames below a function of a library are those of the program.
    @Test
    void anAccessOfALibraryNamesItsCaller() throws IOException {
        var ended = exec("library");

        assertThat(ended.status()).isEqualTo(SEGMENTATION_FAULT);
        assertThat(ended.errors())
                .containsPattern("host     [^\n]*libc[^\n]*\n    host     main in touches");
    }

    @Test
    void aForkedChildEndsAndReportsNothing() throws IOException {
        var ended = exec("child");

        assertThat(ended.output()).isEqualTo("child: signal 11");
        assertThat(ended.errors()).doesNotContain("finding 1");
    }

    /// Nothing is reported of programs that touch what they may, or whose signals have other
    /// causes; the handlers of programs are called.
    @ParameterizedTest
    @ValueSource(strings = {"shared", "variable", "null", "sent", "handled-null", "handled-later"})
    void otherAccessesAndSignalsAreThoseOfTheProgram(String how) throws IOException {
        var ended = exec(how);

        assertThat(ended.output())
                .isEqualTo(
                        switch (how) {
                            case "shared" -> "shared 11 12";
                            case "variable" -> "variable 11";
                            case "null", "sent" -> "";
                            default -> "handled";
                        });
        assertThat(ended.status())
                .isEqualTo(
                        switch (how) {
                            case "null", "sent" -> SEGMENTATION_FAULT;
                            case "shared", "variable" -> 0;
                            default -> 3;
                        });
        assertThat(ended.errors()).doesNotContain("finding 1");
    }

    /// A handler that was set before the driver was loaded is called after the report.
    @Test
    void aHandlerOfTheProgramIsCalledAfterTheReport() throws IOException {
        var ended = exec("handled");

        assertThat(ended.output()).isEqualTo("handled");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.errors()).contains("invalid host access: the host reads");
    }

    /// As a virtual machine: its handler repairs page faults. A later access to memory of a device
    /// is reported.
    @Test
    void anAccessIsReportedAfterFaultsThatTheProgramRepairs() throws IOException {
        var ended = exec("guarded");

        assertThat(ended.output()).isEqualTo("repaired handled");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.errors()).contains("invalid host access: the host reads");
    }
}
