package org.offloadtck.object.check.entry;

import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
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

    private void add(Rule rule, int field, String problem) {
        empty = false;
        observations.add(
                rule, entry.section(), entry.base() + entry.row().offset() + field, problem);
    }
}
