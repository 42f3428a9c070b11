package org.offloadtck.object.offload.entry;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A flag of an OpenMP offload entry. Without flags, the entry is a target region (size 0) or a
/// `to` or `enter` variable.
///
/// Sources: "Offloading Design & Internals", tables "Target Region Entry Flags" and "Target Region
/// Global"; LLVM, `llvm/include/llvm/Frontend/OpenMP/OMPIRBuilder.h`,
/// `OMPTargetGlobalVarEntryKind`, and `offload/include/omptarget.h`,
/// `OpenMPOffloadingDeclareTargetFlags`.
///
/// Requirements: OE-04, OE-05, OE-18, OE-19, OE-20, OE-21, IC-16.
public enum OpenmpEntryFlag {
    /// A pointer to a variable of a `link` clause. All editions.
    LINK(0x1),
    /// A constructor of a device global. Front ends write it until LLVM 17.
    CTOR(0x2),
    /// A destructor of a device global. Front ends write it until LLVM 17.
    DTOR(0x4),
    /// An indirect function. LLVM 18 and later; the kit uses the value for the documents'
    /// `OMP_DECLARE_TARGET_FPTR`, which states none.
    INDIRECT(0x8),
    /// The clauses of `requires`, in the entry's data. LLVM 19 and later.
    REGISTER_REQUIRES(0x10),
    /// A virtual table of indirect functions. LLVM 22 and later.
    INDIRECT_VTABLE(0x20);

    private static final List<OpenmpEntryFlag> ALL = List.of(values());

    private final int bit;

    OpenmpEntryFlag(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }

    public boolean isIn(long flags) {
        return (flags & bit) != 0;
    }

    /// The flags set in `flags`; bits without a meaning are omitted.
    public static Set<OpenmpEntryFlag> in(long flags) {
        var set = EnumSet.noneOf(OpenmpEntryFlag.class);
        for (var flag : ALL) {
            if (flag.isIn(flags)) {
                set.add(flag);
            }
        }
        return set;
    }

    /// The name of the flag in reports, such as `register-requires`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
