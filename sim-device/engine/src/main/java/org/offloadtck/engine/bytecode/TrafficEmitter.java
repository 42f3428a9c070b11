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

/// Code that counts the bytes a phase loads and stores, once all lanes have.
///
/// What all lanes access in the space their instruction names is known beforehand; accesses under a
/// guard are counted as they are made; generic ones by where they go.
final class TrafficEmitter {

    private final CodeBuilder code;
    private final InstructionView listing;
    private final Map<String, Long> everyRound = new LinkedHashMap<>();
    private final Map<Integer, Integer> guarded = new LinkedHashMap<>();
    private final List<AccessSite> generic = new ArrayList<>();

    TrafficEmitter(LaneEmitter lane) {
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Code for before the lanes' loop, for the accesses to come.
    void begin(LanePhase phase) {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (LanePhase.isAccess(listing, pc) && listing.isGuarded(pc) && isCounted(pc)) {
                int variable = code.allocateLocal(TypeKind.INT);
                code.iconst_0().istore(variable);
                guarded.put(pc, variable);
            }
        }
    }

    private boolean isCounted(int pc) {
        int space = listing.space(pc);
        return space == MemorySpace.GLOBAL || space == MemorySpace.SHARED;
    }

    /// Notes an access, where a lane makes it.
    void add(int pc, AccessSite site) {
        if (listing.space(pc) == MemorySpace.GENERIC) {
            generic.add(site);
        } else if (guarded.containsKey(pc)) {
            code.iinc(guarded.get(pc), 1);
        } else if (isCounted(pc)) {
            everyRound.merge(field(pc), bytes(pc), Long::sum);
        }
    }

    /// An atomic reads and writes.
    private long bytes(int pc) {
        return listing.bytes(pc) * (listing.op(pc) == Op.ATOMIC ? 2L : 1L);
    }

    private String field(int pc) {
        if (listing.space(pc) == MemorySpace.SHARED) {
            return "sharedTraffic";
        }
        return listing.op(pc) == Op.LOAD ? "read" : "written";
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
            code.aload(LaneEmitter.WORKSPACE).aload(site.window);
            code.iload(site.count).i2l().loadConstant((long) site.bytes()).lmul();
            code.loadConstant(listing.op(site.pc()) == Op.STORE ? BlockContext.STORES : 0);
            RuntimeCalls.callWorkspace(
                    code,
                    "count",
                    RuntimeCalls.V,
                    RuntimeCalls.WINDOW,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
        }
        callIfGeneric("settle");
    }

    /// Code for before the phase is given up.
    void giveUp() {
        callIfGeneric("forget");
    }

    private void callIfGeneric(String method) {
        if (!generic.isEmpty()) {
            code.aload(LaneEmitter.WORKSPACE);
            RuntimeCalls.callWorkspace(code, method, RuntimeCalls.V);
        }
    }

    private void pushTotal(String field) {
        code.aload(LaneEmitter.WORKSPACE)
                .dup()
                .getfield(RuntimeCalls.WORKSPACE, field, RuntimeCalls.J);
    }

    private void setTotal(String field) {
        code.lmul().ladd().putfield(RuntimeCalls.WORKSPACE, field, RuntimeCalls.J);
    }
}
