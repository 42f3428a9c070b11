package org.offloadtck.implementation.lowering;

import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// An offload entry of a host object.
///
/// Requirements: IC-07, IC-08.
///
/// @param name the device's symbol
/// @param address the host's symbol that the entry points to; empty for none
/// @param flags bits of [OpenmpEntryFlag]
/// @param size of the variable in bytes, 0 for a region
/// @param data the clauses of a requires entry
record EntryDefinition(String name, String address, long flags, long size, long data) {

    /// Whether the entry denotes code that exists on devices only.
    boolean isDeviceCode() {
        var flags = OpenmpEntryFlag.in(this.flags);
        return size == 0 && !address.isEmpty() && !flags.contains(OpenmpEntryFlag.INDIRECT);
    }
}
