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
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.Initializer.Phase;

/// Checks that the entries of a linked file or of a relocatable product are registered: OpenMP
/// entries by the bounds in a descriptor, CUDA and HIP entries by a function that iterates over the
/// section.
///
/// Requirement: OC-13.
public final class EntryRegistrationCheck {

    /// Prefix of the symbol that a linker defines at the start of a section. Source: GNU ld 2.40,
    /// "Input Section Example", `__start_SECNAME`.
    private static final String START = "__start_";

    private final HostRegistration registration;
    private final ElfObject object;
    private final Observations observations;
    private final List<SectionOffset> descriptors;

    /// The kinds of the entries of each section.
    private final Map<String, Set<OffloadKindCode>> kinds = new HashMap<>();

    public EntryRegistrationCheck(HostRegistration registration, Observations observations) {
        this.registration = registration;
        this.object = registration.memory().object();
        this.observations = observations;
        this.descriptors = registration.descriptors();
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
        new EntryBoundsCheck(registration, observations, sections).read();
        if (!object.header().type().equals(ElfType.RELOCATABLE)) {
            sections.forEach(this::inLinked);
        } else if (!descriptors.isEmpty()) {
            sections.forEach(this::inProduct);
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
            inNoDescriptor(table);
        }
        for (var kind : List.of(OffloadKind.CUDA, OffloadKind.HIP)) {
            if (holds(table, kind)) {
                iterated(table, kind);
            }
        }
    }

    /// Reports a table that no descriptor covers, unless the file registers in a way that cannot be
    /// read.
    private void inNoDescriptor(Section table) {
        var obstacle = registration.obstacle(Phase.START).filter(_ -> descriptors.isEmpty());
        if (obstacle.isPresent()) {
            skip(table, obstacle.get());
        } else {
            unregistered(table, "a descriptor should name the section's start and end");
        }
    }

    private void skip(Section table, String reason) {
        observations.skip("the registration of %s, because %s".formatted(table.name(), reason));
    }

    /// Checks that a function that runs at start has the address of the table, to iterate from
    /// there.
    private void iterated(Section table, OffloadKind kind) {
        boolean isIterated =
                registration.steps().stream()
                        .flatMap(step -> step.trace().addresses().stream())
                        .anyMatch(address -> isStart(address, table));
        if (isIterated) {
            return;
        }
        var obstacle = registration.obstacle(Phase.START);
        if (obstacle.isPresent()) {
            skip(table, obstacle.get());
        } else {
            unregistered(
                    table,
                    "a function .%s.globals_reg should iterate from %s%s"
                            .formatted(kind.label(), START, table.name()));
        }
    }

    private boolean isStart(CodeValue address, Section table) {
        return address instanceof CodeValue.Place(var place)
                && registration.memory().address(place) == table.address();
    }

    private void unregistered(Section table, String remedy) {
        observations.add(
                RegistrationRule.UNREGISTERED_ENTRIES,
                table.name(),
                table.contents().base(),
                "no registered table has the entries when " + remedy);
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

    /// Whether the entries of a descriptor include the table. That its bounds are swapped is
    /// reported as such.
    private boolean covers(SectionOffset descriptor, Section table) {
        var pointers = new PointerResolver(object, descriptor.section());
        try {
            var begin = pointers.address(descriptor.offset() + DescriptorCheck.HOST_ENTRIES_BEGIN);
            var end = pointers.address(descriptor.offset() + DescriptorCheck.HOST_ENTRIES_END);
            return begin.isPresent()
                    && end.isPresent()
                    && Math.min(begin.getAsLong(), end.getAsLong()) <= table.address()
                    && Math.max(begin.getAsLong(), end.getAsLong())
                            >= table.address() + table.size();
        } catch (MalformedObjectException _) {
            return false;
        }
    }
}
