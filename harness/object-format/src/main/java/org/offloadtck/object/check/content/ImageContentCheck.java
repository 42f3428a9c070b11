package org.offloadtck.object.check.content;

import java.util.Optional;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Image;

/// Compares the contents of an image with its image kind and its triple.
///
/// Tried with the wrappers of LLVM 16, 19 and 22: ELF files under the kinds bitcode and PTX fail in
/// 16 and 19, because the device compiler chooses the language by the name of the temporary file;
/// under other kinds they link. Bitcode links under every kind in 16 and 19. An image with a
/// damaged magic links under none.
///
/// Requirements: OC-30, OC-32, OC-38.
public record ImageContentCheck(Observations observations) {

    public void read(ObservedImage found) {
        var content = ImageContent.of(found.image().bytes());
        switch (content) {
            case EMPTY -> empty(found);
            case ELF -> {
                kind(found, content);
                new ElfIdentityCheck(observations, found).read();
            }
            case BITCODE,
                    WRAPPED_BITCODE,
                    FAT_BINARY,
                    BUNDLE,
                    COMPRESSED_BUNDLE,
                    SPIRV,
                    OFFLOAD_BINARY ->
                    kind(found, content);
            case PTX -> {
                kind(found, content);
                ptx(found);
            }
            case UNKNOWN -> unknown(found);
        }
    }

    private void empty(ObservedImage found) {
        if ((found.image().flags() & Image.METADATA) == 0) {
            add(
                    ImageRule.EMPTY_IMAGE,
                    found,
                    found.offset(),
                    "the image has 0 bytes when it should contain device code");
        }
    }

    private void unknown(ObservedImage found) {
        var kind = found.image().kind();
        if (kind.equals(Optional.of(ImageKind.PTX))) {
            ptx(found);
        } else if (DeviceTriple.isSource(found.image().target().triple())
                || (kind.orElse(ImageKind.NONE) == ImageKind.NONE
                        && (found.stage() == ImageStage.UNLINKED
                                || found.image().target().triple().isEmpty()))) {
            observations.skip(
                    "image at 0x%x of kind %s: its contents have no known magic"
                            .formatted(found.offset(), ImageKind.nameOf(found.image().kindCode())));
        } else {
            add(
                    ImageRule.UNKNOWN_CONTENT,
                    found,
                    found.offset(),
                    "the image of kind %s begins with no known magic when it should begin with that of %s"
                            .formatted(
                                    ImageKind.nameOf(found.image().kindCode()), expected(found)));
        }
    }

    private static String expected(ObservedImage found) {
        return switch (found.image().kind().orElse(ImageKind.NONE)) {
            case BITCODE -> "bitcode";
            case FATBINARY -> "a fat binary";
            case SPIRV -> "SPIR-V";
            case OBJECT, CUBIN, PTX, NONE -> "an ELF file";
        };
    }

    private void ptx(ObservedImage found) {
        PtxModuleText.of(found.image().bytes())
                .fault()
                .ifPresent(fault ->
                        add(
                                ImageRule.INCOMPLETE_PTX,
                                found,
                                found.offset() + fault.offset(),
                                fault.problem()));
    }

    /// Compares kind and content. The kind of a linked image has no reader.
    private void kind(ObservedImage found, ImageContent content) {
        var kind = found.image().kind().orElse(ImageKind.NONE);
        if (found.stage() == ImageStage.LINKED || kind == ImageKind.NONE) {
            return;
        }
        boolean breaks =
                switch (content) {
                    case ELF -> kind == ImageKind.BITCODE || kind == ImageKind.PTX;
                    case PTX -> kind != ImageKind.PTX;
                    default -> false;
                };
        boolean agrees =
                switch (content) {
                    case ELF -> kind == ImageKind.OBJECT || kind == ImageKind.CUBIN;
                    case BITCODE, WRAPPED_BITCODE -> kind == ImageKind.BITCODE;
                    case FAT_BINARY, BUNDLE, COMPRESSED_BUNDLE -> kind == ImageKind.FATBINARY;
                    case SPIRV -> kind == ImageKind.SPIRV;
                    case PTX -> kind == ImageKind.PTX;
                    case OFFLOAD_BINARY, EMPTY, UNKNOWN -> false;
                };
        if (!agrees) {
            add(
                    breaks ? ImageRule.CONTENT_OF_OTHER_KIND : ImageRule.KIND_NOT_OF_CONTENT,
                    found,
                    found.entryOffset(),
                    "image kind is %s when the image is %s"
                            .formatted(ImageKind.nameOf(kind.code()), content.text()));
        }
    }

    private void add(ImageRule rule, ObservedImage found, long offset, String problem) {
        observations.add(rule, found.section(), offset, problem);
    }
}
