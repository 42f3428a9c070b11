package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.object.elf.AnyElf;
import org.offloadtck.object.elf.ElfMachine;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.SymbolType;
import org.offloadtck.object.profile.AbiProfiles;

/// Judges ELF files: host objects, linked host programs, and device images.
final class ElfCheck {

    /// What the name of a target region's kernel begins with. Source: LLVM 13 to 23,
    /// `getTargetEntryUniqueInfo` and its users.
    private static final String KERNEL = "__omp_offloading_";

    private final AbiProfiles profiles;
    private final Evidence evidence = new Evidence();

    ElfCheck(AbiProfiles profiles) {
        this.profiles = profiles;
    }

    FileReport judge(ElfObject object) {
        return isDeviceImage(object) ? deviceImage(object) : host(object);
    }

    /// Judges what a file shows whose symbols and relocations are not read: its sections, and the
    /// images in them.
    FileReport judge(AnyElf object) {
        new CarrierTraits(object.sections(), object.type(), profiles, evidence).read();
        new DeviceImageFindings(object.source(), evidence).read();
        var kind = "%s, %s".formatted(kind(object.type()), object.form());
        if (evidence.isEmpty()) {
            return new FileReport.NotAnArtifact(
                    object.source(), "an " + kind + ", without anything of offloading");
        }
        evidence.leaveOut(
                "entries and registration, since every profile has them for 64-bit little-endian"
                        + " machines");
        return report(object.source(), kind, List.of());
    }

    private FileReport host(ElfObject object) {
        var header = object.header();
        var carriers = new CarrierTraits(object.sections(), header.type(), profiles, evidence);
        carriers.read();
        var entries = new EntryTraits(object, profiles, evidence);
        entries.read();
        carriers.readRelinked(entries.tables());
        new RegistrationTraits(object, evidence).read();
        new DescriptorTraits(object, evidence).read();
        new FatBinaryTraits(evidence).read(object);
        new EntryRegistration(object, evidence).read(entries.tables());
        new DeviceImageFindings(object.source(), evidence).read();
        if (evidence.isEmpty()) {
            return new FileReport.NotAnArtifact(
                    object.source(), "an " + kind(object) + " without anything of offloading");
        }
        return report(object.source(), kind(object), producers(object));
    }

    /// An image for a GPU, or one for a CPU, which other files of the CPU differ from in that they
    /// export kernels; on the host, target regions are local functions.
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
            evidence.add(
                    new Trait(
                            "runtime.cuda-images",
                            "ABI version %d, e_flags 0x%x"
                                    .formatted(header.abiVersion(), header.flags()),
                            "the file's header",
                            profile ->
                                    CudaImageRefusal.of(
                                            profile.runtime().cudaImages(), header, "")));
        }
        return report(object.source(), "device image, " + kind(object), producers(object));
    }

    private FileReport report(String source, String kind, List<String> producers) {
        var judgement = new Judgement(profiles, evidence);
        return new FileReport.Artifact(judgement.report(source, kind, producers));
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

    /// The texts of `.comment`, in which every compiler whose object was linked names itself.
    private static List<String> producers(ElfObject object) {
        return object.sections(".comment").stream()
                .flatMap(section -> Arrays.stream(new String(section.bytes(), UTF_8).split("\0")))
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
    }
}
