package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.Damage;
import org.offloadtck.object.bytes.ObjectBytes;

/// Whatever happens to an object, it is refused with a diagnostic, or read and written as it was; a
/// relocatable one can still be edited.
final class DamagedElfObjectTest {

    private static final byte[] RELOCATABLE = Samples.message().write();
    private static final byte[] EXECUTABLE = Samples.exit().write();

    private static ElfObject readAndWrite(ObjectBytes file) {
        ElfObject read = ElfObject.parse(file);

        assertThat(Arrays.equals(read.write(), file.toByteArray())).as(file.source()).isTrue();
        return read;
    }

    private static void readWriteEdit(ObjectBytes file) {
        Symbol added = Symbol.undefined("added");

        ElfObject edited = readAndWrite(file).withSymbols(List.of(added));
        assertThat(edited.symbols().contains(added)).as(file.source()).isTrue();
    }

    static Stream<Damage> damagedRelocatables() {
        return Stream.concat(Damage.everyPrefix(RELOCATABLE), Damage.everyFlippedBit(RELOCATABLE));
    }

    static Stream<Damage> damagedExecutables() {
        return Stream.concat(Damage.everyPrefix(EXECUTABLE), Damage.everyFlippedBit(EXECUTABLE));
    }

    @Test
    void aDamagedRelocatableIsRefusedOrReadWrittenAndEdited() {
        damagedRelocatables()
                .forEach(damage -> damage.assertReadOrRefused(DamagedElfObjectTest::readWriteEdit));
    }

    @Test
    void aDamagedExecutableIsRefusedOrReadAndWritten() {
        damagedExecutables()
                .forEach(damage -> damage.assertReadOrRefused(DamagedElfObjectTest::readAndWrite));
    }
}
