package org.offloadtck.object.elf;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;

/// Small files that would expand to more bytes than they have.
final class InflatingElfFileTest {

    private static final int NAMES = 64;
    private static final int LENGTH = 16384;

    /// A file of `sections` string tables, each over the same bytes, a string of [#LENGTH] letters;
    /// each section is named by another tail of it.
    private static byte[] file(int sections, int size) {
        int headers = NAMES + LENGTH;
        ByteBuffer file =
                ByteBuffer.allocate(headers + sections * 64).order(ByteOrder.LITTLE_ENDIAN);
        file.put(ElfSamples.message().write(), 0, 64);
        file.putLong(40, headers).putShort(60, (short) sections).putShort(62, (short) 1);
        file.put(NAMES, "x".repeat(LENGTH - 1).getBytes(US_ASCII));
        for (int section = 1; section < sections; section++) {
            int at = headers + section * 64;
            file.putInt(at, section).putInt(at + 4, 3);
            file.putLong(at + 24, NAMES).putLong(at + 32, section == 1 ? LENGTH : size);
        }
        return file.array();
    }

    private static MalformedObjectException refusal(byte[] file) {
        return catchThrowableOfType(
                MalformedObjectException.class, () -> ElfObject.parse("a.o", file));
    }

    @Test
    void rejectsSectionsWithMoreBytesThanTheFile() {
        MalformedObjectException refusal = refusal(file(8, LENGTH));

        assertThat(refusal.rule()).isEqualTo(FormatRule.BOUNDS);
        assertThat(refusal).hasMessageEndingWith("sections 0 to 2 have more bytes than the file");
    }

    @Test
    void rejectsNamesWithFarMoreBytesThanTheirTable() {
        MalformedObjectException refusal = refusal(file(100, 0));

        assertThat(refusal.rule()).isEqualTo(FormatRule.BOUNDS);
        assertThat(refusal)
                .hasMessageEndingWith(
                        "the names have more than 64 times the bytes of their tables");
    }

    /// `.nv.merc.nv.constant.user` and `.nv.merc.nv.constant.pic` have types of their own.
    @ParameterizedTest
    @CsvSource({
        "190, 0x7000007c, true",
        "190, 0x7000007d, true",
        "190, 0x7000007e, false",
        "62, 0x7000007c, false"
    })
    void sectionsOfTwoTypesOfACubinMayLieOnOthers(int machine, int type, boolean isRead) {
        ByteBuffer file = ByteBuffer.wrap(file(4, LENGTH)).order(ByteOrder.LITTLE_ENDIAN);
        file.putShort(18, (short) machine);
        for (int section = 2; section < 4; section++) {
            file.putInt(NAMES + LENGTH + section * 64 + 4, type);
        }

        assertThat(refusal(file.array()) == null).isEqualTo(isRead);
    }

    @Test
    void readsNamesThatShareTails() {
        assertThat(ElfObject.parse("a.o", file(60, 0)).sections())
                .extracting(section -> section.name().length())
                .contains(LENGTH - 2, LENGTH - 60);
    }
}
