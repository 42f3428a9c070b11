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

/// Emits the recording of the addresses of a phase in instrumented code.
///
/// Parameters that all threads load from a constant address are not recorded.
final class AccessTraceEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;
    private final LanePhase phase;
    private final int[] accesses;
    private int addresses;
    private int next;

    AccessTraceEmitter(LaneEmitter lane, LanePhase phase) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.phase = phase;
        this.accesses = view.isInstrumented() ? BlockSummary.accesses(view, phase) : new int[0];
    }

    private boolean isEmpty() {
        return accesses.length == 0;
    }

    /// Emits the code before the loop over lanes.
    void begin() {
        if (!isEmpty()) {
            addresses = code.allocateLocal(TypeKind.REFERENCE);
            next = code.allocateLocal(TypeKind.INT);
            pushTrace();
            code.getfield(RuntimeCalls.TRACE, "addresses", RuntimeCalls.ROWS).astore(addresses);
        }
    }

    /// Emits the code at the start of a lane.
    void enter() {
        if (!isEmpty()) {
            code.iload(lane.lane()).istore(next);
        }
    }

    /// Emits the recording of an address.
    void add(int pc) {
        for (int i = 0; i < accesses.length; i++) {
            if (accesses[i] == pc) {
                code.aload(addresses).iload(next).loadConstant(i * Code.LANES).iadd();
                lane.push(view.a(pc));
                code.loadConstant(MemorySpace.window(view.space(pc)) + view.x(pc)).ladd();
                code.lastore();
            }
        }
    }

    /// Emits the code at the end of an iteration.
    void nextRound() {
        if (!isEmpty()) {
            code.iload(next).loadConstant(accesses.length * Code.LANES).iadd().istore(next);
        }
    }

    /// Emits a branch for the case that the listener does not admit the phase.
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
        code.aload(LaneEmitter.CONTEXT).getfield(RuntimeCalls.CONTEXT, "trace", RuntimeCalls.TRACE);
    }
}
