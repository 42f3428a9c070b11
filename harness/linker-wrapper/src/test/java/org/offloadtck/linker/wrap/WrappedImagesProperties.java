package org.offloadtck.linker.wrap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.plugin.image.TargetId;

class WrappedImagesProperties {

    private static final Imports RUNTIME =
            Imports.of(List.of("__tgt_register_lib", "__tgt_unregister_lib", "atexit"));

    @Provide
    Arbitrary<AbiProfile> profiles() {
        return Arbitraries.of(AbiProfiles.load().ids()).map(CorpusInputs::profile);
    }

    @Provide
    Arbitrary<List<LinkedImage>> images() {
        var targets =
                Arbitraries.of(
                        new TargetId("nvptx64-nvidia-cuda", "sm_90"),
                        new TargetId("amdgcn-amd-amdhsa", "gfx90a:xnack+"),
                        new TargetId("x86_64-pc-linux-gnu", ""));
        var contents = Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(300);
        return Combinators.combine(targets, contents)
                .as((target, bytes) -> new LinkedImage(target, MemorySegment.ofArray(bytes)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    /// For all images and editions.
    @Property(seed = "20261121", tries = 200)
    void aProgramRegistersWhatWasWrapped(
            @ForAll("images") List<LinkedImage> images, @ForAll("profiles") AbiProfile profile) {
        var wrapper = new WrapperObject(images, WrapperOptions.openmp(profile)).elf();

        var program = StaticLinker.link(List.of(new LinkInput.Relocatable(wrapper)), RUNTIME);

        var registered = RegisteredDescriptor.in(program).getFirst();
        assertThat(registered.images())
                .map(image -> bytes(image, program, profile))
                .map(Arrays::toString)
                .isEqualTo(
                        images.stream()
                                .map(image -> image.bytes().toArray(JAVA_BYTE))
                                .map(Arrays::toString)
                                .toList());
    }

    private static byte[] bytes(DeviceImage image, HostExecutable program, AbiProfile profile) {
        byte[] registered =
                program.bytes(image.imageStart())
                        .orElseThrow()
                        .window(0, image.imageEnd() - image.imageStart(), "image")
                        .toByteArray();
        return profile.wrapper().imageStart() == ImageStart.IMAGE
                ? registered
                : OffloadBinary.parseAll(ObjectBytes.of("image", registered))
                        .getFirst()
                        .binary()
                        .images()
                        .getFirst()
                        .toByteArray();
    }
}
