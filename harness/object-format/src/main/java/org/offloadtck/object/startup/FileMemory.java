package org.offloadtck.object.startup;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.X86Relocation;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.X86Instruction.Operation;
import org.offloadtck.object.startup.X86Instruction.Relative;

/// The addresses of a file: pointers, with the relocations of a linker or a loader applied, and the
/// sections at addresses. Each look-up takes logarithmic time.
public final class FileMemory {

    /// The relocations of distances to slots of the global offset table.
    private static final Set<Long> SLOTS =
            Set.of(
                    X86Relocation.R_X86_64_GOTPCREL.code(),
                    X86Relocation.R_X86_64_GOTPCRELX.code(),
                    X86Relocation.R_X86_64_REX_GOTPCRELX.code());

    private static final int R11 = 11;

    /// Prefix of the names of the sections with the global offset table.
    private static final String OFFSET_TABLE = ".got";

    private final ElfObject object;
    private final boolean linked;
    private final List<Symbol> symbols;

    public FileMemory(ElfObject object) {
        this.object = object;
        this.linked = !object.header().type().equals(ElfType.RELOCATABLE);
        this.symbols = linked ? object.dynamicSymbols() : object.symbols();
    }

    public ElfObject object() {
        return object;
    }

    /// Whether addresses are assigned, as in an executable or shared library.
    public boolean isLinked() {
        return linked;
    }

    public Section section(SectionOffset place) {
        return object.sections().get(place.section());
    }

    /// The offset of a byte, in bytes from the start of the file.
    public long fileOffset(SectionOffset place) {
        return section(place).contents().base() + place.offset();
    }

    /// The address of a byte of a linked file; in an object, the offset into its section.
    public long address(SectionOffset place) {
        return section(place).address() + place.offset();
    }

    /// The byte at `address` of a linked file.
    public Optional<SectionOffset> at(long address) {
        var index = object.index().section(address);
        return index.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new SectionOffset(
                                index.getAsInt(),
                                address - object.sections().get(index.getAsInt()).address()));
    }

    /// A number as an address of a linked file.
    CodeValue value(long number) {
        Optional<CodeValue> place =
                linked ? at(number).map(CodeValue.Place::new) : Optional.empty();
        return place.orElse(new CodeValue.Constant(number));
    }

    /// The pointer at `place`.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the file has no eight bytes
    ///   there
    public CodeValue pointer(SectionOffset place) {
        long stored = section(place).contents().i64(place.offset(), "pointer");
        return relocation(place)
                .map(row -> relocated(place, row, row.addend()))
                .orElseGet(() -> value(stored));
    }

    /// The place to which the pointer at `place` points as an exclusive end: the end of a section
    /// rather than the start of the next.
    public Optional<SectionOffset> end(SectionOffset place) {
        if (!(pointer(place) instanceof CodeValue.Place(var target))) {
            return linked
                    ? Optional.of(pointer(place))
                            .filter(CodeValue.Constant.class::isInstance)
                            .map(CodeValue.Constant.class::cast)
                            .flatMap(number -> before(number.value()))
                    : Optional.empty();
        }
        return linked && target.offset() == 0
                ? before(address(target)).or(() -> Optional.of(target))
                : Optional.of(target);
    }

    private Optional<SectionOffset> before(long end) {
        return at(end - 1).map(last -> new SectionOffset(last.section(), last.offset() + 1));
    }

    /// Whether a relocation applies to the bytes at `place`.
    boolean isRelocated(SectionOffset place) {
        return relocation(place).isPresent();
    }

    /// Whether the field at `place` of an object will hold the distance to a slot of the global
    /// offset table.
    boolean isOffsetTableReference(SectionOffset place) {
        return !linked && relocation(place).filter(row -> SLOTS.contains(row.type())).isPresent();
    }

    /// The value of the variable at `place` if it never changes: a pointer that a loader sets, or a
    /// slot of the global offset table.
    CodeValue constant(SectionOffset place) {
        boolean isSet = isRelocated(place) || section(place).name().startsWith(OFFSET_TABLE);
        return linked && isSet && place.offset() + Long.BYTES <= section(place).contents().size()
                ? pointer(place)
                : new CodeValue.Unknown();
    }

    /// The imported function that a call of `target` reaches, if `target` is a stub of the
    /// procedure linkage table: an indirect jump through a slot that the loader sets. Otherwise,
    /// `target`.
    CodeValue imported(CodeValue target) {
        return linked && target instanceof CodeValue.Place(var place)
                ? slotOf(place)
                        .flatMap(this::at)
                        .map(this::constant)
                        .filter(CodeValue.Imported.class::isInstance)
                        .orElse(target)
                : target;
    }

    /// The address of the slot that a stub at `place` uses: it jumps through the slot, or loads the
    /// slot into the register r11 for a jump that does not speculate, in both cases after at most
    /// one instruction without effect. Source of the latter: LLD 16 to 22, `ELF/Arch/X86_64.cpp`,
    /// `RetpolineZNow` and `Retpoline`.
    private Optional<Long> slotOf(SectionOffset place) {
        long at = place.offset();
        for (int count = 0; count < 2; count++) {
            var decoded = X86Decoder.decode(section(place).contents(), at);
            if (decoded.isEmpty()) {
                return Optional.empty();
            }
            var instruction = decoded.get();
            at += instruction.length();
            boolean uses =
                    instruction.operation() == Operation.JUMP_INDIRECT
                            || (instruction.operation() == Operation.LOAD
                                    && instruction.register() == R11);
            if (uses && instruction.operand() instanceof Relative(var distance, _)) {
                return Optional.of(section(place).address() + at + distance);
            }
            if (instruction.operation() != Operation.NOTHING) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /// The target of the 32-bit field at `place`, relative to the end of its instruction; empty if
    /// no linker relocates the field.
    ///
    /// @param toEnd bytes from the field to the end of the instruction
    Optional<CodeValue> relative(SectionOffset place, int toEnd) {
        return linked
                ? Optional.empty()
                : relocation(place).map(row -> relocated(place, row, row.addend() + toEnd));
    }

    /// The target of the immediate at `place`; empty if no linker relocates it.
    Optional<CodeValue> immediate(SectionOffset place) {
        return relative(place, 0);
    }

    /// The relocation at `place`: a loader's in a linked file, otherwise a linker's.
    public Optional<Relocation> relocation(SectionOffset place) {
        var index = object.index();
        return linked
                ? index.loaderRelocations().at(address(place))
                : index.relocations(place.section()).at(place.offset());
    }

    private CodeValue relocated(SectionOffset place, Relocation row, long addend) {
        if (row.symbol() == 0) {
            return value(addend);
        }
        if (row.symbol() >= symbols.size()) {
            throw section(place)
                    .contents()
                    .malformed(
                            place.offset(),
                            FormatRule.INDEX,
                            "the pointer is relocated to symbol %d of %d"
                                    .formatted(row.symbol(), symbols.size()));
        }
        var symbol = symbols.get(row.symbol());
        if (!(symbol.place() instanceof SymbolPlace.InSection(var index))) {
            return symbol.isUndefined()
                    ? new CodeValue.Imported(symbol.name(), addend)
                    : new CodeValue.Unknown();
        }
        return linked
                ? value(symbol.value() + addend)
                : new CodeValue.Place(new SectionOffset(index, symbol.value() + addend));
    }
}
