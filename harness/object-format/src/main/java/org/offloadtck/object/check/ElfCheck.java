package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.object.check.image.DeviceImageCheck;
import org.offloadtck.object.check.image.FatBinaryCheck;
import org.offloadtck.object.check.image.ImageSectionCheck;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.registration.DescriptorCheck;
import org.offloadtck.object.check.registration.EntryRegistrationCheck;
import org.offloadtck.object.check.registration.EntryTableCheck;
import org.offloadtck.object.check.registration.HostRegistration;
import org.offloadtck.object.check.registration.RegistrationCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;

/// Checks ELF files: host objects, linked host programs and device images.
final class ElfCheck {

    /// Prefix of the names of kernels for target regions. Source: LLVM 13 to 23,
    /// `getTargetEntryUniqueInfo` and its users.
    private static final String KERNEL = "__omp_offloading_";

    private final AbiProfiles profiles;
    private final Observations observations = new Observations();

    ElfCheck(AbiProfiles profiles) {
        this.profiles = profiles;
    }

    FileReport check(ElfObject object) {
        var missing = MissingContents.of(object.sections());
        if (missing.isPresent()) {
            return new FileReport.NotJudged(
                    object.source(), "an " + kind(object), missing.get().why());
        }
        return isDeviceImage(object) ? deviceImage(object) : host(object);
    }

    /// Checks an ELF file whose symbols and relocations the kit does not read: its sections and the
    /// images in them.
    ///
    /// Requirement: OC-09.
    FileReport check(ElfSectionTable object) {
        var kind = "%s, %s".formatted(kind(object.type()), object.form());
        var missing = MissingContents.of(object.sections());
        if (missing.isPresent()) {
            return new FileReport.NotJudged(object.source(), "an " + kind, missing.get().why());
        }
        new ImageSectionCheck(object, profiles, observations).read();
        new DeviceImageCheck(object.source(), observations).read();
        if (observations.isEmpty()) {
            return new FileReport.NotAnArtifact(
                    object.source(), "an " + kind + ", without offloading artifacts");
        }
        observations.skip(
                "entries and registration, because every profile has them for 64-bit little-endian"
                        + " machines");
        return report(object.source(), kind, List.of());
    }

    private FileReport host(ElfObject object) {
        var carriers = new ImageSectionCheck(object, profiles, observations);
        carriers.read();
        var entries = new EntryTableCheck(object, profiles, observations);
        entries.read();
        carriers.readRelinked(entries.tables());
        var registration = new HostRegistration(object);
        new RegistrationCheck(registration, observations).read();
        new DescriptorCheck(registration, observations).read();
        new FatBinaryCheck(observations).read(object);
        new EntryRegistrationCheck(registration, observations).read(entries.tables());
        new DeviceImageCheck(object.source(), observations).read();
        if (observations.isEmpty()) {
            return new FileReport.NotAnArtifact(
                    object.source(), "an " + kind(object) + " without offloading artifacts");
        }
        return report(object.source(), kind(object), producers(object));
    }

    /// Whether the file is an image for a GPU or a CPU. Images for a CPU export kernels; in host
    /// files, target regions are local functions.
    private static boolean isDeviceImage(ElfObject object) {
        var machine = object.header().machine();
        return machine.equals(ElfMachine.CUDA)
                || machine.equals(ElfMachine.AMDGPU)
                || object.symbols().stream()
                        .anyMatch(symbol ->
                                symbol.type().equals(SymbolType.FUNC)
                                        && !symbol.isLocal()
                                        && !symbol.isUndefined()
                                        && symbol.name().startsWith(KERNEL));
    }

    private FileReport deviceImage(ElfObject object) {
        var header = object.header();
        if (header.machine().equals(ElfMachine.CUDA) && header.type().equals(ElfType.EXECUTABLE)) {
            observations.add(
                    new ObservedValue(
                            "runtime.cuda-images",
                            "ABI version %d, e_flags 0x%x"
                                    .formatted(header.abiVersion(), header.flags()),
                            new Place("the file's header", "", 0),
                            profile ->
                                    CudaImageCompatibility.rejectionReason(
                                            profile.runtime().cudaImages(), header, "")));
        }
        return report(object.source(), "device image, " + kind(object), producers(object));
    }

    private FileReport report(String source, String kind, List<String> producers) {
        var comparison = new ProfileComparison(profiles, observations);
        return new FileReport.Artifact(comparison.report(source, kind, producers));
    }

    private static String kind(ElfObject object) {
        return object.section(".interp").isPresent()
                ? "ELF executable"
                : kind(object.header().type());
    }

    private static String kind(ElfType type) {
        if (type.equals(ElfType.RELOCATABLE)) {
            return "ELF relocatable object";
        }
        if (type.equals(ElfType.EXECUTABLE)) {
            return "ELF executable";
        }
        return type.equals(ElfType.SHARED) ? "ELF shared object" : "ELF file";
    }

    /// The strings of `.comment`; every compiler writes its name there, and a linker joins them.
    private static List<String> producers(ElfObject object) {
        return object.sections(".comment").stream()
                .flatMap(section -> Arrays.stream(new String(section.bytes(), UTF_8).split("\0")))
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
    }
}
