package org.offloadtck.object.check.entry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// Checks the entries of a host file against the file's symbols.
///
/// Requirement: OC-22.
public final class EntryContractCheck {

    private final ElfObject object;
    private final Observations observations;
    private final HostSymbols symbols;

    public EntryContractCheck(ElfObject object, Observations observations) {
        this.object = object;
        this.observations = observations;
        this.symbols = new HostSymbols(object);
    }

    /// Checks the entries of one section.
    ///
    /// @param section the section's index
    public void read(int section, EntryLayout layout, List<ObservedEntry> entries) {
        var addresses = new EntryAddresses(object, section, layout);
        var named = new HashMap<String, EntryAddress>();
        for (var entry : entries) {
            var faults = new EntryFaults(observations, entry, layout);
            var address = addresses.of(entry.row());
            addresses.others(entry.row()).forEach(faults::relocation);
            if (entry.kind().isOpenmp()) {
                new OpenmpEntryCheck(symbols, faults, address).read(entry);
            } else {
                new CudaEntryCheck(symbols, faults, address).read(entry);
            }
            if (faults.isEmpty() && !entry.row().name().isEmpty()) {
                unique(named, faults, address, entry.row().name());
            }
        }
    }

    private void unique(
            Map<String, EntryAddress> named,
            EntryFaults faults,
            EntryAddress address,
            String name) {
        var first = named.putIfAbsent(name, address);
        if (first == null) {
            return;
        }
        if (first.equals(address)) {
            if (object.header().type().equals(ElfType.RELOCATABLE)) {
                faults.name(
                        EntryRule.REPEATED_ENTRY,
                        "'%s' has a second entry with the same address".formatted(name));
            }
        } else if (first instanceof EntryAddress.Placed(var one)
                && address instanceof EntryAddress.Placed(var other)
                && !(isLocal(one) && isLocal(other))) {
            faults.name(
                    EntryRule.CONFLICTING_ENTRIES,
                    "'%s' is also the name of the entry of %s when entries of %s should have a name of their own"
                            .formatted(name, symbols.label(one), symbols.label(other)));
        }
    }

    /// Whether the symbols at `place` are local: entries of LLVM 14 name static variables, and two
    /// files may use one name.
    private boolean isLocal(SectionOffset place) {
        var here = symbols.at(place);
        return !here.isEmpty() && here.stream().allMatch(Symbol::isLocal);
    }
}
