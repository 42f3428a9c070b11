package org.offloadtck.object.offload.abi;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/// A bit of the map type of an argument.
///
/// Source: LLVM, `llvm/include/llvm/Frontend/OpenMP/OMPConstants.h`, `OpenMPOffloadMappingFlags`,
/// and `offload/include/omptarget.h`, `tgt_map_type`.
public enum MapType {
    /// Copied to the device when mapped.
    TO(0x1),
    /// Copied from the device when unmapped.
    FROM(0x2),
    /// Copied even if already mapped.
    ALWAYS(0x4),
    /// Unmapped regardless of the reference count.
    DELETE(0x8),
    /// A pointer and what it points to.
    PTR_AND_OBJ(0x10),
    /// Passed to the kernel.
    TARGET_PARAM(0x20),
    /// The runtime returns the device address to the host.
    RETURN_PARAM(0x40),
    /// Private to the region; never mapped.
    PRIVATE(0x80),
    /// Passed by value.
    LITERAL(0x100),
    /// Mapped without a clause.
    IMPLICIT(0x200),
    /// Kept close to the device.
    CLOSE(0x400),
    /// An error unless already mapped.
    PRESENT(0x1000),
    /// Counted by the hold reference count. LLVM 14 and later.
    OMPX_HOLD(0x2000),
    /// Attaches a pointer to what it points to. LLVM 22 and later.
    ATTACH(0x4000),
    /// Null if nothing is mapped. LLVM 23.
    FB_NULLIFY(0x8000),
    /// The size is the size of a descriptor of a non-contiguous section.
    NON_CONTIG(0x100000000000L);

    /// The bits of the index, plus one, of the argument of which this one is a member.
    public static final long MEMBER_OF = 0xffff000000000000L;

    private final long bit;

    MapType(long bit) {
        this.bit = bit;
    }

    public long bit() {
        return bit;
    }

    public boolean in(long type) {
        return (type & bit) != 0;
    }

    /// The bits set in `type`; bits without a meaning are left out.
    public static Set<MapType> of(long type) {
        var set = EnumSet.noneOf(MapType.class);
        Arrays.stream(values()).filter(one -> one.in(type)).forEach(set::add);
        return set;
    }

    /// The map type with the bits of `types`.
    public static long mask(MapType... types) {
        return Arrays.stream(types).mapToLong(MapType::bit).reduce(0, (one, other) -> one | other);
    }

    /// The index of the argument of which an argument of `type` is a member; empty for none.
    public static OptionalInt memberOf(long type) {
        int position = (int) ((type & MEMBER_OF) >>> 48);
        return position == 0 ? OptionalInt.empty() : OptionalInt.of(position - 1);
    }

    /// `type` as a member of the argument at `index`.
    public static long asMemberOf(int index, long type) {
        return (type & ~MEMBER_OF) | ((long) (index + 1) << 48);
    }
}
