package org.offloadtck.runtime.memory;

import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostSegment.Access;

/// Puts a linked executable into host memory: each allocated section at its address, as the
/// executable's segments would. Nothing is relocated; the executable is linked at fixed addresses.
public final class ExecutableLoader {

    /// Most zeroed bytes a section may ask for: 256 MiB, far more than any program of the corpus.
    private static final long LARGEST_ZEROED_SECTION = 1L << 28;

    private ExecutableLoader() {}

    /// Loads the sections of `executable` with `SHF_ALLOC`.
    ///
    /// @throws OffloadException if they overlap, or leave the address space
    public static void load(ElfObject executable, HostMemory memory) {
        for (Section section : executable.sections()) {
            if (section.has(SectionFlag.ALLOC) && section.size() > 0) {
                memory.load(section.name(), section.address(), access(section), contents(section));
            }
        }
    }

    private static Access access(Section section) {
        return section.has(SectionFlag.WRITE) ? Access.READ_WRITE : Access.READ_ONLY;
    }

    private static byte[] contents(Section section) {
        if (section.type().occupiesFile()) {
            return section.bytes();
        }
        if (section.size() < 0 || section.size() > LARGEST_ZEROED_SECTION) {
            throw new OffloadException(
                    section.name(),
                    section.address(),
                    RuntimeRule.HOST_ADDRESS,
                    "the section has %s zeroed bytes when at most %d are loaded"
                            .formatted(
                                    Long.toUnsignedString(section.size()), LARGEST_ZEROED_SECTION));
        }
        return new byte[Math.toIntExact(section.size())];
    }
}
