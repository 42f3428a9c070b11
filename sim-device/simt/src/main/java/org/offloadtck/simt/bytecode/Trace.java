package org.offloadtck.simt.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Space;

/// Code that writes down where the accesses of a phase go, when somebody is told of them.
///
/// Parameters that all threads load are left out: where they are is known.
final class Trace {

    private final LaneCode lane;
    private final CodeBuilder code;
    private final Listing listing;
    private final Phase phase;
    private final int[] accesses;
    private int addresses;
    private int next;

    Trace(LaneCode lane, Phase phase) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
        this.phase = phase;
        this.accesses = listing.isTold() ? Passage.accesses(listing, phase) : new int[0];
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
            code.getfield(Names.TRACE, "addresses", Names.ROWS).astore(addresses);
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
                code.loadConstant(Space.window(listing.space(pc)) + listing.x(pc)).ladd();
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
                    .invokevirtual(Names.TRACE, "heard", MethodTypeDesc.of(Names.I, Names.I))
                    .ifeq(elsewhere);
        }
    }

    private void pushTrace() {
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "trace", Names.TRACE);
    }
}
