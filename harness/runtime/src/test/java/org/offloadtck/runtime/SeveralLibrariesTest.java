package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.program.ProgramLayout;
import org.offloadtck.runtime.registration.HostLibrary;

/// Several libraries in one process: each has its own images, variables and regions.
final class SeveralLibrariesTest {

    private final List<String> calls = new ArrayList<>();
    private final FakeDevice device = FakeDevice.with(program("first"), program("second"));

    private FakeProgram program(String name) {
        return FakeProgram.named(name)
                .kernel(name + "_kernel", (_, _, _) -> calls.add(name + "_kernel"))
                .kernel("init", (_, _, _) -> calls.add(name + " init"))
                .kernel("fini", (_, _, _) -> calls.add(name + " fini"))
                .kernel("last", (_, _, _) -> calls.add(name + " last"))
                .kernel("broken", (_, _, _) -> fault())
                .global("shared", (byte) 7, (byte) 8);
    }

    private static void fault() {
        throw new DeviceException("fake:0", "launch", DeviceError.KERNEL_FAULT, "broken");
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "llvm-15", "llvm-16", "llvm-19", "llvm-22", "llvm-23"})
    void launchesEachLibrarysRegionsFromItsOwnImage(String profile) {
        var program = new RuntimeProgram(profile, device);
        long first = region(program, "first");
        long second = region(program, "second");

        launch(program, second);
        launch(program, first);

        assertThat(calls).containsExactly("second_kernel", "first_kernel");
    }

    private static long region(RuntimeProgram program, String library) {
        program.host.beginLibrary(library);
        program.host.library(library).image(RuntimeProgram.TARGET, FakeDevice.image(library));
        long region = program.host.declareRegion(library + "_kernel");
        program.runtime.registerLibrary(program.host.layout().descriptor());
        return region;
    }

    private static void launch(RuntimeProgram program, long region) {
        program.runtime.targetKernel(program.call(region), -1);
    }

    @Test
    void knowsNothingOfALibraryThatWasUnregistered() {
        var program = new RuntimeProgram("llvm-19", device);
        long first = region(program, "first");
        long second = region(program, "second");
        program.runtime.unregisterLibrary(program.runtime.libraries().getFirst().descriptor());

        launch(program, second);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> launch(program, first))
                .matches(fault -> fault.rule() == RuntimeRule.TARGET_REGION);
        assertThat(calls).containsExactly("second_kernel");
    }

    @Test
    void runsConstructorsInOrderAndDestructorsInReverse() {
        var program = new RuntimeProgram("llvm-16", device);
        long first = constructed(program, "first");
        long second = constructed(program, "second");

        program.runtime.unregisterLibrary(second);
        program.runtime.unregisterLibrary(first);

        assertThat(calls)
                .containsExactly(
                        "first init",
                        "second init",
                        "second last",
                        "second fini",
                        "first last",
                        "first fini");
    }

    private static long constructed(RuntimeProgram program, String library) {
        var layout = new ProgramLayout(program.memory, program.profile);
        layout.region("init", OpenmpEntryFlag.CTOR);
        layout.region("fini", OpenmpEntryFlag.DTOR);
        layout.region("last", OpenmpEntryFlag.DTOR);
        layout.image(RuntimeProgram.TARGET, FakeDevice.image(library));
        long descriptor = layout.descriptor();
        program.runtime.registerLibrary(descriptor);
        return descriptor;
    }

    @Test
    void leavesNothingOfALibraryWhoseConstructorFails() {
        var program = new RuntimeProgram("llvm-16", device);
        program.layout.variable("shared", new byte[2]);
        program.layout.region("broken", OpenmpEntryFlag.CTOR);
        program.image("first");
        long descriptor = program.layout.descriptor();

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor));

        assertThat(program.runtime.libraries()).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void leavesNothingOnTheDeviceIfAConstructorFailsBeforeAConstruct() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", device);
        program.layout.variable("shared", new byte[2]);
        program.layout.region("init", OpenmpEntryFlag.CTOR);
        program.layout.region("broken", OpenmpEntryFlag.CTOR);
        program.image("first");
        HostLibrary library = program.runtime.registerLibrary(program.layout.descriptor());

        for (int time = 1; time <= 2; time++) {
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> program.runtime.targetDataBegin(0, List.of()));
            assertThat(program.runtime.loadedImage(library, 0)).isEmpty();
            assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
            assertThat(calls).hasSize(time);
        }
    }

    @Test
    void rejectsAnImageWhoseConstructorsCannotBeFound() {
        var image = FakeProgram.named("first").kernel("nvptx$device$init", (_, _, _) -> {});
        var program = RuntimeProgram.with("llvm-19", image);
        long descriptor = program.layout.descriptor();

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.IMAGE);
        assertThat(program.runtime.libraries()).isEmpty();
    }

    @Test
    void forgetsALibraryWhoseDestructorFails() {
        var program = new RuntimeProgram("llvm-16", device);
        program.layout.variable("shared", new byte[2]);
        program.layout.region("broken", OpenmpEntryFlag.DTOR);
        program.image("first");
        long descriptor = program.layout.descriptor();
        program.runtime.registerLibrary(descriptor);

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> program.runtime.unregisterLibrary(descriptor));

        assertThat(program.runtime.libraries()).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        program.runtime.registerLibrary(descriptor);
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
    }

    @Test
    void keepsAVariableOfTwoLibrariesWithTheFirst() {
        var program = new RuntimeProgram("llvm-16", device);
        program.layout.variable("shared", new byte[2]);
        program.image("first");
        long descriptor = program.layout.descriptor();
        program.runtime.registerLibrary(descriptor);
        var mapped = program.runtime.dataEnvironment(0).mappings();
        program.image("second");
        long second = program.layout.descriptor();

        program.runtime.registerLibrary(second);
        program.runtime.unregisterLibrary(second);

        assertThat(program.runtime.dataEnvironment(0).mappings()).isEqualTo(mapped).hasSize(1);
    }

    @Test
    void handsAVariableOverToTheNextLibrary() {
        var program = new RuntimeProgram("llvm-16", device);
        long shared = program.layout.variable("shared", new byte[2]);
        program.image("first");
        long first = program.layout.descriptor();
        program.runtime.registerLibrary(first);
        program.image("second");
        HostLibrary second = program.runtime.registerLibrary(program.layout.descriptor());

        program.runtime.unregisterLibrary(first);

        var mapped = program.runtime.dataEnvironment(0).translate(shared, 2).orElseThrow();
        assertThat(program.runtime.loadedImage(second, 0).orElseThrow().entries())
                .containsExactly(new DeviceEntry.Variable(mapped.memory()));
    }

    @Test
    void opensAndClosesALibraryAgainAndAgain() {
        var program = new RuntimeProgram("llvm-16", device);
        program.layout.variable("shared", new byte[2]);
        program.image("first");
        long descriptor = program.layout.descriptor();

        for (int time = 0; time < 3; time++) {
            HostLibrary library = program.runtime.registerLibrary(descriptor);
            assertThat(program.runtime.loadedImage(library, 0)).isPresent();
            program.runtime.unregisterLibrary(descriptor);
        }

        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.liveAllocations()).isZero();
    }

    @Test
    void leavesWhatTheProgramMappedItself() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", device);
        region(program, "first");
        program.host.beginLibrary("second");
        long shared = program.host.layout().variable("shared", new byte[2]);
        program.host.layout().image(RuntimeProgram.TARGET, FakeDevice.image("second"));
        var map = List.of(MapArgument.of(shared, 2, MapType.TO));
        program.runtime.targetDataBegin(0, map);
        long second = program.host.layout().descriptor();
        program.runtime.registerLibrary(second);
        program.runtime.targetDataUpdate(0, List.of());

        program.runtime.unregisterLibrary(second);

        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
        program.runtime.targetDataEnd(0, map);
        assertThat(device.liveAllocations()).isZero();
    }
}
