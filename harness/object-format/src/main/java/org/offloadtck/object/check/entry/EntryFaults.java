package org.offloadtck.object.check.entry;

import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.offload.entry.EntryLayout;

/// Reports the faults of one entry, each at its field.
final class EntryFaults {

    private final Observations observations;
    private final ObservedEntry entry;
    private final EntryLayout layout;
    private boolean empty = true;

    EntryFaults(Observations observations, ObservedEntry entry, EntryLayout layout) {
        this.observations = observations;
        this.entry = entry;
        this.layout = layout;
    }

    boolean isEmpty() {
        return empty;
    }

    void address(Rule rule, String problem) {
        add(rule, layout.addressOffset(), problem);
    }

    void name(Rule rule, String problem) {
        add(rule, layout.nameOffset(), problem);
    }

    void size(Rule rule, String problem) {
        add(rule, layout.sizeOffset(), problem);
    }

    void flags(Rule rule, String problem) {
        add(rule, layout.flagsOffset(), problem);
    }

    void data(Rule rule, String problem) {
        add(rule, layout.dataOffset(), problem);
    }

    /// @param field offset of the pointer into the entry
    /// @param type of its relocation
    void relocation(long field, long type) {
        add(
                EntryRule.ENTRY_RELOCATION,
                Math.toIntExact(field),
                "byte %d of the entry of '%s' has a relocation of type %d when it should have one of an address of 64 bits"
                        .formatted(field, entry.row().name(), type));
    }

    private void add(Rule rule, int field, String problem) {
        empty = false;
        observations.add(
                rule, entry.section(), entry.base() + entry.row().offset() + field, problem);
    }
}
