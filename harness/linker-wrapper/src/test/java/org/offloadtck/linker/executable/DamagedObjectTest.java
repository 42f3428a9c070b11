package org.offloadtck.linker.executable;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Any damage to an object leaves it linkable or is rejected with a diagnostic.
final class DamagedObjectTest {

    private static final byte[] OBJECT =
            SampleObject.named("a.o")
                    .text(text ->
                            text.define(SymbolDefinition.global("main", 8))
                                    .relocated(4, 2, "count", -4)
                                    .relocated(4, 42, "count", -4))
                    .section(
                            ".bss",
                            SectionType.NOBITS,
                            SectionFlag.mask(ALLOC, WRITE),
                            bss -> bss.define(SymbolDefinition.global("count", 8)).zeros(8))
                    .section(
                            "table",
                            SectionFlag.mask(ALLOC, WRITE),
                            table -> table.address("main", 0).address("__start_table", 0))
                    .bytes();

    private static void linksOrIsRejected(byte[] bytes, String damage) {
        assertThatCode(
                        () -> {
                            try {
                                StaticLinker.link(
                                        List.of(LinkInput.read("a.o", bytes)),
                                        Imports.of(List.of("outside")));
                            } catch (MalformedObjectException | LinkException expected) {
                                return;
                            }
                        })
                .as(damage)
                .doesNotThrowAnyException();
    }

    @Test
    void linksUndamaged() {
        assertThatCode(() ->
                        StaticLinker.link(List.of(LinkInput.read("a.o", OBJECT)), Imports.none()))
                .doesNotThrowAnyException();
    }

    @Test
    void isRejectedIfCutAnywhere() {
        for (int length = 0; length < OBJECT.length; length++) {
            linksOrIsRejected(Arrays.copyOf(OBJECT, length), "cut at " + length);
        }
    }

    @Test
    void linksOrIsRejectedWithAnyBitFlipped() {
        for (int bit = 0; bit < OBJECT.length * Byte.SIZE; bit++) {
            byte[] damaged = OBJECT.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            linksOrIsRejected(damaged, "bit %d of byte 0x%x".formatted(bit % 8, bit / 8));
        }
    }
}
