package org.offloadtck.object.check.observation;

import org.offloadtck.object.offload.entry.EntryTable;

/// An offload entry that a check found in a file.
///
/// @param base offset of its section, in bytes from the start of the file
/// @param content what the entry stands for if it is of OpenMP
public record ObservedEntry(
        String section, long base, OffloadKindCode kind, EntryTable.Row row, EntryContent content) {

    public ObservedEntry(String section, long base, OffloadKindCode kind, EntryTable.Row row) {
        this(section, base, kind, row, EntryContent.of(row));
    }
}
