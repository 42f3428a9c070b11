package org.offloadtck.object.check.bitcode;

import java.util.HashSet;
import java.util.List;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.bitcode.BitcodeModule;
import org.offloadtck.object.bitcode.BitcodeSymbol;
import org.offloadtck.object.bitcode.BitcodeSymbol.Flag;
import org.offloadtck.object.bitcode.DataLayout;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.BitcodeRule;
import org.offloadtck.object.check.rule.Rule;

/// Compares the modules of bitcode with the target that the container states and with the symbol
/// table of the bitcode.
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
            layout(module);
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

    private void layout(BitcodeModule module) {
        var target = ModuleTarget.of(module.triple().value());
        target.layoutFault(new DataLayout(module.dataLayout().value()))
                .ifPresent(fault ->
                        add(
                                BitcodeRule.DATA_LAYOUT_OF_OTHER_TARGET,
                                module.dataLayout().offset(),
                                "data layout '%s' has %s, of triple '%s'"
                                        .formatted(
                                                module.dataLayout().value(),
                                                fault,
                                                module.triple().value())));
    }

    /// Compares the symbols of the modules with the table. Names are compared as they are in ELF,
    /// where the linker's name is the one in the module.
    private void table(List<BitcodeSymbol> table, OpenedBitcode bitcode) {
        var definitions = new HashSet<String>();
        var references = new HashSet<String>();
        for (var symbol : table) {
            (symbol.has(Flag.UNDEFINED) ? references : definitions).add(symbol.name());
        }
        for (var module : bitcode.file().modules()) {
            if (new DataLayout(module.dataLayout().value()).hasElfNames()) {
                for (var global : module.globals()) {
                    compare(global, definitions, references);
                }
            }
        }
    }

    private void compare(
            BitcodeGlobal global, HashSet<String> definitions, HashSet<String> references) {
        var expected = global.isDefined() ? definitions : references;
        var other = global.isDefined() ? references : definitions;
        var name = global.linkerName();
        if (!global.isGlobal() || name.isEmpty() || expected.contains(name)) {
            return;
        }
        add(
                BitcodeRule.SYMBOL_TABLE_DIFFERS,
                global.offset(),
                "the symbol table %s '%s' when it should list it as %s, as the module does"
                        .formatted(
                                other.contains(name)
                                        ? "lists as " + presence(!global.isDefined())
                                        : "lacks",
                                name,
                                presence(global.isDefined())));
    }

    private static String presence(boolean isDefined) {
        return isDefined ? "defined" : "undefined";
    }

    private void add(Rule rule, long offset, String problem) {
        observations.add(rule, section, offset, problem);
    }
}
