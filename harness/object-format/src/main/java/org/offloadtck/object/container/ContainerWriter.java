package org.offloadtck.object.container;

import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// Writes a device container as an ELF file.
final class ContainerWriter {

    /// Name of the section with the PTX text.
    static final String PTX_SECTION = ".ptx";

    private static final long DATA_FLAGS = SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE);

    /// Alignment of variables, in bytes: that of the widest PTX type (PTX ISA 8.5, `.v4.f32`,
    /// `.b128`).
    private static final long DATA_ALIGNMENT = 16;

    /// `ELFOSABI_CUDA`.
    static final int OSABI_CUDA = 0x33;

    /// `ELFABIVERSION_CUDA_V1`.
    static final int ABI_VERSION_1 = 7;

    /// `EF_CUDA_64BIT_ADDRESS | EF_CUDA_TEXMODE_UNIFIED`.
    static final long FIXED_FLAGS = 0x500;

    /// Shift of the virtual architecture in `e_flags`, which repeats the architecture.
    static final int VIRTUAL_SM_SHIFT = 16;

    private ContainerWriter() {}

    static byte[] write(DeviceContainer container, byte[] text) {
        var object = new ElfAssembler(header(container));
        var ptx = object.section(PTX_SECTION, SectionType.PROGBITS, 0, 1);
        var data = object.section(".data", SectionType.PROGBITS, DATA_FLAGS, DATA_ALIGNMENT);
        var zeros = object.section(".bss", SectionType.NOBITS, DATA_FLAGS, DATA_ALIGNMENT);
        for (var symbol : container.symbols()) {
            switch (symbol.place()) {
                case TEXT -> ptx.define(definition(symbol));
                case INITIALISED ->
                        data.align(DATA_ALIGNMENT).define(definition(symbol)).bytes(bytes(symbol));
                case ZERO ->
                        zeros.align(DATA_ALIGNMENT).define(definition(symbol)).zeros(symbol.size());
                case ELSEWHERE -> object.reference(undefined(symbol));
            }
        }
        ptx.bytes(text);
        return object.assemble("device container").write();
    }

    private static byte[] bytes(ContainerSymbol symbol) {
        var bytes = new byte[symbol.initial().remaining()];
        symbol.initial().get(bytes);
        return bytes;
    }

    static long flags(int sm) {
        return sm | FIXED_FLAGS | (long) sm << VIRTUAL_SM_SHIFT;
    }

    private static ElfHeader header(DeviceContainer container) {
        var type =
                switch (container.form()) {
                    case RELOCATABLE -> ElfType.RELOCATABLE;
                    case EXECUTABLE -> ElfType.EXECUTABLE;
                };
        var plain = ElfHeader.of(type, ElfMachine.CUDA);
        return new ElfHeader(
                OSABI_CUDA,
                ABI_VERSION_1,
                type,
                ElfMachine.CUDA,
                plain.version(),
                plain.entry(),
                flags(container.sm()),
                plain.stringTable());
    }

    private static SymbolDefinition definition(ContainerSymbol symbol) {
        var binding =
                symbol.linkage() == ContainerSymbol.Linkage.WEAK
                        ? SymbolBinding.WEAK
                        : SymbolBinding.GLOBAL;
        return new SymbolDefinition(
                symbol.name(), binding, type(symbol), SymbolVisibility.DEFAULT, symbol.size());
    }

    private static Symbol undefined(ContainerSymbol symbol) {
        return new Symbol(
                symbol.name(),
                SymbolBinding.GLOBAL,
                type(symbol),
                SymbolVisibility.DEFAULT,
                SymbolPlace.UNDEFINED,
                0,
                symbol.size());
    }

    private static SymbolType type(ContainerSymbol symbol) {
        return switch (symbol.kind()) {
            case FUNCTION -> SymbolType.FUNC;
            case VARIABLE -> SymbolType.OBJECT;
        };
    }
}
