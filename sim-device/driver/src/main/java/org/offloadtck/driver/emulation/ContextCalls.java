package org.offloadtck.driver.emulation;

import java.util.Optional;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Contexts, and each thread's stack of them.
final class ContextCalls implements CallTable.Group {

    /// `CU_CTX_FLAGS_MASK` of CUDA 12.6 (`CUctx_flags`): scheduling, `MAP_HOST`,
    /// `LMEM_RESIZE_TO_MAX`, coredump and `SYNC_MEMOPS` bits.
    private static final int KNOWN_FLAGS = 0xff;

    /// `CU_CTX_SCHED_MASK` (CUDA driver API 12.6): one of its bits at most.
    private static final int SCHEDULING = 7;

    /// What `cuCtxGetApiVersion` answers for contexts of `cuCtxCreate_v2` (CUDA driver API 12.6).
    private static final long API_VERSION = 3020;

    private final Machine machine;

    ContextCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_CTX_CREATE, this::create);
        table.on(DriverCall.CU_CTX_DESTROY, this::destroy);
        table.on(DriverCall.CU_CTX_PUSH_CURRENT, ContextCalls::push);
        table.on(DriverCall.CU_CTX_POP_CURRENT, ContextCalls::pop);
        table.on(DriverCall.CU_CTX_SET_CURRENT, ContextCalls::setCurrent);
        table.on(
                DriverCall.CU_CTX_GET_CURRENT,
                call ->
                        Reply.success(
                                Optional.ofNullable(call.thread().contexts().peek())
                                        .map(Context::handle)
                                        .orElse(0L)));
        table.on(
                DriverCall.CU_CTX_GET_DEVICE,
                call -> Reply.success((long) call.thread().current().gpu().ordinal()));
        table.on(
                DriverCall.CU_CTX_GET_FLAGS,
                call -> Reply.success((long) call.thread().current().flags()));
        table.on(DriverCall.CU_CTX_GET_ID, call -> Reply.success(currentOr(call).id()));
        table.on(
                DriverCall.CU_CTX_GET_API_VERSION,
                call -> {
                    currentOr(call);
                    return Reply.success(API_VERSION);
                });
        table.on(DriverCall.CU_CTX_SYNCHRONIZE, ContextCalls::synchronize);
    }

    /// Flags of a context at `index`.
    static int flags(Invocation call, int index) {
        int flags = call.flags(index, KNOWN_FLAGS);
        if (Integer.bitCount(flags & SCHEDULING) > 1) {
            throw call.refusal(
                    index, DriverResult.INVALID_VALUE, "names several kinds of scheduling");
        }
        return flags;
    }

    private static Context currentOr(Invocation call) {
        return call.raw(0) == 0 ? call.thread().current() : call.context(0);
    }

    private Reply create(Invocation call) {
        var gpu = call.gpu(1);
        int flags = flags(call, 0);
        var context = machine.createContext(gpu, Context.Kind.CREATED);
        context.setFlags(flags);
        call.thread().contexts().push(context);
        return Reply.success(context.handle());
    }

    private Reply destroy(Invocation call) {
        var context = call.context(0);
        if (context.kind() == Context.Kind.PRIMARY) {
            throw call.blame(
                    0,
                    DriverResult.INVALID_CONTEXT,
                    "is a primary context, which is released, not destroyed");
        }
        call.thread().await(context.last());
        machine.destroy(context);
        if (call.thread().contexts().peek() == context) {
            call.thread().contexts().pop();
        }
        return Reply.success();
    }

    private static Reply push(Invocation call) {
        call.thread().contexts().push(call.context(0));
        return Reply.success();
    }

    private static Reply pop(Invocation call) {
        if (call.thread().contexts().isEmpty()) {
            throw Refusal.of(DriverResult.INVALID_CONTEXT, "the thread has no current context");
        }
        return Reply.success(call.thread().contexts().pop().handle());
    }

    /// Takes the place of the innermost context; none takes it away.
    private static Reply setCurrent(Invocation call) {
        var contexts = call.thread().contexts();
        if (call.raw(0) == 0) {
            contexts.poll();
            return Reply.success();
        }
        var context = call.context(0);
        contexts.poll();
        contexts.push(context);
        return Reply.success();
    }

    private static Reply synchronize(Invocation call) {
        var context = call.current();
        call.await(context, context.last());
        return Reply.success();
    }
}
