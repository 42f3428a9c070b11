package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Emits the loads, stores and atomics of a phase.
final class MemoryAccessEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;
    private final LanePhase phase;
    private final Map<Integer, AccessSite> sites;
    private final TrafficEmitter traffic;
    private final AddressEmitter places;
    private final AccessTraceEmitter trace;
    private final ElementEmitter elements;

    /// Variables of parameters, by instruction: the first of as many as it loads.
    private final Map<Integer, int[]> parameters = new LinkedHashMap<>();

    MemoryAccessEmitter(LaneEmitter lane, LaneLoopEmitter.Pass pass) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.phase = pass.phase();
        this.sites = AccessSite.of(view, phase);
        this.traffic = new TrafficEmitter(lane);
        this.places = new AddressEmitter(lane, pass.pace());
        this.trace = new AccessTraceEmitter(lane, pass.block(), phase);
        this.elements = new ElementEmitter(lane);
    }

    /// The emitter of the access trace.
    AccessTraceEmitter trace() {
        return trace;
    }

    /// Emits the code before the loop over lanes. It may branch to the end without effect.
    void begin() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (view.isParameter(pc)) {
                loadParameter(pc);
            }
        }
        for (var site : new LinkedHashSet<>(sites.values())) {
            places.begin(site);
        }
        traffic.begin(phase);
        trace.begin();
    }

    private void loadParameter(int pc) {
        int place = code.allocateLocal(TypeKind.LONG);
        code.aload(LaneEmitter.CONTEXT)
                .loadConstant(view.constant(view.a(pc)) + view.x(pc))
                .loadConstant(view.bytes(pc))
                .loadConstant(view.bytes(pc) - 1);
        RuntimeCalls.callContext(
                code, "parameter", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.I, RuntimeCalls.I);
        code.lstore(place).lload(place).lconst_0().lcmp().ifeq(lane.refuse());
        int[] variables = new int[Math.max(1, view.elements(pc))];
        for (int e = 0; e < variables.length; e++) {
            variables[e] = code.allocateLocal(TypeKind.LONG);
            elements.get(pc, place, e * view.size(pc));
            code.lstore(variables[e]);
        }
        parameters.put(pc, variables);
    }

    /// Emits a load, store or atomic.
    void emit(int pc) {
        int space = view.space(pc);
        if (view.isParameter(pc)) {
            int[] variables = parameters.getOrDefault(pc, new int[0]);
            for (int e = 0; e < variables.length; e++) {
                code.lload(variables[e]);
                lane.pop(elements.operand(pc, view.d(pc), e));
            }
        } else if (space == MemorySpace.FRAME) {
            elements.frame(pc);
        } else if (view.op(pc) == Op.ATOMIC) {
            atomic(pc);
        } else {
            var site = Objects.requireNonNull(sites.get(pc));
            places.find(site);
            if (view.op(pc) == Op.LOAD) {
                trace.add(pc);
            }
            elements.emit(pc, site.place, view.x(pc) - site.low());
            traffic.add(pc, site);
        }
    }

    /// Emits the check of the phase, an atomic, for a lane.
    ///
    /// @param outside variable that becomes negative if the access is invalid
    void check(int outside) {
        places.check(Objects.requireNonNull(sites.get(phase.from())), outside);
    }

    private void atomic(int pc) {
        var site = Objects.requireNonNull(sites.get(pc));
        places.place(site);
        elements.combine(pc, site.place);
        traffic.add(pc, site);
    }

    /// Emits the code after the loop over lanes.
    ///
    /// @param rounds the variable of the number of lane executions
    void end(int rounds) {
        traffic.end(rounds);
    }

    /// Emits the code before the phase declines.
    void giveUp() {
        traffic.giveUp();
    }
}
