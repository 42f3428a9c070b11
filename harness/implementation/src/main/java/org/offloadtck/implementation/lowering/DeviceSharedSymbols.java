package org.offloadtck.implementation.lowering;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.DeviceLifetime;
import org.offloadtck.implementation.program.IndirectFunction;
import org.offloadtck.implementation.program.RequiresClause;
import org.offloadtck.implementation.program.TargetRegion;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.implementation.program.VirtualTable;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.DeviceConstructors;
import org.offloadtck.object.profile.compilation.InternalVariableEntries;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// The symbols that a unit shares with its devices, in the order in which a front end registers
/// them: variables, each followed by its constructor and destructor, then virtual tables, indirect
/// functions and regions.
///
/// All of them are in the metadata for the device compilation; not all have an offload entry.
///
/// Requirements: OE-01, OE-09, OE-10, OE-29, DC-01, DC-03.
public final class DeviceSharedSymbols {

    private final TranslationUnit unit;
    private final AbiProfile profile;
    private final List<OffloadInfoMetadata> metadata = new ArrayList<>();
    private final List<EntryDefinition> entries = new ArrayList<>();

    private DeviceSharedSymbols(TranslationUnit unit, AbiProfile profile) {
        this.unit = unit;
        this.profile = profile;
    }

    static DeviceSharedSymbols of(TranslationUnit unit, AbiProfile profile) {
        var symbols = new DeviceSharedSymbols(unit, profile);
        unit.buffers().forEach(symbols::variable);
        unit.tables().forEach(symbols::table);
        unit.functions().forEach(symbols::function);
        unit.regions().forEach(symbols::region);
        symbols.requires();
        return symbols;
    }

    /// The metadata, in order.
    List<OffloadInfoMetadata> metadata() {
        return List.copyOf(metadata);
    }

    /// The entries, in order.
    List<EntryDefinition> entries() {
        return List.copyOf(entries);
    }

    /// Whether devices reach `buffer` through a pointer: it has the `link` clause, or memory is
    /// unified.
    static boolean isReferenced(Buffer buffer, TranslationUnit unit) {
        return switch (buffer.declareTarget()) {
            case NONE -> false;
            case ENTER -> unit.requires().contains(RequiresClause.UNIFIED_SHARED_MEMORY);
            case LINK -> true;
        };
    }

    private void variable(Buffer buffer) {
        switch (buffer.declareTarget()) {
            case NONE -> {}
            case ENTER -> {
                if (isReferenced(buffer, unit)) {
                    reference(buffer, 0);
                } else {
                    copy(buffer);
                }
            }
            case LINK -> reference(buffer, OpenmpEntryFlag.LINK.bit());
        }
    }

    private void reference(Buffer buffer, long flags) {
        var pointer = HostSymbolNames.referencePointer(buffer);
        metadata.add(new OffloadInfoMetadata.Variable(pointer, flags));
        entries.add(new EntryDefinition(pointer, pointer, flags, Long.BYTES, 0));
    }

    private void copy(Buffer buffer) {
        metadata.add(new OffloadInfoMetadata.Variable(buffer.symbol(), 0));
        boolean hasEntry =
                buffer.storage() == StorageClass.EXTERNAL
                        || profile.compilation().internalVariables()
                                == InternalVariableEntries.ENTRY;
        if (hasEntry) {
            entries.add(
                    new EntryDefinition(buffer.symbol(), buffer.symbol(), 0, buffer.bytes(), 0));
        }
        if (profile.compilation().deviceConstructors() == DeviceConstructors.ENTRIES) {
            buffer.lifetime().forEach(this::lifetime);
        }
    }

    private void lifetime(DeviceLifetime lifetime) {
        for (var code : DeviceLifetime.Code.values()) {
            if (lifetime.code().contains(code)) {
                var name =
                        profile.compilation().constructorPrefix()
                                + lifetime.variable().text()
                                + suffix(code);
                metadata.add(new OffloadInfoMetadata.Region(lifetime.variable(), name));
                entries.add(
                        new EntryDefinition(
                                name, HostSymbolNames.privateSymbol(name), flag(code).bit(), 0, 0));
            }
        }
    }

    private static String suffix(DeviceLifetime.Code code) {
        return switch (code) {
            case CONSTRUCTOR -> "_ctor";
            case DESTRUCTOR -> "_dtor";
        };
    }

    private static OpenmpEntryFlag flag(DeviceLifetime.Code code) {
        return switch (code) {
            case CONSTRUCTOR -> OpenmpEntryFlag.CTOR;
            case DESTRUCTOR -> OpenmpEntryFlag.DTOR;
        };
    }

    /// Only editions that define the flag write such entries.
    private void table(VirtualTable table) {
        long flag = OpenmpEntryFlag.INDIRECT_VTABLE.bit();
        if ((profile.entries().openmpFlags() & flag) != 0) {
            metadata.add(new OffloadInfoMetadata.Variable(table.entry(), flag));
            entries.add(new EntryDefinition(table.entry(), table.symbol(), flag, table.bytes(), 0));
        }
    }

    private void function(IndirectFunction function) {
        long flag = profile.entries().indirectFlag();
        switch (profile.entries().indirect()) {
            case NONE -> {}
            case FUNCTION -> {
                metadata.add(new OffloadInfoMetadata.IndirectFunction(function.symbol()));
                entries.add(new EntryDefinition(function.symbol(), function.symbol(), flag, 0, 0));
            }
            case ADDRESS_VARIABLE -> {
                metadata.add(new OffloadInfoMetadata.Variable(function.entry(), flag));
                entries.add(
                        new EntryDefinition(
                                function.entry(), function.symbol(), flag, Long.BYTES, 0));
            }
        }
    }

    private void region(TargetRegion region) {
        metadata.add(new OffloadInfoMetadata.Region(region.place(), region.place().parent()));
        entries.add(
                new EntryDefinition(
                        region.kernel(), HostSymbolNames.regionId(region.kernel()), 0, 0, 0));
    }

    private void requires() {
        long clauses = RequiresClause.flags(unit.requires(), profile.compilation().requiresFlags());
        var style = profile.entries();
        if (style.requires() == RequiresStyle.ENTRY && !RequiresClause.isNone(clauses)) {
            int flag = OpenmpEntryFlag.REGISTER_REQUIRES.bit();
            entries.add(new EntryDefinition(style.requiresName(), "", flag, 0, clauses));
        }
    }
}
