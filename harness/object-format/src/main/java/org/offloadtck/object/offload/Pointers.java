package org.offloadtck.object.offload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.Relocation;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;
import org.offloadtck.object.elf.SymbolType;

/// Resolves the pointers of one section. In a relocatable object a pointer is what its relocation
/// names; in a linked one it is the address in the file, or, where a loader still has to relocate
/// it, the relocation's addend.
public final class Pointers {

    private final ElfObject object;
    private final Section section;
    private final Map<Long, Relocation> relocations;
    private final List<Symbol> symbols;

    /// @param section index of the section whose pointers are asked for
    public Pointers(ElfObject object, int section) {
        this.object = object;
        this.section = object.sections().get(section);
        this.symbols = linked() ? object.dynamicSymbols() : object.symbols();
        this.relocations = new HashMap<>();
        for (var relocation :
                linked() ? object.dynamicRelocations() : object.relocations(section)) {
            relocations.put(
                    linked() ? relocation.offset() - this.section.address() : relocation.offset(),
                    relocation);
        }
    }

    /// The pointer at `offset` of the section.
    public Pointer at(long offset) {
        long stored = section.contents().i64(offset, "pointer");
        var relocation = relocations.get(offset);
        if (relocation == null) {
            return stored == 0 ? new Pointer.Null() : toAddress(stored);
        }
        if (relocation.symbol() == 0) {
            return toAddress(relocation.addend());
        }
        var symbol = symbols.get(relocation.symbol());
        return new Pointer.ToSymbol(name(symbol), relocation.addend());
    }

    /// Whether the pointer at `offset` is relocated.
    public boolean isRelocated(long offset) {
        return relocations.containsKey(offset);
    }

    /// Offsets into the section of all relocated pointers.
    public Iterable<Long> relocated() {
        return relocations.keySet().stream()
                .filter(offset -> offset >= 0 && offset < section.size())
                .sorted()
                .toList();
    }

    /// The NUL-terminated text that the pointer at `offset` points to.
    public String text(long offset) {
        var relocation = relocations.get(offset);
        if (relocation != null && relocation.symbol() != 0) {
            var symbol = symbols.get(relocation.symbol());
            if (symbol.place() instanceof SymbolPlace.InSection(var index)) {
                var holder = object.sections().get(index);
                long base = linked() ? symbol.value() - holder.address() : symbol.value();
                return holder.contents().cString(base + relocation.addend(), "name");
            }
            throw unresolved(offset, "is relocated to the undefined symbol " + symbol.name());
        }
        long address =
                relocation == null ? section.contents().i64(offset, "name") : relocation.addend();
        return contents(address, offset);
    }

    private String contents(long address, long offset) {
        for (var holder : object.sections()) {
            if (holder.address() != 0
                    && address >= holder.address()
                    && address - holder.address() < holder.contents().size()) {
                return holder.contents().cString(address - holder.address(), "name");
            }
        }
        throw unresolved(offset, "is 0x%x, where no section has bytes".formatted(address));
    }

    private MalformedObjectException unresolved(long offset, String problem) {
        return section.contents().malformed(offset, FormatRule.INDEX, "the name " + problem);
    }

    private Pointer toAddress(long address) {
        for (var symbol : object.symbols().reversed()) {
            if (symbol.value() == address
                    && linked()
                    && symbol.place() instanceof SymbolPlace.InSection
                    && !symbol.type().equals(SymbolType.SECTION)
                    && !symbol.name().isEmpty()) {
                return new Pointer.ToSymbol(symbol.name(), 0);
            }
        }
        return new Pointer.ToAddress(address);
    }

    private String name(Symbol symbol) {
        return symbol.type().equals(SymbolType.SECTION)
                        && symbol.place() instanceof SymbolPlace.InSection(var index)
                ? object.sections().get(index).name()
                : symbol.name();
    }

    private boolean linked() {
        return !object.header().type().equals(ElfType.RELOCATABLE);
    }

    ObjectBytes contents() {
        return section.contents();
    }
}
