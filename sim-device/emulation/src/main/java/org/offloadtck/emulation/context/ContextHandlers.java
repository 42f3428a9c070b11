package org.offloadtck.emulation.context;

import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of contexts and of the context stack of a thread.
public final class ContextHandlers implements DispatchTable.HandlerGroup {

    /// `CU_CTX_FLAGS_MASK` of CUDA 12.6 (`CUctx_flags`): scheduling, `MAP_HOST`,
    /// `LMEM_RESIZE_TO_MAX`, coredump and `SYNC_MEMOPS` bits.
    private static final int KNOWN_FLAGS = 0xff;

    /// `CU_CTX_SCHED_MASK` (CUDA driver API 12.6): one of its bits at most.
    private static final int SCHEDULING = 7;

    /// The version that `cuCtxGetApiVersion` returns for contexts of `cuCtxCreate_v2` (CUDA driver
    /// API 12.6).
    private static final long API_VERSION = 3020;

    private final DriverState state;

    public ContextHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_CTX_CREATE, this::create);
        table.add(DriverFunction.CU_CTX_DESTROY, this::destroy);
        table.add(DriverFunction.CU_CTX_PUSH_CURRENT, ContextHandlers::push);
        table.add(DriverFunction.CU_CTX_POP_CURRENT, ContextHandlers::pop);
        table.add(DriverFunction.CU_CTX_SET_CURRENT, ContextHandlers::setCurrent);
        table.add(
                DriverFunction.CU_CTX_GET_CURRENT,
                call ->
                        DriverReply.success(
                                Optional.ofNullable(call.thread().contexts().peek())
                                        .map(EmulatedContext::handle)
                                        .orElse(0L)));
        table.add(
                DriverFunction.CU_CTX_GET_DEVICE,
                call -> DriverReply.success((long) innermost(call).device().ordinal()));
        table.add(
                DriverFunction.CU_CTX_GET_FLAGS,
                call -> DriverReply.success((long) call.thread().current().flags()));
        table.add(DriverFunction.CU_CTX_GET_ID, call -> DriverReply.success(currentOr(call).id()));
        table.add(
                DriverFunction.CU_CTX_GET_API_VERSION,
                call -> {
                    currentOr(call);
                    return DriverReply.success(API_VERSION);
                });
        table.add(DriverFunction.CU_CTX_SYNCHRONIZE, ContextHandlers::synchronize);
    }

    /// The flags of a context in argument `index`.
    static int flags(Invocation call, int index) {
        int flags = call.flags(index, KNOWN_FLAGS);
        if (Integer.bitCount(flags & SCHEDULING) > 1) {
            throw call.error(
                    index, DriverResult.INVALID_VALUE, "names several kinds of scheduling");
        }
        return flags;
    }

    /// The current context, destroyed or not: its device is still known (H200, driver 580.159).
    private static EmulatedContext innermost(Invocation call) {
        var context = call.thread().contexts().peek();
        return context == null ? call.thread().current() : context;
    }

    private static EmulatedContext named(Invocation call) {
        if (call.raw(0) == 0) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "should be a context");
        }
        return call.context(0);
    }

    private static EmulatedContext currentOr(Invocation call) {
        return call.raw(0) == 0 ? call.thread().current() : call.context(0);
    }

    private DriverReply create(Invocation call) {
        var device = call.device(1);
        int flags = flags(call, 0);
        var context = state.createContext(device, EmulatedContext.Kind.CREATED);
        context.setFlags(flags);
        call.thread().contexts().push(context);
        return DriverReply.success(context.handle());
    }

    private DriverReply destroy(Invocation call) {
        var context = named(call);
        if (context.kind() == EmulatedContext.Kind.PRIMARY) {
            throw call.misuse(
                    0,
                    DriverResult.INVALID_CONTEXT,
                    "is a primary context, which is released, not destroyed");
        }
        call.thread().await(context.work());
        state.destroy(context);
        if (call.thread().contexts().peek() == context) {
            call.thread().contexts().pop();
        }
        return DriverReply.success();
    }

    private static DriverReply push(Invocation call) {
        call.thread().contexts().push(named(call));
        return DriverReply.success();
    }

    private static DriverReply pop(Invocation call) {
        if (call.thread().contexts().isEmpty()) {
            throw DriverCallException.of(
                    DriverResult.INVALID_CONTEXT, "the thread has no current context");
        }
        return DriverReply.success(call.thread().contexts().pop().handle());
    }

    /// Replaces the innermost context; a null context removes it.
    private static DriverReply setCurrent(Invocation call) {
        var contexts = call.thread().contexts();
        if (call.raw(0) == 0) {
            contexts.poll();
            return DriverReply.success();
        }
        var context = call.context(0);
        contexts.poll();
        contexts.push(context);
        return DriverReply.success();
    }

    private static DriverReply synchronize(Invocation call) {
        var context = call.current();
        call.state().captures().requireUncaptured(context);
        call.await(context, context.work());
        return DriverReply.success();
    }
}
