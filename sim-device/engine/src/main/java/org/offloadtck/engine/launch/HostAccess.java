package org.offloadtck.engine.launch;

import java.util.Optional;

/// Which memory the host may change during a launch.
///
/// A launch whose threads all repeat themselves and read only memory that the host cannot change is
/// livelocked, unless a scheduler decides. Workers of the launch call the methods.
@FunctionalInterface
public interface HostAccess {

    /// The host does not access memory.
    HostAccess NONE = _ -> false;

    /// The host may change all memory.
    HostAccess CONCURRENT = _ -> true;

    /// Whether the host may change the byte at an address of global memory or of the host process.
    boolean mayChange(long address);

    /// The scheduler of launches that may change each other's memory.
    default Optional<LaunchScheduler> scheduler() {
        return Optional.empty();
    }

    /// The host and other launches may change all memory.
    record Scheduled(LaunchScheduler by) implements HostAccess {

        @Override
        public boolean mayChange(long address) {
            return true;
        }

        @Override
        public Optional<LaunchScheduler> scheduler() {
            return Optional.of(by);
        }
    }

    /// Runs other work while a launch waits. A launch on several host threads reports no wait.
    interface LaunchScheduler {

        /// The threads of the launch repeat themselves until memory changes. Returns when the
        /// launch should continue or end.
        Decision stalled(Stall stall);

        /// The launch has changed no memory for long and may be waiting for another launch. Returns
        /// when it should continue or end.
        Decision sliceEnded(Residence residence);
    }

    /// The CTAs of a launch.
    ///
    /// @param resident CTAs that have started and not ended
    /// @param unstarted CTAs that have not started
    record Residence(long resident, long unstarted) {}

    /// A launch that waits.
    ///
    /// @param reads the memory that the threads read while they repeat themselves
    record Stall(Residence residence, ReadSet reads) {}

    /// Words of memory with the values that threads read.
    interface ReadSet {

        /// Whether a word has another value, or cannot be read any more. Any thread may call it
        /// while the launch waits.
        boolean hasChanged();
    }

    /// How a launch continues.
    sealed interface Decision {

        /// The launch continues, with at most that many resident CTAs.
        record Continue(int residentCtas) implements Decision {}

        /// The launch is livelocked.
        enum Livelock implements Decision {
            LIVELOCK
        }

        /// The launch is interrupted.
        enum Stop implements Decision {
            STOP
        }
    }
}
