package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the functions of the driver's linker (`cuLink…`), with which libgomp links the PTX
/// of a program that GCC compiled.
///
/// Requirements: ER-03, ER-26.
public final class LinkHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public LinkHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_LINK_CREATE, this::create);
        table.add(
                DriverFunction.CU_LINK_ADD_DATA,
                call -> logging(call, List.of(), () -> add(call, link(call))));
        table.add(
                DriverFunction.CU_LINK_COMPLETE,
                call -> logging(call, List.of(new byte[0]), () -> complete(link(call))));
        table.add(DriverFunction.CU_LINK_DESTROY, this::destroy);
    }

    private static PendingLink link(Invocation call) {
        return call.find(0, HandleKind.LINK, PendingLink.class, DriverResult.INVALID_VALUE);
    }

    private DriverReply create(Invocation call) {
        var link = new PendingLink(state.handles().newHandle(HandleKind.LINK), call.current());
        state.handles().add(link);
        return DriverReply.success(link.handle());
    }

    private static DriverReply add(Invocation call, PendingLink link) {
        var type =
                PendingLink.InputType.of(call.number(1))
                        .orElseThrow(() ->
                                call.error(
                                        1, DriverResult.INVALID_VALUE, "is not a CUjitInputType"));
        var limit = new CompilerRegisterLimit(call.number(2));
        link.add(type, call.call().text(1), call.call().buffer(0), limit);
        return DriverReply.success().withText("");
    }

    private static DriverReply complete(PendingLink link) {
        return DriverReply.success().withBuffers(link.complete(), new byte[0]);
    }

    private interface Step {
        DriverReply reply();
    }

    /// Carries out a step; the error log, which is the last of the buffers, contains the reason of
    /// a failure.
    ///
    /// @param before the buffers before the log
    private DriverReply logging(Invocation call, List<byte[]> before, Step step) {
        try {
            return step.reply();
        } catch (DriverCallException failure) {
            state.recorder().recordRejectedModule(call.call(), failure);
            var log = failure.reason().getBytes(UTF_8);
            throw failure.withBuffers(
                    before.isEmpty() ? List.of(log) : List.of(before.getFirst(), log));
        }
    }

    private DriverReply destroy(Invocation call) {
        state.handles().remove(link(call));
        return DriverReply.success();
    }
}
