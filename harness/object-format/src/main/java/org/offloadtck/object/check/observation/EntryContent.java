package org.offloadtck.object.check.observation;

import java.util.regex.Pattern;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.offload.entry.PointerTarget;

/// What an OpenMP entry stands for, by its flags and its name.
public enum EntryContent {
    /// A target region; its name starts as every kernel's does.
    REGION,
    /// A variable, or the pointer to a variable of a `link` clause.
    VARIABLE,
    /// A function that the device calls by its address.
    INDIRECT_FUNCTION,
    VIRTUAL_TABLE,
    /// The constructor or destructor of a device global. LLVM 17 and earlier.
    LIFETIME_FUNCTION,
    /// The clauses of `requires`, which have no address.
    REQUIRES;

    /// The name of a target region or of an indirect function: device and file in hexadecimal, the
    /// function, the line, and a count if a line has several. Source: LLVM 13 to 23,
    /// `TargetRegionEntryInfo::getTargetRegionEntryFnName`.
    private static final Pattern REGION_NAME =
            Pattern.compile("__omp_offloading_[0-9a-f]+_[0-9a-f]+_.*_l\\d+(_\\d+)?");

    /// Suffix of the symbol by which the host identifies a region. Source: LLVM 13 to 23,
    /// `createPlatformSpecificName({EntryFnName, "region_id"})`.
    private static final String REGION_ID = ".region_id";

    private static final String REGION_PREFIX = "__omp_offloading_";

    public static EntryContent of(EntryTable.Row row) {
        boolean isRegion = isRegionName(row.name());
        if (isRegion && row.address().equals(new PointerTarget.ToSymbol(regionId(row.name()), 0))) {
            return REGION;
        }
        long flags = row.fields().flags();
        if (OpenmpEntryFlag.REGISTER_REQUIRES.isIn(flags)) {
            return REQUIRES;
        }
        if (OpenmpEntryFlag.INDIRECT.isIn(flags)) {
            return INDIRECT_FUNCTION;
        }
        if (OpenmpEntryFlag.INDIRECT_VTABLE.isIn(flags)) {
            return VIRTUAL_TABLE;
        }
        if (isRegion) {
            return REGION;
        }
        boolean lifetime = OpenmpEntryFlag.CTOR.isIn(flags) || OpenmpEntryFlag.DTOR.isIn(flags);
        return lifetime ? LIFETIME_FUNCTION : VARIABLE;
    }

    /// The symbol by which the host identifies the region called `name`.
    public static String regionId(String name) {
        return "." + name + REGION_ID;
    }

    /// Whether `name` is that of a target region or an indirect function.
    public static boolean isRegionName(String name) {
        return name.startsWith(REGION_PREFIX) && REGION_NAME.matcher(name).matches();
    }
}
