package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Residence;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of kernel launches. A launch is validated in the call and runs as a command of its
/// stream.
public final class LaunchHandlers implements DispatchTable.HandlerGroup {

    /// Index of `f` in `cuLaunchKernelEx`, after the shape and the count of attributes.
    private static final int EX_FUNCTION = 9;

    private static final int EX_COUNT = 8;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_LAUNCH_KERNEL,
                call ->
                        launch(
                                new LaunchValidation(call, 1),
                                new LaunchValidation(call, 1).kernel(0),
                                call.call().buffer(0),
                                Residence.SOME));
        table.add(
                DriverFunction.CU_LAUNCH_COOPERATIVE_KERNEL,
                call ->
                        launch(
                                new LaunchValidation(call, 1),
                                new LaunchValidation(call, 1).kernel(0),
                                call.call().buffer(0),
                                Residence.ALL));
        table.add(DriverFunction.CU_LAUNCH_KERNEL_EX, LaunchHandlers::launchExtended);
        table.add(
                DriverFunction.CU_LAUNCH_HOST_FUNC,
                call -> {
                    StreamHandlers.callHost(call, HostCall.Form.HOST_FUNCTION);
                    return DriverReply.success();
                });
    }

    private static DriverReply launchExtended(Invocation call) {
        var attributes = LaunchAttributes.parse(call.call().buffer(0), call.number(EX_COUNT));
        var check = new LaunchValidation(call, 0, attributes);
        return launch(
                check,
                check.kernel(EX_FUNCTION),
                call.call().buffer(1),
                attributes.isCooperative() ? Residence.ALL : Residence.SOME);
    }

    private static DriverReply launch(
            LaunchValidation check,
            KernelFunction function,
            byte[] parameters,
            Residence residence) {
        var stream = check.stream(function);
        check.call().submit(stream, check.command(function, parameters, residence));
        return DriverReply.success();
    }
}
