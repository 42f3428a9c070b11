package org.offloadtck.driver.offload;

import java.util.List;
import org.offloadtck.driver.report.ClientProcess;
import org.offloadtck.driver.report.Finding;
import org.offloadtck.driver.report.KernelLaunch;
import org.offloadtck.driver.report.Run;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.sim.LaunchObserver;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.timing.Timing;

/// Tells a run what a process of it does, and keeps what its kernels print, and what it is told of
/// itself, until the process is answered.
final class Watch {

    private final Run run;
    private final ClientProcess process;
    private final StringBuilder printed = new StringBuilder();
    private final StringBuilder told = new StringBuilder();

    Watch(Run run, ClientProcess process) {
        this.run = run;
        this.process = process;
    }

    /// The observer of simulated device `device`.
    LaunchObserver of(int device) {
        return new LaunchObserver() {
            @Override
            public void ended(
                    String kernel, LaunchShape shape, LaunchResult result, Timing timing) {
                printed.append(result.output());
                run.launched(
                        new KernelLaunch(
                                process, device, kernel, shape, result.counters(), timing));
            }

            @Override
            public void faulted(KernelFaultException fault) {
                run.found(Finding.Fault.of(process, device, fault));
            }

            @Override
            public Consequence found(org.offloadtck.simt.check.Finding finding) {
                run.found(new Finding.Detected(process, finding));
                return Consequence.NONE;
            }
        };
    }

    /// A launch on a device that nobody observes: what it counted is what its plugin measured.
    void launched(int device, Launched launch) {
        run.launched(
                new KernelLaunch(
                        process,
                        device,
                        launch.kernel(),
                        new LaunchShape(
                                extent(launch.size().groups()),
                                extent(launch.size().groupSize()),
                                Math.toIntExact(launch.size().dynamicSharedMemoryBytes())),
                        counters(launch.measurements()),
                        Timing.Unasked.UNASKED));
    }

    private static Extent extent(Dim3 size) {
        return new Extent(size.x(), size.y(), size.z());
    }

    private static LaunchCounters counters(List<Measurement> measured) {
        return new LaunchCounters(
                value(measured, "warp-instructions"),
                value(measured, "thread-instructions"),
                value(measured, "global-bytes-read"),
                value(measured, "global-bytes-written"),
                0,
                0,
                0);
    }

    private static long value(List<Measurement> measured, String metric) {
        return measured.stream()
                .filter(each -> each.metric().equals(metric))
                .mapToLong(Measurement::value)
                .sum();
    }

    /// Device memory that the process has left.
    ///
    /// @param allocation what it was for
    void leaked(int device, String allocation, long bytes) {
        run.found(new Finding.Leak(process, device, allocation, bytes));
    }

    /// The ABI profile that the process is held to.
    void held(String profile) {
        run.held(process, profile);
    }

    /// A rule that the process broke.
    ///
    /// @param site where it was
    void broken(String site, OffloadException fault) {
        run.found(
                new Finding.Violation(
                        process,
                        site,
                        fault.address(),
                        fault.problem(),
                        fault.rule().requirement()));
    }

    /// Tells the process a line about itself.
    void tell(String line) {
        told.append(line).append('\n');
    }

    /// What is to be told since the last call of this.
    String takeTold() {
        var text = told.toString();
        told.setLength(0);
        return text;
    }

    /// Prints for the process.
    void print(String text) {
        printed.append(text);
    }

    /// What is to be printed since the last call of this.
    String takePrinted() {
        var text = printed.toString();
        printed.setLength(0);
        return text;
    }
}
