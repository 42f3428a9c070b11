package org.offloadtck.linker.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;

/// An offload entry of a host object or program.
///
/// @param source the object with the entry
/// @param name the name by which host and device identify the entry
record NamedEntry(String source, String name, OffloadEntry fields) {

    /// Reads the entries that one object contributed, in the layout of `profile`.
    static List<NamedEntry> in(
            Contribution contribution, HostExecutable program, AbiProfile profile) {
        EntryLayout layout = profile.entries().layout();
        var entries = new ArrayList<NamedEntry>();
        ObjectBytes bytes = program.bytes(contribution.address()).orElseThrow();
        for (long at = 0; at + layout.size() <= contribution.size(); at += layout.size()) {
            var fields = OffloadEntry.parse(layout, bytes, at);
            String name =
                    program.bytes(fields.symbolName())
                            .map(text -> text.cString(0, "entry name"))
                            .orElse("");
            entries.add(new NamedEntry(contribution.source(), name, fields));
        }
        return entries;
    }

    /// Reads the entries of an object that is not linked yet, if they are in the section and the
    /// layout of `profile`.
    static List<NamedEntry> in(ElfObject object, AbiProfile profile) {
        var entries = new ArrayList<NamedEntry>();
        String name = profile.entries().section(OffloadKind.OPENMP).orElse("");
        EntryLayout layout = profile.entries().layout();
        for (int index = 0; index < object.sections().size(); index++) {
            if (object.sections().get(index).name().equals(name)
                    && EntryTable.layouts(object, index).contains(layout)) {
                EntryTable.read(object, index, layout).rows().stream()
                        .map(row -> new NamedEntry(object.source(), row.name(), row.fields()))
                        .forEach(entries::add);
            }
        }
        return entries;
    }

    /// Whether a device image for OpenMP must define the entry's name. It must, unless the entry
    /// states the `requires` clauses.
    boolean isInOpenmpImages(AbiProfile profile) {
        boolean openmp =
                switch (profile.entries().layout()) {
                    case LEGACY -> true;
                    case VERSION_1 -> kinds(profile).contains(OffloadKind.OPENMP);
                };
        return openmp && !OpenmpEntryFlag.REGISTER_REQUIRES.isIn(fields.flags());
    }

    private Set<OffloadKind> kinds(AbiProfile profile) {
        return profile.fatObject().kindNumbering().kinds(fields.kindCode());
    }
}
