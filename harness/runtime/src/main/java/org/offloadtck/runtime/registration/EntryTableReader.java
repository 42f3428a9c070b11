package org.offloadtck.runtime.registration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// Reads a table of offload entries in the layout of the profile, or of legacy entries if the
/// profile's runtime upgrades them.
///
/// Requirements: RG-04, RG-19.
record EntryTableReader(HostMemory host, AbiProfile profile) {

    static final String SOURCE = "__tgt_register_lib";

    /// Offset of `flags` in `__tgt_offload_entry`, and its only value for an entry without an
    /// address: "LLVM 19, offload/include/omptarget.h", `OMP_REGISTER_REQUIRES`.
    private static final int LEGACY_FLAGS = 24;

    private static final int REGISTER_REQUIRES = 0x10;

    /// The OpenMP entries from `begin` to `end`.
    ///
    /// @param field host address of the field that contains `end`
    List<HostEntry> read(long begin, long end, long field) {
        long size = end - begin;
        if (size == 0) {
            return List.of();
        }
        host.read(begin, size, "host entry table");
        EntryLayout layout = layout(begin, size);
        if (size % layout.size() != 0) {
            throw broken(
                    field,
                    "the host entry table has %d bytes when %s has entries of %d"
                            .formatted(size, profile.id(), layout.size()));
        }
        var entries = new ArrayList<HostEntry>();
        for (long at = begin; at != end; at += layout.size()) {
            HostEntry entry = entry(at, layout);
            if (isOpenmp(entry, layout)) {
                new EntryRules(profile.entries(), profile.id()).check(entry);
                entries.add(entry);
            }
        }
        return entries;
    }

    /// The layout of the table. A runtime that upgrades legacy entries recognizes them by their
    /// first field, which is zero in the newer layout.
    ///
    /// @see "LLVM 20, offload/libomptarget/PluginManager.cpp, PluginManager::upgradeLegacyEntries"
    private EntryLayout layout(long table, long size) {
        if (!profile.runtime().upgradesLegacyEntries()) {
            return profile.entries().layout();
        }
        if (host.i64(table, "first entry") != 0) {
            return EntryLayout.LEGACY;
        }
        rejectHiddenLegacyTable(table, size);
        return profile.entries().layout();
    }

    /// Rejects a legacy table that begins with a requires entry. Its first field is zero, too, so
    /// no runtime can distinguish it from the newer layout by that field; its second field is a
    /// pointer, not a version.
    private void rejectHiddenLegacyTable(long table, long size) {
        if (size < EntryLayout.LEGACY.size() || version(table) == 1) {
            return;
        }
        if (host.i32(table + LEGACY_FLAGS, "flags") == REGISTER_REQUIRES) {
            throw new OffloadException(
                    SOURCE,
                    table,
                    RuntimeRule.LEGACY_TABLE,
                    "the table of %d-byte entries begins with a requires entry, which has no address, when %s recognizes such a table by the address of its first entry"
                            .formatted(EntryLayout.LEGACY.size(), profile.id()));
        }
    }

    private int version(long table) {
        return host.i32(table + Long.BYTES, "Version and Kind") & 0xffff;
    }

    private HostEntry entry(long at, EntryLayout layout) {
        OffloadEntry fields =
                OffloadEntry.parse(layout, host.view(at, layout.size(), "offload entry"), 0);
        if (layout == EntryLayout.VERSION_1 && (fields.reserved() != 0 || fields.version() != 1)) {
            throw broken(
                    at,
                    "the entry has reserved 0x%x and version %d when they should be 0 and 1"
                            .formatted(fields.reserved(), fields.version()));
        }
        return new HostEntry(at, fields, host.string(fields.symbolName(), "entry name"));
    }

    /// Whether an entry is one of OpenMP: from LLVM 21 on, entries of other programming models
    /// share the table.
    private boolean isOpenmp(HostEntry entry, EntryLayout layout) {
        return switch (layout) {
            case LEGACY -> true;
            case VERSION_1 ->
                    profile.fatObject()
                            .kindNumbering()
                            .kinds(entry.fields().kindCode())
                            .contains(OffloadKind.OPENMP);
        };
    }

    private static OffloadException broken(long at, String problem) {
        return new OffloadException(SOURCE, at, RuntimeRule.DESCRIPTOR, problem);
    }
}
