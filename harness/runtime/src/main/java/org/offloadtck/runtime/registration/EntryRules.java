package org.offloadtck.runtime.registration;

import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The rules for the fields of one OpenMP entry.
///
/// Requirements: RG-04, RG-23.
///
/// @param profileId for diagnostics
record EntryRules(AbiProfile.Entries edition, String profileId) {

    /// Verifies `entry`.
    ///
    /// @throws OffloadException for the first invalid field
    void check(HostEntry entry) {
        requireAddress(entry);
        requireKnownFlags(entry);
        requireSize(entry);
    }

    private static void requireAddress(HostEntry entry) {
        boolean isRequires = entry.has(OpenmpEntryFlag.REGISTER_REQUIRES);
        if (entry.fields().address() == 0 && !isRequires) {
            throw broken(
                    entry,
                    RuntimeRule.DESCRIPTOR,
                    "entry %s has no address".formatted(entry.name()));
        }
    }

    private void requireKnownFlags(HostEntry entry) {
        long unknown = entry.fields().flags() & ~edition.openmpFlags();
        if (unknown != 0) {
            throw broken(
                    entry,
                    RuntimeRule.ENTRY_FLAGS,
                    "entry %s has flags 0x%x when those of %s are 0x%x"
                            .formatted(
                                    entry.name(),
                                    entry.fields().flags(),
                                    profileId,
                                    edition.openmpFlags()));
        }
    }

    private void requireSize(HostEntry entry) {
        long size = entry.fields().size();
        if (size < 0) {
            throw broken(
                    entry,
                    RuntimeRule.DESCRIPTOR,
                    "entry %s is of %s bytes when the maximum is 2⁶³ - 1"
                            .formatted(entry.name(), Long.toUnsignedString(size)));
        }
        for (OpenmpEntryFlag flag : entry.flags()) {
            if (!fits(flag, size)) {
                throw broken(
                        entry,
                        RuntimeRule.ENTRY_FLAGS,
                        "entry %s is %s and of %d bytes when it should be of %s"
                                .formatted(entry.name(), flag.label(), size, expected(flag)));
            }
        }
    }

    private boolean fits(OpenmpEntryFlag flag, long size) {
        return switch (flag) {
            case LINK -> size == Long.BYTES;
            case INDIRECT -> size == (isAddressVariable() ? Long.BYTES : 0);
            case INDIRECT_VTABLE -> size > 0 && size % Long.BYTES == 0;
            case CTOR, DTOR, REGISTER_REQUIRES -> size == 0;
        };
    }

    private String expected(OpenmpEntryFlag flag) {
        return switch (flag) {
            case LINK -> "8, a pointer";
            case INDIRECT -> isAddressVariable() ? "8, a pointer" : "0, as a function";
            case INDIRECT_VTABLE -> "a whole number of pointers";
            case CTOR, DTOR, REGISTER_REQUIRES -> "0";
        };
    }

    private boolean isAddressVariable() {
        return edition.indirect() == IndirectStyle.ADDRESS_VARIABLE;
    }

    private static OffloadException broken(HostEntry entry, RuntimeRule rule, String problem) {
        return new OffloadException(EntryTableReader.SOURCE, entry.at(), rule, problem);
    }
}
