package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.ElfMachine;

/// Every fault of an ELF file is reported with its rule, position and message.
final class RejectedElfFileTest {

    /// Indices of sections of the sample.
    private static final int SYMTAB = 4;

    private static final int RELA = 6;

    /// The section that the relocations are for.
    private static final int DATA = 1;

    private static byte[] intact() {
        return ElfSamples.message().write();
    }

    private static int header(int section, int field) {
        int table = ByteBuffer.wrap(intact()).order(ByteOrder.LITTLE_ENDIAN).getInt(40);
        return table + section * 64 + field;
    }

    private static MalformedObjectException refusal(int at, int value) {
        byte[] bytes = intact();
        bytes[at] = (byte) value;
        return catchThrowableOfType(
                MalformedObjectException.class, () -> ElfObject.parse("a.o", bytes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0  | 0  | MAGIC      | a.o: offset 0x0: magic is 0x464c4500 when it should be 0x464c457f
                    4  | 1  | CLASS      | a.o: offset 0x4: class is 1 when it should be 2, 64-bit
                    5  | 2  | BYTE_ORDER | a.o: offset 0x5: data encoding is 2 when it should be 1, little-endian
                    6  | 0  | VERSION    | a.o: offset 0x6: version is 0 when it should be 1
                    52 | 52 | SIZE       | a.o: offset 0x34: size is 52 bytes when it should be 64
                    58 | 40 | SIZE       | a.o: offset 0x3a: size is 40 bytes when it should be 64
                    62 | 99 | INDEX      | a.o: offset 0x3e: the section names are in section 99 of 8, which is not a string table
                    """)
    void rejectsTheFileHeader(int at, int value, FormatRule rule, String message) {
        MalformedObjectException refusal = refusal(at, value);

        assertThat(refusal).hasMessage(message);
        assertThat(refusal.rule()).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    4 | 40 | 9  | INDEX     | section 4 links to section 9 of 8
                    4 | 40 | 1  | INDEX     | symbol table 4 links to section 1, which is not a string table
                    4 | 44 | 9  | INDEX     | symbol table 4 has 9 local symbols among 4
                    4 | 48 | 3  | ALIGNMENT | alignment is 0x3 when it should be a power of two
                    4 | 56 | 16 | SIZE      | rows of section 4 have 16 bytes when they should have 24
                    6 | 32 | 47 | SIZE      | section 6 has 47 bytes when it should have a multiple of 24
                    6 | 40 | 1  | INDEX     | relocation table 6 links to section 1, which is not a symbol table
                    0 | 32 | 8  | INDEX     | section 0 holds 8 when the file header has its own number
                    """)
    void rejectsASectionHeader(int section, int field, int value, FormatRule rule, String problem) {
        int at = header(section, field);

        MalformedObjectException refusal = refusal(at, value);

        assertThat(refusal).hasMessage("a.o: offset 0x%x: %s", at, problem);
        assertThat(refusal.rule()).isEqualTo(rule);
        assertThat(refusal.offset()).isEqualTo(at);
    }

    /// Offset of `e_machine` in an `Elf64_Ehdr`.
    private static final int MACHINE = 18;

    /// Cubins of released programs have such tables.
    @Test
    void relocationsOfACubinWithoutSymbolsAreNotRead() {
        byte[] bytes = intact();
        bytes[MACHINE] = (byte) ElfMachine.CUDA.code();
        assertThat(ElfObject.parse("a.cubin", bytes).relocations(DATA)).isNotEmpty();

        bytes[header(RELA, SectionHeader.SH_LINK)] = 1;

        assertThat(ElfObject.parse("a.cubin", bytes).relocations(DATA)).isEmpty();
    }

    @Test
    void rejectsALocalSymbolAmongGlobalOnes() {
        int info = offset(SYMTAB) + 2 * 24 + 4;

        assertThat(refusal(info, 1))
                .hasMessageContaining(
                        "symbol 2 is local when sh_info says that the first 2 symbols are local");
    }

    @Test
    void rejectsASymbolInAMissingSection() {
        int index = offset(SYMTAB) + 24 + 6;

        assertThat(refusal(index, 8)).hasMessageContaining("symbol is in section 8 of 8");
    }

    @Test
    void rejectsARelocationToAMissingSymbol() {
        int symbol = offset(RELA) + 12;

        assertThat(refusal(symbol, 4)).hasMessageContaining("relocation refers to symbol 4 of 4");
    }

    private static int offset(int section) {
        return ByteBuffer.wrap(intact()).order(ByteOrder.LITTLE_ENDIAN).getInt(header(section, 24));
    }
}
