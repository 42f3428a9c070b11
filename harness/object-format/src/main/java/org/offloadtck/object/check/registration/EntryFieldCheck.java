package org.offloadtck.object.check.registration;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
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

/// Records the fields of the entries of one table for which profiles have values.
///
/// Requirements: OE-07, OE-10.
final class EntryFieldCheck {

    /// Offset of `Version` in an entry of [EntryLayout#VERSION_1], in bytes. Source: LLVM 20 to 23,
    /// `llvm/include/llvm/Frontend/Offloading/Utility.h`, `EntryTy`.
    private static final int VERSION = 8;

    private final Observations observations;
    private final EntryLayout layout;

    /// What profiles expect of each value that an entry had: found once for all entries that have
    /// the value.
    private final Map<Integer, ObservedValue> versions = new HashMap<>();

    private final Map<Integer, ObservedValue> kinds = new HashMap<>();
    private final Map<Long, ObservedValue> openmpFlags = new HashMap<>();
    private final Map<Long, ObservedValue> cudaFlags = new HashMap<>();

    EntryFieldCheck(Observations observations, EntryLayout layout) {
        this.observations = observations;
        this.layout = layout;
    }

    EntryLayout layout() {
        return layout;
    }

    /// @param start the first byte of the entry
    void read(ObservedEntry entry, Place start) {
        var fields = entry.row().fields();
        if (layout == EntryLayout.VERSION_1) {
            var where = start.field(VERSION);
            observations.add(
                    versions.computeIfAbsent(fields.version(), number -> version(number, where))
                            .at(where));
        }
        if (entry.kind() instanceof OffloadKindCode.Numbered(var code)) {
            var where = start.field(EntryLayout.KIND_OFFSET);
            observations.add(kinds.computeIfAbsent(code, _ -> kind(code, where)).at(where));
        }
        if (entry.kind().isOpenmp()) {
            openmp(entry, start);
        } else {
            cudaFlags(fields, start);
            cudaData(fields, start);
        }
    }

    /// A region has no flags in any release; the check of its entry reports those that it has.
    private void openmp(ObservedEntry entry, Place start) {
        var fields = entry.row().fields();
        switch (entry.content()) {
            case REGION -> {}
            case VARIABLE, VIRTUAL_TABLE, LIFETIME_FUNCTION -> openmpFlags(fields, start);
            case INDIRECT_FUNCTION -> {
                openmpFlags(fields, start);
                indirect(fields, start);
            }
            case REQUIRES -> {
                openmpFlags(fields, start);
                requires(entry.row(), start);
            }
        }
    }

    private static ObservedValue version(int version, Place where) {
        return ObservedValue.satisfying(
                "entries.version", Integer.toString(version), where, _ -> version == 1, "1");
    }

    private static ObservedValue kind(int code, Place where) {
        return ObservedValue.satisfying(
                "fat-object.kind-numbering",
                "a numbering with offload kind " + code,
                where,
                profile -> profile.fatObject().kindNumbering().kind(code).isPresent(),
                "one without");
    }

    private void openmpFlags(OffloadEntry fields, Place start) {
        var where = start.field(layout.flagsOffset());
        observations.add(
                openmpFlags
                        .computeIfAbsent(
                                fields.flags(),
                                flags ->
                                        flags(
                                                "entries.openmp-flags",
                                                flags,
                                                where,
                                                profile -> profile.entries().openmpFlags()))
                        .at(where));
    }

    private void cudaFlags(OffloadEntry fields, Place start) {
        var where = start.field(layout.flagsOffset());
        observations.add(
                cudaFlags
                        .computeIfAbsent(
                                fields.flags(),
                                flags ->
                                        flags(
                                                "entries.cuda-flags",
                                                flags,
                                                where,
                                                profile -> profile.entries().cudaFlags()))
                        .at(where));
    }

    /// @param known the bits that flags may have
    private static ObservedValue flags(
            String field, long flags, Place where, ToLongFunction<AbiProfile> known) {
        return new ObservedValue(
                field,
                "0x" + Long.toHexString(flags),
                where,
                profile -> {
                    long bits = known.applyAsLong(profile);
                    return (flags & ~bits) == 0
                            ? Optional.empty()
                            : Optional.of("of the bits 0x%x".formatted(bits));
                });
    }

    private void requires(EntryTable.Row row, Place start) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.requires.style",
                        "entry",
                        start.field(layout.flagsOffset()),
                        profile -> profile.entries().requires() == RequiresStyle.ENTRY,
                        "constructor"));
        observations.add(
                ObservedValue.equal(
                        "entries.requires.name",
                        "'" + row.name() + "'",
                        start.field(layout.nameOffset()),
                        profile -> "'" + profile.entries().requiresName() + "'"));
    }

    private void indirect(OffloadEntry fields, Place start) {
        var style = fields.size() == 0 ? IndirectStyle.FUNCTION : IndirectStyle.ADDRESS_VARIABLE;
        observations.add(
                ObservedValue.equal(
                        "entries.indirect.style",
                        style.label(),
                        start.field(layout.sizeOffset()),
                        profile -> profile.entries().indirect().label()));
    }

    private void cudaData(OffloadEntry fields, Place start) {
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
                            start.field(layout.dataOffset()),
                            profile -> Boolean.toString(profile.entries().cudaData())));
        }
    }
}
