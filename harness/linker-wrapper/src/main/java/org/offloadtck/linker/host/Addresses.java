package org.offloadtck.linker.host;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.linker.host.Chunk.CommonBlock;
import org.offloadtck.linker.host.Chunk.GlobalOffsetTable;
import org.offloadtck.linker.host.Chunk.InputSection;
import org.offloadtck.linker.host.Layout.Placed;

/// The value of every definition, once the layout stands.
final class Addresses {

    private final Layout layout;
    private final Map<Chunk, Long> chunks;
    private final CommonBlock commons;
    private final long commonsStart;
    private final Map<Definition, Long> slots = new HashMap<>();

    Addresses(Layout layout, CommonBlock commons, GlobalOffsetTable table) {
        this.layout = layout;
        this.chunks = layout.addresses();
        this.commons = commons;
        this.commonsStart = of(commons).orElse(0L);
        long slot = of(table).orElse(0L);
        for (Definition definition : table.slots()) {
            slots.put(definition, slot);
            slot += Long.BYTES;
        }
    }

    /// The symbol's value; empty if the section that defines it was not copied.
    Optional<Long> of(Definition definition) {
        return switch (definition) {
            case Definition.InSection(var object, var section, var symbol) ->
                    of(new InputSection(object, section)).map(start -> start + symbol.value());
            case Definition.Absolute(_, var symbol) -> Optional.of(symbol.value());
            case Definition.Common(_, var symbol, _) ->
                    Optional.of(commonsStart + commons.offsetOf(symbol.name()));
            case Definition.Imported(_, var address) -> Optional.of(address);
            case Definition.Boundary(_, var section, var edge) ->
                    Optional.of(
                            layout.loaded(section).map(placed -> edge(placed, edge)).orElse(0L));
            case Definition.Missing _ -> Optional.of(0L);
        };
    }

    CommonBlock commons() {
        return commons;
    }

    /// Where the chunk begins; empty if it was not copied.
    Optional<Long> of(Chunk chunk) {
        return Optional.ofNullable(chunks.get(chunk));
    }

    /// The address of the symbol's slot in the global offset table.
    long slotOf(Definition definition) {
        Long slot = slots.get(definition);
        if (slot == null) {
            throw new IllegalStateException("no slot was reserved for " + definition);
        }
        return slot;
    }

    private static long edge(Placed placed, Definition.Edge edge) {
        return switch (edge) {
            case START -> placed.address();
            case STOP -> placed.address() + placed.section().size();
        };
    }
}
