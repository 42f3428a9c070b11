package org.offloadtck.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.server.DeviceServer;
import org.offloadtck.emulation.server.EmulatedServer;
import org.offloadtck.emulation.server.NativeClientFixture;
import org.offloadtck.emulation.server.NativeProgram;

/// A C program on the reference runtime, through `libomptarget.so`.
class OffloadingProgramTest {

    /// Exit status of a program that SIGABRT ended, as Java reports it.
    private static final int ABORTED = 134;

    private static final String FATAL =
            "offload-tck: fatal error 1: failure of target construct while offloading is mandatory";

    @TempDir Path folder;

    private NativeClientFixture place;
    private DeviceServer server;
    private OffloadPrograms programs;

    @BeforeEach
    void listen() throws IOException {
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        server = place.serve();
        programs = OffloadPrograms.in(place, folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void whatIsMappedStaysOnTheDeviceUntilItIsAskedFor() throws IOException {
        assertThat(programs.run("data"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                """
                                launch: 0
                                launch: 0
                                host: 10 20 30 40
                                updated: 12 24 36 48\
                                """,
                                ""));
    }

    @Test
    void aToolIsToldOfConstructsOperationsAndLaunches() throws IOException {
        assertThat(programs.run("tool"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                """
                                initialize 0: sm_75 1 0 0
                                target 2 1: 0 0 1 1
                                operation 1 2: 1 1@1 0@0 16 1
                                operation 1 3: 2 1@1 1@0 16 1
                                target 2 2: 0 0 1 1
                                target 1 1: 0 0 4 1
                                submit 4 5: 1
                                target 1 2: 0 0 4 1
                                launch: 0
                                host: 10 20 30 40
                                target 4 1: 0 0 6 1
                                operation 6 7: 3 1@0 1@1 16 1
                                target 4 2: 0 0 6 1
                                updated: 11 22 33 44
                                target 3 1: 0 0 8 1
                                operation 8 9: 3 1@0 1@1 16 1
                                operation 8 10: 4 1@0 0@-1 0 1
                                target 3 2: 0 0 8 1
                                operation 0 11: 1 0@1 0@0 8 1
                                operation 0 12: 5 1@1 1@0 4 1
                                operation 0 13: 6 1@1 0@0 0 1
                                operation 0 14: 4 1@0 0@-1 0 1
                                finalize 0\
                                """,
                                ""));
    }

    @Test
    void whatIsLargeTravelsInPieces() throws IOException {
        assertThat(programs.run("large")).isEqualTo(new NativeProgram.Ended(0, "wrong: 0", ""));
    }

    @Test
    void deviceMemoryIsTheProgramSByItsAddress() throws IOException {
        assertThat(programs.run("memory"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                """
                                devices: 1
                                to: 0
                                launch: 0
                                from: 0
                                back: 2 4 6 8
                                column: 0
                                column: 4 0 8 0
                                present: 0
                                associate: 0
                                present: 1
                                mapped: 1
                                disassociate: 0
                                disassociate: -1
                                from: 0
                                zero: 0 0 0 0
                                outside: -1
                                freed: -1
                                no device: 1
                                launch: 0
                                shared: 2 4 6 8\
                                """,
                                ""));
    }

    @Test
    void memoryIsAccessibleOnTheHostOnly() throws IOException {
        assertThat(programs.run("accessible"))
                .isEqualTo(
                        new NativeProgram.Ended(0, "on the host: 1 1 0\non the device: 0 0", ""));
    }

    @Test
    void devicesAndHostHaveUniqueIdentifiers() throws IOException {
        assertThat(programs.exec("identify", "--devices=2", "--allow-host-fallback").output())
                .isEqualTo(
                        """
                        -2: none -2
                        -1: none -2
                        0: OFFLOAD-TCK-0 0
                        1: OFFLOAD-TCK-1 1
                        2: HOST 2
                        3: none -2
                        unknown: -2\
                        """);
    }

    @Test
    void mappersAreCalledByTheProgram() throws IOException {
        assertThat(programs.run("mapper"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                """
                                mapper: 16 bytes, 0 components
                                mapper: 2 components
                                present: 1 1
                                mapper: 16 bytes, 0 components
                                mapper: 2 components
                                launch: 0
                                mapper: 16 bytes, 0 components
                                mapper: 2 components
                                host: 11 22 33 44
                                present: 0 0\
                                """,
                                ""));
    }

    @Test
    void aProgramGetsTheDeviceAddressThatItAsksFor() throws IOException {
        assertThat(programs.run("device-pointer"))
                .isEqualTo(new NativeProgram.Ended(0, "same: 1\nlaunch: 0\nhost: 2 4 6 8", ""));
    }

    @Test
    void threadsHaveTheirOwnConnections() throws IOException {
        assertThat(programs.run("threads")).isEqualTo(new NativeProgram.Ended(0, "sum: 160", ""));
    }

    @Test
    void aRuleThatIsBrokenEndsTheProgramWithItsPlaceAndRequirement() throws IOException {
        var ended = programs.run("broken-arrays");

        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.output()).isEmpty();
        assertThat(ended.errors())
                .isEqualTo(
                        "prog.c:7:3 (main): 0x10: mapped data lies where no memory is [RG-04]\n"
                                + FATAL);
    }

    @Test
    void aDescriptorIsCheckedBeforeItIsFollowed() throws IOException {
        var ended = programs.run("damaged");

        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.errors())
                .startsWith(
                        programs.file()
                                + ": __tgt_register_lib: 0x8: device image lies where no memory is"
                                + " [RG-04]\n");
    }

    @Test
    void aDescriptorIsRegisteredOnce() throws IOException {
        var ended = programs.run("twice");

        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.errors())
                .startsWith(programs.file() + ": __tgt_register_lib: 0x")
                .contains("the descriptor is registered already [RG-03]\n");
    }

    @Test
    void aViolationIsAFindingOfTheRun() throws IOException {
        var ended = programs.exec("unknown-region");

        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.errors())
                .contains("offload-tck: finding 1: violation: prog.c:7:3 (main): 0x")
                .endsWith("does not have a matching target pointer [KL-07]");
    }

    @Test
    void whatIsLeftOnADeviceIsAFindingIfTheRunLooksForIt() throws IOException {
        assertThat(programs.exec("leak", "--check=leaks").errors())
                .contains("leak: 100 bytes of omp_target_alloc on device 0 were never freed\n")
                .contains("leak: 101 bytes of llvm_omp_target_alloc_device on device 0 were")
                .contains("leak: 102 bytes of llvm_omp_target_alloc_host on device 0 were")
                .contains("leak: 103 bytes of llvm_omp_target_alloc_shared on device 0 were")
                .contains("leak: 8 bytes of mapped variable kept on device 0 were never freed")
                .contains("leak: 16 bytes of a map clause on device 0 were never freed")
                .contains("leak: 24 bytes of a map clause at grid.f90:6:33 on device 0 were")
                .doesNotContain("leak: 8 bytes of a map clause");
        assertThat(programs.exec("leak").errors()).doesNotContain("leak: ");
    }

    @Test
    void memoryIsNamedByWhatTheProgramMapped() throws IOException {
        assertThat(programs.exec("beyond").errors())
                .contains(
                        "finding 1: out of bounds: load of 4 bytes at 0x",
                        " is 0 bytes past the end of 'values[0:3]' (12 bytes at 0x");
    }

    @Test
    void aProgramThatAbortsHasNotLeaked() throws IOException {
        assertThat(programs.exec("leaking-abort", "--check=leaks").errors())
                .doesNotContain("leak: ");
    }

    @Test
    void offloadingCanBeDisabled() throws IOException {
        place.with("OMP_TARGET_OFFLOAD", "disabled");

        assertThat(programs.run("data").output())
                .isEqualTo(
                        """
                        launch: 1
                        launch: 1
                        host: 10 20 30 40
                        updated: 10 20 30 40\
                        """);
    }

    @Test
    void aProfileThatIsNoneIsToldWhatExists() throws IOException {
        place.with("OFFLOAD_TCK_PROFILE", "llvm-7");

        assertThat(programs.run("data").errors())
                .startsWith(
                        "__tgt_register_lib: OFFLOAD_TCK_PROFILE is 'llvm-7' when it should be one"
                                + " of documented, llvm-14, ");
    }

    @Test
    void aPlatformThatIsNoneIsTold() throws IOException {
        place.with("OFFLOAD_TCK_DEVICE", "toaster");

        assertThat(programs.run("data").errors())
                .startsWith(
                        "__tgt_register_lib: OFFLOAD_TCK_DEVICE is 'toaster' when it should be the"
                                + " name of a platform\n");
    }

    @Test
    void aProcessMayAskToBeToldOfItsData() throws IOException {
        place.with("LIBOMPTARGET_INFO", "32");

        assertThat(programs.run("data").errors().lines())
                .allMatch(line -> line.startsWith("omptarget device 0 info: Copying data from "))
                .hasSize(3);
    }
}
