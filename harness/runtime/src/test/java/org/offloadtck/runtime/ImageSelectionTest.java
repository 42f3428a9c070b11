package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.registration.HostLibrary;

/// The image that each device loads.
final class ImageSelectionTest {

    private static final FakeProgram OLD = FakeProgram.named("old").global("counter", (byte) 1);
    private static final FakeProgram RECENT =
            FakeProgram.named("recent").global("counter", (byte) 2);

    private final FakeDevice small = FakeDevice.with(OLD);
    private final FakeDevice large = FakeDevice.with(OLD, RECENT);

    /// The images are old, recent, old.
    @ParameterizedTest
    @CsvSource({
        "documented, 2, 2",
        "llvm-15, 2, 2",
        "llvm-16, 2, 2",
        "llvm-18, 2, 2",
        "llvm-19, 2, 2",
        "llvm-21, 0, 0",
        "llvm-23, 0, 0"
    })
    void takesTheLastUpToLlvm20AndTheFirstAfter(String profile, int onSmall, int onLarge) {
        assertThat(loaded(profile, "old", "recent", "old")).containsExactly(onSmall, onLarge);
    }

    @ParameterizedTest
    @CsvSource({
        "documented, 0, 1",
        "llvm-15, 0, 0",
        "llvm-16, 0, 0",
        "llvm-18, 0, 0",
        "llvm-19, 0, 1",
        "llvm-22, 0, 0"
    })
    void takesOneThatFitsAllDevicesUpToLlvm18(String profile, int onSmall, int onLarge) {
        assertThat(loaded(profile, "old", "recent")).containsExactly(onSmall, onLarge);
    }

    @ParameterizedTest
    @CsvSource({"llvm-15, -1", "llvm-18, -1", "llvm-19, 0", "documented, 0", "llvm-23, 0"})
    void leavesAllDevicesWithoutAnImageThatFitsOnlyOneUpToLlvm18(String profile, int onLarge) {
        assertThat(loaded(profile, "recent")).containsExactly(-1, onLarge);
    }

    /// The number of the image that each device loads, -1 for none.
    private List<Integer> loaded(String profile, String... images) {
        var program = new RuntimeProgram(profile, small, large);
        for (String image : images) {
            program.image(image);
        }
        HostLibrary library = program.runtime.registerLibrary(program.layout.descriptor());
        return IntStream.range(0, 2)
                .mapToObj(number ->
                        program.runtime
                                .loadedImage(library, number)
                                .map(loaded -> library.images().indexOf(loaded.image()))
                                .orElse(-1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"llvm-15", "llvm-16", "llvm-19", "llvm-20"})
    void filesAnEarlierLibrarysImageUpToLlvm20(String profile) {
        var program = withAnImage(profile);

        HostLibrary second = registerSecond(program, "counter");

        assertThat(program.runtime.loadedImage(second, 0)).isPresent();
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "llvm-21", "llvm-23"})
    void filesALibrarysOwnImagesSince(String profile) {
        var program = withAnImage(profile);

        HostLibrary second = registerSecond(program, "counter");

        assertThat(program.runtime.loadedImage(second, 0)).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
    }

    @Test
    void rejectsAnEarlierLibrarysImageWithOtherEntries() {
        var program = withAnImage("llvm-16");

        assertRejected(
                () -> registerSecond(program, "other"),
                "is other when that of the image is counter");
        assertRejected(
                () -> registerSecond(program, "counter", "other"),
                "the host's has 2 entries, that of the image 1");
        assertThat(program.runtime.libraries()).hasSize(1);
        assertThat(program.runtime.dataEnvironment(0).mappings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"llvm-15", "llvm-16", "llvm-20"})
    void looksAtNoImageOfALibraryThatIsGone(String profile) {
        var program = withAnImage(profile);
        program.runtime.unregisterLibrary(program.runtime.libraries().getFirst().descriptor());

        HostLibrary second = registerSecond(program, "counter");

        assertThat(program.runtime.loadedImage(second, 0)).isEmpty();
    }

    @Test
    void dropsAnImageThatWaitsWhenItsLibraryGoes() {
        var program = RuntimeProgram.loadingAsTheEdition("llvm-16", large);
        program.image("old");
        program.layout.variable("counter", new byte[1]);
        HostLibrary first = program.runtime.registerLibrary(program.layout.descriptor());
        HostLibrary second = registerSecond(program, "counter");
        program.runtime.targetDataBegin(0, List.of());
        assertThat(program.runtime.loadedImage(second, 0)).isPresent();
        HostLibrary third = registerSecond(program, "counter");

        program.runtime.unregisterLibrary(first.descriptor());
        program.runtime.targetDataEnd(0, List.of());

        assertThat(program.runtime.loadedImage(second, 0)).isPresent();
        assertThat(program.runtime.loadedImage(third, 0)).isEmpty();
    }

    /// An image with ABI version 8 in its header, as of CUDA 13.
    @ParameterizedTest
    @CsvSource({
        "llvm-15, true",
        "llvm-17, true",
        "llvm-18, false",
        "llvm-20, false",
        "llvm-21, true",
        "llvm-23, true"
    })
    void rejectsImagesByTheirHeaderAsTheEditionDoes(String profile, boolean isLoaded) {
        var program = new RuntimeProgram(profile, FakeDevice.taking(cudaImage()));
        program.layout.image(new TargetId("nvptx64-nvidia-cuda", "sm_90"), cudaImage());

        HostLibrary library = program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(program.runtime.loadedImage(library, 0).isPresent()).isEqualTo(isLoaded);
    }

    private static byte[] cudaImage() {
        var header = ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.CUDA);
        byte[] image = ElfEditor.empty("image", header).toObject().write();
        image[8] = 8;
        image[48] = 0x04;
        image[49] = 0x5a;
        return image;
    }

    private RuntimeProgram withAnImage(String profile) {
        var program = new RuntimeProgram(profile, large);
        program.image("old");
        program.layout.variable("counter", new byte[1]);
        program.runtime.registerLibrary(program.layout.descriptor());
        return program;
    }

    private static HostLibrary registerSecond(RuntimeProgram program, String... variables) {
        program.host.beginLibrary("second");
        for (String variable : variables) {
            program.host.layout().variable(variable, new byte[1]);
        }
        return program.runtime.registerLibrary(program.host.layout().descriptor());
    }

    private static void assertRejected(Runnable registration, String end) {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(registration::run)
                .matches(fault -> fault.rule() == RuntimeRule.ENTRY_TABLES)
                .withMessageEndingWith(end);
    }
}
