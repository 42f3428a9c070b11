package org.offloadtck.linker.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.object.bytes.MalformedObjectException;

/// Any damage to a fat object leaves its images readable or is rejected with a diagnostic.
final class DamagedFatObjectTest {

    private static final byte[] OBJECT =
            ((LinkInput.Relocatable) FatObjects.of("a.o", "f", "g")).elf().write();

    private static int images(byte[] bytes) {
        var carrier = CorpusInputs.profile("llvm-16").fatObject().carrier();
        try {
            return new ImageExtraction(carrier).images(LinkInput.read("a.o", bytes)).size();
        } catch (MalformedObjectException expected) {
            assertThat(expected.source()).isEqualTo("a.o");
            return 0;
        }
    }

    @Test
    void hasAnImageUndamaged() {
        assertThat(images(OBJECT)).isEqualTo(1);
    }

    @Test
    void isReadOrRejectedIfCutAnywhere() {
        for (int length = 0; length < OBJECT.length; length++) {
            byte[] cut = Arrays.copyOf(OBJECT, length);
            assertThatCode(() -> images(cut)).as("cut at %d", length).doesNotThrowAnyException();
        }
    }

    @Test
    void isReadOrRejectedWithAnyBitFlipped() {
        for (int bit = 0; bit < OBJECT.length * Byte.SIZE; bit++) {
            byte[] damaged = OBJECT.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatCode(() -> images(damaged))
                    .as("bit %d of byte 0x%x", bit % Byte.SIZE, bit / Byte.SIZE)
                    .doesNotThrowAnyException();
        }
    }
}
