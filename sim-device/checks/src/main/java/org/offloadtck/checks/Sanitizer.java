package org.offloadtck.checks;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.offloadtck.checks.finding.FindingLog;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Origins;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.initcheck.HostCopyCheck;
import org.offloadtck.checks.leakcheck.HeapAllocations;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.MemoryObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;

/// Looks for what is wrong with kernels on a memory, from the memory's first allocation on.
///
/// It is the memory's [MemoryObserver] from its making on. Launches come one after another, through
/// [#launch].
public final class Sanitizer implements MemoryObserver {

    private final GlobalMemory memory;
    private final Set<Check> checks;
    private final FindingLog log;
    private final MemoryShadow shadow;

    /// @param memory without any allocation so far
    /// @param checks what to look for
    /// @param reader told of each finding that is new, by the thread that made it
    public Sanitizer(GlobalMemory memory, Set<Check> checks, Consumer<KernelFinding> reader) {
        this.memory = memory;
        this.checks = Set.copyOf(checks);
        this.log = new FindingLog(reader);
        this.shadow =
                new MemoryShadow(
                        new GlobalShadow(memory.capacity(), checks),
                        new AccessTable(),
                        new Origins(),
                        new HeapAllocations());
        memory.observer(this);
    }

    /// What a kernel is launched for.
    ///
    /// @param kernel of the image
    public record LaunchTarget(LoadedProgram image, DecodedFunction kernel, LaunchShape shape) {}

    /// Launches, watching.
    ///
    /// @param launch carries out the launch, watched by the observer it is given
    public synchronized LaunchOutcome launch(
            LaunchTarget target, Function<LaunchObserver, LaunchOutcome> launch) {
        boolean isWanted = checks.stream().anyMatch(check -> check != Check.MEMORY);
        if (!isWanted) {
            return launch.apply(LaunchObserver.NONE);
        }
        if (shadow.accesses().isSpent()) {
            shadow.global().pages(ShadowPage::clearAccesses);
            shadow.accesses().reset();
        }
        var scene = new Symbolizer(target.image(), target.kernel(), target.shape(), log);
        return launch.apply(new CheckingObserver(scene, shadow, checks));
    }

    /// Tells of what kernels allocated and did not free, when nobody can any more.
    public synchronized void reportLeaks() {
        if (checks.contains(Check.LEAKS)) {
            shadow.blocks().reportLeaks(log);
        }
    }

    /// How many findings there were beyond those that were told.
    public long unlistedFindings() {
        return log.unlisted();
    }

    @Override
    public void allocated(Allocation allocation) {
        if (isTracing()) {
            shadow.global().forget(allocation.address(), allocation.size());
        }
    }

    private boolean isTracing() {
        return checks.contains(Check.UNINITIALISED);
    }

    @Override
    public void written(long address, long bytes) {
        if (isTracing()) {
            shadow.global().visit(address, bytes, ShadowPage::fill);
        }
    }

    @Override
    public void copied(long from, long to, long bytes) {
        if (isTracing()) {
            shadow.global().copy(from, to, bytes);
        }
    }

    @Override
    public void read(long address, long bytes) {
        if (!isTracing()) {
            return;
        }
        var result = new HostCopyCheck(shadow.global(), shadow.births(), address, bytes).scan();
        if (result.bytes() > 0) {
            var where =
                    memory.find(address, bytes)
                            .map(found ->
                                    "from byte %d of %s on"
                                            .formatted(result.first() - found.address(), found))
                            .orElse("from 0x%x on".formatted(result.first()));
            log.add(
                    new KernelFinding(
                            KernelFinding.Kind.UNINITIALISED,
                            "copy of %d bytes to the host has %d bytes that nobody set, %s"
                                    .formatted(bytes, result.bytes(), where),
                            List.copyOf(shadow.births().site(result.birth()))));
        }
    }
}
