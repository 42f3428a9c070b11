package org.offloadtck.checks.suppression;

import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.Defect.DataRace.Speculation;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;
import org.offloadtck.checks.finding.RacingAccess;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.engine.thread.Extent3D;

/// A known defect of a toolchain: findings that are not the fault of the program. All conditions
/// must hold.
///
/// @param id unique in its file
/// @param deviation the deviation that documents the defect, with its evidence; empty if none does
/// @param releases of the toolchain with the defect
/// @param kinds of findings
/// @param kernel all sites are in kernels of this name; [NamePattern#ANY] for memory that the
///   process allocated
/// @param kernelVariable a variable of the module has the name of the kernel and this behind it, if
///   not empty
/// @param variable the location is in this variable, or in a heap block that this variable points
///   to, or the leaked blocks were reachable from it, or it points to the block that an access to
///   the heap missed, or it is an origin of memory that the process did not free; any location if
///   it is [NamePattern#ANY]
/// @param function a site is in the PTX function of this name
/// @param offsets in the variable, in bytes, of either access of a race; any if empty
/// @param accesses the accesses of the finding
public record Suppression(
        String id,
        String deviation,
        ReleaseRange releases,
        Set<Kind> kinds,
        NamePattern kernel,
        String kernelVariable,
        NamePattern variable,
        NamePattern function,
        List<Long> offsets,
        Accesses accesses) {

    /// A condition on the accesses of a finding.
    public enum Accesses {
        ANY("any"),
        /// The load of a race is speculative, and only the first thread of the CTA stores.
        SPECULATIVE_LOAD("speculative-load");

        private final String word;

        Accesses(String word) {
            this.word = word;
        }

        /// The word of a suppression file.
        String word() {
            return word;
        }
    }

    public Suppression {
        kinds = Set.copyOf(kinds);
        offsets = List.copyOf(offsets);
    }

    boolean matches(KernelFinding finding) {
        return kinds.contains(finding.kind())
                && finding.sites().stream().allMatch(this::isInKernel)
                && isInFunction(finding)
                && (isAnywhere()
                        || locations(finding).anyMatch(this::contains)
                        || leads(finding.defect()))
                && (accesses == Accesses.ANY || isSpeculativeLoad(finding));
    }

    /// Whether it matches memory that the process allocated and did not free. A row for some
    /// kernels only does not.
    ///
    /// @param origins names of what allocated the memory and of what points to it
    boolean matchesLeak(List<String> origins) {
        return kinds.contains(Kind.LEAK)
                && kernel.equals(NamePattern.ANY)
                && kernelVariable.isEmpty()
                && function.equals(NamePattern.ANY)
                && (isAnywhere() || origins.stream().anyMatch(variable::matches));
    }

    private boolean isInKernel(Site site) {
        return kernel.matches(site.thread().kernel())
                && (kernelVariable.isEmpty() || site.kernelVariables().contains(kernelVariable));
    }

    private boolean isInFunction(KernelFinding finding) {
        return function.equals(NamePattern.ANY)
                || finding.sites().stream().anyMatch(site -> function.matches(site.function()));
    }

    /// Whether the location does not matter; a divergent barrier has none.
    private boolean isAnywhere() {
        return variable.equals(NamePattern.ANY) && offsets.isEmpty();
    }

    /// Whether the variable led to the blocks of a leak, or points to the block that an access
    /// missed.
    private boolean leads(Defect defect) {
        var variables =
                switch (defect) {
                    case Defect.Leak leak -> leak.holders();
                    case Defect.OutsideHeapBlock access -> access.pointers();
                    case Defect.DataRace _,
                            Defect.UninitialisedUse _,
                            Defect.UninitialisedRead _,
                            Defect.UninitialisedCopy _,
                            Defect.DivergentBarrier _,
                            Defect.MissedBarrier _,
                            Defect.DeviceApiError _ ->
                            List.<NamedMemory>of();
                };
        return isPointer(variables);
    }

    private static Stream<MemoryLocation> locations(KernelFinding finding) {
        var own =
                switch (finding.defect()) {
                    case Defect.DataRace race -> locations(race);
                    case Defect.UninitialisedRead(var location) -> Stream.of(location);
                    case Defect.UninitialisedCopy copy -> Stream.of(copy.first());
                    case Defect.UninitialisedUse _,
                            Defect.DivergentBarrier _,
                            Defect.MissedBarrier _,
                            Defect.OutsideHeapBlock _,
                            Defect.DeviceApiError _,
                            Defect.Leak _ ->
                            Stream.<MemoryLocation>empty();
                };
        return Stream.concat(own, finding.sites().stream().flatMap(Suppression::location));
    }

    /// The locations of the race in either order of its accesses: a finding has that of the later
    /// one.
    private static Stream<MemoryLocation> locations(Defect.DataRace race) {
        return switch (race.location()) {
            case MemoryLocation.InAllocation in ->
                    starts(race, in.address())
                            .mapToObj(start ->
                                    new MemoryLocation.InAllocation(
                                            start, in.memory(), in.start(), in.pointers()));
            case MemoryLocation.InWindow in ->
                    starts(race, in.offset()).mapToObj(start -> moved(in, start - in.offset()));
            case MemoryLocation.Unallocated _,
                    MemoryLocation.OutsideBlock _,
                    MemoryLocation.InTensorMemory _ ->
                    Stream.of(race.location());
        };
    }

    /// The start of the later access, and where the earlier one may start: it has a byte in common
    /// with the later one, and is aligned to its size (PTX ISA 8.5, `ld` and `st`). Where a bulk
    /// copy or a product starts is not known.
    private static LongStream starts(Defect.DataRace race, long later) {
        int size = race.other().bytes();
        if (size == 0) {
            return LongStream.of(later);
        }
        return LongStream.concat(
                LongStream.of(later),
                LongStream.iterate(
                        later - Math.floorMod(later, size),
                        start -> start < later + race.access().bytes(),
                        start -> start + size));
    }

    private static MemoryLocation moved(MemoryLocation.InWindow in, long bytes) {
        return new MemoryLocation.InWindow(
                in.window(),
                in.offset() + bytes,
                in.variables().stream()
                        .map(each ->
                                new MemoryLocation.InWindow.PlacedName(
                                        each.memory(), each.offset() + bytes))
                        .toList());
    }

    private static Stream<MemoryLocation> location(Site site) {
        return site.action() instanceof ThreadAction.UninitialisedLoad(var location)
                ? Stream.of(location)
                : Stream.empty();
    }

    private boolean contains(MemoryLocation location) {
        return switch (location) {
            case MemoryLocation.Unallocated _, MemoryLocation.InTensorMemory _ -> false;
            case MemoryLocation.OutsideBlock outside -> isPointer(outside.pointers());
            case MemoryLocation.InAllocation in ->
                    isAt(in.memory().name(), in.offset()) || isPointer(in.pointers());
            case MemoryLocation.InWindow in ->
                    in.variables().stream()
                            .anyMatch(each -> isAt(each.memory().name(), each.offset()));
        };
    }

    private boolean isAt(String name, long offset) {
        return variable.matches(name) && (offsets.isEmpty() || offsets.contains(offset));
    }

    /// Whether the variable is one of those that lead to a block.
    private boolean isPointer(List<NamedMemory> variables) {
        return offsets.isEmpty()
                && variables.stream().anyMatch(each -> variable.matches(each.name()));
    }

    private static boolean isSpeculativeLoad(KernelFinding finding) {
        return finding.defect() instanceof Defect.DataRace race
                && race.speculation() == Speculation.LOAD
                && finding.sites().stream()
                        .filter(Suppression::stores)
                        .allMatch(site -> site.thread().thread().equals(new Extent3D(0, 0, 0)));
    }

    private static boolean stores(Site site) {
        return site.action() instanceof ThreadAction.Access(var access)
                && access.type() == RacingAccess.Type.STORE;
    }
}
