package org.offloadtck.simt.execution;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.offloadtck.simt.check.Check;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.check.FaultDetector.Target;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.GlobalMemory;

/// How a machine carries out what it launches.
sealed interface Execution {

    LaunchResult launch(
            Target target, LaunchOptions options, Function<LaunchOptions, LaunchResult> launch);

    /// The host is about to read or write an allocation.
    void isSeenByHost(Allocation allocation);

    /// Nothing will be launched any more.
    void end();

    /// By both executors.
    enum Twice implements Execution {
        AND_COMPARED;

        @Override
        public LaunchResult launch(
                Target target,
                LaunchOptions options,
                Function<LaunchOptions, LaunchResult> launch) {
            return BothExecutors.run(target.image(), options, launch);
        }

        @Override
        public void isSeenByHost(Allocation allocation) {}

        @Override
        public void end() {}
    }

    /// Once, with all checks on. The host writes the whole of an allocation before the launch that
    /// follows, and reads it when it comes back to it.
    final class Watched implements Execution {

        private final FaultDetector detector;
        private final Set<Allocation> fresh = new HashSet<>();
        private final Set<Allocation> launched = new HashSet<>();

        Watched(GlobalMemory memory, Consumer<Finding> reader) {
            detector = new FaultDetector(memory, EnumSet.allOf(Check.class), reader);
        }

        @Override
        public LaunchResult launch(
                Target target,
                LaunchOptions options,
                Function<LaunchOptions, LaunchResult> launch) {
            launched.addAll(fresh);
            return detector.launch(target, seen -> launch.apply(options.withObserver(seen)));
        }

        @Override
        public void isSeenByHost(Allocation allocation) {
            if (launched.contains(allocation)) {
                detector.read(allocation.address(), allocation.size());
            }
            fresh.add(allocation);
            detector.written(allocation.address(), allocation.size());
        }

        @Override
        public void end() {
            detector.end();
        }
    }
}
