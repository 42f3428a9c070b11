package org.offloadtck.driver.emulation;

import java.util.Set;
import org.offloadtck.driver.api.Call;
import org.offloadtck.driver.report.ClientProcess;
import org.offloadtck.driver.report.Finding;
import org.offloadtck.driver.report.KernelLaunch;
import org.offloadtck.driver.report.Run;
import org.offloadtck.simt.check.Check;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.timing.Timing;

/// Tells a run what a process of it does.
final class Watch {

    /// Who reads what went wrong.
    enum Reader {
        /// Whoever gets the run's report.
        REPORT,
        /// Nobody asked for a report, so the process says it itself.
        PROCESS
    }

    private final Run run;
    private final ClientProcess process;
    private final Reader reader;

    Watch(Run run, ClientProcess process, Reader reader) {
        this.run = run;
        this.process = process;
        this.reader = reader;
    }

    Reader reader() {
        return reader;
    }

    boolean isTracing() {
        return run.options().apiTrace();
    }

    /// Whether launches are timed.
    boolean isTiming() {
        return run.options().timing();
    }

    void launched(Command.Launch launch, LaunchCounters counters, Timing timing) {
        run.launched(
                new KernelLaunch(
                        process,
                        launch.context().gpu().ordinal(),
                        launch.function().name(),
                        launch.shape(),
                        counters,
                        timing));
    }

    void faulted(Command.Launch launch, KernelFaultException fault) {
        run.found(Finding.Fault.of(process, launch.context().gpu().ordinal(), fault));
    }

    /// What the run looks for.
    Set<Check> checks() {
        return run.options().checks();
    }

    void detected(org.offloadtck.simt.check.Finding finding) {
        run.found(new Finding.Detected(process, finding));
    }

    void leaked(Block block) {
        run.found(
                new Finding.Leak(
                        process,
                        block.context().gpu().ordinal(),
                        block.allocation().name(),
                        block.allocation().size()));
    }

    void refused(Call call, Refusal refusal) {
        if (refusal.blame() == Refusal.Blame.PROGRAM) {
            run.found(new Finding.BadArgument(process, call.function().symbol(), refusal.reason()));
        }
    }
}
