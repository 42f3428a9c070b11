package org.offloadtck.object.check.registration;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Imported;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;

/// Compares the bounds of entries in descriptors and in their rows with each other and with the
/// entry sections.
///
/// Source of the names: GNU ld 2.40, "Input Section Example", `__start_SECNAME`.
///
/// Requirement: OC-43.
final class EntryBoundsCheck {

    private static final String START = "__start_";
    private static final String STOP = "__stop_";

    /// Offsets of `EntriesBegin` and `EntriesEnd` in a row, in bytes.
    private static final int ENTRIES_BEGIN = 16;

    private static final int ENTRIES_END = 24;

    private final HostRegistration registration;
    private final FileMemory memory;
    private final Observations observations;
    private final List<Section> tables;

    /// @param tables the entry sections
    EntryBoundsCheck(
            HostRegistration registration, Observations observations, List<Section> tables) {
        this.registration = registration;
        this.memory = registration.memory();
        this.observations = observations;
        this.tables = tables;
    }

    void read() {
        for (var descriptor : registration.descriptors()) {
            try {
                var begin = DescriptorFinder.field(descriptor, DescriptorCheck.HOST_ENTRIES_BEGIN);
                var end = DescriptorFinder.field(descriptor, DescriptorCheck.HOST_ENTRIES_END);
                boolean fits = memory.isLinked() ? addresses(begin, end) : symbols(begin, end);
                if (fits) {
                    rows(descriptor, begin, end);
                }
            } catch (MalformedObjectException _) {
                // [DescriptorCheck] reports it.
            }
        }
    }

    private void add(SectionOffset field, String problem) {
        observations.add(
                RegistrationRule.ENTRY_BOUNDS,
                memory.section(field).name(),
                memory.fileOffset(field),
                problem);
    }

    /// Compares the symbols at the bounds of an object. Both name one section, which is known only
    /// when the object is linked.
    private boolean symbols(SectionOffset begin, SectionOffset end) {
        var first = memory.pointer(begin);
        var last = memory.pointer(end);
        var section = named(first).or(() -> named(last));
        if (section.isEmpty()) {
            boolean fits = first instanceof Place && last instanceof Place;
            if (!fits) {
                add(
                        begin,
                        "HostEntriesBegin is %s when it should be the start of an entry section"
                                .formatted(registration.label(first)));
            }
            return fits;
        }
        if (first.isImport(STOP + section.get()) && last.isImport(START + section.get())) {
            add(
                    begin,
                    "HostEntriesBegin is %s and HostEntriesEnd %s, which are swapped"
                            .formatted(registration.label(first), registration.label(last)));
            return false;
        }
        boolean begins = bound(begin, first, "HostEntriesBegin", START + section.get());
        boolean ends = bound(end, last, "HostEntriesEnd", STOP + section.get());
        return begins && ends;
    }

    private boolean bound(SectionOffset field, CodeValue value, String name, String symbol) {
        boolean fits = value.isImport(symbol);
        if (!fits) {
            add(
                    field,
                    "%s is %s when it should be %s"
                            .formatted(name, registration.label(value), symbol));
        }
        return fits;
    }

    /// The section at whose start or end the value is.
    private static Optional<String> named(CodeValue value) {
        if (!(value instanceof Imported(var symbol, _))) {
            return Optional.empty();
        }
        return List.of(START, STOP).stream()
                .filter(symbol::startsWith)
                .map(prefix -> symbol.substring(prefix.length()))
                .findFirst();
    }

    /// Compares the addresses at the bounds of a linked file. Bounds that leave out entries are
    /// [RegistrationRule#UNREGISTERED_ENTRIES].
    private boolean addresses(SectionOffset begin, SectionOffset end) {
        var first = address(memory.pointer(begin));
        var last = address(memory.pointer(end));
        if (first.isEmpty() || last.isEmpty() || first.equals(last)) {
            return first.isEmpty() || last.isEmpty();
        }
        if (Long.compareUnsigned(first.get(), last.get()) > 0) {
            add(
                    begin,
                    "HostEntriesBegin is 0x%x and HostEntriesEnd 0x%x, which are swapped"
                            .formatted(first.get(), last.get()));
            return false;
        }
        var met =
                tables.stream()
                        .filter(table ->
                                first.get() < table.address() + table.size()
                                        && table.address() < last.get())
                        .toList();
        if (met.isEmpty()) {
            add(
                    begin,
                    "0x%x to 0x%x has no entries, when an entry section should be there"
                            .formatted(first.get(), last.get()));
        } else if (first.get() < met.getFirst().address()) {
            beyond(begin, "HostEntriesBegin", first.get(), met.getFirst().address());
        } else if (last.get() > met.getFirst().address() + met.getFirst().size()) {
            var table = met.getFirst();
            beyond(end, "HostEntriesEnd", last.get(), table.address() + table.size());
        } else {
            return first.get() == met.getFirst().address()
                    && last.get() == met.getFirst().address() + met.getFirst().size();
        }
        return false;
    }

    private void beyond(SectionOffset field, String name, long address, long bound) {
        add(
                field,
                "%s is 0x%x when the entry section has its bound at 0x%x"
                        .formatted(name, address, bound));
    }

    private Optional<Long> address(CodeValue value) {
        return switch (value) {
            case Place(var place) -> Optional.of(memory.address(place));
            case CodeValue.Constant(var number) -> Optional.of(number);
            case Imported _, CodeValue.Unknown _, CodeValue.Incoming _ -> Optional.empty();
        };
    }

    private void rows(SectionOffset descriptor, SectionOffset begin, SectionOffset end) {
        for (var row : DescriptorRows.of(memory, descriptor).rows()) {
            var first = DescriptorFinder.field(row, ENTRIES_BEGIN);
            var last = DescriptorFinder.field(row, ENTRIES_END);
            if (isSame(first, end) && isSame(last, begin) && !isSame(begin, end)) {
                add(
                        first,
                        "EntriesBegin is %s and EntriesEnd %s, which are swapped"
                                .formatted(label(first), label(last)));
            } else {
                same(first, "EntriesBegin", begin);
                same(last, "EntriesEnd", end);
            }
        }
    }

    private boolean isSame(SectionOffset one, SectionOffset other) {
        return memory.pointer(one).equals(memory.pointer(other));
    }

    private String label(SectionOffset field) {
        var value = memory.pointer(field);
        return address(value)
                .filter(_ -> memory.isLinked())
                .map("0x%x"::formatted)
                .orElseGet(() -> registration.label(value));
    }

    /// Compares a bound of a row with the bound of its descriptor.
    private void same(SectionOffset field, String name, SectionOffset ofDescriptor) {
        if (!isSame(field, ofDescriptor)) {
            add(
                    field,
                    "%s is %s when it should be that of the descriptor, %s"
                            .formatted(name, label(field), label(ofDescriptor)));
        }
    }
}
