package org.offloadtck.checks.finding;

import java.util.List;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;

/// What is wrong in a [KernelFinding].
public sealed interface Defect {

    Kind kind();

    /// Two threads access the same bytes, at least one of them writes, and no synchronisation
    /// orders the accesses.
    ///
    /// @param access of the thread that reports
    /// @param other the earlier access
    /// @param location of the first byte of `access`
    record DataRace(
            RacingAccess access,
            RacingAccess other,
            MemoryLocation location,
            Speculation speculation)
            implements Defect {

        /// Whether the load of a race is speculative: a compiler moved it above a branch, and only
        /// the branch with the store uses its value.
        public enum Speculation {
            NONE,
            LOAD
        }

        @Override
        public Kind kind() {
            return Kind.RACE;
        }
    }

    /// A value that was never written decides something.
    record UninitialisedUse(ValueUse use, ValueSource source) implements Defect {

        /// What the value decides.
        public enum ValueUse {
            BRANCH("a branch"),
            GUARD("the guard of an instruction"),
            JUMP_TARGET("the target of an indirect branch or call"),
            ADDRESS("an address");

            private final String noun;

            ValueUse(String noun) {
                this.noun = noun;
            }

            String noun() {
                return noun;
            }
        }

        /// Where the value comes from.
        public enum ValueSource {
            /// A register that no instruction wrote.
            REGISTER,
            /// Memory that nothing wrote; the second site is the load.
            MEMORY
        }

        @Override
        public Kind kind() {
            return Kind.UNINITIALISED;
        }
    }

    /// A load of global memory that was never written.
    ///
    /// @param location of its first byte
    record UninitialisedRead(MemoryLocation location) implements Defect {

        @Override
        public Kind kind() {
            return Kind.UNINITIALISED;
        }
    }

    /// A copy to the host contains bytes that were never written.
    ///
    /// @param bytes of the copy
    /// @param uninitialised how many of them
    /// @param first where the first one is
    record UninitialisedCopy(long bytes, long uninitialised, MemoryLocation first)
            implements Defect {

        @Override
        public Kind kind() {
            return Kind.UNINITIALISED;
        }
    }

    /// The threads of a warp do not reach an aligned barrier together.
    ///
    /// @param barrier its number in the CTA
    record DivergentBarrier(long barrier, Divergence divergence) implements Defect {

        public enum Divergence {
            /// Two groups of the warp arrive from different instructions.
            DIFFERENT_INSTRUCTIONS,
            /// A thread of the warp has exited before.
            EXITED_THREAD,
            /// A thread of the warp executes the code after the barrier without arriving at it, and
            /// exits before it completes.
            BYPASSING_THREAD
        }

        @Override
        public Kind kind() {
            return Kind.BARRIER_DIVERGENCE;
        }
    }

    /// A warp comes to a barrier of all threads of the CTA again after another, which came to it
    /// before, has exited.
    ///
    /// @param barrier its number in the CTA
    record MissedBarrier(long barrier) implements Defect {

        @Override
        public Kind kind() {
            return Kind.MISSED_BARRIER;
        }
    }

    /// An access to the heap of `malloc` outside its live blocks, after which the kernel continued:
    /// the heap is mapped as a whole.
    ///
    /// @param kind [Kind#OUT_OF_BOUNDS] or [Kind#USE_AFTER_FREE]
    /// @param problem the access and the nearest block
    /// @param pointers the shared variable that points to the block nearest to the address, if
    ///   there is one; at most one
    record OutsideHeapBlock(Kind kind, String problem, List<NamedMemory> pointers)
            implements Defect {

        public OutsideHeapBlock {
            pointers = List.copyOf(pointers);
        }
    }

    /// A call of the CUDA device runtime that failed, so that the work does not run, or that passes
    /// a child kernel a pointer to memory of the launching thread.
    ///
    /// @param problem the call and what is wrong
    record DeviceApiError(String problem) implements Defect {

        @Override
        public Kind kind() {
            return Kind.DEVICE_API_ERROR;
        }
    }

    /// Blocks from `malloc` in device code that were never freed, all from one instruction.
    ///
    /// @param threads how many allocated one
    /// @param holders the variable from which the blocks were reachable when their CTA ended, if
    ///   there is one; at most one
    record Leak(long bytes, int blocks, int threads, List<NamedMemory> holders) implements Defect {

        public Leak {
            holders = List.copyOf(holders);
        }

        /// A leak of blocks that no variable leads to.
        public Leak(long bytes, int blocks, int threads) {
            this(bytes, blocks, threads, List.of());
        }

        @Override
        public Kind kind() {
            return Kind.LEAK;
        }
    }
}
