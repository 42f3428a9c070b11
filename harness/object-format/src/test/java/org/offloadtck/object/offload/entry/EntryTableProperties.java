package org.offloadtck.object.offload.entry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionType;

/// Entries in either layout are read back with the names and symbols of their relocations.
class EntryTableProperties {

    /// The index of the entries in an object that [#object] makes: behind the null section.
    private static final int TABLE = 1;

    /// A symbol with an entry.
    record Row(String name, long flags, long size, long data) {}

    @Property(seed = "1", tries = 200)
    void everyRowIsRead(@ForAll EntryLayout layout, @ForAll("rows") List<Row> rows) {
        var table = EntryTable.read(object(layout, rows), TABLE, layout);

        assertThat(table.rows())
                .extracting(row ->
                        new Row(
                                row.name(),
                                row.fields().flags(),
                                row.fields().size(),
                                row.fields().data()))
                .isEqualTo(rows);
        assertThat(table.rows())
                .extracting(EntryTable.Row::address)
                .isEqualTo(
                        rows.stream()
                                .map(row -> new PointerTarget.ToSymbol("of " + row.name(), 0))
                                .toList());
    }

    @Property(seed = "1", tries = 200)
    void theLayoutIsTold(@ForAll EntryLayout layout, @ForAll("rows") List<Row> rows) {
        assertThat(EntryTable.layouts(object(layout, rows), TABLE)).contains(layout);
    }

    @Property(seed = "1", tries = 200)
    void anEntryIsWrittenAsItWasRead(@ForAll EntryLayout layout, @ForAll byte[] bytes) {
        var whole = Arrays.copyOf(bytes, layout.size());

        assertThat(OffloadEntry.parse(layout, ObjectBytes.of("entry", whole), 0).write(layout))
                .isEqualTo(whole);
    }

    private static ElfObject object(EntryLayout layout, List<Row> rows) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        var table = object.section("entries", SectionType.PROGBITS, 0, 1);
        for (var row : rows) {
            switch (layout) {
                case LEGACY -> {
                    table.address("of " + row.name(), 0).address("name of " + row.name(), 0);
                    table.u64(row.size()).u32(row.flags()).u32(row.data());
                }
                case VERSION_1 -> {
                    table.u64(0).u16(1).u16(1).u32(row.flags());
                    table.address("of " + row.name(), 0).address("name of " + row.name(), 0);
                    table.u64(row.size()).u64(row.data()).u64(0);
                }
            }
        }
        var names = object.section(".names", SectionType.PROGBITS, 0, 1);
        for (var row : rows) {
            var text = (row.name() + "\0").getBytes(UTF_8);
            names.define(SymbolDefinition.local("name of " + row.name(), text.length)).bytes(text);
        }
        return ElfObject.parse("made.o", object.assemble("made.o").write());
    }

    @Provide
    Arbitrary<List<Row>> rows() {
        var bits = Arbitraries.longs().between(0, 0xffffffffL);
        return Combinators.combine(
                        Arbitraries.strings().withChars("abc_.é").ofMinLength(1).ofMaxLength(8),
                        bits,
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        bits)
                .as(Row::new)
                .list()
                .uniqueElements(Row::name)
                .ofMinSize(1)
                .ofMaxSize(6);
    }
}
