package org.offloadtck.checks;

import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.FindingLog;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.MemoryLocation;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.initcheck.HostCopyCheck;
import org.offloadtck.checks.initcheck.Origins;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.MemoryObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;

/// Checks the launches on a global memory, as compute-sanitizer does, from the first allocation of
/// the memory on.
///
/// It observes the memory from its construction on. Launches run one after another, through
/// [#launch], unless one waits ([#suspend]).
public final class Sanitizer implements MemoryObserver {

    private final GlobalMemory memory;
    private final Set<Check> checks;
    private final FindingLog log;
    private final MemoryShadow shadow;
    private final ReentrantLock turn = new ReentrantLock();

    /// Launches that have begun and not ended.
    private int launches;

    /// Grows whenever another launch begins or continues.
    private long switches;

    /// @param memory without any allocation so far
    /// @param checks the detectors to run
    /// @param listener receives each new finding, in the thread that makes it
    public Sanitizer(GlobalMemory memory, Set<Check> checks, Consumer<KernelFinding> listener) {
        this.memory = memory;
        this.checks = Set.copyOf(checks);
        this.log = new FindingLog(listener);
        this.shadow =
                new MemoryShadow(
                        new GlobalShadow(memory.capacity(), checks.contains(Check.RACECHECK)),
                        new AccessTable(),
                        new Origins(),
                        new Leakcheck());
        memory.observer(this);
    }

    /// A launch to check.
    ///
    /// @param kernel of the image
    public record LaunchTarget(LoadedProgram image, DecodedFunction kernel, LaunchShape shape) {}

    /// Runs a launch with the detectors.
    ///
    /// @param launch runs the launch with the observer it gets
    public LaunchOutcome launch(
            LaunchTarget target, Function<LaunchObserver, LaunchOutcome> launch) {
        turn.lock();
        launches++;
        switches++;
        try {
            return memchecked(target, () -> launch.apply(observer(target)));
        } finally {
            launches--;
            turn.unlock();
        }
    }

    /// Runs a launch without detectors that observe it: only [Check#MEMCHECK].
    public LaunchOutcome memchecked(LaunchTarget target, Supplier<LaunchOutcome> launch) {
        try {
            var outcome = launch.get();
            report(target, outcome);
            return outcome;
        } catch (KernelFaultException fault) {
            report(target, fault.partialOutcome());
            throw fault;
        }
    }

    private void report(LaunchTarget target, LaunchOutcome outcome) {
        outcome.heapAccesses().forEach(symbolizer(target)::report);
        outcome.work().problems().forEach(symbolizer(target)::report);
    }

    private Symbolizer symbolizer(LaunchTarget target) {
        return new Symbolizer(target.image(), target.kernel(), target.shape(), log);
    }

    private LaunchObserver observer(LaunchTarget target) {
        if (checks.stream().allMatch(check -> check == Check.MEMCHECK)) {
            return LaunchObserver.NONE;
        }
        if (launches == 1 && shadow.accesses().isSpent()) {
            shadow.global().pages(ShadowPage::clearAccesses);
            shadow.accesses().reset();
        }
        return new CheckingObserver(symbolizer(target), shadow, checks);
    }

    /// Lets other launches run while a launch waits. Its accesses before the wait then count as
    /// those of an earlier launch, so they race with nothing that follows.
    ///
    /// @param waiting a launch that [#launch] runs on this thread
    public <T> T suspend(LaunchTarget waiting, Supplier<T> wait) {
        long before = switches;
        turn.unlock();
        try {
            return wait.get();
        } finally {
            turn.lock();
            if (switches != before) {
                switches++;
                shadow.accesses().begin(waiting.image().code().instructions().size());
            }
        }
    }

    /// Reports the heap blocks that kernels allocated and did not free. Call it after the last
    /// launch.
    public void reportLeaks() {
        turn.lock();
        try {
            if (checks.contains(Check.LEAKCHECK)) {
                shadow.heap().report(log);
            }
        } finally {
            turn.unlock();
        }
    }

    /// How many findings were dropped because there were too many.
    public long unlistedFindings() {
        return log.unlisted();
    }

    @Override
    public void allocated(Allocation allocation) {
        if (tracksValues() || checks.contains(Check.RACECHECK)) {
            shadow.global().forget(allocation.address(), allocation.size());
        }
    }

    private boolean tracksValues() {
        return checks.contains(Check.INITCHECK);
    }

    @Override
    public void written(long address, long bytes) {
        if (tracksValues()) {
            shadow.global().visit(address, bytes, ShadowPage::fill);
        }
    }

    @Override
    public void copied(long from, long to, long bytes) {
        if (tracksValues()) {
            shadow.global().copy(from, to, bytes);
        }
    }

    @Override
    public void readRows(long address, long pitch, long width, long height) {
        if (!tracksValues()) {
            return;
        }
        var unset =
                LongStream.range(0, height)
                        .mapToObj(row -> unset(address + row * pitch, width))
                        .filter(row -> row.bytes() > 0)
                        .toList();
        if (!unset.isEmpty()) {
            var first = unset.getFirst();
            long bytes = unset.stream().mapToLong(HostCopyCheck.Result::bytes).sum();
            var defect = new Defect.UninitialisedCopy(width * height, bytes, first(first));
            log.add(new KernelFinding(defect, shadow.origins().site(first.origin())));
        }
    }

    private HostCopyCheck.Result unset(long address, long bytes) {
        return new HostCopyCheck(shadow.global(), shadow.origins(), address, bytes).scan();
    }

    private MemoryLocation first(HostCopyCheck.Result result) {
        long address = result.first();
        return memory.find(address, 1)
                .<MemoryLocation>map(found ->
                        new MemoryLocation.InAllocation(
                                address,
                                new NamedMemory(found.name(), found.size()),
                                found.address(),
                                List.of()))
                .orElseGet(() -> new MemoryLocation.Unallocated(address));
    }
}
