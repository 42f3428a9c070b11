package org.offloadtck.implementation.lowering;

import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import org.offloadtck.implementation.lowering.HostObjectSections.Head;
import org.offloadtck.implementation.program.RequiresClause;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.X86Relocation;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// Lowers a translation unit to the sections of a host object.
///
/// Requirements: FO-11, FO-22.
public final class HostObjectLowering {

    /// The constructor that passes the clauses of `requires`, in editions that have one.
    ///
    /// @see "LLVM 16, clang/lib/CodeGen/CGOpenMPRuntime.cpp, emitRequiresDirectiveRegFun"
    private static final String REQUIRES_CONSTRUCTOR = ".omp_offloading.requires_reg";

    private static final String REGISTER_REQUIRES = "__tgt_register_requires";

    /// Opcodes: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, MOV (B8+rd
    /// id, with rd 7 for EDI), JMP (E9 cd) and UD2 (0F 0B).
    private static final int MOV_IMM32_TO_EDI = 0xbf;

    private static final int JMP_REL32 = 0xe9;
    private static final int UD2 = 0x0b0f;
    private static final int REQUIRES_CODE_BYTES = 10;
    private static final int CODE_ALIGNMENT = 16;

    private final TranslationUnit unit;
    private final LoweringOptions lowering;
    private final DeviceSharedSymbols shared;
    private final HostObjectSections sections = new HostObjectSections();

    private HostObjectLowering(TranslationUnit unit, LoweringOptions lowering) {
        this.unit = unit;
        this.lowering = lowering;
        this.shared = DeviceSharedSymbols.of(unit, lowering.profile());
    }

    /// Lowers `unit`. The caller adds further sections and assembles the object.
    ///
    /// @param producer for `.comment`
    public static ElfAssembler lower(
            TranslationUnit unit, LoweringOptions lowering, String producer) {
        var host = new HostObjectLowering(unit, lowering);
        host.functions();
        new VariableWriter(unit, host.sections).write();
        host.handles();
        host.calls();
        new EntryTableWriter(host.sections, lowering).write(host.shared.entries());
        host.requiresConstructor();
        var object = host.sections.assembler();
        object.section(".comment", SectionType.PROGBITS, 0, 1)
                .u8(0)
                .bytes(HostObjectSections.terminated(producer));
        return object;
    }

    /// Functions whose address is taken. Their code is the host compiler's; here it traps.
    private void functions() {
        for (var function : unit.functions()) {
            sections.add(
                    code(".text"),
                    CODE_ALIGNMENT,
                    SymbolDefinition.global(function.symbol(), Short.BYTES).with(SymbolType.FUNC),
                    out -> out.u16(UD2));
        }
    }

    /// The constant arguments of the calls of the runtime.
    private void calls() {
        SourceLocations.of(unit, lowering.debug()).write(sections, lowering);
        OperandTable.of(unit, lowering.profile().runtime().deviceAbi())
                .forEach(table -> table.write(sections, lowering));
    }

    /// The host symbols that denote code or data of devices.
    private void handles() {
        for (var entry : shared.entries()) {
            if (entry.isDeviceCode()) {
                boolean isPrivate = HostSymbolNames.isPrivate(entry.address());
                var binding = isPrivate ? SymbolBinding.LOCAL : SymbolBinding.WEAK;
                sections.handle(SymbolDefinition.local(entry.address(), 1).with(binding));
            }
        }
    }

    /// Writes `static void requires_reg() { __tgt_register_requires(flags); }`, as clang -O2 does,
    /// and its slot among the constructors of priority 0. A unit without shared symbols has none.
    private void requiresConstructor() {
        if (lowering.profile().entries().requires() != RequiresStyle.CONSTRUCTOR
                || shared.metadata().isEmpty()) {
            return;
        }
        long clauses =
                RequiresClause.flags(
                        unit.requires(), lowering.profile().compilation().requiresFlags());
        sections.add(
                code(".text.startup"),
                CODE_ALIGNMENT,
                SymbolDefinition.local(REQUIRES_CONSTRUCTOR, REQUIRES_CODE_BYTES)
                        .with(SymbolType.FUNC),
                out ->
                        out.u8(MOV_IMM32_TO_EDI)
                                .u32(clauses)
                                .u8(JMP_REL32)
                                .relocated(
                                        Integer.BYTES,
                                        X86Relocation.R_X86_64_PLT32.code(),
                                        REGISTER_REQUIRES,
                                        -Integer.BYTES));
        sections.address(
                new Head(
                        ".init_array.0", SectionType.INIT_ARRAY, SectionFlag.mask(ALLOC, WRITE), 0),
                REQUIRES_CONSTRUCTOR);
    }

    private static Head code(String name) {
        return new Head(name, SectionType.PROGBITS, SectionFlag.mask(ALLOC, EXECINSTR), 0);
    }
}
