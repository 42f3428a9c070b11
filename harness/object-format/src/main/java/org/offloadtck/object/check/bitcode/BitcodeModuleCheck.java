package org.offloadtck.object.check.bitcode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.bitcode.BitcodeModule;
import org.offloadtck.object.bitcode.BitcodeSymbol;
import org.offloadtck.object.bitcode.BitcodeSymbol.Flag;
import org.offloadtck.object.bitcode.DataLayout;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.BitcodeRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.codeobject.CodeObjectTarget;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// Compares the modules of bitcode with the target that the container states and with the symbol
/// table of the bitcode.
///
/// Tried with programs for nvptx64 of clang 16 and 19, linked by `clang-linker-wrapper` and run on
/// the emulated GPU, and with links for gfx90a by LLVM 22: modules with another triple, without
/// one, with another data layout, and without one.
///
/// Requirements: OC-50, OC-51, OC-53.
final class BitcodeModuleCheck {

    /// `BITCODE_CURRENT_EPOCH`. Source: LLVM 14 to 23, llvm/include/llvm/Bitcode/LLVMBitCodes.h.
    private static final long EPOCH = 0;

    private final Observations observations;
    private final String section;

    BitcodeModuleCheck(Observations observations, String section) {
        this.observations = observations;
        this.section = section;
    }

    void read(OpenedBitcode bitcode) {
        for (var module : bitcode.file().modules()) {
            epoch(module);
            target(bitcode.triple(), module);
            layout(bitcode.triple(), module);
            processor(bitcode, module);
        }
        bitcode.file().tables().forEach(table -> table(table, bitcode));
    }

    private void epoch(BitcodeModule module) {
        if (module.epoch() != EPOCH) {
            add(
                    BitcodeRule.UNKNOWN_EPOCH,
                    module.offset(),
                    "the epoch of the bitcode is %s when it should be %d"
                            .formatted(Long.toUnsignedString(module.epoch()), EPOCH));
        }
    }

    private void target(String stated, BitcodeModule module) {
        var container = ModuleTarget.of(stated);
        var own = ModuleTarget.of(module.triple().value());
        if (!stated.isEmpty() && !container.links(own)) {
            add(
                    BitcodeRule.BITCODE_FOR_OTHER_TARGET,
                    module.triple().offset(),
                    "triple of the module is '%s' when it should be '%s', that of its container"
                            .formatted(module.triple().value(), stated));
        }
    }

    /// LTO compiles each function for its own processor and writes the processor of the link into
    /// the header: clang 22 makes of bitcode for gfx908 a code object for gfx1030 whose code its
    /// disassembler does not know. PTX suits later architectures.
    private void processor(OpenedBitcode bitcode, BitcodeModule module) {
        var arch = bitcode.target().arch();
        var stated = CodeObjectTarget.parse(arch).processor();
        if (!ModuleTarget.of(bitcode.triple()).isAmd()
                || !stated.startsWith("gfx")
                || module.processors().isEmpty()
                || module.processors().contains(stated)) {
            return;
        }
        add(
                BitcodeRule.COMPILED_FOR_OTHER_PROCESSOR,
                module.offset(),
                "functions of the module are compiled for '%s' when arch '%s' of the image should name that"
                        .formatted(module.processors().getFirst(), arch));
    }

    private void layout(String stated, BitcodeModule module) {
        var own = module.triple().value();
        var target = ModuleTarget.of(own.isEmpty() ? stated : own);
        var layout = new DataLayout(module.dataLayout().value());
        long offset = module.dataLayout().offset();
        if (layout.isEmpty()) {
            add(
                    BitcodeRule.NO_DATA_LAYOUT,
                    offset,
                    "the module has no data layout when it should have that of triple '%s'"
                            .formatted(own.isEmpty() ? stated : own));
            return;
        }
        var rule =
                target.requiresItsPointers(layout)
                        ? BitcodeRule.POINTERS_OF_OTHER_TARGET
                        : BitcodeRule.DATA_LAYOUT_OF_OTHER_TARGET;
        target.layoutFault(layout)
                .ifPresent(fault ->
                        add(
                                rule,
                                offset,
                                "data layout '%s' of triple '%s': %s"
                                        .formatted(module.dataLayout().value(), own, fault)));
    }

    /// Compares the symbols of the modules with the table. Names are compared as they are in ELF,
    /// where the linker's name is the one in the module.
    private void table(List<BitcodeSymbol> table, OpenedBitcode bitcode) {
        var definitions = new HashMap<String, BitcodeSymbol>();
        var references = new HashMap<String, BitcodeSymbol>();
        for (var symbol : table) {
            if (symbol.has(Flag.GLOBAL)) {
                (symbol.has(Flag.UNDEFINED) ? references : definitions).put(symbol.name(), symbol);
            }
        }
        for (var module : bitcode.file().modules()) {
            if (new DataLayout(module.dataLayout().value()).hasElfNames()) {
                module.globals().stream()
                        .filter(global -> global.isGlobal() && !global.linkerName().isEmpty())
                        .forEach(global ->
                                compare(
                                        global,
                                        global.isDefined() ? definitions : references,
                                        global.isDefined() ? references : definitions));
            }
        }
    }

    private void compare(
            BitcodeGlobal global,
            Map<String, BitcodeSymbol> expected,
            Map<String, BitcodeSymbol> others) {
        var name = global.linkerName();
        var symbol = expected.get(name);
        if (symbol == null) {
            differs(
                    global,
                    others.containsKey(name)
                            ? "lists '%s' as %s".formatted(name, presence(!global.isDefined()))
                            : "lacks '%s'".formatted(name),
                    presence(global.isDefined()));
        } else if (global.isDefined() && isHidden(symbol) != global.isHidden()) {
            differs(
                    global,
                    "lists '%s' as %s".formatted(name, hidden(isHidden(symbol))),
                    hidden(global.isHidden()));
        }
    }

    private void differs(BitcodeGlobal global, String what, String expected) {
        add(
                BitcodeRule.SYMBOL_TABLE_DIFFERS,
                global.offset(),
                "the symbol table %s when it should list it as %s, as the module does"
                        .formatted(what, expected));
    }

    private static boolean isHidden(BitcodeSymbol symbol) {
        return symbol.visibility() == SymbolVisibility.HIDDEN;
    }

    private static String hidden(boolean isHidden) {
        return isHidden ? "hidden" : "visible";
    }

    private static String presence(boolean isDefined) {
        return isDefined ? "defined" : "undefined";
    }

    private void add(Rule rule, long offset, String problem) {
        observations.add(rule, section, offset, problem);
    }
}
