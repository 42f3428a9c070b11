package org.offloadtck.linker.wrap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.object.profile.link.ImageStart;

/// A linked image as the wrapper object embeds it: in an offload binary, or unchanged in editions
/// without offload binaries.
///
/// Requirements: WR-02, WR-12, WR-27.
///
/// @param content of the image section, read-only
/// @param start of `ImageStart`, in bytes from the first byte of `content`
/// @param end of `ImageEnd`, exclusive, likewise
record EmbeddedImage(MemorySegment content, long start, long end) {

    EmbeddedImage {
        content = content.asReadOnly();
    }

    static EmbeddedImage of(LinkedImage image, WrapperOptions wrapping) {
        AbiProfile profile = wrapping.profile();
        return switch (profile.fatObject().carrier()) {
            case ImageCarrier.BundlerSections _ ->
                    new EmbeddedImage(image.bytes(), 0, image.bytes().byteSize());
            case ImageCarrier.OffloadSection carrier ->
                    inBinary(
                            binary(image, carrier.version(), profile),
                            profile.wrapper().imageStart());
        };
    }

    private static OffloadBinary binary(
            LinkedImage image, OffloadBinary.Version version, AbiProfile profile) {
        int openmp = profile.fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
        var target = new OffloadBinary.Target(image.target().triple(), image.target().arch());
        return new OffloadBinary(
                version,
                List.of(
                        OffloadBinary.Image.of(
                                kind(image), openmp, target, image.bytes().toArray(JAVA_BYTE))));
    }

    /// Bitcode for a compiler in the runtime, or the output of a device linker.
    private static ImageKind kind(LinkedImage image) {
        var content = ImageKind.ofContent(image.bytes().toArray(JAVA_BYTE));
        return content == ImageKind.BITCODE ? content : ImageKind.OBJECT;
    }

    private static EmbeddedImage inBinary(OffloadBinary binary, ImageStart start) {
        byte[] bytes = binary.write();
        var content = MemorySegment.ofArray(bytes);
        var placed = OffloadBinary.parseAll(ObjectBytes.of("wrapper", bytes)).getFirst();
        long offset = placed.imageOffsets().getFirst();
        long size = binary.images().getFirst().bytes().byteSize();
        return switch (start) {
            case IMAGE -> new EmbeddedImage(content, offset, offset + size);
            case OFFLOAD_BINARY -> new EmbeddedImage(content, 0, bytes.length);
        };
    }
}
