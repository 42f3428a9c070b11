package org.offloadtck.driver.emulation;

import java.lang.foreign.MemorySegment;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.driver.emulation.Command.Launch.Fate;
import org.offloadtck.driver.inject.InjectedFault.Counted;

/// Launches: checked at once, run when their turn comes.
final class LaunchCalls implements CallTable.Group {

    /// Index of `f` in `cuLaunchKernelEx`, behind the shape and the count of attributes.
    private static final int EX_FUNCTION = 9;

    private static final int EX_COUNT = 8;

    private final Machine machine;

    LaunchCalls(Machine machine) {
        this.machine = machine;
    }

    /// Whether all blocks are to be resident at a time.
    private enum Residence {
        SOME,
        ALL
    }

    @Override
    public void offer(CallTable table) {
        table.on(
                DriverCall.CU_LAUNCH_KERNEL,
                call ->
                        launch(
                                new LaunchCheck(call, 1),
                                call.function(0),
                                call.call().buffer(0),
                                Residence.SOME));
        table.on(
                DriverCall.CU_LAUNCH_COOPERATIVE_KERNEL,
                call ->
                        launch(
                                new LaunchCheck(call, 1),
                                call.function(0),
                                call.call().buffer(0),
                                Residence.ALL));
        table.on(DriverCall.CU_LAUNCH_KERNEL_EX, this::launchExtended);
        table.on(
                DriverCall.CU_LAUNCH_HOST_FUNC,
                call -> {
                    call.await(call.stream(0));
                    return Reply.success();
                });
    }

    private Reply launchExtended(Invocation call) {
        var attributes = LaunchAttributes.parse(call.call().buffer(0), call.number(EX_COUNT));
        return launch(
                new LaunchCheck(call, 0),
                call.function(EX_FUNCTION),
                call.call().buffer(1),
                attributes.isCooperative() ? Residence.ALL : Residence.SOME);
    }

    private Reply launch(
            LaunchCheck check, KernelFunction function, byte[] parameters, Residence residence) {
        var call = check.call();
        requireCurrent(call, function);
        var stream = check.stream(function);
        var shape = check.shape(function);
        var limits = LaunchCheck.limits(function, shape);
        if (residence == Residence.ALL) {
            LaunchCheck.requireResident(shape, limits);
        }
        int wanted = function.code().parameterBytes();
        if (parameters.length < wanted) {
            throw Refusal.of(
                    DriverResult.INVALID_VALUE,
                    "parameters have %d bytes when kernel %s takes %d"
                            .formatted(parameters.length, function.name(), wanted));
        }
        var fate = machine.injections().isNextToFail(Counted.LAUNCHES) ? Fate.FAIL : Fate.RUN;
        call.submit(
                stream,
                new Command.Launch(
                        stream.context(),
                        function,
                        shape,
                        MemorySegment.ofArray(parameters),
                        limits,
                        fate));
        return Reply.success();
    }

    private static void requireCurrent(Invocation call, KernelFunction function) {
        if (call.current() != function.module().context()) {
            throw Refusal.blaming(
                    DriverResult.INVALID_CONTEXT,
                    "kernel %s is of another context than the current one"
                            .formatted(function.name()));
        }
    }
}
