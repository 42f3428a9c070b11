package org.offloadtck.object.check.registration;

import java.util.Optional;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.offload.entry.CudaEntryKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// Records the fields of one entry for which profiles have values.
///
/// Requirements: OE-07, OE-10.
final class EntryFieldCheck {

    private final Observations observations;
    private final Place where;

    EntryFieldCheck(Observations observations, Place where) {
        this.observations = observations;
        this.where = where;
    }

    void read(EntryLayout layout, OffloadKindCode kind, EntryTable.Row row) {
        if (layout == EntryLayout.VERSION_1) {
            version(row.fields());
        }
        if (kind instanceof OffloadKindCode.Numbered(var code)) {
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
        observations.add(
                ObservedValue.satisfying(
                        "entries.version",
                        Integer.toString(entry.version()),
                        where,
                        _ -> entry.version() == 1,
                        "1"));
    }

    private void kind(int code) {
        observations.add(
                ObservedValue.satisfying(
                        "fat-object.kind-numbering",
                        "a numbering with offload kind " + code,
                        where,
                        profile -> profile.fatObject().kindNumbering().kind(code).isPresent(),
                        "one without"));
    }

    private void flags(OffloadKindCode kind, OffloadEntry entry) {
        observations.add(
                new ObservedValue(
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

    private static long known(OffloadKindCode kind, AbiProfile profile) {
        return kind.isOpenmp() ? profile.entries().openmpFlags() : profile.entries().cudaFlags();
    }

    private void requires(EntryTable.Row row) {
        if (OpenmpEntryFlag.in(row.fields().flags()).contains(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            observations.add(
                    ObservedValue.satisfying(
                            "entries.requires.style",
                            "entry",
                            where,
                            profile -> profile.entries().requires() == RequiresStyle.ENTRY,
                            "constructor"));
            observations.add(
                    ObservedValue.equal(
                            "entries.requires.name",
                            "'" + row.name() + "'",
                            where,
                            profile -> "'" + profile.entries().requiresName() + "'"));
        }
    }

    private void indirect(OffloadEntry entry) {
        if (OpenmpEntryFlag.in(entry.flags()).contains(OpenmpEntryFlag.INDIRECT)) {
            var style = entry.size() == 0 ? IndirectStyle.FUNCTION : IndirectStyle.ADDRESS_VARIABLE;
            observations.add(
                    ObservedValue.equal(
                            "entries.indirect.style",
                            style.label(),
                            where,
                            profile -> profile.entries().indirect().label()));
        }
    }

    private void cudaData(OffloadEntry entry) {
        var kind = CudaEntryKind.in(entry.flags());
        boolean hasDimension =
                kind.filter(global ->
                                global == CudaEntryKind.TEXTURE || global == CudaEntryKind.SURFACE)
                        .isPresent();
        if (hasDimension) {
            observations.add(
                    ObservedValue.equal(
                            "entries.cuda-data",
                            Boolean.toString(entry.data() != 0),
                            where,
                            profile -> Boolean.toString(profile.entries().cudaData())));
        }
    }
}
