package org.offloadtck.implementation.lowering;

import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// An offload entry to be emitted.
///
/// @param name the device's symbol
/// @param address the host's symbol the entry points to; empty for none
/// @param flags bits of [OpenmpEntryFlag]
/// @param size of the variable in bytes, 0 for a region
/// @param data the clauses of a requires entry
record EntryDefinition(String name, String address, long flags, long size, long data) {

    /// Whether it stands for code that only devices have.
    boolean isDeviceCode() {
        var flags = OpenmpEntryFlag.in(this.flags);
        return size == 0 && !address.isEmpty() && !flags.contains(OpenmpEntryFlag.INDIRECT);
    }
}
