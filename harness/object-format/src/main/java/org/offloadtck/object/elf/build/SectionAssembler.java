package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;

/// A section under construction: bytes, symbols defined between them, and fields that the linker
/// relocates.
public final class SectionAssembler {

    private final ElfAssembler object;
    private final int index;
    private final Section header;
    private final ByteWriter image = new ByteWriter();
    private final List<Symbol> symbols = new ArrayList<>();
    private final List<Reference> references = new ArrayList<>();

    SectionAssembler(ElfAssembler object, int index, Section header) {
        this.object = object;
        this.index = index;
        this.header = header;
    }

    /// A relocation whose symbol is known by name only.
    record Reference(long offset, String symbol, long type, long addend) {}

    /// The number of bytes added so far.
    public long position() {
        return image.position();
    }

    /// Defines a symbol at the current position.
    public SectionAssembler define(SymbolDefinition definition) {
        symbols.add(definition.in(index, image.position()));
        return this;
    }

    /// Adds zeros up to the next multiple of `alignment`, a power of two.
    public SectionAssembler align(long alignment) {
        image.align(alignment);
        return this;
    }

    /// Adds zeros; in a section of type
    /// [SectionType#NOBITS][org.offloadtck.object.elf.model.SectionType#NOBITS], reserves memory.
    public SectionAssembler zeros(long count) {
        image.zeros(count);
        return this;
    }

    public SectionAssembler u8(int value) {
        image.u8(value);
        return this;
    }

    public SectionAssembler u16(int value) {
        image.u16(value);
        return this;
    }

    /// Adds the low 32 bits of `value`.
    public SectionAssembler u32(long value) {
        image.u32(value);
        return this;
    }

    public SectionAssembler u64(long value) {
        image.u64(value);
        return this;
    }

    public SectionAssembler bytes(byte[] value) {
        image.bytes(value);
        return this;
    }

    /// Adds a 64-bit field that the linker sets to the address of `symbol` plus `addend`.
    public SectionAssembler address(String symbol, long addend) {
        return relocated(Long.BYTES, object.machine().absolute64(), symbol, addend);
    }

    /// Adds a zero field of `size` bytes and a relocation of `type` to `symbol`. If the object does
    /// not define the symbol, it is undefined and global.
    public SectionAssembler relocated(int size, long type, String symbol, long addend) {
        references.add(new Reference(image.position(), symbol, type, addend));
        image.zeros(size);
        return this;
    }

    List<Symbol> symbols() {
        return symbols;
    }

    List<Reference> references() {
        return references;
    }

    Section section() {
        return header.type().occupiesFile()
                ? header.withBytes(image.toByteArray())
                : header.withSize(image.size());
    }
}
