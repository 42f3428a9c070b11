package org.offloadtck.engine.bytecode.runtime;

/// Compiled instructions from one program counter on; all of them, or for [Loop] all of a round.
///
/// What is generated extends [Straight] or [Loop].
public abstract sealed class CompiledBlock {

    /// Where no compiled code begins.
    public static final CompiledBlock NONE = new Absent();

    /// Where code begins that is not compiled yet.
    public static final CompiledBlock COLD = new Absent();

    private final int length;

    private CompiledBlock(int length) {
        this.length = length;
    }

    /// How many instructions it has.
    public int length() {
        return length;
    }

    /// Instructions after one another.
    public abstract static non-sealed class Straight extends CompiledBlock {

        protected Straight(int length) {
            super(length);
        }

        /// Carries them out for the lanes of `mask`.
        ///
        /// @return how many were, for all the lanes; the next one faults, and has done nothing
        public abstract int run(BlockContext workspace, int mask);
    }

    /// A block whose last instruction is a guarded branch to its first.
    public abstract static non-sealed class Loop extends CompiledBlock {

        protected Loop(int length) {
            super(length);
        }

        /// Takes each lane of `mask` through the loop until it leaves it, or has been through it
        /// `most` times; [BlockContext#rounds] and [BlockContext#remaining] say which.
        ///
        /// @return how many rounds all lanes did together; 0 if some access faults, and then
        ///   nothing was done
        public abstract int run(BlockContext workspace, int mask, int most);
    }

    /// No block.
    public static final class Absent extends CompiledBlock {

        private Absent() {
            super(0);
        }
    }
}
