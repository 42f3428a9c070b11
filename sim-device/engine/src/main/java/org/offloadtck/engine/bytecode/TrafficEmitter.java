package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Emits the counting of the bytes that a phase loads and stores, after all lanes.
///
/// Bytes of unguarded accesses in a named space are constants for each execution. Accesses under a
/// guard are counted when they are made, generic ones by the space of their address.
final class TrafficEmitter {

    private final CodeBuilder code;
    private final InstructionView view;
    private final Map<String, Long> everyRound = new LinkedHashMap<>();
    private final Map<Integer, Integer> guarded = new LinkedHashMap<>();
    private final List<AccessSite> generic = new ArrayList<>();

    TrafficEmitter(LaneEmitter lane) {
        this.code = lane.code();
        this.view = lane.view();
    }

    /// Emits the code before the loop over lanes.
    void begin(LanePhase phase) {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (LanePhase.isAccess(view, pc) && view.isGuarded(pc) && isCounted(pc)) {
                int variable = code.allocateLocal(TypeKind.INT);
                code.iconst_0().istore(variable);
                guarded.put(pc, variable);
            }
        }
    }

    private boolean isCounted(int pc) {
        int space = view.space(pc);
        return space == MemorySpace.GLOBAL || space == MemorySpace.SHARED;
    }

    /// Records an access; emits its counting under a guard.
    void add(int pc, AccessSite site) {
        if (view.space(pc) == MemorySpace.GENERIC) {
            generic.add(site);
        } else if (guarded.containsKey(pc)) {
            code.iinc(guarded.get(pc), 1);
        } else if (isCounted(pc)) {
            everyRound.merge(field(pc), bytes(pc), Long::sum);
        }
    }

    /// An atomic reads and writes.
    private long bytes(int pc) {
        return view.bytes(pc) * (view.op(pc) == Op.ATOMIC ? 2L : 1L);
    }

    private String field(int pc) {
        if (view.space(pc) == MemorySpace.SHARED) {
            return "sharedTraffic";
        }
        return view.op(pc) == Op.LOAD ? "read" : "written";
    }

    void end(int rounds) {
        everyRound.forEach((field, bytes) -> {
            pushTotal(field);
            code.iload(rounds).i2l().loadConstant(bytes);
            setTotal(field);
        });
        guarded.forEach((pc, variable) -> {
            pushTotal(field(pc));
            code.iload(variable).i2l().loadConstant(bytes(pc));
            setTotal(field(pc));
        });
        for (var site : generic) {
            code.aload(LaneEmitter.CONTEXT).aload(site.window);
            code.iload(site.count).i2l().loadConstant((long) site.bytes()).lmul();
            code.loadConstant(view.op(site.pc()) == Op.STORE ? BlockContext.STORES : 0);
            RuntimeCalls.callContext(
                    code,
                    "count",
                    RuntimeCalls.V,
                    RuntimeCalls.WINDOW,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
        }
        callIfGeneric("settle");
    }

    /// Emits the code before the phase declines.
    void giveUp() {
        callIfGeneric("forget");
    }

    private void callIfGeneric(String method) {
        if (!generic.isEmpty()) {
            code.aload(LaneEmitter.CONTEXT);
            RuntimeCalls.callContext(code, method, RuntimeCalls.V);
        }
    }

    private void pushTotal(String field) {
        code.aload(LaneEmitter.CONTEXT).dup().getfield(RuntimeCalls.CONTEXT, field, RuntimeCalls.J);
    }

    private void setTotal(String field) {
        code.lmul().ladd().putfield(RuntimeCalls.CONTEXT, field, RuntimeCalls.J);
    }
}
