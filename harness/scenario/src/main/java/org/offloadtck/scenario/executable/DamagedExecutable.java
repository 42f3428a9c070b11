package org.offloadtck.scenario.executable;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.nio.ByteOrder;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.scenario.world.EditableFile;

/// A linked executable of a toolchain with one change in the data that it passes to the runtime.
/// All other bytes are unchanged.
final class DamagedExecutable {

    /// Offset in bytes of `HostEntriesEnd` in `__tgt_bin_desc` and of `EntriesEnd` in
    /// `__tgt_device_image`.
    private static final int ENTRIES_END = 24;

    private static final String DESCRIPTOR = ".omp_offloading.descriptor";

    private final ElfObject file;
    private final EntryLayout layout;
    private final Section section;
    private final EntryTable table;
    private final EditableFile copy;

    DamagedExecutable(String name, byte[] bytes, AbiProfile profile) {
        file = ElfObject.parse(name, bytes);
        layout = profile.entries().layout();
        var sectionName = profile.entries().section(OffloadKind.OPENMP).orElseThrow();
        section = file.section(sectionName).orElseThrow();
        table = EntryTable.read(file, file.sections().indexOf(section), layout);
        copy = EditableFile.of(name, bytes);
    }

    byte[] bytes() {
        return copy.bytes();
    }

    /// Sets the size of the entry whose name contains `name`.
    void setSize(String name, long size) {
        set(row(name), fields -> fields.withSize(size));
    }

    void setFlags(String name, long flags) {
        set(row(name), fields -> fields.withFlags(flags));
    }

    /// Sets the host address of the entry to zero.
    void clearAddress(String name) {
        clearAddress(row(name));
    }

    /// Turns the first entry into a requires entry.
    void beginWithRequires() {
        var first = table.rows().getFirst();
        set(first, fields -> fields.withSize(0).withFlags(OpenmpEntryFlag.REGISTER_REQUIRES.bit()));
        clearAddress(first);
    }

    private void clearAddress(EntryTable.Row row) {
        long pointer = address(row) + layout.addressOffset();
        copy.removeRelocation(pointer);
        copy.setLong(fileOffset(pointer), 0);
    }

    /// Changes the last letter of the entry's name, so that no image defines it.
    void misspell(String name) {
        var row = row(name);
        var pointer = address(row) + layout.nameOffset();
        long text = relocation(pointer).addend();
        copy.set(fileOffset(text + row.name().length() - 1), new byte[] {'_'});
    }

    /// Removes the last entry from all tables.
    void dropLastEntry() {
        long end = section.address() + section.size();
        file.dynamicRelocations().stream()
                .filter(relocation -> relocation.addend() == end)
                .forEach(relocation -> copy.relocate(relocation.offset(), end - layout.size()));
    }

    /// Removes the last entry from the descriptor's table, and not from the tables of the images.
    void shortenDescriptor() {
        long end = section.address() + section.size();
        long descriptor = file.symbol(DESCRIPTOR).orElseThrow().value();
        copy.relocate(descriptor + ENTRIES_END, end - layout.size());
    }

    /// Replaces the 64-bit words `before`, which occur in the program exactly once.
    void setWords(List<Long> before, List<Long> after) {
        long at = words(before);
        for (int index = 0; index < after.size(); index++) {
            copy.setLong(at + (long) index * Long.BYTES, after.get(index));
        }
    }

    private long words(List<Long> words) {
        var places =
                file.sections().stream()
                        .filter(one ->
                                one.has(SectionFlag.ALLOC) && !one.has(SectionFlag.EXECINSTR))
                        .filter(one -> one.type().occupiesFile())
                        .flatMapToLong(one ->
                                IntStream.rangeClosed(
                                                0,
                                                Math.toIntExact(one.contents().size() / Long.BYTES)
                                                        - words.size())
                                        .mapToLong(index -> (long) index * Long.BYTES)
                                        .filter(offset -> holds(one, offset, words))
                                        .map(offset -> one.contents().base() + offset))
                        .boxed()
                        .toList();
        if (places.size() != 1) {
            throw new IllegalStateException(
                    "%s has the words %s in %d places"
                            .formatted(file.source(), words, places.size()));
        }
        return places.getFirst();
    }

    private static boolean holds(Section section, long offset, List<Long> words) {
        var layout = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        return IntStream.range(0, words.size())
                .allMatch(index ->
                        section.contents().bytes().get(layout, offset + (long) index * Long.BYTES)
                                == words.get(index));
    }

    private EntryTable.Row row(String name) {
        var rows = table.rows().stream().filter(row -> row.name().contains(name)).toList();
        if (rows.size() != 1) {
            throw new IllegalStateException(
                    "%s has %d entries of %s".formatted(file.source(), rows.size(), name));
        }
        return rows.getFirst();
    }

    private void set(EntryTable.Row row, UnaryOperator<OffloadEntry> change) {
        copy.set(
                section.contents().base() + row.offset(), change.apply(row.fields()).write(layout));
    }

    private long address(EntryTable.Row row) {
        return section.address() + row.offset();
    }

    private Relocation relocation(long address) {
        return file.dynamicRelocations().stream()
                .filter(relocation -> relocation.offset() == address)
                .findFirst()
                .orElseThrow();
    }

    private long fileOffset(long address) {
        return file.sections().stream()
                .filter(one -> one.has(SectionFlag.ALLOC) && one.type().occupiesFile())
                .filter(one -> Long.compareUnsigned(address - one.address(), one.size()) < 0)
                .map(one -> one.contents().base() + address - one.address())
                .findFirst()
                .orElseThrow();
    }
}
