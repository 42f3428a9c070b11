package org.offloadtck.object.check;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.Evidence.FoundEntry;
import org.offloadtck.object.check.Evidence.KindCode;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.Pointer;
import org.offloadtck.object.offload.Pointers;
import org.offloadtck.object.offload.Pointers.Place;

/// Whether the entries of a linked file, or of the product of a relocatable link, are registered:
/// OpenMP's by the bounds in a descriptor, CUDA's and HIP's by a function that walks the section.
final class EntryRegistration {

    /// What a linker calls the start of a section. Source: GNU ld 2.40, "Input Section Example",
    /// `__start_SECNAME`.
    private static final String START = "__start_";

    private final ElfObject object;
    private final Evidence evidence;
    private final List<Place> descriptors;

    EntryRegistration(ElfObject object, Evidence evidence) {
        this.object = object;
        this.evidence = evidence;
        this.descriptors = RegistrationTraits.places(object, RegistrationTraits.DESCRIPTOR);
    }

    /// @param tables the indices of the entry sections, already in the evidence
    void read(List<Integer> tables) {
        var sections = tables.stream().map(object.sections()::get).toList();
        if (object.header().type().equals(ElfType.RELOCATABLE)) {
            if (!descriptors.isEmpty()) {
                sections.forEach(this::inProduct);
            }
        } else if (!object.symbols().isEmpty()) {
            sections.forEach(this::inLinked);
        } else if (!sections.isEmpty()) {
            evidence.leaveOut(
                    "registration, since the file has no symbols by which its descriptor is found");
        }
    }

    private void inProduct(Section table) {
        if (!holds(table, OffloadKind.OPENMP)) {
            return;
        }
        var start = START + table.name();
        if (descriptors.stream().noneMatch(place -> begins(place).equals(Optional.of(start)))) {
            unregistered(table, "a descriptor should name its start, " + start);
        } else if (!EntryTraits.isSuffixed(table.name())) {
            evidence.add(
                    Finding.Rule.SHARED_TABLE,
                    table.name(),
                    table.contents().base(),
                    "the descriptor covers all of %s, and with it the entries of whatever this is"
                                    .formatted(table.name())
                            + " linked with, when the link should have renamed the section");
        }
    }

    /// The symbol at which the entries of a descriptor begin.
    private Optional<String> begins(Place descriptor) {
        try {
            var pointer =
                    new Pointers(object, descriptor.section())
                            .at(descriptor.offset() + DescriptorTraits.HOST_ENTRIES_BEGIN);
            return pointer instanceof Pointer.ToSymbol(var symbol, _)
                    ? Optional.of(symbol)
                    : Optional.empty();
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private void inLinked(Section table) {
        if (holds(table, OffloadKind.OPENMP)
                && descriptors.stream().noneMatch(place -> covers(place, table))) {
            unregistered(table, "a descriptor should name the section's start and end");
        }
        for (var kind : List.of(OffloadKind.CUDA, OffloadKind.HIP)) {
            if (holds(table, kind) && !isWalked(table, kind)) {
                unregistered(
                        table,
                        "a function .%s.globals_reg should walk it from %s%s"
                                .formatted(kind.label(), START, table.name()));
            }
        }
    }

    private void unregistered(Section table, String remedy) {
        evidence.add(
                Finding.Rule.UNREGISTERED_ENTRIES,
                table.name(),
                table.contents().base(),
                "the entries are in no registered table, when " + remedy);
    }

    /// Linkers define the start of a section for whoever refers to it, and for nobody else.
    private boolean isWalked(Section table, OffloadKind kind) {
        return isDefined(START + table.name()) && isDefined("." + kind.label() + ".globals_reg");
    }

    private boolean isDefined(String name) {
        return object.symbols().stream()
                .anyMatch(symbol -> symbol.name().equals(name) && !symbol.isUndefined());
    }

    private boolean holds(Section table, OffloadKind kind) {
        return evidence.entries().stream()
                .filter(entry -> entry.section().equals(table.name()))
                .map(FoundEntry::kind)
                .anyMatch(code -> is(code, kind));
    }

    private static boolean is(KindCode code, OffloadKind kind) {
        return switch (kind) {
            case OPENMP -> code.isOpenmp();
            case CUDA -> code.equals(new KindCode.Numbered(2)) || code.equals(named(kind));
            case HIP ->
                    code.equals(new KindCode.Numbered(3))
                            || code.equals(new KindCode.Numbered(4))
                            || code.equals(named(kind));
            case SYCL -> code.equals(new KindCode.Numbered(8)) || code.equals(named(kind));
        };
    }

    private static KindCode named(OffloadKind kind) {
        return new KindCode.Named(kind);
    }

    private boolean covers(Place descriptor, Section table) {
        var pointers = new Pointers(object, descriptor.section());
        try {
            var begin = pointers.address(descriptor.offset() + DescriptorTraits.HOST_ENTRIES_BEGIN);
            var end = pointers.address(descriptor.offset() + DescriptorTraits.HOST_ENTRIES_END);
            return begin.isPresent()
                    && end.isPresent()
                    && begin.getAsLong() <= table.address()
                    && end.getAsLong() >= table.address() + table.size();
        } catch (MalformedObjectException _) {
            return false;
        }
    }
}
