package org.offloadtck.driver.emulation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.emulation.Command.Pattern;
import org.offloadtck.driver.emulation.Command.Rectangle;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.execution.FaultKind;
import org.offloadtck.simt.execution.Grid;
import org.offloadtck.simt.execution.HostAccess;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchOptions;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.KernelTiming;
import org.offloadtck.simt.timing.Timing;

/// What commands do. Only the worker's thread comes here, so the devices' clocks need no lock.
final class Execution {

    private final GlobalMemory memory;
    private final FaultDetector detector;
    private final Watch watch;

    Execution(GlobalMemory memory, FaultDetector detector, Watch watch) {
        this.memory = memory;
        this.detector = detector;
        this.watch = watch;
    }

    Completion run(Command command) {
        return switch (command) {
            case Command.Launch launch -> launch(launch);
            case Command.Fill(var context, var target, var pattern) -> {
                if (!isThere(target)) {
                    yield freed(context, target);
                }
                fill(target, pattern);
                context.gpu().clock().moved(target.bytes());
                yield Completion.NOTHING;
            }
            case Command.Move(var context, var target, var source) -> {
                if (!isThere(target) || !isThere(source)) {
                    yield freed(context, isThere(target) ? source : target);
                }
                move(target, source);
                context.gpu().clock().moved(target.bytes());
                yield Completion.NOTHING;
            }
            case Command.Mark(var context, var event) ->
                    Completion.reached(event, context.gpu().clock().nanoseconds());
        };
    }

    private Completion launch(Command.Launch launch) {
        var context = launch.context();
        return switch (launch.fate()) {
            case RUN -> runKernel(launch);
            case FAIL ->
                    Completion.failed(
                            "",
                            context,
                            new Failure(
                                    DriverResult.LAUNCH_FAILED,
                                    "kernel %s fails, as --inject asks"
                                            .formatted(launch.function().name())));
        };
    }

    private Completion runKernel(Command.Launch launch) {
        return watch.isTiming()
                ? runTimed(launch)
                : run(launch, LaunchObserver.NONE, () -> Timing.Unasked.UNASKED);
    }

    private Completion runTimed(Command.Launch launch) {
        var function = launch.function();
        var timer = function.module().timing().timer(function.code(), launch.shape());
        return run(launch, timer.observer(), timer::timing);
    }

    private Completion run(
            Command.Launch launch, LaunchObserver observer, Supplier<Timing> timing) {
        try {
            var target =
                    new FaultDetector.Target(
                            launch.function().module().image(),
                            launch.function().code(),
                            launch.shape());
            var options = LaunchOptions.of(launch.limits()).withHost(HostAccess.CONCURRENT);
            var result =
                    detector.launch(
                            target,
                            checks ->
                                    Grid.launch(
                                            target.image(),
                                            target.kernel(),
                                            target.shape(),
                                            launch.parameters().toArray(JAVA_BYTE),
                                            options.withObserver(checks.and(observer))));
            ended(launch, result.counters(), timing.get());
            return Completion.printed(result.output());
        } catch (KernelFaultException fault) {
            var soFar = fault.soFar();
            ended(launch, soFar.counters(), timing.get());
            if (fault.kind() != FaultKind.INTERRUPTED) {
                watch.faulted(launch, fault);
            }
            return Completion.failed(
                    soFar.output(),
                    launch.context(),
                    new Failure(Failure.result(fault.kind()), String.valueOf(fault.getMessage())));
        }
    }

    private void ended(Command.Launch launch, LaunchCounters counters, Timing timing) {
        var clock = launch.context().gpu().clock();
        switch (timing) {
            case KernelTiming known -> clock.took(known.cycles());
            case Timing.Unknown _, Timing.Unasked _ -> clock.launched(launch.shape(), counters);
        }
        watch.launched(launch, counters, timing);
    }

    /// It was when the command came; another stream may have freed it since.
    private boolean isThere(Rectangle rectangle) {
        return memory.find(rectangle.address(), rectangle.extent()).isPresent();
    }

    private Completion freed(Context context, Rectangle rectangle) {
        return Completion.failed(
                "",
                context,
                new Failure(
                        DriverResult.ILLEGAL_ADDRESS,
                        "copy or fill of %d bytes at 0x%x: this is %s"
                                .formatted(
                                        rectangle.extent(),
                                        rectangle.address(),
                                        memory.describe(rectangle.address()))));
    }

    private void fill(Rectangle target, Pattern pattern) {
        for (long row = 0; row < target.height(); row++) {
            fill(memory.slice(target.row(row), target.width()), pattern);
            memory.watch().written(target.row(row), target.width());
        }
    }

    /// Writes the pattern once and doubles what is written.
    private static void fill(MemorySegment row, Pattern pattern) {
        var first = MemorySegment.ofArray(new byte[Integer.BYTES]);
        first.set(JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, pattern.bits());
        if (pattern.bytes() == 1) {
            row.fill(first.get(JAVA_BYTE, 0));
            return;
        }
        long done = Math.min(pattern.bytes(), row.byteSize());
        MemorySegment.copy(first, 0, row, 0, done);
        while (done < row.byteSize()) {
            long next = Math.min(done, row.byteSize() - done);
            MemorySegment.copy(row, 0, row, done, next);
            done += next;
        }
    }

    private void move(Rectangle target, Rectangle source) {
        for (long row = 0; row < target.height(); row++) {
            var to = memory.slice(target.row(row), target.width());
            to.copyFrom(memory.slice(source.row(row), source.width()));
            memory.watch().copied(source.row(row), target.row(row), target.width());
        }
    }
}
