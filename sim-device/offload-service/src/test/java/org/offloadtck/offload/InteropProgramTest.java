package org.offloadtck.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.server.DeviceServer;
import org.offloadtck.emulation.server.EmulatedServer;
import org.offloadtck.emulation.server.NativeClientFixture;
import org.offloadtck.emulation.server.NativeProgram;

/// Interoperability objects of a C program, on the reference runtime.
class InteropProgramTest {

    @TempDir Path folder;

    private DeviceServer server;
    private OffloadPrograms programs;

    @BeforeEach
    void listen() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        server = place.serve();
        programs = OffloadPrograms.in(place, folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void anObjectGivesItsDeviceAndNoForeignRuntime() throws IOException {
        assertThat(programs.run("interop"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                """
                                objects: 1 1 1
                                none (none): -2 -2 -2, 0
                                fr_id (omp_intptr_t): 1 -3 -3, 0
                                fr_name (const char *): -5 -5 1, 0
                                vendor (omp_intptr_t): 1 -3 -3, 0
                                vendor_name (const char *): -5 -5 1, 0
                                device_num (omp_intptr_t): 0 -3 -3, 0
                                platform (void *): -4 1 -4, 0
                                device (void *): -6 -6 -6, 0
                                device_context (void *): -6 -6 -6, 0
                                targetsync (void *): -4 1 -4, 0
                                none (none): -2 -2 -2, 0
                                context: 1
                                targetsync: -6
                                destroyed: 1
                                no object: 0
                                no object: -1 1
                                host: 1\
                                """,
                                ""));
    }

    @ParameterizedTest
    @CsvSource({
        "interop-none, 'the interop object is omp_interop_none, when it should be initialized'",
        "interop-destroyed, 'the interop object was destroyed, when it should be initialized'",
        "interop-invented, 'this is no interop object, when it should be one that was initialized'",
        "interop-of-another-device,"
                + " 'the construct names device 3, when the interop object is of device 0'"
    })
    void theMisuseOfAnObjectIsReportedAtItsPlace(String what, String problem) throws IOException {
        var ended = programs.run(what);

        assertThat(ended.output()).isEmpty();
        assertThat(ended.errors())
                .startsWith("prog.c:7:3 (main): 0x")
                .contains(": %s [ER-23]\n".formatted(problem));
    }
}
