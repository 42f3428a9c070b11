package org.offloadtck.object.check.entry;

import java.util.Set;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.offload.entry.PointerTarget;

/// Checks an OpenMP entry against the symbols of the host.
///
/// Requirements: OC-20, OC-21, OC-22, OC-25, OC-26.
final class OpenmpEntryCheck {

    /// Suffix of the pointer to a variable of a `link` clause. Source: LLVM 13 to 23,
    /// `OpenMPIRBuilder::getAddrOfDeclareTargetVar`.
    static final String LINK_POINTER = "_decl_tgt_ref_ptr";

    private static final Set<SymbolType> VARIABLES = Set.of(SymbolType.OBJECT, SymbolType.TLS);

    private final HostSymbols symbols;
    private final EntryFaults faults;
    private final EntryAddress address;

    OpenmpEntryCheck(HostSymbols symbols, EntryFaults faults, EntryAddress address) {
        this.symbols = symbols;
        this.faults = faults;
        this.address = address;
    }

    void read(ObservedEntry entry) {
        var row = entry.row();
        var content = entry.content();
        if (content == EntryContent.REQUIRES) {
            return;
        }
        if (row.name().isEmpty()) {
            faults.name(
                    EntryRule.ENTRY_WITHOUT_NAME, "the name is '' when it should be a symbol's");
            return;
        }
        flags(content, row);
        switch (address) {
            case EntryAddress.Null _ ->
                    faults.address(
                            EntryRule.ENTRY_ADDRESS_NULL,
                            "the address of '%s' is null when it should be that of %s"
                                    .formatted(row.name(), expected(content, row)));
            case EntryAddress.Outside(var number) ->
                    faults.address(
                            EntryRule.ENTRY_ADDRESS_DIFFERS,
                            "the address of '%s' is 0x%x, in no section, when it should be that of %s"
                                    .formatted(row.name(), number, expected(content, row)));
            case EntryAddress.Undefined(var symbol) -> undefined(content, row, symbol);
            case EntryAddress.Unplaced _ -> {}
            case EntryAddress.Placed(var place) -> placed(content, row, place);
        }
        unused(row);
    }

    private void flags(EntryContent content, EntryTable.Row row) {
        long flags = row.fields().flags();
        if (content == EntryContent.REGION && flags != 0) {
            faults.flags(
                    EntryRule.REGION_WITH_FLAGS,
                    "the flags of region '%s' are 0x%x when they should be 0"
                            .formatted(row.name(), flags));
        }
    }

    private void undefined(EntryContent content, EntryTable.Row row, String symbol) {
        if (content == EntryContent.REGION || content == EntryContent.VARIABLE) {
            faults.address(
                    EntryRule.ENTRY_ADDRESS_UNDEFINED,
                    "the address of '%s' is the undefined symbol %s when it should be %s, which the object defines"
                            .formatted(row.name(), symbol, expected(content, row)));
        }
    }

    private void placed(EntryContent content, EntryTable.Row row, SectionOffset place) {
        switch (content) {
            case REGION -> region(row, place);
            case VARIABLE -> variable(row, place);
            case INDIRECT_FUNCTION -> indirect(row, place);
            case VIRTUAL_TABLE, LIFETIME_FUNCTION, REQUIRES -> {}
        }
    }

    private void region(EntryTable.Row row, SectionOffset place) {
        long size = row.fields().size();
        if (symbols.isCode(place) && size != 0) {
            faults.flags(
                    EntryRule.LOST_INDIRECT_FLAG,
                    "the flags of '%s' are 0x%x when they should include 0x%x: the address is a function, %s, and the size is %d"
                            .formatted(
                                    row.name(),
                                    row.fields().flags(),
                                    OpenmpEntryFlag.INDIRECT.bit(),
                                    symbols.label(place),
                                    size));
            return;
        }
        if (symbols.isCode(place)) {
            differs(row, place, expected(EntryContent.REGION, row));
        } else {
            named(row, place, expected(EntryContent.REGION, row));
        }
        if (size != 0) {
            faults.size(
                    EntryRule.REGION_WITH_SIZE,
                    "the size of region '%s' is %d when it should be 0"
                            .formatted(row.name(), size));
        }
    }

    private void variable(EntryTable.Row row, SectionOffset place) {
        if (symbols.isCode(place)) {
            differs(row, place, row.name());
            return;
        }
        named(row, place, row.name());
        size(row, place);
        boolean links = OpenmpEntryFlag.LINK.isIn(row.fields().flags());
        if (links && !row.name().endsWith(LINK_POINTER)) {
            faults.flags(
                    EntryRule.LINK_FLAG_ON_VARIABLE,
                    "the flags of '%s' are 0x%x when they should not include 0x%x: it is no '…%s'"
                            .formatted(
                                    row.name(),
                                    row.fields().flags(),
                                    OpenmpEntryFlag.LINK.bit(),
                                    LINK_POINTER));
        }
    }

    private void size(EntryTable.Row row, SectionOffset place) {
        for (var symbol : symbols.at(place)) {
            if (symbol.name().equals(row.name())
                    && VARIABLES.contains(symbol.type())
                    && symbol.size() > 0) {
                size(row, symbol.size());
                return;
            }
        }
    }

    private void size(EntryTable.Row row, long size) {
        boolean smaller = row.fields().size() > 0 && row.fields().size() < size;
        if (row.fields().size() != size && !(smaller && symbols.haveRedZones())) {
            faults.size(
                    EntryRule.HOST_SIZE_DIFFERS,
                    "the size of '%s' is %d when it should be %d, as in the host's symbol table"
                            .formatted(row.name(), row.fields().size(), size));
        }
    }

    private void indirect(EntryTable.Row row, SectionOffset place) {
        if (!symbols.isCode(place)) {
            differs(row, place, "a function");
        }
    }

    /// Requires `place` to be that of `symbol`. A file from which `symbol` was removed or in which
    /// it was renamed is not judged.
    private void named(EntryTable.Row row, SectionOffset place, String symbol) {
        var places = symbols.places(symbol);
        if (!places.isEmpty() && !places.contains(place)) {
            differs(row, place, symbol);
        }
    }

    private void differs(EntryTable.Row row, SectionOffset place, String symbol) {
        faults.address(
                EntryRule.ENTRY_ADDRESS_DIFFERS,
                "the address of '%s' is %s when it should be %s"
                        .formatted(row.name(), symbols.label(place), symbol));
    }

    private static String expected(EntryContent content, EntryTable.Row row) {
        return switch (content) {
            case REGION -> EntryContent.regionId(row.name());
            case VARIABLE, VIRTUAL_TABLE, LIFETIME_FUNCTION, REQUIRES -> row.name();
            case INDIRECT_FUNCTION -> "a function";
        };
    }

    private void unused(EntryTable.Row row) {
        if (row.fields().data() != 0) {
            faults.data(
                    EntryRule.UNUSED_FIELD_SET,
                    "the data of '%s' is 0x%x when it should be 0"
                            .formatted(row.name(), row.fields().data()));
        } else if (!(row.auxAddress() instanceof PointerTarget.Null)
                || row.fields().auxAddress() != 0) {
            faults.data(
                    EntryRule.UNUSED_FIELD_SET,
                    "the auxiliary address of '%s' is %s when it should be null"
                            .formatted(row.name(), row.auxAddress().label()));
        }
    }
}
