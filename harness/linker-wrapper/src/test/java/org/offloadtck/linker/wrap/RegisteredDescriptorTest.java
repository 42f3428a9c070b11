package org.offloadtck.linker.wrap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.plugin.image.TargetId;

/// Links wrapper objects into native programs with the machine's linkers, runs them, and verifies
/// the descriptor that their runtime gets.
final class RegisteredDescriptorTest {

    private static final String FIRST = "the first image";
    private static final String SECOND = "another";

    @TempDir private static Path shared;
    @TempDir private Path folder;

    private static Path runtime = Path.of("");

    @BeforeAll
    static void compileRuntime() {
        runtime = HostToolchain.compile(shared, "/org/offloadtck/linker/wrap/print-descriptor.c");
    }

    static Stream<Arguments> profilesAndLinkers() {
        return AbiProfiles.load().all().stream()
                .flatMap(profile ->
                        Stream.of("bfd", "lld").map(linker -> Arguments.of(profile.id(), linker)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("profilesAndLinkers")
    void reachesTheRuntimeBeforeMainAndAgainAtExit(String profileId, String linker) {
        HostToolchain.assume("ld." + linker);
        var profile = AbiProfiles.load().profile(profileId);
        var wrapper = wrapper(profile);
        var program = folder.resolve("program").toString();

        HostToolchain.succeed(
                HostToolchain.run(
                        folder,
                        "gcc",
                        "-fuse-ld=" + linker,
                        "-o",
                        program,
                        wrapper.toString(),
                        runtime.toString()));
        var output = HostToolchain.succeed(HostToolchain.run(folder, program));

        assertThat(output)
                .isEqualTo(
                        registration("register", profile)
                                + "constructor 102\nmain\n"
                                + registration("unregister", profile));
    }

    private Path wrapper(AbiProfile profile) {
        var images = List.of(image("sm_90", FIRST), image("sm_75", SECOND));
        return HostToolchain.write(
                folder.resolve(WrapperObject.SOURCE),
                new WrapperObject(images, WrapperOptions.openmp(profile)).elf().write());
    }

    private static LinkedImage image(String arch, String text) {
        return new LinkedImage(
                new TargetId("nvptx64-nvidia-cuda", arch),
                MemorySegment.ofArray(text.getBytes(US_ASCII)));
    }

    private static String registration(String call, AbiProfile profile) {
        return """
        %s 2 images, 0 bytes of entries
        image 0: %s
        image 0 has the host's entries: 1
        image 1: %s
        image 1 has the host's entries: 1
        """
                .formatted(
                        call,
                        registered(FIRST, "sm_90", profile),
                        registered(SECOND, "sm_75", profile));
    }

    /// The bytes between `ImageStart` and `ImageEnd`: the image, or the offload binary in editions
    /// that pass the whole binary.
    private static String registered(String text, String arch, AbiProfile profile) {
        byte[] image = text.getBytes(US_ASCII);
        boolean whole = profile.wrapper().imageStart() == ImageStart.OFFLOAD_BINARY;
        return HexFormat.ofDelimiter(" ").formatHex(whole ? binary(image, arch) : image);
    }

    private static byte[] binary(byte[] image, String arch) {
        var target = new OffloadBinary.Target("nvptx64-nvidia-cuda", arch);
        return new OffloadBinary(
                        OffloadBinary.Version.V1,
                        List.of(OffloadBinary.Image.of(ImageKind.OBJECT, 1, target, image)))
                .write();
    }
}
