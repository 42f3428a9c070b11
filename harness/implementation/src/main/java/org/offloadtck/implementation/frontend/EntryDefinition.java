package org.offloadtck.implementation.frontend;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Requires;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.RequiresStyle;

/// An offload entry to be emitted.
///
/// @param name the device's symbol
/// @param address the host's symbol the entry points to; empty for none
/// @param flags bits of [OpenmpEntryFlag]
/// @param size of the variable in bytes, 0 for a region
/// @param data the clauses of a requires entry
record EntryDefinition(String name, String address, long flags, long size, long data) {

    /// What clang names the pointer through which a device reaches a variable of the host.
    ///
    /// @see "LLVM 16, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, getAddrOfDeclareTargetVar"
    private static final String REFERENCE_SUFFIX = "_decl_tgt_ref_ptr";

    /// The entries of `unit`, variables before regions, requires last.
    static List<EntryDefinition> of(TranslationUnit unit, AbiProfile.Entries style) {
        var entries = new ArrayList<EntryDefinition>();
        for (var buffer : unit.buffers()) {
            switch (buffer.declareTarget()) {
                case NONE -> {}
                case ENTER -> entries.add(entered(buffer, unit));
                case LINK -> entries.add(reference(buffer, OpenmpEntryFlag.LINK.bit()));
            }
        }
        unit.regions()
                .forEach(region ->
                        entries.add(
                                new EntryDefinition(
                                        region.kernel(),
                                        HostSymbols.regionId(region.kernel()),
                                        0,
                                        0,
                                        0)));
        if (style.requires() == RequiresStyle.ENTRY && !unit.requires().isEmpty()) {
            long clauses = Requires.flags(unit.requires());
            int flag = OpenmpEntryFlag.REGISTER_REQUIRES.bit();
            entries.add(new EntryDefinition(style.requiresName(), "", flag, 0, clauses));
        }
        return List.copyOf(entries);
    }

    /// The pointer variable that an entry for `buffer` names instead of it.
    static String referencePointer(Buffer buffer) {
        return buffer.symbol() + REFERENCE_SUFFIX;
    }

    /// Whether devices reach `buffer` through a pointer: it is linked, or memory is unified.
    static boolean isReferenced(Buffer buffer, TranslationUnit unit) {
        return switch (buffer.declareTarget()) {
            case NONE -> false;
            case ENTER -> unit.requires().contains(Requires.UNIFIED_SHARED_MEMORY);
            case LINK -> true;
        };
    }

    private static EntryDefinition entered(Buffer buffer, TranslationUnit unit) {
        return isReferenced(buffer, unit)
                ? reference(buffer, 0)
                : new EntryDefinition(buffer.symbol(), buffer.symbol(), 0, buffer.bytes(), 0);
    }

    private static EntryDefinition reference(Buffer buffer, long flags) {
        var pointer = referencePointer(buffer);
        return new EntryDefinition(pointer, pointer, flags, Long.BYTES, 0);
    }
}
