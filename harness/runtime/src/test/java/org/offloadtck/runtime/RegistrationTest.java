package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.WrittenEnvironment;
import org.offloadtck.runtime.program.ProgramLayout;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.table.LookupResult;

/// The effect of registering a library on its devices.
final class RegistrationTest {

    private static final FakeProgram PROGRAM =
            FakeProgram.named("program")
                    .kernel("kernel", (_, _, _) -> {})
                    .global("kernel_exec_mode", (byte) 2)
                    .global("counter", (byte) 7, (byte) 8);

    @Test
    void mapsVariablesForeverToTheImagesOwn() {
        var device = FakeDevice.with(PROGRAM);
        var program = new RuntimeProgram("llvm-16", device);
        long counter = program.layout.variable("counter", new byte[] {1, 2});
        program.image("program");

        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(program.runtime.dataEnvironment(0).lookup(counter, 2))
                .isInstanceOfSatisfying(
                        LookupResult.Contained.class,
                        found -> assertThat(found.mapping().counts().isInfinite()).isTrue());
        assertThat(device.liveAllocations()).isZero();
    }

    @Test
    void forgetsAllOfALibraryThatIsUnregistered() {
        var program = new RuntimeProgram("llvm-16", FakeDevice.with(PROGRAM));
        program.layout.variable("counter", new byte[] {1, 2});
        program.image("program");
        long descriptor = program.layout.descriptor();
        program.runtime.registerLibrary(descriptor);

        program.runtime.unregisterLibrary(descriptor);

        assertThat(program.runtime.libraries()).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        program.runtime.registerLibrary(descriptor);
        assertThat(program.runtime.libraries()).hasSize(1);
    }

    @Test
    void choosesTheLastCompatibleImageUpToLlvm20AndTheFirstAfter() {
        assertThat(chosen("llvm-20")).isEqualTo("second");
        assertThat(chosen("llvm-21")).isEqualTo("first");
    }

    private static String chosen(String profile) {
        var device = FakeDevice.with(FakeProgram.named("first"), FakeProgram.named("second"));
        var program = new RuntimeProgram(profile, device);
        program.image("first");
        program.image("second");
        program.image("foreign");
        HostLibrary library = program.runtime.registerLibrary(program.layout.descriptor());
        LoadedImage loaded = program.runtime.loadedImage(library, 0).orElseThrow();
        return library.images().indexOf(loaded.image()) == 0 ? "first" : "second";
    }

    @Test
    void writesTheDeviceEnvironmentOfTheProfilesSize() {
        assertThat(environment("llvm-16", 16))
                .isEqualTo(new WrittenEnvironment.Written(16, List.of()));
        assertThat(environment("llvm-17", 24))
                .isEqualTo(new WrittenEnvironment.Written(24, List.of()));
        assertThat(environment("llvm-19", 48))
                .isEqualTo(new WrittenEnvironment.Written(48, List.of()));
        assertThat(environment("llvm-19", 16)).isEqualTo(new WrittenEnvironment.OtherSize(16, 48));
    }

    private static WrittenEnvironment environment(String profile, int size) {
        var image =
                FakeProgram.named("program").global("__omp_rtl_device_environment", new byte[size]);
        var program = new RuntimeProgram(profile, FakeDevice.with(image));
        program.image("program");
        HostLibrary library = program.runtime.registerLibrary(program.layout.descriptor());
        return program.runtime.loadedImage(library, 0).orElseThrow().environment();
    }

    @Test
    void collectsRequirementsAndRejectsContradictions() {
        var program = new RuntimeProgram("llvm-22");
        program.layout.requires(0x4);
        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(program.runtime.requirements().bits()).isEqualTo(0x4);
        var second = new ProgramLayout(program.memory, program.profile);
        second.requires(0x1);
        long descriptor = second.descriptor();
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.REQUIRES);
        assertThat(program.runtime.libraries()).hasSize(1);
        assertThat(program.runtime.requirements().bits()).isEqualTo(0x4);
    }

    @Test
    void hearsConstructorsWhereTheEditionHasNoRequiresEntries() {
        var program = new RuntimeProgram("llvm-16");
        program.runtime.registerRequires(0x8);

        assertThat(program.runtime.requirements().unifiedSharedMemory()).isTrue();
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerRequires(0x1))
                .matches(fault -> fault.rule() == RuntimeRule.REQUIRES);
    }

    @Test
    void rejectsRequirementsOfAConstructorInEditionsWithEntries() {
        var program = new RuntimeProgram("llvm-22");
        program.runtime.registerRequires(0x1);

        assertThat(program.runtime.requirements().bits()).isZero();
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerRequires(0x8))
                .matches(fault -> fault.rule() == RuntimeRule.REQUIRES)
                .withMessage(
                        "__tgt_register_requires: 0x0: a constructor demands 0x8 when llvm-22 takes"
                                + " requirements from entries");
        assertThat(program.runtime.requirements().bits()).isZero();
    }

    @Test
    void runsConstructorsAtRegistrationAndDestructorsAtTheEnd() {
        var device =
                FakeDevice.with(
                        PROGRAM.kernel("init", (_, _, _) -> {}).kernel("fini", (_, _, _) -> {}));
        var program = new RuntimeProgram("llvm-16", device);
        program.layout.region("init", OpenmpEntryFlag.CTOR);
        program.layout.region("fini", OpenmpEntryFlag.DTOR);
        program.image("program");
        long descriptor = program.layout.descriptor();

        program.runtime.registerLibrary(descriptor);
        assertThat(device.launchCount()).isOne();
        program.runtime.unregisterLibrary(descriptor);

        assertThat(device.launchCount()).isEqualTo(2);
    }
}
