package org.offloadtck.object.check.registration;

import java.util.Optional;
import org.offloadtck.object.check.entry.EntryContent;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.offload.entry.CudaEntryKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// Records the fields of one entry for which profiles have values.
///
/// Requirements: OE-07, OE-10.
final class EntryFieldCheck {

    /// Offset of `Version` in an entry of [EntryLayout#VERSION_1], in bytes. Source: LLVM 20 to 23,
    /// `llvm/include/llvm/Frontend/Offloading/Utility.h`, `EntryTy`.
    private static final int VERSION = 8;

    private final Observations observations;
    private final EntryLayout layout;
    private final Place entry;

    /// @param entry the first byte of the entry
    EntryFieldCheck(Observations observations, EntryLayout layout, Place entry) {
        this.observations = observations;
        this.layout = layout;
        this.entry = entry;
    }

    void read(OffloadKindCode kind, EntryTable.Row row) {
        if (layout == EntryLayout.VERSION_1) {
            version(row.fields());
        }
        if (kind instanceof OffloadKindCode.Numbered(var code)) {
            kind(code);
        }
        if (kind.isOpenmp()) {
            openmp(kind, row);
        } else {
            flags(kind, row.fields());
            cudaData(row.fields());
        }
    }

    /// A region has no flags in any release; the check of its entry reports those that it has.
    private void openmp(OffloadKindCode kind, EntryTable.Row row) {
        switch (EntryContent.of(row)) {
            case REGION -> {}
            case VARIABLE, VIRTUAL_TABLE, LIFETIME_FUNCTION -> flags(kind, row.fields());
            case INDIRECT_FUNCTION -> {
                flags(kind, row.fields());
                indirect(row.fields());
            }
            case REQUIRES -> {
                flags(kind, row.fields());
                requires(row);
            }
        }
    }

    private void version(OffloadEntry fields) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.version",
                        Integer.toString(fields.version()),
                        entry.field(VERSION),
                        _ -> fields.version() == 1,
                        "1"));
    }

    private void kind(int code) {
        observations.add(
                ObservedValue.satisfying(
                        "fat-object.kind-numbering",
                        "a numbering with offload kind " + code,
                        entry.field(EntryLayout.KIND_OFFSET),
                        profile -> profile.fatObject().kindNumbering().kind(code).isPresent(),
                        "one without"));
    }

    private void flags(OffloadKindCode kind, OffloadEntry fields) {
        observations.add(
                new ObservedValue(
                        kind.isOpenmp() ? "entries.openmp-flags" : "entries.cuda-flags",
                        "0x" + Long.toHexString(fields.flags()),
                        entry.field(layout.flagsOffset()),
                        profile -> {
                            long known = known(kind, profile);
                            return (fields.flags() & ~known) == 0
                                    ? Optional.empty()
                                    : Optional.of("of the bits 0x%x".formatted(known));
                        }));
    }

    private static long known(OffloadKindCode kind, AbiProfile profile) {
        return kind.isOpenmp() ? profile.entries().openmpFlags() : profile.entries().cudaFlags();
    }

    private void requires(EntryTable.Row row) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.requires.style",
                        "entry",
                        entry.field(layout.flagsOffset()),
                        profile -> profile.entries().requires() == RequiresStyle.ENTRY,
                        "constructor"));
        observations.add(
                ObservedValue.equal(
                        "entries.requires.name",
                        "'" + row.name() + "'",
                        entry.field(layout.nameOffset()),
                        profile -> "'" + profile.entries().requiresName() + "'"));
    }

    private void indirect(OffloadEntry fields) {
        var style = fields.size() == 0 ? IndirectStyle.FUNCTION : IndirectStyle.ADDRESS_VARIABLE;
        observations.add(
                ObservedValue.equal(
                        "entries.indirect.style",
                        style.label(),
                        entry.field(layout.sizeOffset()),
                        profile -> profile.entries().indirect().label()));
    }

    private void cudaData(OffloadEntry fields) {
        var kind = CudaEntryKind.in(fields.flags());
        boolean hasDimension =
                kind.filter(global ->
                                global == CudaEntryKind.TEXTURE || global == CudaEntryKind.SURFACE)
                        .isPresent();
        if (hasDimension) {
            observations.add(
                    ObservedValue.equal(
                            "entries.cuda-data",
                            Boolean.toString(fields.data() != 0),
                            entry.field(layout.dataOffset()),
                            profile -> Boolean.toString(profile.entries().cudaData())));
        }
    }
}
