package org.offloadtck.runtime.registration;

import java.util.Set;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// A row of a host entry table.
///
/// @param at host address of the row
/// @param name the text at `SymbolName`
public record HostEntry(long at, OffloadEntry fields, String name) {

    public Set<OpenmpEntryFlag> flags() {
        return OpenmpEntryFlag.in(fields.flags());
    }

    public boolean has(OpenmpEntryFlag flag) {
        return flags().contains(flag);
    }

    /// Whether the entry describes a kernel: a target region, constructor or destructor.
    public boolean isRegion() {
        return fields.size() == 0
                && !has(OpenmpEntryFlag.REGISTER_REQUIRES)
                && !has(OpenmpEntryFlag.INDIRECT);
    }
}
