package org.offloadtck.linker.wrap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.module.IrConstant;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.offload.OffloadKind;

/// The file with all images that a CUDA or HIP runtime takes, uncompressed.
final class ImageContainer {

    /// An architecture in CUDA's spelling, with the suffix of architecture-specific and
    /// family-specific targets.
    private static final Pattern SM = Pattern.compile("sm_(\\d{2,3})[af]?");

    private ImageContainer() {}

    static IrConstant.Bytes of(List<LinkedImage> images, WrapperOptions wrapping) {
        byte[] container =
                wrapping.kind() == OffloadKind.CUDA
                        ? fatBinary(images).write()
                        : bundle(images, wrapping).write();
        return new IrConstant.Bytes(MemorySegment.ofArray(container));
    }

    private static FatBinary fatBinary(List<LinkedImage> images) {
        return new FatBinary(
                images.stream()
                        .map(image ->
                                new FatBinary.Image(FatBinary.Kind.ELF, sm(image), contents(image)))
                        .toList());
    }

    private static int sm(LinkedImage image) {
        var matcher = SM.matcher(image.target().arch());
        if (!matcher.matches()) {
            throw new LinkException(
                    WrapperObject.SOURCE,
                    "image for " + image.target(),
                    LinkRule.OFFLOAD_KIND,
                    "is for the architecture '%s', when it should be a CUDA architecture such as sm_90"
                            .formatted(image.target().arch()));
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static OffloadBundle bundle(List<LinkedImage> images, WrapperOptions wrapping) {
        var ids = wrapping.profile().wrapper().hipBundle();
        var codeObjects = new ArrayList<OffloadBundle.CodeObject>();
        codeObjects.add(new OffloadBundle.CodeObject(ids.host(), ByteBuffer.allocate(0)));
        for (LinkedImage image : images) {
            codeObjects.add(
                    new OffloadBundle.CodeObject(
                            ids.device() + image.target().arch(), contents(image)));
        }
        return new OffloadBundle(codeObjects);
    }

    private static ByteBuffer contents(LinkedImage image) {
        return ByteBuffer.wrap(image.bytes().toArray(JAVA_BYTE));
    }
}
