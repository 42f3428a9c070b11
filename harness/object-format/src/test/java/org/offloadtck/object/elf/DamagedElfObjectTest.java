package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.fixture.ByteDamage;

/// A damaged object is rejected with a diagnostic or read and written back; a relocatable one can
/// still be edited.
final class DamagedElfObjectTest {

    private static final byte[] RELOCATABLE = ElfSamples.message().write();
    private static final byte[] EXECUTABLE = ElfSamples.exit().write();

    private static ElfObject readAndWrite(ObjectBytes file) {
        ElfObject read = ElfObject.parse(file);

        assertThat(Arrays.equals(read.write(), file.toByteArray())).as(file.source()).isTrue();
        return read;
    }

    private static void readWriteEdit(ObjectBytes file) {
        Symbol added = Symbol.undefined("added");

        ElfObject read = readAndWrite(file);
        ElfObject edited = ElfEditor.of(read).addSymbols(List.of(added)).toObject();
        assertThat(edited.symbols().contains(added)).as(file.source()).isTrue();
        ElfEditor.of(edited)
                .renameSections(".rodata", ".other")
                .renameSymbols("added", "renamed")
                .toObject();
        remove(edited);
    }

    /// Removes a section unless others refer to it.
    private static void remove(ElfObject object) {
        try {
            ElfObject without = ElfEditor.of(object).removeSections(".rodata").toObject();
            assertThat(without.section(".rodata")).as(object.source()).isEmpty();
        } catch (IllegalArgumentException refusal) {
            assertThat(refusal).hasMessageStartingWith(object.source());
        }
    }

    static Stream<ByteDamage> damagedRelocatables() {
        return Stream.concat(
                ByteDamage.everyPrefix(RELOCATABLE), ByteDamage.everyFlippedBit(RELOCATABLE));
    }

    static Stream<ByteDamage> damagedExecutables() {
        return Stream.concat(
                ByteDamage.everyPrefix(EXECUTABLE), ByteDamage.everyFlippedBit(EXECUTABLE));
    }

    @Test
    void aDamagedRelocatableIsRejectedOrReadWrittenAndEdited() {
        damagedRelocatables()
                .forEach(
                        damage -> damage.assertReadOrRejected(DamagedElfObjectTest::readWriteEdit));
    }

    @Test
    void aDamagedExecutableIsRejectedOrReadAndWritten() {
        damagedExecutables()
                .forEach(damage -> damage.assertReadOrRejected(DamagedElfObjectTest::readAndWrite));
    }
}
