package org.offloadtck.object.check.entry;

import java.util.Optional;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.entry.CudaEntryKind;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// Checks a CUDA or HIP entry against the symbols of the host. The name of an entry may differ from
/// its symbol's: static and managed variables have other names on the device.
///
/// Requirements: OC-20, OC-21, OC-22.
final class CudaEntryCheck {

    private final HostSymbols symbols;
    private final EntryFaults faults;
    private final EntryAddress address;

    CudaEntryCheck(HostSymbols symbols, EntryFaults faults, EntryAddress address) {
        this.symbols = symbols;
        this.faults = faults;
        this.address = address;
    }

    void read(ObservedEntry entry) {
        var row = entry.row();
        if (row.name().isEmpty()) {
            faults.name(
                    EntryRule.ENTRY_WITHOUT_NAME, "the name is '' when it should be a symbol's");
            return;
        }
        if (address instanceof EntryAddress.Null) {
            faults.address(
                    EntryRule.ENTRY_ADDRESS_NULL,
                    "the address of '%s' is null when it should be that of its kernel or variable"
                            .formatted(row.name()));
        }
        if (row.fields().size() != 0
                && address instanceof EntryAddress.Placed(var place)
                && symbols.isCode(place)) {
            faults.size(
                    EntryRule.REGION_WITH_SIZE,
                    "the size of kernel '%s' is %d when it should be 0: the address is a function, %s"
                            .formatted(row.name(), row.fields().size(), symbols.label(place)));
            return;
        }
        boolean isVariable =
                row.fields().size() != 0
                        && CudaEntryKind.in(row.fields().flags())
                                .equals(Optional.of(CudaEntryKind.GLOBAL));
        if (isVariable && address instanceof EntryAddress.Placed(var place)) {
            variable(row, place);
        }
    }

    private void variable(EntryTable.Row row, SectionOffset place) {
        var places = symbols.places(row.name());
        if (!places.isEmpty() && !places.contains(place)) {
            faults.address(
                    EntryRule.ENTRY_ADDRESS_DIFFERS,
                    "the address of '%s' is %s when it should be %s"
                            .formatted(row.name(), symbols.label(place), row.name()));
        }
        symbols.at(place).stream()
                .filter(symbol -> symbol.name().equals(row.name()))
                .filter(symbol -> symbol.type().equals(SymbolType.OBJECT) && symbol.size() > 0)
                .filter(symbol -> symbol.size() != row.fields().size())
                .filter(symbol -> symbol.size() < row.fields().size() || !symbols.haveRedZones())
                .findFirst()
                .ifPresent(symbol ->
                        faults.size(
                                EntryRule.HOST_SIZE_DIFFERS,
                                "the size of '%s' is %d when it should be %d, as in the host's symbol table"
                                        .formatted(
                                                row.name(), row.fields().size(), symbol.size())));
    }
}
