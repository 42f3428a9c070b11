package org.offloadtck.engine.bytecode.runtime;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.offloadtck.engine.semantics.LaneFunction;

/// A basic block, or a loop of one basic block, compiled to Java bytecode.
///
/// Generated classes extend [Straight] or [Loop].
public abstract sealed class CompiledBlock {

    /// Stands at program counters where no block starts.
    public static final CompiledBlock NONE = new Absent();

    /// Stands at program counters where a block starts that is not compiled yet.
    public static final CompiledBlock COLD = new Absent();

    private final int length;

    private CompiledBlock(int length) {
        this.length = length;
    }

    /// Loads a generated class as a hidden class of this package and instantiates it. HotSpot
    /// unloads the class with the object.
    ///
    /// @param bytes of a class of this package that extends `type`
    /// @param functions class data of the class
    public static <T> T define(byte[] bytes, List<LaneFunction> functions, Class<T> type) {
        try {
            return MethodHandles.lookup()
                    .defineHiddenClassWithClassData(bytes, functions, true)
                    .lookupClass()
                    .asSubclass(type)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a generated class cannot be loaded", impossible);
        }
    }

    /// Number of instructions; of a loop, those of an iteration.
    public int length() {
        return length;
    }

    /// A basic block.
    public abstract static non-sealed class Straight extends CompiledBlock {

        protected Straight(int length) {
            super(length);
        }

        /// Executes the block for the lanes of `mask`.
        ///
        /// @return instructions executed by all lanes. If fewer than [#length], the next
        ///   instruction faults for some lane and has had no effect.
        public abstract int run(BlockContext context, int mask);
    }

    /// A basic block that ends with a guarded branch to its start.
    public abstract static non-sealed class Loop extends CompiledBlock {

        protected Loop(int length) {
            super(length);
        }

        /// Executes the loop for each lane of `mask`, until the lane leaves it or has executed
        /// `most` iterations. [BlockContext#rounds] and [BlockContext#remaining] return which.
        ///
        /// @return iterations of all lanes together; 0 if an access faults, and then the loop has
        ///   had no effect
        public abstract int run(BlockContext context, int mask, int most);
    }

    /// No block.
    public static final class Absent extends CompiledBlock {

        private Absent() {
            super(0);
        }
    }
}
