package org.offloadtck.object.check;

import java.util.Optional;
import org.offloadtck.object.check.Evidence.KindCode;
import org.offloadtck.object.offload.DeviceGlobal;
import org.offloadtck.object.offload.EntryLayout;
import org.offloadtck.object.offload.EntryTable;
import org.offloadtck.object.offload.OffloadEntry;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.IndirectStyle;
import org.offloadtck.object.profile.RequiresStyle;

/// What the fields of one entry say about profiles.
final class EntryFieldTraits {

    private final Evidence evidence;
    private final String where;

    EntryFieldTraits(Evidence evidence, String where) {
        this.evidence = evidence;
        this.where = where;
    }

    void read(EntryLayout layout, KindCode kind, EntryTable.Row row) {
        if (layout == EntryLayout.VERSION_1) {
            version(row.fields());
        }
        if (kind instanceof KindCode.Numbered(var code)) {
            kind(code);
        }
        flags(kind, row.fields());
        if (kind.isOpenmp()) {
            requires(row);
            indirect(row.fields());
        } else {
            cudaData(row.fields());
        }
    }

    private void version(OffloadEntry entry) {
        evidence.add(
                Trait.holding(
                        "entries.version",
                        Integer.toString(entry.version()),
                        where,
                        _ -> entry.version() == 1,
                        "1"));
    }

    private void kind(int code) {
        evidence.add(
                Trait.holding(
                        "fat-object.kind-numbering",
                        "a numbering with offload kind " + code,
                        where,
                        profile -> profile.fatObject().kindNumbering().kind(code).isPresent(),
                        "one without"));
    }

    private void flags(KindCode kind, OffloadEntry entry) {
        evidence.add(
                new Trait(
                        kind.isOpenmp() ? "entries.openmp-flags" : "entries.cuda-flags",
                        "0x%x".formatted(entry.flags()),
                        where,
                        profile -> {
                            long known = known(kind, profile);
                            return (entry.flags() & ~known) == 0
                                    ? Optional.empty()
                                    : Optional.of("of the bits 0x%x".formatted(known));
                        }));
    }

    private static long known(KindCode kind, AbiProfile profile) {
        return kind.isOpenmp() ? profile.entries().openmpFlags() : profile.entries().cudaFlags();
    }

    private void requires(EntryTable.Row row) {
        if (OpenmpEntryFlag.in(row.fields().flags()).contains(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            evidence.add(
                    Trait.holding(
                            "entries.requires.style",
                            "entry",
                            where,
                            profile -> profile.entries().requires() == RequiresStyle.ENTRY,
                            "constructor"));
            evidence.add(
                    Trait.equal(
                            "entries.requires.name",
                            "'" + row.name() + "'",
                            where,
                            profile -> "'" + profile.entries().requiresName() + "'"));
        }
    }

    private void indirect(OffloadEntry entry) {
        if (OpenmpEntryFlag.in(entry.flags()).contains(OpenmpEntryFlag.INDIRECT)) {
            var style = entry.size() == 0 ? IndirectStyle.FUNCTION : IndirectStyle.ADDRESS_VARIABLE;
            evidence.add(
                    Trait.equal(
                            "entries.indirect.style",
                            style.label(),
                            where,
                            profile -> profile.entries().indirect().label()));
        }
    }

    private void cudaData(OffloadEntry entry) {
        var kind = DeviceGlobal.in(entry.flags());
        boolean hasDimension =
                kind.filter(global ->
                                global == DeviceGlobal.TEXTURE || global == DeviceGlobal.SURFACE)
                        .isPresent();
        if (hasDimension) {
            evidence.add(
                    Trait.equal(
                            "entries.cuda-data",
                            Boolean.toString(entry.data() != 0),
                            where,
                            profile -> Boolean.toString(profile.entries().cudaData())));
        }
    }
}
