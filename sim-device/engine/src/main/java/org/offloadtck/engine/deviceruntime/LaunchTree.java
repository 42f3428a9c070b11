package org.offloadtck.engine.deviceruntime;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.code.CallSite.Target.Builtin;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// A launch of the host and all launches that descend from it: what they share.
///
/// Grids of a tree run one after another, and the calls of a grid are ordered, so the object needs
/// no lock.
public final class LaunchTree {

    /// Most launches that are nested in each other below a launch of the host (CUDA C++ Programming
    /// Guide 13.0, technical specifications of CUDA dynamic parallelism: maximum nesting depth). A
    /// tail launch counts as nested, which the guide does not say.
    static final int MAX_DEPTH = 24;

    /// The number of `cudaLimitDevRuntimePendingLaunchCount` in `cudaLimit`.
    private static final int PENDING_LAUNCH_COUNT = 4;

    /// Handles of streams and events are multiples of this, above the handles of named streams.
    private static final long HANDLE_STEP = 0x100;

    private final RuntimeDevice device;
    private long handles;
    private long pending;

    public LaunchTree(RuntimeDevice device) {
        this.device = device;
    }

    /// Executes the commands of a tree, on the thread that calls [#complete].
    public interface Executor {

        /// Executes a launch.
        ///
        /// @param runtime of its grid
        /// @return what the threads of the grid have submitted; empty if the grid has failed
        Optional<List<DeviceCommand>> launch(DeviceCommand.Launch launch, GridRuntime runtime);

        /// Executes a copy.
        ///
        /// @return whether it has succeeded
        boolean copy(DeviceCommand.Copy copy);

        /// Executes a fill.
        ///
        /// @return whether it has succeeded
        boolean fill(DeviceCommand.Fill fill);
    }

    /// Whether kernels of a program call the device runtime.
    public static boolean isUsedBy(LoadedProgram program) {
        return program.analysis(RuntimeUse.class, RuntimeUse::of).value();
    }

    /// Whether a program calls the device runtime, among what the program keeps.
    private record RuntimeUse(boolean value) {

        static RuntimeUse of(LoadedProgram program) {
            return new RuntimeUse(
                    Arrays.stream(program.code().callSites())
                            .anyMatch(site ->
                                    site.target() instanceof Builtin(var function)
                                            && function instanceof DeviceRuntimeFunction));
        }
    }

    /// The device runtime of the grid that the host has launched.
    public GridRuntime root() {
        return new GridRuntime(this, 0);
    }

    /// Executes the work that a grid which has ended has submitted, and all work that follows from
    /// it. Each launch is followed by the work of its own grid, before the next command: so a grid
    /// is complete when all its children are. Tail launches run last.
    ///
    /// @param commands in the order of submission
    /// @return whether all have succeeded; no command runs after one that has failed
    public boolean complete(GridRuntime grid, List<DeviceCommand> commands, Executor executor) {
        grid.close();
        for (var order : DeviceCommand.Order.values()) {
            for (var command : commands) {
                if (command.order() == order && !execute(grid, command, executor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean execute(GridRuntime grid, DeviceCommand command, Executor executor) {
        return switch (command) {
            case DeviceCommand.Launch launch -> {
                release();
                var child = new GridRuntime(this, grid.depth() + 1);
                var submitted = executor.launch(launch, child);
                yield submitted.isPresent() && complete(child, submitted.get(), executor);
            }
            case DeviceCommand.Copy copy -> executor.copy(copy);
            case DeviceCommand.Fill fill -> executor.fill(fill);
        };
    }

    RuntimeDevice device() {
        return device;
    }

    long newHandle() {
        handles++;
        return handles * HANDLE_STEP;
    }

    /// Takes one of the launches that may be pending.
    void reserve() {
        long most = device.limit(PENDING_LAUNCH_COUNT).orElse(Long.MAX_VALUE);
        if (pending >= most) {
            throw RuntimeError.LAUNCH_PENDING_COUNT_EXCEEDED.failure(
                    "%d launches are pending when cudaLimitDevRuntimePendingLaunchCount is %d"
                            .formatted(pending, most));
        }
        pending++;
    }

    void release() {
        pending--;
    }
}
