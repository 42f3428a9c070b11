package org.offloadtck.simt.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;

/// Code that counts the bytes a phase loads and stores, once all lanes have.
///
/// What all lanes access in the space their instruction names is known beforehand; accesses under a
/// guard are counted as they are made; generic ones by where they go.
final class Traffic {

    private final CodeBuilder code;
    private final Listing listing;
    private final Map<String, Long> everyRound = new LinkedHashMap<>();
    private final Map<Integer, Integer> guarded = new LinkedHashMap<>();
    private final List<Site> generic = new ArrayList<>();

    Traffic(LaneCode lane) {
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Code for before the lanes' loop, for the accesses to come.
    void begin(Phase phase) {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (Phase.isAccess(listing, pc) && listing.isGuarded(pc) && isCounted(pc)) {
                int variable = code.allocateLocal(TypeKind.INT);
                code.iconst_0().istore(variable);
                guarded.put(pc, variable);
            }
        }
    }

    private boolean isCounted(int pc) {
        int space = listing.space(pc);
        return space == Space.GLOBAL || space == Space.SHARED;
    }

    /// Notes an access, where a lane makes it.
    void add(int pc, Site site) {
        if (listing.space(pc) == Space.GENERIC) {
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
        if (listing.space(pc) == Space.SHARED) {
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
            code.aload(LaneCode.WORKSPACE).aload(site.window);
            code.iload(site.count).i2l().loadConstant((long) site.bytes()).lmul();
            code.loadConstant(listing.op(site.pc()) == Op.STORE ? Workspace.STORES : 0);
            Names.callWorkspace(code, "count", Names.V, Names.WINDOW, Names.J, Names.I);
        }
        callIfGeneric("settle");
    }

    /// Code for before the phase is given up.
    void giveUp() {
        callIfGeneric("forget");
    }

    private void callIfGeneric(String method) {
        if (!generic.isEmpty()) {
            code.aload(LaneCode.WORKSPACE);
            Names.callWorkspace(code, method, Names.V);
        }
    }

    private void pushTotal(String field) {
        code.aload(LaneCode.WORKSPACE).dup().getfield(Names.WORKSPACE, field, Names.J);
    }

    private void setTotal(String field) {
        code.lmul().ladd().putfield(Names.WORKSPACE, field, Names.J);
    }
}
