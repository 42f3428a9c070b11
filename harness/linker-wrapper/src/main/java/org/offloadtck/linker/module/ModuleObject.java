package org.offloadtck.linker.module;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// Makes a position-independent x86-64 object of a module: identical to that of LLVM's code
/// generator, except for the choice of instructions and for unwind tables.
///
/// Requirements: WR-34, WR-37.
///
/// @see "LLVM 16, llvm/lib/CodeGen/TargetLoweringObjectFileImpl.cpp: sections and their flags by
///   content"
public final class ModuleObject {

    /// In bytes.
    private static final int FUNCTION_ALIGNMENT = 16;

    private static final int NOP = 0x90;

    /// The default priority. Source: LLVM 16 to 22, `TargetLoweringObjectFileImpl.cpp`,
    /// `getStaticStructorSection`.
    private static final int DEFAULT_PRIORITY = 65535;

    private final IrModule module;
    private final ElfAssembler object = new ElfAssembler(ElfMachine.X86_64);

    private ModuleObject(IrModule module) {
        this.module = module;
    }

    /// Compiles `module`.
    ///
    /// @param source the name of the object in diagnostics and link maps
    public static ElfObject of(IrModule module, String source) {
        var layout = new ModuleObject(module);
        layout.functions();
        layout.structors(".init_array", SectionType.INIT_ARRAY, module.constructors());
        layout.structors(".fini_array", SectionType.FINI_ARRAY, module.destructors());
        layout.data();
        return layout.object.assemble(source);
    }

    private void functions() {
        var sections = new LinkedHashMap<String, SectionAssembler>();
        for (IrFunction function : module.functions()) {
            var text =
                    sections.computeIfAbsent(
                            function.section(),
                            name ->
                                    object.section(
                                            name,
                                            SectionType.PROGBITS,
                                            SectionFlag.mask(
                                                    SectionFlag.ALLOC, SectionFlag.EXECINSTR),
                                            FUNCTION_ALIGNMENT));
            while (text.position() % FUNCTION_ALIGNMENT != 0) {
                text.u8(NOP);
            }
            var code = FunctionCode.of(function);
            text.define(SymbolDefinition.local(function.name(), code.size()).with(SymbolType.FUNC));
            code.into(text);
        }
    }

    /// Writes arrays of one function each: `.init_array.101`; without a number for the default
    /// priority, which comes last.
    private void structors(String name, SectionType type, List<IrModule.Structor> structors) {
        for (IrModule.Structor structor : structors) {
            String numbered =
                    structor.priority() == DEFAULT_PRIORITY
                            ? name
                            : name + "." + structor.priority();
            object.section(
                            numbered,
                            type,
                            SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                            Long.BYTES)
                    .address(structor.function(), 0);
        }
    }

    private void data() {
        SequencedMap<String, List<IrGlobal.Definition>> sections = new LinkedHashMap<>();
        for (IrGlobal.Definition definition : module.definitions()) {
            sections.computeIfAbsent(section(definition), _ -> new ArrayList<>()).add(definition);
        }
        sections.forEach(this::section);
        for (IrGlobal global : module.globals()) {
            if (global instanceof IrGlobal.HiddenReference(var name, _)) {
                object.reference(hidden(name));
            }
        }
    }

    private void section(String name, List<IrGlobal.Definition> definitions) {
        var section =
                object.section(
                        name,
                        module.sectionTypes().getOrDefault(name, type(name)),
                        flags(definitions),
                        definitions.stream()
                                .mapToLong(IrGlobal.Definition::placement)
                                .max()
                                .orElseThrow());
        for (IrGlobal.Definition definition : definitions) {
            section.align(definition.placement()).define(symbol(definition));
            write(definition.initializer(), section);
        }
    }

    private static SectionType type(String section) {
        return section.equals(".bss") ? SectionType.NOBITS : SectionType.PROGBITS;
    }

    private static long flags(List<IrGlobal.Definition> definitions) {
        return definitions.stream().anyMatch(ModuleObject::isWritten)
                ? SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE)
                : SectionFlag.mask(SectionFlag.ALLOC);
    }

    /// Whether the program writes the variable, or its loader does to relocate it.
    private static boolean isWritten(IrGlobal.Definition definition) {
        return definition.mutability() == IrGlobal.Mutability.VARIABLE
                || definition.initializer().isRelocated();
    }

    private static String section(IrGlobal.Definition definition) {
        if (!definition.section().isEmpty()) {
            return definition.section();
        }
        boolean isRelocated = definition.initializer().isRelocated();
        return switch (definition.mutability()) {
            case CONSTANT -> isRelocated ? ".data.rel.ro" : ".rodata";
            case VARIABLE -> definition.initializer().isZero() ? ".bss" : ".data";
        };
    }

    private static SymbolDefinition symbol(IrGlobal.Definition definition) {
        var symbol =
                SymbolDefinition.local(definition.name(), definition.initializer().type().size());
        return switch (definition.linkage()) {
            case INTERNAL, INTERNAL_UNNAMED -> symbol;
            case HIDDEN -> symbol.with(SymbolBinding.GLOBAL).with(SymbolVisibility.HIDDEN);
        };
    }

    private static void write(IrConstant constant, SectionAssembler section) {
        switch (constant) {
            case IrConstant.Int(var type, var value) -> {
                for (int bit = 0; bit < type.size() * Byte.SIZE; bit += Byte.SIZE) {
                    section.u8((int) (value >> bit));
                }
            }
            case IrConstant.Null _ -> section.u64(0);
            case IrConstant.Address(var symbol, var offset) -> section.address(symbol, offset);
            case IrConstant.Bytes(var bytes) -> section.bytes(bytes.toArray(JAVA_BYTE));
            case IrConstant.Zero(var type) -> section.zeros(type.size());
            case IrConstant.Elements(_, var elements) ->
                    elements.forEach(element -> write(element, section));
            case IrConstant.Structure structure -> write(structure, section);
        }
    }

    private static void write(IrConstant.Structure structure, SectionAssembler section) {
        long start = section.position();
        for (int field = 0; field < structure.fields().size(); field++) {
            section.zeros(start + structure.type().offset(field) - section.position());
            write(structure.fields().get(field), section);
        }
        section.zeros(start + structure.type().size() - section.position());
    }

    private static Symbol hidden(String name) {
        Symbol symbol = Symbol.undefined(name);
        return new Symbol(
                name,
                symbol.binding(),
                symbol.type(),
                SymbolVisibility.HIDDEN,
                symbol.place(),
                symbol.value(),
                symbol.size());
    }
}
