package org.offloadtck.object.check.codeobject;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.CodeObjectRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.codeobject.KernelDescriptor;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace.InSection;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// Checks the kernel descriptors of an image.
///
/// Requirement: OC-55.
final class KernelDescriptorCheck {

    private final Observations observations;
    private final ObservedImage found;
    private final ElfObject object;

    KernelDescriptorCheck(Observations observations, ObservedImage found, ElfObject object) {
        this.observations = observations;
        this.found = found;
        this.object = object;
    }

    /// The symbols by which a runtime finds something: those for the dynamic linker, or all of an
    /// object that is not linked.
    static List<Symbol> symbols(ElfObject object) {
        return isLinked(object) ? object.dynamicSymbols() : object.symbols();
    }

    private static boolean isLinked(ElfObject object) {
        return !object.header().type().equals(ElfType.RELOCATABLE);
    }

    /// The descriptors by the name of their kernel.
    Map<String, PlacedDescriptor> read() {
        var functions = new HashMap<String, Symbol>();
        var descriptors = new LinkedHashMap<String, PlacedDescriptor>();
        for (var symbol : symbols(object)) {
            functions.putIfAbsent(symbol.name(), symbol);
        }
        exported();
        for (var symbol : symbols(object)) {
            if (symbol.name().endsWith(KernelDescriptor.SUFFIX) && !symbol.isUndefined()) {
                int length = symbol.name().length() - KernelDescriptor.SUFFIX.length();
                var name = symbol.name().substring(0, length);
                descriptor(symbol)
                        .ifPresent(placed -> {
                            descriptors.put(name, placed);
                            if (isLinked(object)) {
                                entry(symbol, placed, Optional.ofNullable(functions.get(name)));
                            }
                        });
            }
        }
        return descriptors;
    }

    private void exported() {
        var tables = object.sections(SectionType.DYNSYM);
        if (!isLinked(object) || tables.isEmpty()) {
            return;
        }
        long base = tables.getFirst().contents().base();
        for (int index = 0; index < object.dynamicSymbols().size(); index++) {
            var symbol = object.dynamicSymbols().get(index);
            if (symbol.name().endsWith(KernelDescriptor.SUFFIX) && !symbol.isUndefined()) {
                exported(symbol, base + (long) index * SymbolTable.ROW);
            }
        }
    }

    /// A linker makes a hidden symbol local or removes it. Source: generic ABI, "Symbol Table",
    /// `STV_HIDDEN`.
    private void exported(Symbol symbol, long row) {
        if (symbol.isLocal()) {
            notExported(symbol, row + SymbolTable.ST_INFO, "local");
        } else if (symbol.visibility() == SymbolVisibility.HIDDEN
                || symbol.visibility() == SymbolVisibility.INTERNAL) {
            notExported(symbol, row + SymbolTable.ST_OTHER, "hidden");
        }
    }

    private void notExported(Symbol symbol, long offset, String what) {
        add(
                CodeObjectRule.DESCRIPTOR_NOT_EXPORTED,
                offset,
                "descriptor '%s' is %s when it should be global and protected"
                        .formatted(symbol.name(), what));
    }

    private Optional<PlacedDescriptor> descriptor(Symbol symbol) {
        if (!(symbol.place() instanceof InSection(int index))
                || index >= object.sections().size()) {
            return malformed(symbol, found.offset());
        }
        var section = object.sections().get(index);
        long at = symbol.value() - section.address();
        try {
            var fields = KernelDescriptor.parse(section.contents(), at);
            long offset = section.contents().base() + at;
            return symbol.size() == KernelDescriptor.SIZE
                    ? Optional.of(new PlacedDescriptor(fields, offset))
                    : malformed(symbol, offset);
        } catch (MalformedObjectException e) {
            return malformed(symbol, e.offset());
        }
    }

    private Optional<PlacedDescriptor> malformed(Symbol symbol, long offset) {
        add(
                CodeObjectRule.DESCRIPTOR_MALFORMED,
                Math.max(0, offset),
                "descriptor '%s' of %d bytes at address 0x%x is not %d bytes of a section"
                        .formatted(
                                symbol.name(),
                                symbol.size(),
                                symbol.value(),
                                KernelDescriptor.SIZE));
        return Optional.empty();
    }

    /// A kernel whose function has no symbol for the dynamic linker is launched all the same.
    private void entry(Symbol symbol, PlacedDescriptor descriptor, Optional<Symbol> function) {
        long entry = symbol.value() + descriptor.fields().entryOffset();
        boolean leadsToIt =
                function.map(one -> one.value() == entry).orElseGet(() -> isCode(entry));
        if (!leadsToIt) {
            add(
                    CodeObjectRule.DESCRIPTOR_LEADS_ELSEWHERE,
                    descriptor.offset() + KernelDescriptor.ENTRY_FIELD,
                    "descriptor '%s' leads to 0x%x when it should lead to %s"
                            .formatted(
                                    symbol.name(),
                                    entry,
                                    function.map(one ->
                                                    "'%s' at 0x%x"
                                                            .formatted(one.name(), one.value()))
                                            .orElse("code")));
        }
    }

    private boolean isCode(long address) {
        return object.sections().stream()
                .anyMatch(section -> isExecutable(section) && contains(section, address));
    }

    private static boolean isExecutable(Section section) {
        return section.has(SectionFlag.EXECINSTR);
    }

    private static boolean contains(Section section, long address) {
        return address >= section.address() && address - section.address() < section.size();
    }

    private void add(Rule rule, long offset, String problem) {
        observations.add(rule, found.section(), offset, problem);
    }
}
