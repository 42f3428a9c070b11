package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.registration.HostLibrary;

/// The time at which images are loaded, and the state of a library whose image cannot be loaded.
final class ImageLoadingTest {

    private final FakeDevice device =
            FakeDevice.with(
                    FakeProgram.named("good").global("counter", (byte) 7),
                    FakeProgram.named("bad").global("counter", (byte) 7, (byte) 7));

    @ParameterizedTest
    @ValueSource(strings = {"llvm-14", "llvm-16", "llvm-19", "llvm-23"})
    void loadsByTheFirstConstruct(String profile) {
        var program = RuntimeProgram.loadingAsTheEdition(profile, device);
        HostLibrary library = register(program, "good");
        assertThat(program.runtime.loadedImage(library, 0)).isEmpty();

        program.runtime.targetDataBegin(0, List.of());

        assertThat(program.runtime.loadedImage(library, 0)).isPresent();
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
    }

    @Test
    void loadsAtRegistrationAsTheDocumentsHaveIt() {
        var program = RuntimeProgram.loadingAsTheEdition("documented", device);

        HostLibrary library = register(program, "good");

        assertThat(program.runtime.loadedImage(library, 0)).isPresent();
    }

    @Test
    void loadsOnTheDeviceOfTheConstructOnly() {
        var other = FakeDevice.with(FakeProgram.named("good").global("counter", (byte) 7));
        var program = RuntimeProgram.loadingAsTheEdition("llvm-19", device, other);
        HostLibrary library = register(program, "good");

        program.runtime.targetDataBegin(1, List.of());

        assertThat(program.runtime.loadedImage(library, 0)).isEmpty();
        assertThat(program.runtime.loadedImage(library, 1)).isPresent();
    }

    @Test
    void loadsLibrariesThatComeAfterTheFirstConstructByTheNext() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", device);
        register(program, "good");
        program.runtime.targetDataBegin(0, List.of());
        program.host.beginLibrary("second");
        program.host.layout().image(RuntimeProgram.TARGET, FakeDevice.image("good"));
        HostLibrary second = program.runtime.registerLibrary(program.host.layout().descriptor());

        program.runtime.targetDataEnd(0, List.of());

        assertThat(program.runtime.loadedImage(second, 0)).isPresent();
    }

    @Test
    void rejectsEveryConstructWhileAnImageCannotBeLoaded() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-19", device);
        HostLibrary bad = register(program, "bad");

        for (int time = 0; time < 2; time++) {
            assertThatExceptionOfType(OffloadException.class)
                    .isThrownBy(() -> program.runtime.targetDataBegin(0, List.of()))
                    .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_SIZE);
            assertThat(program.runtime.libraries()).containsExactly(bad);
            assertThat(program.runtime.loadedImage(bad, 0)).isEmpty();
            assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        }

        program.runtime.unregisterLibrary(bad.descriptor());
        program.host.beginLibrary("other");
        program.host.layout().image(RuntimeProgram.TARGET, FakeDevice.image("good"));
        program.runtime.registerLibrary(program.host.layout().descriptor());
        assertThat(program.runtime.targetDataBegin(0, List.of())).isEmpty();
    }

    private static HostLibrary register(RuntimeProgram program, String image) {
        program.layout.variable("counter", new byte[1]);
        program.image(image);
        return program.runtime.registerLibrary(program.layout.descriptor());
    }

    @Test
    void keepsWhatWasLoadedBeforeTheImageThatCannotBe() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", device);
        HostLibrary good = register(program, "good");
        program.host.beginLibrary("bad");
        program.host.layout().variable("counter", new byte[1]);
        program.host.layout().image(RuntimeProgram.TARGET, FakeDevice.image("bad"));
        HostLibrary bad = program.runtime.registerLibrary(program.host.layout().descriptor());

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.targetDataBegin(0, List.of()));

        assertThat(program.runtime.loadedImage(good, 0)).isPresent();
        assertThat(program.runtime.loadedImage(bad, 0)).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
    }

    @Test
    void endsTheProgramRatherThanFallBackWhenAnImageCannotBeLoaded() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", device);
        register(program, "bad");
        long region = program.layout.region("kernel");

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.targetKernel(program.call(region), -1))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_SIZE);
    }
}
