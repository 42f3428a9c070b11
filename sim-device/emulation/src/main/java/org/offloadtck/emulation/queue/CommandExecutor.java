package org.offloadtck.emulation.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.queue.NestedLaunches.GridResult;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.ContextFailure;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.LaunchInstrumentation;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.LaunchTiming;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// Executes commands. Of the threads of the command queue, one at a time calls it, so the clocks of
/// the devices need no lock.
public final class CommandExecutor {

    private final HostThreads threads = HostThreads.ofProcessors();
    private final GlobalMemory memory;
    private final CommandMemory places;
    private final LaunchInstrumentation instrumentation;
    private final ProcessRecorder recorder;
    private final HostCalls hostCalls;

    public CommandExecutor(
            GlobalMemory memory,
            LaunchInstrumentation instrumentation,
            ProcessRecorder recorder,
            HostCalls hostCalls) {
        this.memory = memory;
        this.places = new CommandMemory(memory);
        this.instrumentation = instrumentation;
        this.recorder = recorder;
        this.hostCalls = hostCalls;
    }

    CommandResult run(StreamCommand.Unscheduled command) {
        return switch (command) {
            case StreamCommand.Fill(var context, var target, var pattern) -> {
                if (!places.contains(target) || !places.fill(target, pattern)) {
                    yield freed(context, target);
                }
                written(context, target, target);
                yield CommandResult.NOTHING;
            }
            case StreamCommand.Copy(var context, var target, var source) -> {
                if (!places.contains(target)) {
                    yield freed(context, target);
                }
                if (!places.contains(source) || !places.copy(target, source)) {
                    yield freed(context, source);
                }
                written(context, target, source);
                yield CommandResult.NOTHING;
            }
            case StreamCommand.RecordEvent(var context, var event) ->
                    CommandResult.reached(event, context.device().clock().nanoseconds());
            case StreamCommand.WriteValue(var context, var word, long value) ->
                    word.write(memory, value)
                            ? CommandResult.NOTHING
                            : freed(context, Rectangle.line(word.address(), word.bytes()));
            case StreamCommand.AwaitValue wait -> ended(wait);
            case StreamCommand.Allocate(var context, var range) -> {
                if (!range.isFreed()) {
                    yield outOfOrder(context, "allocates", range, "allocated");
                }
                memory.allocate(range);
                yield CommandResult.NOTHING;
            }
            case StreamCommand.Free(var context, var range) -> {
                if (range.isFreed()) {
                    yield outOfOrder(context, "frees", range, "not allocated");
                }
                memory.unmap(range);
                yield CommandResult.NOTHING;
            }
            case StreamCommand.CallHost(var context, var call) -> {
                var status =
                        context.failure().map(ContextFailure::result).orElse(DriverResult.SUCCESS);
                hostCalls.make(new HostCall.Due(call, status));
                yield CommandResult.NOTHING;
            }
        };
    }

    /// A node of memory is executed before one that it should wait for.
    private static CommandResult outOfOrder(
            EmulatedContext context, String does, Allocation range, String is) {
        return CommandResult.failed(
                "",
                context,
                new ContextFailure(
                        DriverResult.ILLEGAL_ADDRESS,
                        "a node of a graph %s %s, which is %s: the graph should order allocation and free"
                                .formatted(does, range, is)));
    }

    /// The device has written memory by a fill or a copy, which takes time. It fills the cache if
    /// no memory of the host takes part (ADR 15).
    private void written(EmulatedContext context, Rectangle target, Rectangle source) {
        context.device().clock().addTransfer(target.bytes());
        boolean isWithin =
                memory.isOfDevice(target.address()) && memory.isOfDevice(source.address());
        if (recorder.isTiming() && isWithin) {
            for (long row = 0; row < target.height(); row++) {
                context.device().cache().written(target.row(row), target.width());
            }
        }
    }

    /// Whether another process can change memory.
    boolean isSharedWithProcesses() {
        return memory.isOfProcesses();
    }

    /// Whether a wait for a value has ended: the value is there, or its memory is not.
    boolean hasEnded(StreamCommand.AwaitValue wait) {
        var word = wait.word().read(memory);
        return word.isEmpty() || holds(wait, word.getAsLong());
    }

    private static boolean holds(StreamCommand.AwaitValue wait, long word) {
        return wait.comparison().holds(word, wait.value(), wait.word().bytes());
    }

    private CommandResult ended(StreamCommand.AwaitValue wait) {
        var place = wait.word();
        var word = place.read(memory);
        if (word.isEmpty()) {
            return freed(wait.context(), Rectangle.line(place.address(), place.bytes()));
        }
        if (holds(wait, word.getAsLong())) {
            return CommandResult.NOTHING;
        }
        return CommandResult.failed(
                "",
                wait.context(),
                new ContextFailure(
                        ContextFailure.result(FaultKind.DEADLOCK),
                        "a stream waits for ever: the word at 0x%x is 0x%x, which is not %s 0x%x, and nothing can change it"
                                .formatted(
                                        place.address(),
                                        word.getAsLong(),
                                        wait.comparison(),
                                        wait.value())));
    }

    /// Executes a launch and the work that its kernel launches.
    ///
    /// @param room CTAs that may be resident
    /// @param schedulers for each launch, what is called when it waits
    CommandResult launch(
            StreamCommand.Launch launch,
            int room,
            Function<StreamCommand.Launch, HostAccess.LaunchScheduler> schedulers) {
        var context = launch.context();
        double share = (double) room / launch.limits().residentCtas();
        return switch (launch.fate()) {
            case RUN ->
                    new NestedLaunches(
                                    this,
                                    launch,
                                    (grid, runtime) ->
                                            runKernel(
                                                    grid,
                                                    options(grid, share, schedulers.apply(grid))
                                                            .withDeviceRuntime(runtime)))
                            .execute();
            case FAIL ->
                    CommandResult.failed(
                            "",
                            context,
                            new ContextFailure(
                                    DriverResult.LAUNCH_FAILED,
                                    "kernel %s fails, as --inject requests"
                                            .formatted(launch.function().name())));
        };
    }

    /// @param share of the device that the launch may take, from 0 to 1
    private LaunchOptions options(
            StreamCommand.Launch launch, double share, HostAccess.LaunchScheduler scheduler) {
        int room = Math.max(1, (int) Math.round(launch.limits().residentCtas() * share));
        return LaunchOptions.of(launch.limits().withResidentCtas(room), threads)
                .withHost(new HostAccess.Scheduled(scheduler))
                .withTurns(recorder.warpTurns());
    }

    private GridResult runKernel(StreamCommand.Launch launch, LaunchOptions options) {
        var running = recorder.recordStart(launch);
        try {
            return run(launch, options.withProgress(running));
        } finally {
            recorder.recordEnd(running);
        }
    }

    private GridResult run(StreamCommand.Launch launch, LaunchOptions options) {
        var executable = launch.executable();
        var report =
                instrumentation.launch(
                        new LaunchTarget(
                                executable.program(), launch.function().code(), launch.shape()),
                        launch.parameters().toArray(JAVA_BYTE),
                        options,
                        recorder.isTiming()
                                ? new LaunchTiming.ByModel(
                                        executable.timing(), launch.context().device().cache())
                                : LaunchTiming.Off.OFF);
        var outcome = report.outcome();
        ended(launch, outcome.counters(), report.timing());
        return switch (report.ending()) {
            case LaunchReport.Ending.Finished _ ->
                    new GridResult(
                            CommandResult.printed(outcome.output()),
                            Optional.of(outcome.work().commands()));
            case LaunchReport.Ending.Faulted(var fault) -> {
                if (fault.kind() != FaultKind.INTERRUPTED) {
                    recorder.recordFault(launch, fault);
                }
                var failure =
                        new ContextFailure(
                                ContextFailure.result(fault.kind()),
                                String.valueOf(fault.getMessage()));
                var failed = CommandResult.failed(outcome.output(), launch.context(), failure);
                yield new GridResult(
                        fault.kind() == FaultKind.ASSERTION
                                ? failed.withMessage(fault.problem())
                                : failed,
                        Optional.empty());
            }
        };
    }

    private void ended(StreamCommand.Launch launch, LaunchCounters counters, Timing timing) {
        var clock = launch.context().device().clock();
        switch (timing) {
            case KernelTiming known -> clock.addTimedLaunch(known.cycles());
            case Timing.Unknown _, Timing.NotRequested _ ->
                    clock.addLaunch(launch.shape(), counters);
        }
        recorder.recordLaunch(launch, counters, timing);
    }

    private CommandResult freed(EmulatedContext context, Rectangle rectangle) {
        return CommandResult.failed(
                "",
                context,
                new ContextFailure(
                        DriverResult.ILLEGAL_ADDRESS,
                        "command of a stream on %d bytes at 0x%x: this is %s"
                                .formatted(
                                        rectangle.extent(),
                                        rectangle.address(),
                                        memory.describe(rectangle.address()))));
    }
}
