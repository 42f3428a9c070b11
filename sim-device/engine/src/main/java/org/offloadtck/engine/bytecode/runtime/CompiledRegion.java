package org.offloadtck.engine.bytecode.runtime;

import java.util.Collection;
import org.offloadtck.engine.bytecode.analysis.ScalarPath;

/// A region of a function, compiled to Java bytecode for a group of one lane.
///
/// Generated classes extend it.
public abstract class CompiledRegion {

    /// Stands at program counters where no region can be entered.
    public static final CompiledRegion NONE = new Absent();

    /// Stands at entries of regions that are not compiled yet.
    public static final CompiledRegion COLD = new Absent();

    private ScalarPath[] paths = {};

    protected CompiledRegion() {}

    /// Sets the paths that instrumented code refers to.
    public void setPaths(Collection<ScalarPath> all) {
        paths = all.toArray(ScalarPath[]::new);
    }

    /// A path by its index.
    public ScalarPath path(int index) {
        return paths[index];
    }

    /// Executes instructions of a lane until one is not part of the region, or faults, or the turn
    /// ends at a taken branch. [BlockContext#takeExecuted] returns their number.
    ///
    /// @param programCounter of an entry of the region
    /// @param limit program counter before which the group has to stop
    /// @param budget number of instructions after which the turn ends
    /// @return the program counter of the next instruction, or its complement if the turn ends
    public abstract int run(
            BlockContext context, int lane, int programCounter, int limit, int budget);

    private static final class Absent extends CompiledRegion {

        @Override
        public int run(BlockContext context, int lane, int programCounter, int limit, int budget) {
            return programCounter;
        }
    }
}
