package org.offloadtck.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.memory.SimulatedHostMemory;
import org.offloadtck.runtime.program.ProgramLayout;

class ProfileDetectorTest {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    private final SimulatedHostMemory memory = new SimulatedHostMemory();

    @ParameterizedTest
    @CsvSource({
        "llvm-14, k_exec_mode, llvm-14",
        "llvm-15, k_exec_mode, llvm-16",
        "llvm-16, k_exec_mode, llvm-16",
        "llvm-17, k_exec_mode, llvm-16",
        "llvm-18, k_kernel_environment, llvm-19",
        "llvm-19, k_kernel_environment, llvm-19",
        "llvm-20, k_kernel_environment, llvm-22",
        "llvm-22, k_kernel_environment, llvm-22",
        "llvm-23, k_kernel_environment, llvm-22",
    })
    void aLibraryTellsWhatItWasBuiltBy(String built, String symbol, String told) {
        var layout = layout(built);
        layout.region("k");
        layout.image(TARGET, image(symbol));

        assertThat(new ProfileDetector(memory).of(layout.descriptor())).isEqualTo(told);
    }

    /// The runtime of LLVM 20 takes such a table for the newer layout and crashes.
    @Test
    void aTableThatBeginsWithAnEntryWithoutAddressIsStillALegacyOne() {
        var layout = layout("llvm-19");
        layout.requires(8);
        layout.region("k");
        layout.image(TARGET, image("k_kernel_environment"));

        assertThat(new ProfileDetector(memory).of(layout.descriptor())).isEqualTo("llvm-19");
    }

    @Test
    void aLibraryWithoutEntriesAndImagesHasTheProfileOfMost() {
        var layout = layout("llvm-16");

        assertThat(new ProfileDetector(memory).of(layout.descriptor())).isEqualTo("llvm-19");
    }

    @ParameterizedTest
    @CsvSource({
        "llvm-14, k_exec_mode, false",
        "llvm-16, k_exec_mode, false",
        "llvm-19, k_kernel_environment, true",
        "llvm-22, k_kernel_environment, true",
    })
    void aLibraryWithoutEntriesFitsEveryReleaseWhoseImagesAreBare(
            String built, String symbol, boolean fits) {
        var layout = layout(built);
        layout.image(TARGET, image(symbol));

        assertThat(new ProfileDetector(memory).fitsSeveral(layout.descriptor())).isEqualTo(fits);
    }

    /// The images of programs of `target data` alone, as clang 19 and 22 link them.
    @ParameterizedTest
    @CsvSource({
        "llvm-19, __omp_rtl_device_environment __omp_rtl_device_memory_pool, llvm-19, true",
        "llvm-22, __omp_rtl_device_environment __omp_rtl_debug_kind, llvm-22, false",
    })
    void aLibraryWithoutEntriesTellsItsReleaseByTheDeviceRuntime(
            String built, String symbols, String told, boolean fits) {
        var layout = layout(built);
        layout.image(TARGET, image(symbols.split(" ")));

        var detector = new ProfileDetector(memory);
        assertThat(detector.of(layout.descriptor())).isEqualTo(told);
        assertThat(detector.fitsSeveral(layout.descriptor())).isEqualTo(fits);
    }

    @Test
    void aLibraryWithLegacyEntriesIsNoNewerOneWhateverItsDeviceRuntime() {
        var layout = layout("llvm-19");
        layout.region("k");
        layout.image(TARGET, image("__omp_rtl_device_environment"));

        assertThat(new ProfileDetector(memory).of(layout.descriptor())).isEqualTo("llvm-19");
    }

    @Test
    void aLibraryWithAnEntryFitsOneReleaseOnly() {
        var layout = layout("llvm-19");
        layout.region("k");

        assertThat(new ProfileDetector(memory).fitsSeveral(layout.descriptor())).isFalse();
    }

    private ProgramLayout layout(String profile) {
        return new ProgramLayout(memory, AbiProfiles.load().profile(profile));
    }

    private static byte[] image(String... symbols) {
        return new DeviceContainer(
                        DeviceContainer.Form.EXECUTABLE,
                        75,
                        ".version 7.0",
                        Arrays.stream(symbols).map(ProfileDetectorTest::variable).toList())
                .write();
    }

    private static ContainerSymbol variable(String name) {
        return new ContainerSymbol(
                name,
                ContainerSymbol.Kind.VARIABLE,
                ContainerSymbol.Linkage.DEFINED,
                1,
                ByteBuffer.allocate(1));
    }
}
