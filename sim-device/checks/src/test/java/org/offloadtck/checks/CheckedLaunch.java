package org.offloadtck.checks;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.fixture.LaunchMethod;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// Launches once, with all checks on. The host writes the whole of an allocation before the launch
/// that follows, and reads it when it comes back to it.
final class CheckedLaunch implements LaunchMethod {

    private final Sanitizer sanitizer;
    private final Set<Allocation> fresh = new HashSet<>();
    private final Set<Allocation> launched = new HashSet<>();

    private CheckedLaunch(GlobalMemory memory, Consumer<KernelFinding> findings) {
        sanitizer = new Sanitizer(memory, Check.of("all").orElseThrow(), findings);
    }

    /// A device with one module loaded and all checks on.
    static TestDevice device(String source, String ptx, Consumer<KernelFinding> findings) {
        return TestDevice.of(source, ptx, memory -> new CheckedLaunch(memory, findings));
    }

    @Override
    public LaunchOutcome launch(
            Target target, LaunchOptions options, Function<LaunchOptions, LaunchOutcome> launch) {
        launched.addAll(fresh);
        return sanitizer.launch(
                new LaunchTarget(target.image(), target.kernel(), target.shape()),
                observer -> launch.apply(options.withObserver(observer)));
    }

    @Override
    public void beforeHostAccess(Allocation allocation) {
        if (launched.contains(allocation)) {
            sanitizer.read(allocation.address(), allocation.size());
        }
        fresh.add(allocation);
        sanitizer.written(allocation.address(), allocation.size());
    }

    @Override
    public void end() {
        sanitizer.reportLeaks();
    }
}
