package org.offloadtck.object.check.codeobject;

import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.CodeObjectRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;

/// Finds functions for which the host has an entry and which have no descriptor. An entry without a
/// function is the matter of another check.
///
/// Requirement: OC-55.
record KernelEntryCheck(Observations observations, ObservedImage found, ElfObject object) {

    void read(Set<String> kernels) {
        if (observations.entries().isEmpty()) {
            return;
        }
        var functions =
                KernelDescriptorCheck.symbols(object).stream()
                        .filter(symbol ->
                                symbol.type().equals(SymbolType.FUNC) && !symbol.isUndefined())
                        .map(Symbol::name)
                        .collect(Collectors.toSet());
        for (var entry : observations.entries()) {
            var name = entry.row().name();
            if (isKernel(entry) && functions.contains(name) && !kernels.contains(name)) {
                observations.add(
                        CodeObjectRule.KERNEL_WITHOUT_DESCRIPTOR,
                        found.section(),
                        found.offset(),
                        "'%s' is a function without a descriptor when the host has an entry at 0x%x"
                                        .formatted(name, entry.base() + entry.row().offset())
                                + " that launches it");
            }
        }
    }

    private boolean isKernel(ObservedEntry entry) {
        return entry.kind().isOpenmp() == found.kind().isOpenmp()
                && entry.row().fields().size() == 0;
    }
}
