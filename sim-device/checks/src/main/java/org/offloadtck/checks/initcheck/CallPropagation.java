package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;

/// Propagates uninitialised values through arguments and results of calls.
public final class CallPropagation {

    private final Code code;

    public CallPropagation(Code code) {
        this.code = code;
    }

    /// A group has called a function.
    public void enters(WarpShadow values, LaneGroup group) {
        var frame = group.frame();
        values.enter(frame, group.mask());
        if (frame instanceof CallFrame.Call call) {
            var arguments = call.site().arguments();
            for (int i = 0; i < arguments.size(); i++) {
                var from = arguments.get(i);
                var to = call.function().parameters().get(i);
                values.copy(
                        group.mask(),
                        call.caller().localStart() + from.offset(),
                        call.localStart() + to.offset(),
                        Math.min(from.size(), to.size()));
            }
        }
    }

    /// A group is about to return.
    public void leaves(WarpShadow values, LaneGroup group) {
        if (group.frame() instanceof CallFrame.Call call) {
            var results = call.site().results();
            for (int i = 0; i < results.size(); i++) {
                var to = results.get(i);
                var from = call.function().results().get(i);
                values.copy(
                        group.mask(),
                        call.localStart() + from.offset(),
                        call.caller().localStart() + to.offset(),
                        Math.min(from.size(), to.size()));
            }
        }
    }

    /// A group calls a function of the device, which may write memory of the thread or the CTA
    /// through its first argument. Writes to global memory are reported to the observer of memory.
    void writes(MemoryPropagation.Access call) {
        var group = call.group();
        var site = code.callSites()[code.words()[group.pc() * Code.STRIDE + Code.X]];
        if (!(site.target() instanceof CallSite.Target.Builtin(var function)
                && function instanceof DeviceRuntimeFunction of
                && of.outputBytes() > 0)) {
            return;
        }
        int base = group.frame().localStart() + site.arguments().getFirst().offset();
        for (int rest = call.active(); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = NativeBytes.get8(call.warp().localMemory().at(base, lane));
            long offset = address - AddressSpace.window(address);
            int size = of.outputBytes();
            if (AddressWindow.of(address) == AddressWindow.LOCAL
                    && offset <= group.frame().localEnd() - size) {
                call.values().know((int) offset, lane, size, WarpShadow.mask(size));
            }
            if (AddressWindow.of(address) == AddressWindow.SHARED
                    && offset <= call.shared().bytes() - size) {
                call.shared().know((int) offset, size, WarpShadow.mask(size));
            }
        }
    }

    /// A group calls a function of the device. The results of a system call are initialised; those
    /// of any other function, if all arguments are.
    public void supplied(WarpShadow values, LaneGroup group, int active) {
        var site = code.callSites()[code.words()[group.pc() * Code.STRIDE + Code.X]];
        boolean pure =
                site.target() instanceof CallSite.Target.Builtin(var function)
                        && function instanceof BuiltinFunction.Pure;
        int base = group.frame().localStart();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int origin = Origins.UNKNOWN;
            boolean known = true;
            for (var piece : site.arguments()) {
                long mask = WarpShadow.mask(piece.size());
                boolean all = values.known(base + piece.offset(), lane, piece.size()) == mask;
                origin = all ? origin : values.localOrigin(base + piece.offset(), lane);
                known &= all || !pure;
            }
            for (var piece : site.results()) {
                give(values, base + piece.offset(), lane, new Given(piece, known, origin));
            }
        }
    }

    private record Given(FrameSlot piece, boolean known, int origin) {}

    private static void give(WarpShadow values, int offset, int lane, Given given) {
        int size = given.piece().size();
        values.know(offset, lane, size, given.known() ? WarpShadow.mask(size) : 0);
        if (!given.known()) {
            values.setLocalOrigin(offset, lane, given.origin());
        }
    }
}
