package org.offloadtck.runtime.mapping;

import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/// The map type of one argument: flags, and for members the argument they belong to.
///
/// @param bits as the compiler emits them
/// @see "LLVM 22, offload/include/omptarget.h, tgt_map_type"
public record MapType(long bits) {

    /// The upper 16 bits: one more than the index of the argument this one is a member of.
    private static final long MEMBER_OF = 0xffff_0000_0000_0000L;

    private static final int MEMBER_OF_SHIFT = 48;

    /// One bit of a map type.
    public enum Flag {
        /// Copy to the device when the mapping is made.
        TO(0x1),
        /// Copy to the host when the mapping ends.
        FROM(0x2),
        /// Copy also when the mapping is neither new nor ending.
        ALWAYS(0x4),
        /// End the mapping whatever its count.
        DELETE(0x8),
        /// The base is the address of a pointer, the argument what it points to; the device's copy
        /// of the pointer is set to the device's copy of the object.
        PTR_AND_OBJ(0x10),
        /// The argument is passed to the kernel.
        TARGET_PARAM(0x20),
        /// The device address is returned to the program (`use_device_ptr`).
        RETURN_PARAM(0x40),
        /// Private or, with [#TO], firstprivate storage of this launch.
        PRIVATE(0x80),
        /// The base is a value for the kernel, not an address.
        LITERAL(0x100),
        /// The compiler's own mapping, not the program's; may overlap what is mapped.
        IMPLICIT(0x200),
        /// Allocate near the device even if memory is unified.
        CLOSE(0x400),
        /// An error unless already mapped.
        PRESENT(0x1000),
        /// Count in the hold count: OpenACC's structured mappings.
        OMPX_HOLD(0x2000),
        /// Attach a pointer to its object, both mapped elsewhere (LLVM 22 and later).
        ATTACH(0x4000),
        /// The argument is an array of dimension descriptors of an update.
        NON_CONTIG(0x1000_0000_0000L);

        private final long bit;

        Flag(long bit) {
            this.bit = bit;
        }

        public long bit() {
            return bit;
        }
    }

    public static MapType of(Flag... flags) {
        long bits = 0;
        for (Flag flag : flags) {
            bits |= flag.bit;
        }
        return new MapType(bits);
    }

    /// This type as a member of the argument at `index`.
    public MapType memberOf(int index) {
        return new MapType((bits & ~MEMBER_OF) | ((long) (index + 1) << MEMBER_OF_SHIFT));
    }

    MapType without(Flag flag) {
        return new MapType(bits & ~flag.bit);
    }

    public boolean has(Flag flag) {
        return (bits & flag.bit) != 0;
    }

    /// The index of the argument this one is a member of.
    public OptionalInt parent() {
        int field = (int) (bits >>> MEMBER_OF_SHIFT);
        return field == 0 ? OptionalInt.empty() : OptionalInt.of(field - 1);
    }

    /// The flags this kit knows; unknown bits stay in [#bits].
    public Set<Flag> flags() {
        var flags = EnumSet.noneOf(Flag.class);
        for (Flag flag : Flag.values()) {
            if (has(flag)) {
                flags.add(flag);
            }
        }
        return flags;
    }

    @Override
    public String toString() {
        return "0x%x %s".formatted(bits, flags());
    }
}
