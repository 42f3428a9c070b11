package org.offloadtck.object.check.content;

import java.util.Set;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.model.ElfType;

/// Checks the header of an image for a CPU, and the segments of a linked one: the plugin writes it
/// to a file and calls `dlopen`.
///
/// Tried with LLVM 16, 19 and 22, GNU ld 2.40 and glibc 2.36: a linked image with one of these
/// faults ends with "failure of target construct" or "failed to load images". A device link takes a
/// shared object as a library, whose kernels the linked image does not have. Plugins for GPUs
/// accept `ET_EXEC` and `ET_DYN` (LLVM 18 to 23, `Utils/ELF.cpp`). A relocatable object has no
/// segments (generic ABI, "Program Header").
///
/// Requirement: OC-35.
public record LoadedImageCheck(Observations observations, ObservedImage found) {

    /// `ELFOSABI_NONE` and `ELFOSABI_GNU`, which glibc loads. Source: glibc 2.36, `elf/dl-load.c`.
    private static final Set<Integer> SYSTEMS = Set.of(0, 3);

    /// `ET_NONE`, which GNU ld reads as a relocatable object.
    private static final ElfType NO_TYPE = new ElfType(0);

    private static final int EI_OSABI = 7;
    private static final int EI_ABIVERSION = 8;
    private static final int E_TYPE = 16;
    private static final int E_VERSION = 20;
    private static final int E_PHNUM = 56;

    public void read(ElfObject object) {
        var header = object.header();
        if (header.type().equals(ElfType.RELOCATABLE)) {
            if (found.stage() == ImageStage.UNLINKED && !object.programHeaders().isEmpty()) {
                add(E_TYPE, "e_type", header.type().code(), "2 or 3: the image has segments");
            }
            return;
        }
        if (!DeviceTriple.of(found.image().target().triple()).isForCpu()) {
            if (!header.type().equals(ElfType.EXECUTABLE)
                    && !header.type().equals(ElfType.SHARED)) {
                add(E_TYPE, "e_type", header.type().code(), "2, an executable file");
            }
            return;
        }
        if (found.stage() == ImageStage.UNLINKED) {
            if (!header.type().equals(NO_TYPE)) {
                add(E_TYPE, "e_type", header.type().code(), "1, a relocatable object");
            }
            return;
        }
        if (!header.type().equals(ElfType.SHARED)) {
            add(E_TYPE, "e_type", header.type().code(), "3, a shared object");
        }
        if (header.version() != 1) {
            add(E_VERSION, "e_version", header.version(), "1");
        }
        if (!SYSTEMS.contains(header.osAbi())) {
            add(EI_OSABI, "EI_OSABI", header.osAbi(), "0 or 3");
        }
        if (header.osAbi() == 0 && header.abiVersion() != 0) {
            add(EI_ABIVERSION, "EI_ABIVERSION", header.abiVersion(), "0");
        }
        boolean loaded =
                object.programHeaders().stream()
                        .anyMatch(segment -> segment.type() == ProgramHeader.LOAD);
        if (!loaded) {
            add(
                    E_PHNUM,
                    "e_phnum",
                    object.programHeaders().size(),
                    "at least 1, with a segment to load");
        }
    }

    private void add(int offset, String field, long value, String expected) {
        observations.add(
                ImageRule.NOT_LOADABLE,
                found.section(),
                found.offset() + offset,
                "%s is %d when it should be %s".formatted(field, value, expected));
    }
}
