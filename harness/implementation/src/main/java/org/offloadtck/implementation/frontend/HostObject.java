package org.offloadtck.implementation.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.object.elf.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.SectionFlag.WRITE;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.DeclareTarget;
import org.offloadtck.implementation.program.Requires;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.elf.ElfAssembler;
import org.offloadtck.object.elf.ElfMachine;
import org.offloadtck.object.elf.SectionAssembler;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.object.elf.SymbolBinding;
import org.offloadtck.object.elf.SymbolDefinition;
import org.offloadtck.object.elf.SymbolType;
import org.offloadtck.object.elf.X86Relocation;
import org.offloadtck.object.offload.Ident;
import org.offloadtck.object.offload.OffloadEntry;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.SourceLocation;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.RequiresStyle;

/// Lowers a translation unit to the sections of a host object, in the order clang emits them.
final class HostObject {

    /// The constructor that passes the clauses of `requires` in editions that have it.
    ///
    /// @see "LLVM 16, clang/lib/CodeGen/CGOpenMPRuntime.cpp, emitRequiresDirectiveRegFun"
    private static final String REQUIRES_CONSTRUCTOR = ".omp_offloading.requires_reg";

    private static final String REGISTER_REQUIRES = "__tgt_register_requires";

    /// `OMP_IDENT_FLAG_KMPC`, which every location of a compiler's own calls carries.
    ///
    /// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPConstants.h, IdentFlag"
    private static final long KMPC = 0x2;

    private static final String LOCATION_TEXT = ".L.str.location";
    private static final String STRINGS = ".rodata.str1.1";

    /// Opcodes: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, MOV (B8+rd
    /// id, with rd 7 for EDI) and JMP (E9 cd).
    private static final int MOV_IMM32_TO_EDI = 0xbf;

    private static final int JMP_REL32 = 0xe9;
    private static final int REQUIRES_CODE_BYTES = 10;

    private final TranslationUnit unit;
    private final AbiProfile.Entries style;
    private final int openmp;
    private final ElfAssembler object = new ElfAssembler(ElfMachine.X86_64);

    private HostObject(TranslationUnit unit, AbiProfile profile) {
        this.unit = unit;
        this.style = profile.entries();
        this.openmp = FatObject.openmp(profile);
    }

    /// The object's sections so far; the caller adds what else it carries and assembles it.
    ///
    /// @param producer for `.comment`
    static ElfAssembler lower(TranslationUnit unit, AbiProfile profile, String producer) {
        var host = new HostObject(unit, profile);
        host.buffers();
        host.location();
        host.tables();
        host.entries();
        if (host.style.requires() == RequiresStyle.CONSTRUCTOR) {
            host.requiresConstructor();
        }
        host.object
                .section(".comment", SectionType.PROGBITS, 0, 1)
                .u8(0)
                .bytes(terminated(producer));
        return host.object;
    }

    /// Storage: what the source gives internal linkage is local, declare target variables are not.
    private void buffers() {
        var storage = object.section(".bss", SectionType.NOBITS, mask(ALLOC, WRITE), 16);
        for (var buffer : unit.buffers()) {
            var binding =
                    buffer.declareTarget() == DeclareTarget.NONE
                            ? SymbolBinding.LOCAL
                            : SymbolBinding.GLOBAL;
            storage.align(16)
                    .define(SymbolDefinition.local(buffer.symbol(), buffer.bytes()).with(binding))
                    .zeros(buffer.bytes());
        }
        var referenced =
                unit.buffers().stream()
                        .filter(buffer -> EntryDefinition.isReferenced(buffer, unit))
                        .toList();
        if (!referenced.isEmpty()) {
            referencePointers(referenced);
        }
    }

    private void referencePointers(List<Buffer> referenced) {
        var pointers = object.section(".data", SectionType.PROGBITS, mask(ALLOC, WRITE), 8);
        for (var buffer : referenced) {
            var name = EntryDefinition.referencePointer(buffer);
            pointers.define(SymbolDefinition.global(name, Long.BYTES).with(SymbolBinding.WEAK))
                    .address(buffer.symbol(), 0);
        }
    }

    private void location() {
        byte[] text = terminated(SourceLocation.UNKNOWN.format());
        object.strings(STRINGS)
                .define(SymbolDefinition.local(LOCATION_TEXT, text.length))
                .bytes(text);
        object.section(".data.rel.ro", SectionType.PROGBITS, mask(ALLOC, WRITE), 8)
                .define(SymbolDefinition.local(HostSymbols.IDENT, Ident.SIZE))
                .u32(0)
                .u32(KMPC)
                .u32(0)
                .u32(text.length - 1)
                .address(LOCATION_TEXT, 0);
    }

    private void tables() {
        var constants = object.section(".rodata", SectionType.PROGBITS, mask(ALLOC), 8);
        for (var table : OperandTable.of(unit)) {
            long size = (long) table.sizes().size() * Long.BYTES;
            constants.define(SymbolDefinition.local(table.sizesSymbol(), size));
            table.sizes().forEach(constants::u64);
            constants.define(SymbolDefinition.local(table.typesSymbol(), size));
            table.types().forEach(constants::u64);
        }
        for (var region : unit.regions()) {
            constants
                    .define(
                            SymbolDefinition.global(HostSymbols.regionId(region.kernel()), 1)
                                    .with(SymbolBinding.WEAK))
                    .u8(0);
        }
    }

    private void entries() {
        var definitions = EntryDefinition.of(unit, style);
        var names = object.strings(style.nameSection().isEmpty() ? STRINGS : style.nameSection());
        for (int i = 0; i < definitions.size(); i++) {
            byte[] name = terminated(definitions.get(i).name());
            names.define(SymbolDefinition.local(nameSymbol(i), name.length)).bytes(name);
        }
        var section = style.section(OffloadKind.OPENMP).orElseThrow();
        var table =
                object.section(
                        section, SectionType.PROGBITS, style.sectionFlags(), style.alignment());
        for (int i = 0; i < definitions.size(); i++) {
            var symbol =
                    SymbolDefinition.global(
                                    style.symbolPrefix() + definitions.get(i).name(),
                                    style.layout().size())
                            .with(SymbolBinding.WEAK);
            table.define(symbol);
            entry(definitions.get(i), nameSymbol(i), table);
        }
    }

    /// Writes the entry with its two pointers left to the linker; they are neighbours in every
    /// layout, the address first.
    private void entry(EntryDefinition entry, String nameSymbol, SectionAssembler table) {
        var layout = style.layout();
        byte[] fields =
                OffloadEntry.unplaced(openmp, entry.flags(), entry.size(), entry.data())
                        .write(layout);
        int pointers = layout.addressOffset();
        int rest = layout.nameOffset() + Long.BYTES;
        table.bytes(Arrays.copyOf(fields, pointers));
        if (entry.address().isEmpty()) {
            table.zeros(Long.BYTES);
        } else {
            table.address(entry.address(), 0);
        }
        table.address(nameSymbol, 0).bytes(Arrays.copyOfRange(fields, rest, fields.length));
    }

    /// `static void requires_reg() { __tgt_register_requires(flags); }`, as clang -O2 emits it, and
    /// its slot among the constructors of priority 0.
    private void requiresConstructor() {
        var code =
                object.section(".text.startup", SectionType.PROGBITS, mask(ALLOC, EXECINSTR), 16);
        code.define(
                SymbolDefinition.local(REQUIRES_CONSTRUCTOR, REQUIRES_CODE_BYTES)
                        .with(SymbolType.FUNC));
        code.u8(MOV_IMM32_TO_EDI).u32(Requires.flags(unit.requires()));
        code.u8(JMP_REL32)
                .relocated(
                        Integer.BYTES,
                        X86Relocation.R_X86_64_PLT32.code(),
                        REGISTER_REQUIRES,
                        -Integer.BYTES);
        object.section(".init_array.0", SectionType.INIT_ARRAY, mask(ALLOC, WRITE), Long.BYTES)
                .address(REQUIRES_CONSTRUCTOR, 0);
    }

    private String nameSymbol(int index) {
        return index == 0 ? style.nameSymbol() : "%s.%d".formatted(style.nameSymbol(), index);
    }

    private static byte[] terminated(String text) {
        return (text + "\0").getBytes(UTF_8);
    }

    private static long mask(SectionFlag... flags) {
        return SectionFlag.mask(flags);
    }
}
