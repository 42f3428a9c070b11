package org.offloadtck.implementation.program;

import java.util.List;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.runtime.task.Dependence;

/// An operation of the host on a device: one call of the offload runtime.
public sealed interface HostOperation {

    /// The source location of the construct, which debug information passes to the runtime.
    SourceLocation location();

    List<MapOperand> operands();

    /// The beginning of a `target data` region, or `target enter data`.
    record DataBegin(SourceLocation location, List<MapOperand> operands) implements HostOperation {
        public DataBegin {
            operands = List.copyOf(operands);
        }
    }

    /// The end of a `target data` region, or `target exit data`.
    record DataEnd(SourceLocation location, List<MapOperand> operands) implements HostOperation {
        public DataEnd {
            operands = List.copyOf(operands);
        }
    }

    /// `target update`.
    record Update(SourceLocation location, List<MapOperand> operands) implements HostOperation {
        public Update {
            operands = List.copyOf(operands);
        }
    }

    /// A `target` region.
    ///
    /// @param kernel of the region
    /// @param numTeams 0 lets the runtime choose; -1 is a region without `teams`
    /// @param threadLimit 0 lets the runtime choose
    /// @param tripCount iterations of the distributed loop, 0 if there is none
    /// @param teamMemory bytes of `ompx_dyn_cgroup_mem`, 0 without the clause
    record Launch(
            SourceLocation location,
            String kernel,
            int numTeams,
            int threadLimit,
            long tripCount,
            long teamMemory,
            List<MapOperand> operands)
            implements HostOperation {
        public Launch {
            operands = List.copyOf(operands);
        }
    }

    /// A construct with `nowait`, or a task.
    ///
    /// @param construct neither a task nor a `taskwait`
    /// @param dependences of the task
    record Detached(HostOperation construct, List<BufferDependence> dependences)
            implements HostOperation {
        public Detached {
            dependences = List.copyOf(dependences);
        }

        @Override
        public SourceLocation location() {
            return construct.location();
        }

        @Override
        public List<MapOperand> operands() {
            return construct.operands();
        }
    }

    /// `taskwait`: the host waits for its tasks.
    record TaskWait(SourceLocation location) implements HostOperation {
        @Override
        public List<MapOperand> operands() {
            return List.of();
        }
    }

    /// A `depend` clause of a task for a buffer.
    record BufferDependence(String buffer, Dependence.Kind kind) {}
}
