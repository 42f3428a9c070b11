package org.offloadtck.simt.check;

import org.offloadtck.simt.execution.Frame;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.image.CallSite;
import org.offloadtck.simt.image.CallSite.Piece;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.SuppliedFunction;

/// Values that nobody set as arguments and results.
final class CallValues {

    private final Code code;

    CallValues(Code code) {
        this.code = code;
    }

    /// A group has called a function.
    void enters(WarpValues values, Group group) {
        var frame = group.frame();
        values.enter(frame, group.mask());
        if (frame instanceof Frame.Call call) {
            var arguments = call.site().arguments();
            for (int i = 0; i < arguments.size(); i++) {
                var from = arguments.get(i);
                var to = call.function().parameters().get(i);
                values.copy(
                        group.mask(),
                        call.caller().local() + from.offset(),
                        call.local() + to.offset(),
                        Math.min(from.size(), to.size()));
            }
        }
    }

    /// A group is about to return.
    void leaves(WarpValues values, Group group) {
        if (group.frame() instanceof Frame.Call call) {
            var results = call.site().results();
            for (int i = 0; i < results.size(); i++) {
                var to = results.get(i);
                var from = call.function().results().get(i);
                values.copy(
                        group.mask(),
                        call.local() + from.offset(),
                        call.caller().local() + to.offset(),
                        Math.min(from.size(), to.size()));
            }
        }
    }

    /// A group calls a function of the device's: what it gives has a value, if it is a system call
    /// or all arguments have.
    void supplied(WarpValues values, Group group, int active) {
        var site = code.sites()[code.words()[group.pc() * Code.STRIDE + Code.X]];
        boolean pure =
                site.target() instanceof CallSite.Target.Supplied(var function)
                        && function instanceof SuppliedFunction.Pure;
        int base = group.frame().local();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int birth = Births.UNKNOWN;
            boolean known = true;
            for (var piece : site.arguments()) {
                long mask = WarpValues.mask(piece.size());
                boolean all = values.known(base + piece.offset(), lane, piece.size()) == mask;
                birth = all ? birth : values.localBirth(base + piece.offset(), lane);
                known &= all || !pure;
            }
            for (var piece : site.results()) {
                give(values, base + piece.offset(), lane, new Given(piece, known, birth));
            }
        }
    }

    private record Given(Piece piece, boolean known, int birth) {}

    private static void give(WarpValues values, int offset, int lane, Given given) {
        int size = given.piece().size();
        values.know(offset, lane, size, given.known() ? WarpValues.mask(size) : 0);
        if (!given.known()) {
            values.bearLocal(offset, lane, given.birth());
        }
    }
}
