package org.offloadtck.object.elf.relocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

class RelocationTableTest {

    private static final int SYMBOLS = 10;

    @Test
    void readsTheRowsOfX86() {
        var rows =
                read(
                        ElfMachine.X86_64,
                        SectionType.RELA,
                        "2000000000000000 01000000 09000000 fcffffffffffffff");

        assertThat(rows).containsExactly(new Relocation(0x20, 9, 1, -4));
    }

    /// The row of a `.eh_frame` that clang 19 wrote for mips64el: symbol 7, then no special symbol,
    /// no third type, R_MIPS_64 and R_MIPS_PC32.
    @Test
    void readsTheRowsOfLittleEndianMips() {
        var rows =
                read(
                        ElfMachine.MIPS,
                        SectionType.RELA,
                        "1c00000000000000 07000000 00 00 12 f8 1000000000000000");

        assertThat(rows).containsExactly(new Relocation(0x1c, 7, 0x12f8, 16));
    }

    /// Two groups: relative relocations (type 8) that share offset delta and type, and two of
    /// symbols (type 1) that share the type and symbol 3 and have no addend.
    @Test
    void readsThePackedGroupsOfAndroid() {
        var packed = "41505332 04 8002" + " 02 0b 08 08 10 08" + " 02 01 8180808030 10 7f";

        var rows = read(ElfMachine.X86_64, SectionType.ANDROID_RELA, packed);

        assertThat(rows)
                .containsExactly(
                        new Relocation(0x108, 0, 8, 0x10),
                        new Relocation(0x110, 0, 8, 0x18),
                        new Relocation(0x120, 3, 1, 0),
                        new Relocation(0x11f, 3, 1, 0));
    }

    /// Three relocations with addends: the second is far away, and the third has the symbol and
    /// type of the second.
    @Test
    void readsCompactRelocations() {
        var compact = "1c" + " 47 02 01 7c" + " 8b 08 01 7f" + " 08";

        var rows = read(ElfMachine.X86_64, SectionType.CREL, compact);

        assertThat(rows)
                .containsExactly(
                        new Relocation(8, 2, 1, -4),
                        new Relocation(8 + 1 + (8 << 4), 3, 0, -4),
                        new Relocation(8 + 1 + (8 << 4) + 1, 3, 0, -4));
    }

    @ParameterizedTest
    @CsvSource({
        "61505332 01 00, magic is",
        "41505332 ffffffff07 00, relocation count is 2147483647",
        "41505332 01 00 00 00, group size is 0",
        "41505332 01 00 02 00, group size is 2",
        "41505332 01 00 01 09 9f80808080ffffffffff00 00 00, r_info has more than 64 bits",
        "41505332 01 00 01 00 08 8180808080800300 00, relocation refers to symbol"
    })
    void rejectsPackedGroupsThatBreakTheEncoding(String bytes, String problem) {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> read(ElfMachine.X86_64, SectionType.ANDROID_RELA, bytes))
                .withMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "fc7f 00, relocation count is 2047",
        "0c 07 0b 01 00, relocation refers to symbol 11 of 10",
        "0c 07 02, type delta needs 1 bytes"
    })
    void rejectsCompactRelocationsThatBreakTheEncoding(String bytes, String problem) {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> read(ElfMachine.X86_64, SectionType.CREL, bytes))
                .withMessageContaining(problem);
    }

    private static List<Relocation> read(ElfMachine machine, SectionType type, String hex) {
        var bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        var section = Section.of(".rela.text", type, 0, 8, bytes);
        return new RelocationTable(machine, section, SYMBOLS).relocations();
    }
}
