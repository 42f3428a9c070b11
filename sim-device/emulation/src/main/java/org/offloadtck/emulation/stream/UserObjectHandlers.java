package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.graph.UserObject;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of user objects, which graphs refer to.
///
/// Requirement: ER-27.
public final class UserObjectHandlers implements DispatchTable.HandlerGroup {

    /// `CU_USER_OBJECT_NO_DESTRUCTOR_SYNC` (CUDA driver API 13.0, `CUuserObject_flags`), which is
    /// required.
    private static final int NO_DESTRUCTOR_SYNC = 1;

    /// `CU_GRAPH_USER_OBJECT_MOVE` (CUDA driver API 13.0, `CUuserObjectRetain_flags`).
    private static final int MOVE = 1;

    private final DriverState state;

    public UserObjectHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_USER_OBJECT_CREATE, this::create);
        table.add(
                DriverFunction.CU_USER_OBJECT_RETAIN,
                call -> {
                    object(call, 0).retain(count(call, 1));
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_USER_OBJECT_RELEASE,
                call -> {
                    owned(call, 0).release(count(call, 1));
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_GRAPH_RETAIN_USER_OBJECT, UserObjectHandlers::retain);
        table.add(DriverFunction.CU_GRAPH_RELEASE_USER_OBJECT, UserObjectHandlers::release);
    }

    private DriverReply create(Invocation call) {
        if (call.number(3) != NO_DESTRUCTOR_SYNC) {
            throw call.error(
                    3,
                    DriverResult.INVALID_VALUE,
                    "should be CU_USER_OBJECT_NO_DESTRUCTOR_SYNC (1)");
        }
        var destructor = new HostCall(HostCall.Form.HOST_FUNCTION, call.raw(1), 0, call.raw(0));
        var object =
                UserObject.in(state.handles(), destructor, state.hostCalls()::post, count(call, 2));
        return DriverReply.success(object.handle());
    }

    private static UserObject object(Invocation call, int index) {
        return call.find(
                index, HandleKind.USER_OBJECT, UserObject.class, DriverResult.INVALID_VALUE);
    }

    /// The object in argument `index`, of which the program owns the references that the next
    /// argument counts.
    private static UserObject owned(Invocation call, int index) {
        var object = object(call, index);
        if (count(call, index + 1) > object.owned()) {
            throw call.misuse(
                    index + 1,
                    DriverResult.INVALID_VALUE,
                    "is more than the %d references that the program owns"
                            .formatted(object.owned()));
        }
        return object;
    }

    /// "Must be nonzero and less than INT_MAX" (CUDA driver API 13.0, `cuUserObjectCreate`).
    private static int count(Invocation call, int index) {
        int count = call.number(index);
        if (count <= 0 || count == Integer.MAX_VALUE) {
            throw call.error(index, DriverResult.INVALID_VALUE, "should be from 1 to INT_MAX - 1");
        }
        return count;
    }

    private static DriverReply retain(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        if (call.flags(3, MOVE) == 0) {
            graph.references().retain(object(call, 1), count(call, 2));
        } else {
            graph.references().move(owned(call, 1), count(call, 2));
        }
        return DriverReply.success();
    }

    private static DriverReply release(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        var object = object(call, 1);
        int count = count(call, 2);
        if (count > graph.references().count(object)) {
            throw call.misuse(
                    2,
                    DriverResult.INVALID_VALUE,
                    "is more than the %d references that graph 0x%x owns"
                            .formatted(graph.references().count(object), graph.handle()));
        }
        graph.references().release(object, count);
        return DriverReply.success();
    }
}
