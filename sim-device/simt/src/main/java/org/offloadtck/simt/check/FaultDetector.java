package org.offloadtck.simt.check;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.memory.MemoryWatch;

/// Looks for what is wrong with kernels on a memory, from the memory's first allocation on.
///
/// It is the memory's [MemoryWatch] from its making on. Launches come one after another, through
/// [#launch].
public final class FaultDetector implements MemoryWatch {

    private final GlobalMemory memory;
    private final Set<Check> checks;
    private final FindingLog log;
    private final MemoryShadow shadow;

    /// @param memory without any allocation so far
    /// @param checks what to look for
    /// @param reader told of each finding that is new, by the thread that made it
    public FaultDetector(GlobalMemory memory, Set<Check> checks, Consumer<Finding> reader) {
        this.memory = memory;
        this.checks = Set.copyOf(checks);
        this.log = new FindingLog(reader);
        this.shadow =
                new MemoryShadow(
                        new GlobalShadow(memory.capacity(), checks),
                        new AccessTable(),
                        new Births(),
                        new HeapBlocks());
        memory.watch(this);
    }

    /// What a kernel is launched for.
    ///
    /// @param kernel of the image
    public record Target(DeviceImage image, DeviceFunction kernel, LaunchShape shape) {}

    /// Launches, watching.
    ///
    /// @param launch carries out the launch, watched by the observer it is given
    public synchronized LaunchResult launch(
            Target target, Function<LaunchObserver, LaunchResult> launch) {
        boolean isWanted = checks.stream().anyMatch(check -> check != Check.MEMORY);
        if (!isWanted) {
            return launch.apply(LaunchObserver.NONE);
        }
        if (shadow.accesses().isSpent()) {
            shadow.global().pages(ShadowPage::clearAccesses);
            shadow.accesses().reset();
        }
        var scene = new Scene(target.image(), target.kernel(), target.shape(), log);
        return launch.apply(new LaunchWatch(scene, shadow, checks));
    }

    /// Tells of what kernels allocated and did not free, when nobody can any more.
    public synchronized void end() {
        if (checks.contains(Check.LEAKS)) {
            shadow.blocks().tell(log);
        }
    }

    /// How many findings there were beyond those that were told.
    public long unlisted() {
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
        var result = new HostRead(shadow.global(), shadow.births(), address, bytes).scan();
        if (result.bytes() > 0) {
            var where =
                    memory.find(address, bytes)
                            .map(found ->
                                    "from byte %d of %s on"
                                            .formatted(result.first() - found.address(), found))
                            .orElse("from 0x%x on".formatted(result.first()));
            log.found(
                    new Finding(
                            Finding.Kind.UNINITIALISED,
                            "copy of %d bytes to the host has %d bytes that nobody set, %s"
                                    .formatted(bytes, result.bytes(), where),
                            List.copyOf(shadow.births().site(result.birth()))));
        }
    }
}
