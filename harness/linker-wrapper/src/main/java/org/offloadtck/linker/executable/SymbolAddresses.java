package org.offloadtck.linker.executable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.linker.executable.ExecutableLayout.Placed;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.CommonBlock;
import org.offloadtck.linker.resolution.OutputSectionPart.GlobalOffsetTable;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedSymbol;

/// The values of all symbols in a layout.
final class SymbolAddresses {

    private final ExecutableLayout layout;
    private final Map<OutputSectionPart, Long> parts;
    private final CommonBlock commons;
    private final long commonsStart;
    private final Map<ResolvedSymbol, Long> slots = new HashMap<>();

    SymbolAddresses(ExecutableLayout layout, CommonBlock commons, GlobalOffsetTable table) {
        this.layout = layout;
        this.parts = layout.addresses();
        this.commons = commons;
        this.commonsStart = of(commons).orElse(0L);
        long slot = of(table).orElse(0L);
        for (ResolvedSymbol definition : table.slots()) {
            slots.put(definition, slot);
            slot += Long.BYTES;
        }
    }

    /// The symbol's value; empty if its section was not copied.
    Optional<Long> of(ResolvedSymbol definition) {
        return switch (definition) {
            case ResolvedSymbol.InSection(var object, var section, var symbol) ->
                    of(new InputSection(object, section)).map(start -> start + symbol.value());
            case ResolvedSymbol.Absolute(_, var symbol) -> Optional.of(symbol.value());
            case ResolvedSymbol.Common(_, var symbol, _) ->
                    Optional.of(commonsStart + commons.offsetOf(symbol.name()));
            case ResolvedSymbol.Imported(_, var address) -> Optional.of(address);
            case ResolvedSymbol.Boundary(_, var section, var edge) ->
                    Optional.of(
                            layout.loaded(section).map(placed -> edge(placed, edge)).orElse(0L));
            case ResolvedSymbol.Missing _ -> Optional.of(0L);
        };
    }

    CommonBlock commons() {
        return commons;
    }

    /// The start of the part; empty if it was not copied.
    Optional<Long> of(OutputSectionPart part) {
        return Optional.ofNullable(parts.get(part));
    }

    /// The address of the symbol's slot in the global offset table.
    long slotOf(ResolvedSymbol definition) {
        Long slot = slots.get(definition);
        if (slot == null) {
            throw new IllegalStateException("no slot was reserved for " + definition);
        }
        return slot;
    }

    private static long edge(Placed placed, ResolvedSymbol.Edge edge) {
        return switch (edge) {
            case START -> placed.address();
            case STOP -> placed.address() + placed.section().size();
        };
    }
}
