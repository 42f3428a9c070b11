package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Code of the loads and stores of a phase.
final class MemoryAccessEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView listing;
    private final LanePhase phase;
    private final Map<Integer, AccessSite> sites;
    private final TrafficEmitter traffic;
    private final AddressEmitter places;
    private final AccessTraceEmitter trace;

    /// Variables of parameters, by instruction: the first of as many as it loads.
    private final Map<Integer, int[]> parameters = new LinkedHashMap<>();

    MemoryAccessEmitter(LaneEmitter lane, LanePhase phase, AddressEmitter.Mode pace) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
        this.phase = phase;
        this.sites = AccessSite.of(listing, phase);
        this.traffic = new TrafficEmitter(lane);
        this.places = new AddressEmitter(lane, pace);
        this.trace = new AccessTraceEmitter(lane, phase);
    }

    /// Whether an instruction loads a parameter of the launch, the same for all threads.
    static boolean isParameter(InstructionView listing, int pc) {
        return listing.op(pc) == Op.LOAD
                && listing.space(pc) == MemorySpace.PARAMETER
                && listing.isConstant(listing.a(pc));
    }

    /// Where whoever is told of accesses finds them.
    AccessTraceEmitter trace() {
        return trace;
    }

    /// Code for before the lanes' loop. It may go to where nothing is to be done.
    void begin() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (isParameter(listing, pc)) {
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
        code.aload(LaneEmitter.WORKSPACE)
                .loadConstant(listing.constant(listing.a(pc)) + listing.x(pc))
                .loadConstant(listing.bytes(pc))
                .loadConstant(listing.bytes(pc) - 1);
        RuntimeCalls.callWorkspace(
                code, "parameter", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.I, RuntimeCalls.I);
        code.lstore(place).lload(place).lconst_0().lcmp().ifeq(lane.refuse());
        int[] variables = new int[Math.max(1, listing.elements(pc))];
        for (int e = 0; e < variables.length; e++) {
            variables[e] = code.allocateLocal(TypeKind.LONG);
            get(pc, place, e * listing.size(pc));
            code.lstore(variables[e]);
        }
        parameters.put(pc, variables);
    }

    /// Code of an instruction, a load or a store.
    void emit(int pc) {
        int space = listing.space(pc);
        if (isParameter(listing, pc)) {
            int[] variables = parameters.getOrDefault(pc, new int[0]);
            for (int e = 0; e < variables.length; e++) {
                code.lload(variables[e]);
                lane.pop(operand(pc, listing.d(pc), e));
            }
        } else if (space == MemorySpace.FRAME) {
            frame(pc);
        } else if (listing.op(pc) == Op.ATOMIC) {
            atomic(pc);
        } else {
            var site = Objects.requireNonNull(sites.get(pc));
            places.find(site);
            if (listing.op(pc) == Op.LOAD) {
                trace.add(pc);
            }
            elements(pc, site.place, listing.x(pc) - site.low());
            traffic.add(pc, site);
        }
    }

    /// Code that goes where nothing is done if the phase, an atomic, would do wrong.
    void check() {
        places.check(Objects.requireNonNull(sites.get(phase.from())));
    }

    private void atomic(int pc) {
        var site = Objects.requireNonNull(sites.get(pc));
        int old = code.allocateLocal(TypeKind.LONG);
        places.place(site);
        get(pc, site.place, 0);
        code.lstore(old).lload(site.place);
        RuntimeCalls.function(code, listing.combination(pc));
        code.lload(old);
        lane.push(listing.b(pc));
        lane.push(listing.c(pc));
        RuntimeCalls.apply(code);
        RuntimeCalls.call(
                code,
                RuntimeCalls.BYTES,
                "put" + listing.size(pc),
                RuntimeCalls.V,
                RuntimeCalls.J,
                RuntimeCalls.J);
        code.lload(old);
        lane.pop(listing.d(pc));
        traffic.add(pc, site);
    }

    /// Code for after the lanes' loop.
    ///
    /// @param rounds the variable of how often lanes carried out the phase, together
    void end(int rounds) {
        traffic.end(rounds);
    }

    /// Code for before the phase is given up.
    void giveUp() {
        traffic.giveUp();
    }

    private void frame(int pc) {
        int place = code.allocateLocal(TypeKind.LONG);
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "frame", RuntimeCalls.J)
                .iload(lane.lane())
                .loadConstant(3)
                .ishl()
                .i2l()
                .ladd()
                .lstore(place);
        for (int e = 0; e < Math.max(1, listing.elements(pc)); e++) {
            int offset = listing.x(pc) + e * listing.size(pc);
            element(pc, place, Math.toIntExact(BlockContext.distance(offset)), e);
        }
    }

    private void elements(int pc, int place, int offset) {
        for (int e = 0; e < Math.max(1, listing.elements(pc)); e++) {
            element(pc, place, offset + e * listing.size(pc), e);
        }
    }

    private void element(int pc, int place, int offset, int e) {
        if (listing.op(pc) == Op.LOAD) {
            get(pc, place, offset);
            lane.pop(operand(pc, listing.d(pc), e));
        } else {
            put(pc, place, offset, operand(pc, listing.b(pc), e));
        }
    }

    private int operand(int pc, int operand, int e) {
        return listing.elements(pc) > 0 ? listing.listed(operand + e) : operand;
    }

    /// Pushes what lies at a place, extended.
    private void get(int pc, int place, int offset) {
        int size = listing.size(pc);
        pushPlace(place, offset);
        RuntimeCalls.call(code, RuntimeCalls.BYTES, "get" + size, RuntimeCalls.J, RuntimeCalls.J);
        if (listing.extendsSign(pc)) {
            code.loadConstant(Byte.SIZE * size);
            RuntimeCalls.call(
                    code,
                    RuntimeCalls.INTEGERS,
                    "signed",
                    RuntimeCalls.J,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
            code.loadConstant(listing.extendedBits(pc));
            RuntimeCalls.call(
                    code,
                    RuntimeCalls.INTEGERS,
                    "truncate",
                    RuntimeCalls.J,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
        }
    }

    private void put(int pc, int place, int offset, int operand) {
        pushPlace(place, offset);
        lane.push(operand);
        RuntimeCalls.call(
                code,
                RuntimeCalls.BYTES,
                "put" + listing.size(pc),
                RuntimeCalls.V,
                RuntimeCalls.J,
                RuntimeCalls.J);
    }

    private void pushPlace(int place, int offset) {
        code.lload(place);
        if (offset != 0) {
            code.loadConstant((long) offset).ladd();
        }
    }
}
