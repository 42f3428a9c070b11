package org.offloadtck.object.check.image;

import java.util.List;
import java.util.Set;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.content.ImageTargetCheck;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Located;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Reads offload binaries, in a section or a file of their own, and records the values for which
/// profiles have values.
public final class OffloadBinaryCheck {

    /// Architectures (the first part of a triple) whose images are linked for a CPU. Source: LLVM
    /// 22, `clang/lib/Driver/Driver.cpp`: OpenMP offloading to the host's own architecture.
    private static final Set<String> CPUS =
            Set.of("x86_64", "aarch64", "powerpc64", "powerpc64le", "ppc64", "ppc64le", "s390x");

    /// Offset of the lower byte of `e_type` in a little-endian ELF file, in bytes.
    private static final int E_TYPE = 16;

    /// The newest version of the format.
    private static final int LAST_VERSION = OffloadBinary.Version.V2.code();

    /// Offset of `TheOffloadKind` in an entry of an offload binary, in bytes.
    static final int OFFLOAD_KIND = 2;

    private final Observations observations;
    private final ImageStage stage;

    public OffloadBinaryCheck(Observations observations, ImageStage stage) {
        this.observations = observations;
        this.stage = stage;
    }

    /// Reads the offload binaries in `contents`.
    ///
    /// @param section the section of `contents`; empty for a file
    public void read(String section, ObjectBytes contents) {
        List<Located> binaries;
        try {
            binaries = OffloadBinary.parseAll(contents);
        } catch (MalformedObjectException e) {
            reject(section, contents, e);
            return;
        }
        if (binaries.stream().allMatch(placed -> placed.binary().images().isEmpty())) {
            observations.add(
                    OffloadBinaryRule.NO_IMAGE,
                    section,
                    contents.base(),
                    "the offload binaries have no image when they should have one for each target");
        }
        for (var placed : binaries) {
            version(binary(section, placed.offset()), placed.binary().version().code());
            for (int i = 0; i < placed.binary().images().size(); i++) {
                image(section, placed, i);
            }
        }
    }

    /// Whether a device linker still has to link an image in `contents`: it is a relocatable
    /// object, or no ELF file.
    static boolean hasUnlinkedImage(ObjectBytes contents) {
        return OffloadBinary.parseAll(contents).stream()
                .flatMap(placed -> placed.binary().images().stream())
                .map(image -> new ObjectBytes(contents.source(), image.bytes(), "image", 0))
                .anyMatch(image ->
                        !ElfSectionTable.isElf(image)
                                || image.u8(E_TYPE, "e_type") == ElfType.RELOCATABLE.code());
    }

    private void reject(String section, ObjectBytes contents, MalformedObjectException e) {
        if (e.rule() == FormatRule.VERSION) {
            long version = contents.u32(e.offset() - contents.base(), "version");
            if (version > LAST_VERSION) {
                version(binary(section, e.offset()), version);
                return;
            }
        }
        observations.add(OffloadBinaryRule.MALFORMED_OFFLOAD_BINARY, section, e);
    }

    private void version(Place where, long version) {
        observations.add(
                ObservedValue.equal(
                        "fat-object.binary-version",
                        Long.toString(version),
                        where,
                        OffloadBinaryCheck::version));
    }

    private static String version(AbiProfile profile) {
        return switch (profile.fatObject().carrier()) {
            case ImageCarrier.BundlerSections _ -> "absent";
            case ImageCarrier.OffloadSection carrier -> Integer.toString(carrier.version().code());
        };
    }

    private void image(String section, Located placed, int index) {
        var image = placed.binary().images().get(index);
        observations.add(
                new ObservedImage(
                        "offload binary version " + placed.binary().version().code(),
                        section,
                        placed.offset(),
                        placed.imageOffsets().get(index),
                        new OffloadKindCode.Numbered(image.offloadKindCode()),
                        image,
                        stage,
                        placed.entryOffsets().get(index)));
        if (stage == ImageStage.UNLINKED) {
            new ImageTargetCheck(observations, section).read(placed, index);
        }
        long offset = placed.imageOffsets().get(index);
        var where = new Place("image at 0x%x".formatted(offset), section, offset);
        var entry = new Place(where.text(), section, placed.entryOffsets().get(index));
        offloadKind(image.offloadKindCode(), entry.field(OFFLOAD_KIND));
        observations.add(
                ObservedValue.satisfying(
                        "fat-object.last-image-kind",
                        ImageKind.nameOf(image.kindCode()),
                        entry,
                        profile -> image.kindCode() <= profile.fatObject().lastImageKind(),
                        "an image kind of the edition"));
        cpuArch(image, where);
    }

    private void offloadKind(int code, Place where) {
        observations.add(
                ObservedValue.satisfying(
                        "fat-object.kind-numbering",
                        "a numbering with offload kind " + code,
                        where,
                        profile ->
                                code == 0
                                        || profile.fatObject()
                                                .kindNumbering()
                                                .kind(code)
                                                .isPresent(),
                        "one without"));
    }

    private void cpuArch(Image image, Place where) {
        var target = image.target();
        var unstated = target.arch().isEmpty() || target.arch().equals("generic");
        if (stage == ImageStage.UNLINKED
                && unstated
                && CPUS.contains(target.triple().split("-", 2)[0])) {
            observations.add(
                    ObservedValue.equal(
                            "fat-object.cpu-arch",
                            "'" + target.arch() + "'",
                            where,
                            profile -> "'" + profile.fatObject().cpuArch() + "'"));
        }
    }

    private static Place binary(String section, long offset) {
        return new Place(section.isEmpty() ? "the file" : "section " + section, section, offset);
    }
}
