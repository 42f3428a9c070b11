package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck;
import org.offloadtck.object.check.image.DeviceImageCheck;
import org.offloadtck.object.check.image.FatBinaryCheck;
import org.offloadtck.object.check.image.OffloadBinaryCheck;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.registration.ClashingWrapperCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.FileRule;
import org.offloadtck.object.check.together.MixedMembers;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// Checks a file: reads its offloading artifacts and compares them with every ABI profile. Equal
/// bytes and profiles give equal reports.
///
/// Requirements: OC-01, OC-06.
public final class ArtifactCheck {

    private final AbiProfiles profiles;
    private final ModuleCheck modules;

    public ArtifactCheck(AbiProfiles profiles) {
        this(profiles, new ModuleCheck(profiles, List.of()));
    }

    private ArtifactCheck(AbiProfiles profiles, ModuleCheck modules) {
        this.profiles = profiles;
        this.modules = modules;
    }

    /// The same check; it compares device modules with the requests of this host module.
    public ArtifactCheck withHostModule(CompiledModule host) {
        return new ArtifactCheck(profiles, new ModuleCheck(profiles, List.of(host)));
    }

    /// Checks a file. The members of a thin archive are not checked.
    ///
    /// @param source names the file in the report and its findings
    public FileReport check(String source, byte[] bytes) {
        return check(source, bytes, _ -> Optional.empty());
    }

    /// Checks a file and, if it is a thin archive, its members.
    ///
    /// @param source names the file in the report and its findings
    /// @param files returns the bytes of a thin archive's member; its path is relative to the
    ///   archive's directory
    public FileReport check(String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        if (!Archive.isArchive(bytes)) {
            return object(ObjectBytes.of(source, bytes));
        }
        try {
            var archive = Archive.parse(source, bytes, files);
            var members =
                    archive.members().stream().map(member -> object(member.contents())).toList();
            var across = new ArrayList<>(ClashingWrapperCheck.in(archive));
            across.addAll(MixedMembers.in(members));
            return new FileReport.Archive(source, members, across);
        } catch (MalformedObjectException e) {
            return unreadable(source, e);
        }
    }

    private FileReport object(ObjectBytes file) {
        try {
            return recognised(file);
        } catch (MalformedObjectException e) {
            return unreadable(file.source(), e);
        }
    }

    private FileReport recognised(ObjectBytes file) {
        if (ElfObject.isElf(file)) {
            return new ElfCheck(profiles).check(ElfObject.parse(file));
        }
        if (ElfSectionTable.isElf(file)) {
            return new ElfCheck(profiles).check(ElfSectionTable.parse(file));
        }
        if (OffloadBinary.startsIn(file)) {
            return offloadBinary(file);
        }
        if (FatBinary.isFatBinary(file)) {
            return fatBinary(file, "CUDA fat binary");
        }
        if (OffloadBundle.isBundle(file) || OffloadBundle.isCompressed(file)) {
            return fatBinary(file, "offload bundle");
        }
        if (OffloadBinary.lacksMagic(file)) {
            return offloadBinary(file);
        }
        return modules.check(file).or(() -> bitcode(file)).orElseGet(() -> foreign(file));
    }

    /// A bitcode file of a device, as `clang --offload-device-only -emit-llvm` writes it. A host
    /// module has its images as constants, which the kit does not read.
    private Optional<FileReport> bitcode(ObjectBytes file) {
        var observations = new Observations();
        return BitcodeImageCheck.file(file, observations)
                .map(kind -> alone(file, kind, observations));
    }

    private static FileReport foreign(ObjectBytes file) {
        return UnsupportedFormat.of(file)
                .<FileReport>map(format ->
                        new FileReport.NotJudged(file.source(), format.what(), format.why()))
                .orElseGet(() -> new FileReport.UnknownFormat(file.source()));
    }

    private static FileReport unreadable(String source, MalformedObjectException e) {
        return new FileReport.Unreadable(
                source, new Finding(FileRule.MALFORMED_FILE, "", e.offset(), e.problem()));
    }

    private FileReport offloadBinary(ObjectBytes file) {
        var observations = new Observations();
        new OffloadBinaryCheck(observations, ImageStage.UNLINKED).read("", file);
        return alone(file, "offload binary", observations);
    }

    private FileReport fatBinary(ObjectBytes file, String kind) {
        var observations = new Observations();
        new FatBinaryCheck(observations).images("", file);
        return alone(file, kind, observations);
    }

    private FileReport alone(ObjectBytes file, String kind, Observations observations) {
        new DeviceImageCheck(file.source(), observations).read();
        var judgement = new ProfileComparison(profiles, observations);
        return new FileReport.Artifact(judgement.report(file.source(), kind, List.of()));
    }
}
