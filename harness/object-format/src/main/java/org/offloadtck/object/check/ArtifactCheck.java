package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// Judges any file: reads what of offloading is in it and compares it with every profile. The same
/// bytes and profiles give the same report.
public final class ArtifactCheck {

    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    private final AbiProfiles profiles;

    public ArtifactCheck(AbiProfiles profiles) {
        this.profiles = profiles;
    }

    /// Judges one file; of a thin archive, which holds no bytes of its members, nothing is judged.
    ///
    /// @param source names the file in the report and its findings
    public FileReport check(String source, byte[] bytes) {
        return check(source, bytes, _ -> Optional.empty());
    }

    /// Judges one file, and if it is a thin archive, its members.
    ///
    /// @param source names the file in the report and its findings
    /// @param files yields the bytes of a thin archive's member, whose path counts from the folder
    ///   of the archive
    public FileReport check(String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        if (!Archive.isArchive(bytes)) {
            return object(ObjectBytes.of(source, bytes));
        }
        try {
            var members = Archive.parse(source, bytes, files).members();
            return new FileReport.Archive(
                    source, members.stream().map(member -> object(member.contents())).toList());
        } catch (MalformedObjectException e) {
            return unreadable(source, e);
        }
    }

    private FileReport object(ObjectBytes file) {
        try {
            if (startsWith(file, ELF)) {
                return elf(ElfObject.parse(file));
            }
            if (OffloadBinary.startsIn(file)) {
                return offloadBinary(file);
            }
            return new FileReport.NotAnArtifact(
                    file.source(), "neither ELF, archive nor offload binary");
        } catch (MalformedObjectException e) {
            return e.rule() == FormatRule.CLASS || e.rule() == FormatRule.BYTE_ORDER
                    ? new FileReport.NotAnArtifact(
                            file.source(), "an ELF file that is not 64-bit little-endian")
                    : unreadable(file.source(), e);
        }
    }

    private static FileReport unreadable(String source, MalformedObjectException e) {
        return new FileReport.Unreadable(
                source, new Finding(Finding.Rule.MALFORMED_FILE, "", e.offset(), e.problem()));
    }

    private FileReport offloadBinary(ObjectBytes file) {
        var evidence = new Evidence();
        new ImageTraits(evidence, ImageTraits.Stage.UNLINKED).read("", file);
        var judgement = new Judgement(profiles, evidence);
        return new FileReport.Artifact(
                judgement.report(file.source(), "offload binary", List.of()));
    }

    private FileReport elf(ElfObject object) {
        var evidence = new Evidence();
        var carriers = new CarrierTraits(object, profiles, evidence);
        carriers.read();
        var entries = new EntryTraits(object, profiles, evidence);
        entries.read();
        carriers.readRelinked(entries.tables());
        new RegistrationTraits(object, evidence).read();
        new DescriptorTraits(object, evidence).read(entries.tables());
        if (evidence.isEmpty()) {
            return new FileReport.NotAnArtifact(
                    object.source(), "an " + kind(object) + " without anything of offloading");
        }
        var judgement = new Judgement(profiles, evidence);
        return new FileReport.Artifact(
                judgement.report(object.source(), kind(object), producers(object)));
    }

    private static String kind(ElfObject object) {
        var type = object.header().type();
        if (type.equals(ElfType.RELOCATABLE)) {
            return "ELF relocatable object";
        }
        if (type.equals(ElfType.EXECUTABLE) || object.section(".interp").isPresent()) {
            return "ELF executable";
        }
        return type.equals(ElfType.SHARED) ? "ELF shared object" : "ELF file";
    }

    /// The texts of `.comment`, in which every compiler whose object was linked names itself.
    private static List<String> producers(ElfObject object) {
        return object.sections(".comment").stream()
                .flatMap(section -> Arrays.stream(new String(section.bytes(), UTF_8).split("\0")))
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
    }

    private static boolean startsWith(ObjectBytes file, byte[] magic) {
        return file.size() >= magic.length
                && Arrays.equals(file.window(0, magic.length, "magic").toByteArray(), magic);
    }
}
