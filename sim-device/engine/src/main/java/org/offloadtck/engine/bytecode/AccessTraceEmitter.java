package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.TraceLayout;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;

/// Emits the recording of the addresses of a phase in instrumented code.
///
/// [TraceLayout] says which address goes where.
final class AccessTraceEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;
    private final LanePhase phase;
    private final TraceLayout layout;
    private int addresses;
    private int next;

    AccessTraceEmitter(LaneEmitter lane, LanePhase phase) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.phase = phase;
        this.layout = view.isInstrumented() ? TraceLayout.of(view, phase) : TraceLayout.NONE;
    }

    private boolean isEmpty() {
        return layout.accesses().length == 0;
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

    /// Emits the recording of an address, if the trace has it for that access.
    void add(int pc) {
        int access = Arrays.binarySearch(layout.accesses(), pc);
        if (access >= 0 && layout.bases()[access] == access) {
            code.aload(addresses).iload(next).loadConstant(layout.rows()[access] * Code.LANES);
            code.iadd();
            lane.push(view.a(pc));
            code.loadConstant(MemorySpace.window(view.space(pc)) + view.x(pc)).ladd();
            code.lastore();
        }
    }

    /// Emits the code at the end of an iteration.
    void nextRound() {
        if (!isEmpty()) {
            code.iload(next).loadConstant(layout.width() * Code.LANES).iadd().istore(next);
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
