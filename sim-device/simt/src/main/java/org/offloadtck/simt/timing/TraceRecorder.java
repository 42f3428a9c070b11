package org.offloadtck.simt.timing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.simt.execution.Cta;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.Op;

/// Writes down what the CTAs of a launch do, and hands each on when it has ended.
final class TraceRecorder implements LaunchObserver {

    /// Who is handed the CTAs.
    interface Receiver {

        /// Takes a CTA that has ended.
        ///
        /// @param number of the CTA in the grid, `x` varying fastest
        void ended(long number, CtaTrace trace);
    }

    private final DeviceImage image;
    private final int[] words;
    private final Receiver receiver;
    private final Tally tally = new Tally();
    private final AccessRecorder accesses = new AccessRecorder(tally);
    private final AccessRecorder.Shape[] shapes;
    private final Map<Cta, CtaRecorder> recorders = new LinkedHashMap<>();
    private final Deque<CtaRecorder> spare = new ArrayDeque<>();
    private final TraceRoom room;
    private Object running = this;
    private CtaRecorder recorder;

    /// @param room for traces; where there is no more, nothing is recorded any longer
    TraceRecorder(DeviceImage image, Receiver receiver, TraceRoom room) {
        this.room = room;
        this.recorder = new CtaRecorder(0, room);
        this.image = image;
        this.words = image.code().words();
        this.receiver = receiver;
        this.shapes = new AccessRecorder.Shape[image.code().instructions().size()];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = shape(i);
        }
    }

    private AccessRecorder.Shape shape(int programCounter) {
        if (!Steps.isAccess(image, programCounter)) {
            return AccessRecorder.Shape.NONE;
        }
        int at = programCounter * Code.STRIDE;
        int op = words[at];
        int y = words[at + Code.Y];
        int elements = op == Op.ATOMIC ? 1 : Math.max(1, y >>> 8);
        return new AccessRecorder.Shape(op, y & 0xf, elements << (y >>> 4 & 3));
    }

    Behaviour behaviour() {
        return tally.read();
    }

    @Override
    public void begins(Cta cta) {
        var own = spare.isEmpty() ? new CtaRecorder(cta.warps().size(), room) : spare.pop();
        recorders.put(cta, own);
        running = this;
    }

    @Override
    public void ends(Cta cta) {
        var own = recorder(cta);
        if (!room.isExceeded()) {
            var trace = own.trace();
            room.take(trace.bytes());
            receiver.ended(cta.shape().grid().number(cta.position()), trace);
        }
        recorders.remove(cta);
        own.clear();
        spare.push(own);
        running = this;
    }

    private CtaRecorder recorder(Cta cta) {
        if (running != cta) {
            running = cta;
            recorder = recorders.getOrDefault(cta, recorder);
        }
        return recorder;
    }

    @Override
    public void executes(Warp warp, Group group, int active) {
        if (room.isExceeded()) {
            return;
        }
        var own = recorder(warp.cta()).warp(warp.index());
        if (own.isElsewhere(group.frame())) {
            own.enter(group.frame());
        }
        int programCounter = group.pc();
        own.step(programCounter);
        int mask = group.mask();
        tally.warpInstructions++;
        tally.threadInstructions += Integer.bitCount(mask);
        tally.activeThreads += Integer.bitCount(active);
        if (shapes[programCounter].isAccess()) {
            if (active == 0) {
                own.access(AccessWord.NOTHING);
            }
            return;
        }
        int op = words[programCounter * Code.STRIDE];
        if (op == Op.BRANCH) {
            tally.divergences += active != 0 && active != mask ? 1 : 0;
        } else if (op >= Op.BARRIER && op <= Op.BARRIER_REDUCE && active != 0) {
            barrier(own, warp, group, active);
        }
    }

    /// Lanes that name another barrier than the first come again in a group of their own.
    private void barrier(WarpRecorder own, Warp warp, Group group, int active) {
        int at = group.pc() * Code.STRIDE;
        int row = words[at + Code.A];
        int first = row >= 0 ? group.frame().rows() + row : ~row;
        long id = warp.registers()[first + Integer.numberOfTrailingZeros(active)];
        if (id < CtaRecorder.BARRIERS) {
            recorder.arrives(own, (int) id);
            if (words[at] != Op.BARRIER_ARRIVE) {
                own.waitAt((int) id);
            }
        }
    }

    @Override
    public void accesses(Warp warp, Group group, int active, long[] addresses) {
        var shape = shapes[group.pc()];
        if (shape.isAccess() && !room.isExceeded()) {
            var own = recorder(warp.cta()).warp(warp.index());
            accesses.record(own, shape, active, addresses);
        }
    }

    @Override
    public void completes(Cta cta, int barrier) {
        if (!room.isExceeded()) {
            recorder(cta).completes(barrier);
        }
    }
}
