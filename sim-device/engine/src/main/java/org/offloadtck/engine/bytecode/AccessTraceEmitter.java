package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;

/// Code that writes down where the accesses of a phase go, when somebody is told of them.
///
/// Parameters that all threads load are left out: where they are is known.
final class AccessTraceEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView listing;
    private final LanePhase phase;
    private final int[] accesses;
    private int addresses;
    private int next;

    AccessTraceEmitter(LaneEmitter lane, LanePhase phase) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
        this.phase = phase;
        this.accesses =
                listing.isInstrumented() ? BlockSummary.accesses(listing, phase) : new int[0];
    }

    private boolean isEmpty() {
        return accesses.length == 0;
    }

    /// Code for before the lanes' loop.
    void begin() {
        if (!isEmpty()) {
            addresses = code.allocateLocal(TypeKind.REFERENCE);
            next = code.allocateLocal(TypeKind.INT);
            pushTrace();
            code.getfield(RuntimeCalls.TRACE, "addresses", RuntimeCalls.ROWS).astore(addresses);
        }
    }

    /// Code for when a lane begins.
    void enter() {
        if (!isEmpty()) {
            code.iload(lane.lane()).istore(next);
        }
    }

    /// Writes down where an access is about to go.
    void add(int pc) {
        for (int i = 0; i < accesses.length; i++) {
            if (accesses[i] == pc) {
                code.aload(addresses).iload(next).loadConstant(i * Code.LANES).iadd();
                lane.push(listing.a(pc));
                code.loadConstant(MemorySpace.window(listing.space(pc)) + listing.x(pc)).ladd();
                code.lastore();
            }
        }
    }

    /// Code for when a lane has done a round of a loop.
    void nextRound() {
        if (!isEmpty()) {
            code.iload(next).loadConstant(accesses.length * Code.LANES).iadd().istore(next);
        }
    }

    /// Code that goes elsewhere when who is told does not want the phase to be carried out.
    void tell(Label elsewhere) {
        if (!isEmpty()) {
            pushTrace();
            code.loadConstant(phase.from())
                    .invokevirtual(
                            RuntimeCalls.TRACE,
                            "heard",
                            MethodTypeDesc.of(RuntimeCalls.I, RuntimeCalls.I))
                    .ifeq(elsewhere);
        }
    }

    private void pushTrace() {
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "trace", RuntimeCalls.TRACE);
    }
}
