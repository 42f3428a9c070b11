package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.TraceLayout;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;

/// Emits the recording of the addresses of a phase in instrumented code.
///
/// [TraceLayout] says which address goes where. In a loop with linear addresses, the registers with
/// the addresses of an iteration are kept in variables, which are written to the trace at the end
/// of the first two iterations and after the last one.
final class AccessTraceEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;
    private final LanePhase phase;
    private final TraceLayout layout;
    private int addresses;
    private int next;

    /// Variable of the number of iterations of the lane whose addresses are still to be written,
    /// and those of the registers with addresses, by access.
    private int due;

    private final Map<Integer, Integer> kept = new TreeMap<>();

    AccessTraceEmitter(LaneEmitter lane, BasicBlock block, LanePhase phase) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.phase = phase;
        this.layout = view.isInstrumented() ? TraceLayout.of(view, block, phase) : TraceLayout.NONE;
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
        if (layout.isLinear()) {
            due = code.allocateLocal(TypeKind.INT);
            for (int access = 0; access < layout.accesses().length; access++) {
                if (isRecorded(access)) {
                    kept.put(access, code.allocateLocal(TypeKind.LONG));
                }
            }
        }
    }

    /// Whether an access has a row of its own.
    private boolean isRecorded(int access) {
        return layout.rows()[access] >= 0 && layout.bases()[access] == access;
    }

    /// Emits the code at the start of a lane.
    void enter() {
        if (!isEmpty()) {
            code.iload(lane.lane()).istore(next);
        }
        if (layout.isLinear()) {
            code.loadConstant(TraceLayout.LINEAR_ITERATIONS - 1).istore(due);
        }
    }

    /// Emits the recording of an address, if the trace has it for that access.
    void add(int pc) {
        int access = Arrays.binarySearch(layout.accesses(), pc);
        if (access >= 0 && isRecorded(access)) {
            if (layout.isLinear()) {
                lane.push(view.a(pc));
                code.lstore(Objects.requireNonNull(kept.get(access)));
            } else {
                write(access, () -> lane.push(view.a(pc)));
            }
        }
    }

    /// Emits the writing of an address to the trace.
    ///
    /// @param register pushes the register of the access
    private void write(int access, Runnable register) {
        int pc = layout.accesses()[access];
        code.aload(addresses).iload(next).loadConstant(layout.rows()[access] * Code.LANES).iadd();
        register.run();
        code.loadConstant(MemorySpace.window(view.space(pc)) + view.x(pc)).ladd();
        code.lastore();
    }

    private void writeKept() {
        kept.forEach((access, variable) -> write(access, () -> code.lload(variable)));
    }

    /// Emits the code at the end of an iteration.
    void nextRound() {
        if (layout.isLinear()) {
            var written = code.newLabel();
            code.iload(due).ifeq(written).iinc(due, -1);
            writeKept();
            advance(1);
            code.labelBinding(written);
        } else if (!isEmpty()) {
            advance(1);
        }
    }

    private void advance(int iterations) {
        code.iload(next).loadConstant(iterations * layout.width() * Code.LANES).iadd();
        code.istore(next);
    }

    /// Emits the code after the last iteration of a lane.
    void endRounds() {
        if (layout.isLinear()) {
            code.iload(lane.lane()).istore(next);
            advance(TraceLayout.LINEAR_ITERATIONS - 1);
            writeKept();
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
