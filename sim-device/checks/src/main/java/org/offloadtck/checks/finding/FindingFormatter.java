package org.offloadtck.checks.finding;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.checks.finding.Defect.DataRace.Speculation;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;

/// Writes findings as text. No other class makes text of a finding.
public final class FindingFormatter {

    private FindingFormatter() {}

    /// The whole finding on one line: `a.ptx:12:5 (a.cpp:7): kernel_a CTA (0, 0, 0) thread (3, 0,
    /// 0): store of 4 bytes at 0x… in 'x' …; a.ptx:…: load of 4 bytes`. After the thread of a site
    /// follows `in function f` if the kernel called that function.
    public static String line(KernelFinding finding) {
        var problem = problem(finding);
        if (finding.sites().isEmpty()) {
            return problem;
        }
        var first = finding.sites().getFirst();
        var others =
                finding.sites().stream()
                        .skip(1)
                        .map(site -> "; %s: %s".formatted(place(site), action(site)))
                        .collect(Collectors.joining());
        return "%s: %s%s".formatted(place(first), problem, others);
    }

    private static String place(Site site) {
        var function = site.calledFunction().map(" in function %s"::formatted).orElse("");
        return "%s: %s%s".formatted(site.location(), site.thread(), function);
    }

    /// What is wrong, without the threads and the places in the code.
    public static String problem(KernelFinding finding) {
        return switch (finding.defect()) {
            case Defect.DataRace race -> race(race);
            case Defect.UninitialisedUse(var use, var source) ->
                    "%s depends on an uninitialised %s"
                            .formatted(
                                    use.noun(),
                                    switch (source) {
                                        case REGISTER -> "register";
                                        case MEMORY -> "value";
                                    });
            case Defect.UninitialisedRead(var location) ->
                    "load of uninitialised memory at %s".formatted(location);
            case Defect.UninitialisedCopy copy ->
                    "copy of %d bytes to the host has %d uninitialised bytes, starting at %s"
                            .formatted(copy.bytes(), copy.uninitialised(), firstByte(copy.first()));
            case Defect.DivergentBarrier(long barrier, var divergence) ->
                    switch (divergence) {
                        case DIFFERENT_INSTRUCTIONS ->
                                "threads of one warp reach barrier %d at two instructions"
                                        .formatted(barrier);
                        case EXITED_THREAD ->
                                "a warp reaches barrier %d after one of its threads has exited"
                                        .formatted(barrier);
                        case BYPASSING_THREAD ->
                                "a warp reaches barrier %d, which one of its threads bypasses"
                                        .formatted(barrier);
                    };
            case Defect.MissedBarrier(long barrier) ->
                    "a warp reaches barrier %d again after another has exited".formatted(barrier);
            case Defect.OutsideHeapBlock(_, var problem, var pointers) ->
                    problem + pointedTo(pointers);
            case Defect.DeviceApiError(var problem) -> problem;
            case Defect.Leak leak -> leak(leak);
        };
    }

    private static String race(Defect.DataRace race) {
        var suffix =
                race.speculation() == Speculation.LOAD
                        ? "; the load is speculative, only the branch with the store uses its value"
                        : "";
        boolean isOfOneThread = race.access().concernsProxy() || race.other().concernsProxy();
        String owner = isOfOneThread ? "" : " of another thread";
        return "%s at %s races with a %s%s%s"
                .formatted(race.access(), race.location(), race.other(), owner, suffix);
    }

    private static String firstByte(MemoryLocation location) {
        return location instanceof MemoryLocation.InAllocation in
                ? "byte %d of %s".formatted(in.offset(), in.allocation())
                : location.toString();
    }

    /// What follows the name of a block: `, to which 'table' (8 bytes) points`.
    static String pointedTo(List<NamedMemory> pointers) {
        return pointers.stream()
                .map(", to which %s points"::formatted)
                .collect(Collectors.joining());
    }

    private static String leak(Defect.Leak leak) {
        var holder =
                leak.holders().stream()
                        .map(held ->
                                "; '%s' led to them at a barrier or when the CTA ended"
                                        .formatted(held.name()))
                        .collect(Collectors.joining());
        if (leak.blocks() == 1) {
            return "%d bytes that a kernel allocated were never freed%s"
                    .formatted(leak.bytes(), holder);
        }
        var threads = leak.threads() == 1 ? "1 thread" : "%d threads".formatted(leak.threads());
        return "%d bytes that a kernel allocated in %d blocks, in %s, were never freed%s"
                .formatted(leak.bytes(), leak.blocks(), threads, holder);
    }

    /// What the thread of a site did: `store of 4 bytes`.
    public static String action(Site site) {
        return switch (site.action()) {
            case ThreadAction.Access(var access) -> access.toString();
            case ThreadAction.UninitialisedLoad(var location) ->
                    "load of an uninitialised value at %s".formatted(location);
            case ThreadAction.Use(var use) -> use.noun();
            case ThreadAction.Allocation(long bytes) -> "malloc of %d bytes".formatted(bytes);
            case ThreadAction.HeapAccess.HEAP_ACCESS -> "access to the heap";
            case ThreadAction.DeviceCall.DEVICE_CALL -> "call of the device runtime";
            case ThreadAction.Synchronisation.BARRIER -> "barrier";
            case ThreadAction.Synchronisation.EXIT -> "exit";
        };
    }
}
