package org.offloadtck.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfHeader;
import org.offloadtck.object.elf.ElfMachine;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.memory.HostSegment.Access;

final class ExecutableLoaderTest {

    private static final long READ = SectionFlag.mask(SectionFlag.ALLOC);
    private static final long WRITE = SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE);

    private final HostMemory memory = new HostMemory();

    @Test
    void loadsAllocatedSectionsAtTheirAddresses() {
        ElfObject executable =
                ElfObject.empty("a.out", ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64))
                        .withSection(section(".rodata", READ, 0x401000, 1, 2))
                        .withSection(section(".data", WRITE, 0x402000, 3, 4))
                        .withSection(section(".comment", 0, 0, 5));

        ExecutableLoader.load(executable, memory);

        assertThat(memory.segments())
                .extracting(HostSegment::name, HostSegment::address, HostSegment::access)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(".rodata", 0x401000L, Access.READ_ONLY),
                        org.assertj.core.groups.Tuple.tuple(".data", 0x402000L, Access.READ_WRITE));
        assertThat(memory.read(0x402001, 1, "byte").get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0))
                .isEqualTo((byte) 4);
    }

    @Test
    void zeroesWhatOccupiesNoFile() {
        ElfObject executable =
                ElfObject.empty("a.out", ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64))
                        .withSection(zeroed(0x403000, 64));

        ExecutableLoader.load(executable, memory);

        assertThat(memory.i64(0x403038, "last")).isZero();
    }

    @Test
    void refusesMoreZeroesThanAProgramNeeds() {
        ElfObject executable =
                ElfObject.empty("a.out", ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64))
                        .withSection(zeroed(0x403000, 1L << 40));

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> ExecutableLoader.load(executable, memory))
                .withMessage(
                        ".bss: 0x403000: the section has 1099511627776 zeroed bytes when at most 268435456 are loaded");
    }

    private static Section section(String name, long flags, long address, int... bytes) {
        var contents = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            contents[i] = (byte) bytes[i];
        }
        return new Section(
                name,
                SectionType.PROGBITS,
                flags,
                address,
                contents.length,
                0,
                0,
                1,
                0,
                ObjectBytes.of(name, contents));
    }

    private static Section zeroed(long address, long size) {
        return new Section(
                ".bss",
                SectionType.NOBITS,
                WRITE,
                address,
                size,
                0,
                0,
                1,
                0,
                ObjectBytes.of(".bss", new byte[0]));
    }
}
