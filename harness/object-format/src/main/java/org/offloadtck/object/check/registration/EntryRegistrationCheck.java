package org.offloadtck.object.check.registration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.PointerResolver;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.offload.entry.PointerTarget;

/// Checks that the entries of a linked file or of a relocatable product are registered: OpenMP
/// entries by the bounds in a descriptor, CUDA and HIP entries by a function that iterates over the
/// section.
///
/// Requirement: OC-13.
public final class EntryRegistrationCheck {

    /// Prefix of the symbol that a linker defines at the start of a section. Source: GNU ld 2.40,
    /// "Input Section Example", `__start_SECNAME`.
    private static final String START = "__start_";

    private final ElfObject object;
    private final Observations observations;
    private final List<SectionOffset> descriptors;

    /// The kinds of the entries of each section.
    private final Map<String, Set<OffloadKindCode>> kinds = new HashMap<>();

    public EntryRegistrationCheck(ElfObject object, Observations observations) {
        this.object = object;
        this.observations = observations;
        this.descriptors = RegistrationCheck.places(object, RegistrationCheck.DESCRIPTOR);
    }

    /// Checks the registration of the entry sections.
    ///
    /// @param tables the indices of the entry sections; their entries are already recorded
    public void read(List<Integer> tables) {
        observations
                .entries()
                .forEach(entry ->
                        kinds.computeIfAbsent(entry.section(), _ -> new HashSet<>())
                                .add(entry.kind()));
        var sections = tables.stream().map(object.sections()::get).toList();
        if (object.header().type().equals(ElfType.RELOCATABLE)) {
            if (!descriptors.isEmpty()) {
                sections.forEach(this::inProduct);
            }
        } else if (!object.symbols().isEmpty()) {
            sections.forEach(this::inLinked);
        } else if (!sections.isEmpty()) {
            observations.skip(
                    "registration, because the file has no symbols to find its descriptor");
        }
    }

    private void inProduct(Section table) {
        if (!holds(table, OffloadKind.OPENMP)) {
            return;
        }
        var start = START + table.name();
        if (descriptors.stream().noneMatch(place -> begins(place).equals(Optional.of(start)))) {
            unregistered(table, "a descriptor should name its start, " + start);
        } else if (!EntryTableCheck.isSuffixed(table.name())) {
            observations.add(
                    RegistrationRule.SHARED_TABLE,
                    table.name(),
                    table.contents().base(),
                    "the descriptor covers all of %s, including the entries of the objects it is"
                                    .formatted(table.name())
                            + " later linked with, when the link should have renamed the section");
        }
    }

    /// The symbol at which the entries of a descriptor begin.
    private Optional<String> begins(SectionOffset descriptor) {
        try {
            var pointer =
                    new PointerResolver(object, descriptor.section())
                            .at(descriptor.offset() + DescriptorCheck.HOST_ENTRIES_BEGIN);
            return pointer instanceof PointerTarget.ToSymbol(var symbol, _)
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
            if (holds(table, kind) && !isIterated(table, kind)) {
                unregistered(
                        table,
                        "a function .%s.globals_reg should iterate from %s%s"
                                .formatted(kind.label(), START, table.name()));
            }
        }
    }

    private void unregistered(Section table, String remedy) {
        observations.add(
                RegistrationRule.UNREGISTERED_ENTRIES,
                table.name(),
                table.contents().base(),
                "no registered table has the entries when " + remedy);
    }

    /// Whether a function iterates over the section. Linkers define the start symbol of a section
    /// only if an object refers to it.
    private boolean isIterated(Section table, OffloadKind kind) {
        return isDefined(START + table.name()) && isDefined("." + kind.label() + ".globals_reg");
    }

    private boolean isDefined(String name) {
        return object.index().named(name).stream().anyMatch(symbol -> !symbol.isUndefined());
    }

    private boolean holds(Section table, OffloadKind kind) {
        return kinds.getOrDefault(table.name(), Set.of()).stream().anyMatch(code -> is(code, kind));
    }

    private static boolean is(OffloadKindCode code, OffloadKind kind) {
        return switch (kind) {
            case OPENMP -> code.isOpenmp();
            case CUDA -> code.equals(new OffloadKindCode.Numbered(2)) || code.equals(named(kind));
            case HIP ->
                    code.equals(new OffloadKindCode.Numbered(3))
                            || code.equals(new OffloadKindCode.Numbered(4))
                            || code.equals(named(kind));
            case SYCL -> code.equals(new OffloadKindCode.Numbered(8)) || code.equals(named(kind));
        };
    }

    private static OffloadKindCode named(OffloadKind kind) {
        return new OffloadKindCode.Named(kind);
    }

    private boolean covers(SectionOffset descriptor, Section table) {
        var pointers = new PointerResolver(object, descriptor.section());
        try {
            var begin = pointers.address(descriptor.offset() + DescriptorCheck.HOST_ENTRIES_BEGIN);
            var end = pointers.address(descriptor.offset() + DescriptorCheck.HOST_ENTRIES_END);
            return begin.isPresent()
                    && end.isPresent()
                    && begin.getAsLong() <= table.address()
                    && end.getAsLong() >= table.address() + table.size();
        } catch (MalformedObjectException _) {
            return false;
        }
    }
}
