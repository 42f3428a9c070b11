package org.offloadtck.emulation.queue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.queue.StreamCommand.Pattern;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.deviceruntime.DeviceCommand;
import org.offloadtck.engine.deviceruntime.DeviceRuntime;
import org.offloadtck.engine.deviceruntime.GridRuntime;
import org.offloadtck.engine.deviceruntime.LaunchTree;
import org.offloadtck.engine.launch.LaunchLimits;

/// Executes a launch and the work that its kernel launches: kernels, copies and fills.
///
/// Requirement: ER-29.
final class NestedLaunches implements LaunchTree.Executor {

    private final CommandExecutor executor;
    private final StreamCommand.Launch root;
    private final LaunchTree tree;
    private final GridExecutor grids;
    private CommandResult result = CommandResult.NOTHING;

    /// Executes one grid.
    interface GridExecutor {

        /// Executes a grid.
        ///
        /// @param runtime of the grid
        GridResult execute(StreamCommand.Launch launch, DeviceRuntime runtime);
    }

    /// What one grid resulted in.
    ///
    /// @param submitted the work that its threads have submitted; empty if the grid has failed
    record GridResult(CommandResult result, Optional<List<DeviceCommand>> submitted) {}

    /// @param executor of copies and fills
    NestedLaunches(CommandExecutor executor, StreamCommand.Launch root, GridExecutor grids) {
        this.executor = executor;
        this.root = root;
        this.grids = grids;
        this.tree = new LaunchTree(new ContextRuntime(root.function().module()));
    }

    /// The result of all work.
    CommandResult execute() {
        if (!LaunchTree.isUsedBy(root.executable().program())) {
            return grids.execute(root, DeviceRuntime.Absent.ABSENT).result();
        }
        var runtime = tree.root();
        execute(root, runtime).ifPresent(submitted -> tree.complete(runtime, submitted, this));
        return result;
    }

    private Optional<List<DeviceCommand>> execute(
            StreamCommand.Launch launch, GridRuntime runtime) {
        var grid = grids.execute(launch, runtime);
        result = result.and(grid.result());
        return grid.submitted();
    }

    @Override
    public Optional<List<DeviceCommand>> launch(DeviceCommand.Launch child, GridRuntime runtime) {
        return execute(command(child), runtime);
    }

    private StreamCommand.Launch command(DeviceCommand.Launch child) {
        var module = root.function().module();
        var kernel = module.image().kernel(child.kernel().name()).orElseThrow();
        var function = module.child(kernel);
        var shape = child.shape();
        int shared = function.staticSharedBytes() + shape.dynamicSharedBytes();
        var demand = new CtaDemand((int) shape.cta().volume(), 0, shared);
        int resident = Math.max(1, root.context().device().spec().residentCtas(demand));
        return new StreamCommand.Launch(
                root.context(),
                function,
                module.executable(kernel),
                shape,
                MemorySegment.ofArray(child.parameters()),
                LaunchLimits.of(resident, root.limits().heap()),
                StreamCommand.Launch.Residence.SOME,
                StreamCommand.Launch.Outcome.RUN);
    }

    @Override
    public boolean copy(DeviceCommand.Copy copy) {
        return transfer(
                new StreamCommand.Copy(
                        root.context(), rectangle(copy.target()), rectangle(copy.source())));
    }

    @Override
    public boolean fill(DeviceCommand.Fill fill) {
        return transfer(
                new StreamCommand.Fill(
                        root.context(),
                        rectangle(fill.target()),
                        new Pattern(fill.value(), Byte.BYTES)));
    }

    private boolean transfer(StreamCommand.Unscheduled command) {
        var transferred = executor.run(command);
        result = result.and(transferred);
        return transferred.failed().isEmpty();
    }

    private static Rectangle rectangle(DeviceCommand.Rows rows) {
        return new Rectangle(rows.address(), rows.pitch(), rows.width(), rows.height());
    }
}
