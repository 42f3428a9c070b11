package org.offloadtck.object.check;

import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.Evidence.FoundImage;
import org.offloadtck.object.check.Evidence.KindCode;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.Pointers;

/// Follows the wrappers of CUDA's fat binaries to the images in them.
///
/// ```
/// __fatBinC_Wrapper_t    u32 magic, u32 version, void* data, void* filename or null
/// ```
///
/// Source: LLVM 15 to 23, `OffloadWrapper.cpp`, `createFatbinDesc`; CUDA 11.8,
/// `fatbinary_section.h`.
final class FatBinaryTraits {

    private static final String WRAPPERS = ".nvFatBinSegment";
    private static final long MAGIC = 0x466243b1L;
    private static final int SIZE = 24;

    /// Where `data` lies in a wrapper, in bytes.
    private static final int DATA = 8;

    private final Evidence evidence;

    FatBinaryTraits(Evidence evidence) {
        this.evidence = evidence;
    }

    void read(ElfObject object) {
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.name().equals(WRAPPERS)) {
                var pointers = new Pointers(object, index);
                for (long at = 0; at < section.contents().size(); at += SIZE) {
                    wrapper(object, section, pointers, at);
                }
            }
        }
    }

    private void wrapper(ElfObject object, Section section, Pointers pointers, long at) {
        try {
            var fields = section.contents().cursor(at);
            long magic = fields.u32("magic");
            if (magic != MAGIC) {
                var problem = "magic is 0x%x when it should be 0x466243b1".formatted(magic);
                registration(section, at, problem);
                return;
            }
            var data = pointers.place(at + DATA);
            if (data.isEmpty()) {
                registration(section, at + DATA, "data points to no section");
                return;
            }
            var holder = object.sections().get(data.get().section());
            long start = data.get().offset();
            long size = holder.contents().size() - start;
            images(holder.name(), holder.contents().window(start, size, "fat binary"));
        } catch (MalformedObjectException e) {
            evidence.add(Finding.Rule.MALFORMED_REGISTRATION, section.name(), e);
        }
    }

    private void registration(Section section, long at, String problem) {
        evidence.add(
                Finding.Rule.MALFORMED_REGISTRATION,
                section.name(),
                section.contents().base() + at,
                problem);
    }

    /// Reads the fat binary that `contents` begin with.
    ///
    /// @param section the name of the section that `contents` are of; empty for a file
    void images(String section, ObjectBytes contents) {
        List<FatBinary.Placed> images;
        try {
            images = FatBinary.parseAll(contents);
        } catch (MalformedObjectException e) {
            evidence.add(Finding.Rule.MALFORMED_FAT_BINARY, section, e);
            return;
        }
        for (var placed : images) {
            var image = placed.image();
            var kind =
                    switch (image.kind()) {
                        case PTX -> ImageKind.PTX;
                        case ELF -> ImageKind.CUBIN;
                    };
            var target = new Target("nvptx64-nvidia-cuda", "sm_" + image.sm());
            evidence.add(
                    new FoundImage(
                            "fat binary",
                            section,
                            contents.base(),
                            placed.offset(),
                            new KindCode.Named(OffloadKind.CUDA),
                            Image.of(kind, 0, target, image.bytes()),
                            ImageStage.LINKED));
        }
    }
}
