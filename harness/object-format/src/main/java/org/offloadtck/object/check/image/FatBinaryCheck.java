package org.offloadtck.object.check.image;

import java.util.Map;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.PointerResolver;

/// Follows the wrappers of CUDA fat binaries and HIP bundles to the images they contain.
///
/// ```
/// __fatBinC_Wrapper_t    u32 magic, u32 version, void* data, void* filename or null
/// ```
///
/// Source: LLVM 15 to 23, `OffloadWrapper.cpp`, `createFatbinDesc`; CUDA 11.8,
/// `fatbinary_section.h`; LLVM 19, `clang/docs/ClangOffloadBundler.rst`, "Bundle Entry ID".
public final class FatBinaryCheck {

    /// The magic of a wrapper, by the section of wrappers.
    private static final Map<String, Long> MAGICS =
            Map.of(".nvFatBinSegment", 0x466243b1L, ".hipFatBinSegment", 0x48495046L);

    private static final int SIZE = 24;

    /// Offset of `data` in a wrapper, in bytes.
    private static final int DATA = 8;

    private final Observations observations;

    public FatBinaryCheck(Observations observations) {
        this.observations = observations;
    }

    public void read(ElfObject object) {
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (MAGICS.containsKey(section.name())) {
                var pointers = new PointerResolver(object, index);
                for (long at = 0; at < section.contents().size(); at += SIZE) {
                    wrapper(object, section, pointers, at);
                }
            }
        }
    }

    private void wrapper(ElfObject object, Section section, PointerResolver pointers, long at) {
        try {
            var fields = section.contents().cursor(at);
            long magic = fields.u32("magic");
            long expected = MAGICS.getOrDefault(section.name(), 0L);
            if (magic != expected) {
                var problem = "magic is 0x%x when it should be 0x%x".formatted(magic, expected);
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
            observations.add(RegistrationRule.MALFORMED_REGISTRATION, section.name(), e);
        }
    }

    private void registration(Section section, long at, String problem) {
        observations.add(
                RegistrationRule.MALFORMED_REGISTRATION,
                section.name(),
                section.contents().base() + at,
                problem);
    }

    /// Reads the fat binary or the bundle at the start of `contents`.
    ///
    /// @param section the section of `contents`; empty for a file
    public void images(String section, ObjectBytes contents) {
        try {
            if (OffloadBundle.isBundle(contents) || OffloadBundle.isCompressed(contents)) {
                OffloadBundle.parseAll(contents)
                        .forEach(placed -> bundled(section, contents.base(), placed));
            } else {
                FatBinary.parseAll(contents)
                        .forEach(placed -> packed(section, contents.base(), placed));
            }
        } catch (MalformedObjectException e) {
            reject(section, e);
        }
    }

    private void reject(String section, MalformedObjectException e) {
        if (e.rule() == FormatRule.PLAIN) {
            observations.skip("device images from 0x%x on: %s".formatted(e.offset(), e.problem()));
        } else {
            observations.add(ImageRule.MALFORMED_FAT_BINARY, section, e);
        }
    }

    private void packed(String section, long start, FatBinary.Located placed) {
        var image = placed.image();
        var kind =
                switch (image.kind()) {
                    case PTX -> ImageKind.PTX;
                    case ELF -> ImageKind.CUBIN;
                };
        var target = new Target("nvptx64-nvidia-cuda", image.architecture());
        observations.add(
                new ObservedImage(
                        "fat binary",
                        section,
                        start,
                        placed.offset(),
                        new OffloadKindCode.Named(OffloadKind.CUDA),
                        Image.of(kind, 0, target, image.bytes()),
                        ImageStage.LINKED));
    }

    /// Records a code object with ID `<kind>-<triple>-<environment>-<arch>`. The code object of the
    /// host is empty.
    private void bundled(String section, long start, OffloadBundle.Located placed) {
        var bytes = placed.codeObject().bytes();
        var parts = placed.codeObject().id().split("-", 2);
        if (bytes.length == 0 || parts.length < 2) {
            return;
        }
        var target = parts[1].split("--", 2);
        observations.add(
                new ObservedImage(
                        "bundle",
                        section,
                        start,
                        placed.offset(),
                        kind(parts[0]),
                        Image.of(
                                ImageKind.ofContent(bytes),
                                0,
                                new Target(target[0], target.length > 1 ? target[1] : ""),
                                bytes),
                        ImageStage.LINKED));
    }

    /// The kind of `hip` and `hipv4`, which differ in the version of the code object, or of another
    /// programming model.
    private static OffloadKindCode kind(String word) {
        return word.startsWith("hip")
                ? new OffloadKindCode.Named(OffloadKind.HIP)
                : new OffloadKindCode.Word(word);
    }
}
