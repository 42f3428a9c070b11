package org.offloadtck.object.check.observation;

import org.offloadtck.object.offload.entry.EntryTable;

/// An offload entry that a check found in a file.
///
/// @param base offset of its section, in bytes from the start of the file
public record ObservedEntry(String section, long base, OffloadKindCode kind, EntryTable.Row row) {}
