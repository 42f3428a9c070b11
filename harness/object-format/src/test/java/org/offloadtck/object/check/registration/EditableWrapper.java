package org.offloadtck.object.check.registration;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// A wrapper object of the corpus whose bytes and relocations a test changes. Its two images have
/// the rows 0 and 1, before the descriptor.
final class EditableWrapper {

    static final String DATA = ".data.rel.ro";
    static final String CODE = ".text.startup";

    /// Size of a row of images, and where the descriptor starts, in bytes.
    static final int ROW = 32;

    static final int DESCRIPTOR = 2 * ROW;

    /// Size of an `Elf64_Rela` and the places of `r_info` and `r_addend` in it, in bytes.
    private static final int RELA = 24;

    private static final int INFO = 8;
    private static final int ADDEND = 16;

    private final ElfObject object;
    private final ByteBuffer bytes;

    EditableWrapper(String file) {
        var contents = Corpus.bytes(file);
        this.object = ElfObject.parse(file, contents);
        this.bytes = ByteBuffer.wrap(contents).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] bytes() {
        return bytes.array();
    }

    /// Offset of a byte of a section, in bytes from the start of the file.
    long at(String section, long offset) {
        return section(section).contents().base() + offset;
    }

    /// The place of the function that unregisters the descriptor, in bytes.
    int unregister() {
        return Math.toIntExact(
                object.symbol(".omp_offloading.descriptor_unreg").orElseThrow().value());
    }

    /// The section with the pointer to the function that registers the descriptor.
    String initializers() {
        return object.sections(SectionType.INIT_ARRAY).getFirst().name();
    }

    EditableWrapper put(String section, long offset, int... octets) {
        for (int index = 0; index < octets.length; index++) {
            bytes.put(Math.toIntExact(at(section, offset + index)), (byte) octets[index]);
        }
        return this;
    }

    /// Adds to the addend of a relocation.
    EditableWrapper move(String section, long offset, long distance) {
        int addend = relocation(section, offset) + ADDEND;
        bytes.putLong(addend, bytes.getLong(addend) + distance);
        return this;
    }

    /// Gives a relocation the symbol and addend of another.
    EditableWrapper copy(String section, long from, long to) {
        int source = relocation(section, from);
        int target = relocation(section, to);
        bytes.putLong(target + INFO, bytes.getLong(source + INFO));
        bytes.putLong(target + ADDEND, bytes.getLong(source + ADDEND));
        return this;
    }

    EditableWrapper swap(String section, long one, long other) {
        int first = relocation(section, one);
        int second = relocation(section, other);
        bytes.putLong(first, other).putLong(second, one);
        return this;
    }

    /// Makes a relocation one without effect.
    EditableWrapper drop(String section, long offset) {
        bytes.putLong(relocation(section, offset) + INFO, 0);
        bytes.putLong(relocation(section, offset) + ADDEND, 0);
        return this;
    }

    private int relocation(String section, long offset) {
        var table = section(".rela" + section);
        int start = Math.toIntExact(table.contents().base());
        for (int row = start; row < start + table.size(); row += RELA) {
            if (bytes.getLong(row) == offset) {
                return row;
            }
        }
        throw new IllegalStateException("%s+0x%x has no relocation".formatted(section, offset));
    }

    private Section section(String name) {
        return object.section(name).orElseThrow();
    }
}
