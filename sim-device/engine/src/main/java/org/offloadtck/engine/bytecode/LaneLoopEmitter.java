package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.DefUse;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.LiveRegisters;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.analysis.LoopCarriedFloats;
import org.offloadtck.engine.code.Code;

/// Code of a method that takes each lane of a mask, in ascending order, through a phase: in with
/// its registers, through the instructions, out with its results.
final class LaneLoopEmitter {

    /// The variable of the most rounds a lane may do in a loop.
    private static final int MOST = 2;

    private final CodeBuilder code;
    private final InstructionView listing;
    private final BasicBlock stretch;
    private final LanePhase phase;
    private final Liveness liveness;
    private final LiveRegisters usage;
    private final LaneEmitter lane;
    private final MemoryAccessEmitter accesses;
    private final ComputationEmitter computing;
    private final List<Integer> changed;
    private final Map<Integer, Integer> words = new TreeMap<>();
    private final Map<Integer, Integer> results = new TreeMap<>();
    private final int registers;
    private final int base;
    private final int at;
    private final int rounds;

    /// What a method is for.
    ///
    /// @param phase of the stretch; all of it, the branch left out, when it loops
    record Pass(BasicBlock stretch, LanePhase phase, AddressEmitter.Mode pace) {}

    LaneLoopEmitter(LaneEmitter lane, Pass pass, Liveness liveness) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
        this.stretch = pass.stretch();
        this.phase = pass.phase();
        this.liveness = liveness;
        this.usage =
                LiveRegisters.of(
                        listing,
                        stretch.isLoop() ? new LanePhase(phase.from(), stretch.to()) : phase);
        this.accesses = new MemoryAccessEmitter(lane, phase, pass.pace());
        this.computing = new ComputationEmitter(lane);
        this.changed = usage.definedRows().stream().filter(usage.liveInRows()::contains).toList();
        this.registers = code.allocateLocal(TypeKind.REFERENCE);
        this.base = code.allocateLocal(TypeKind.INT);
        this.at = code.allocateLocal(TypeKind.INT);
        this.rounds = code.allocateLocal(TypeKind.INT);
    }

    /// The method's code. It returns how often lanes carried out the phase; 0 when they would do
    /// wrong.
    void emit() {
        accesses.begin();
        begin();
        if (phase.isAtomic(listing)) {
            eachLane(() -> {
                enter();
                whereActive(phase.from(), accesses::check);
            });
        }
        boolean shown = phase.isShown(listing);
        if (shown) {
            tellBefore();
        }
        eachLane(() -> {
            enter();
            if (stretch.isLoop()) {
                repeat();
            } else {
                carryOut();
            }
            leave();
        });
        if (!shown) {
            accesses.trace().tell(lane.decline());
        }
        end();
        if (mayDecline()) {
            giveUp();
        }
    }

    /// Tells of a store that others may see before any lane carries it out.
    private void tellBefore() {
        if (listing.isInstrumented()) {
            eachLane(() -> {
                enter();
                accesses.trace().add(phase.from());
            });
            accesses.trace().tell(lane.refuse());
        }
    }

    /// A loop of as many rounds as there are lanes, whichever of them are in the mask, is one whose
    /// accesses to rows HotSpot checks once.
    private void eachLane(Runnable body) {
        var top = code.newLabel();
        var done = code.newLabel();
        var skip = code.newLabel();
        code.iconst_0().istore(lane.lane());
        code.labelBinding(top).iload(lane.lane()).loadConstant(Code.LANES).if_icmpge(done);
        code.iload(LaneEmitter.MASK).iload(lane.lane()).iushr().iconst_1().iand().ifeq(skip);
        body.run();
        code.labelBinding(skip).iinc(lane.lane(), 1).goto_(top);
        code.labelBinding(done);
    }

    private boolean mayDecline() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (LanePhase.mayDecline(listing, pc)) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "registers", RuntimeCalls.ROWS);
        code.astore(registers);
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "rows", RuntimeCalls.I)
                .istore(base);
        if (mayDecline()) {
            keep("save");
        }
        for (int predicate : usage.liveInPredicates()) {
            int word = code.allocateLocal(TypeKind.INT);
            words.put(predicate, word);
            pushPredicate(predicate);
            code.iaload().istore(word);
        }
        for (int predicate : usage.definedPredicates()) {
            int result = code.allocateLocal(TypeKind.INT);
            results.put(predicate, result);
            code.iconst_0().istore(result);
        }
        if (stretch.isLoop()) {
            code.iconst_0().istore(rounds);
            code.aload(LaneEmitter.WORKSPACE).iconst_0();
            code.putfield(RuntimeCalls.WORKSPACE, "remaining", RuntimeCalls.I);
        } else {
            code.iload(LaneEmitter.MASK);
            RuntimeCalls.call(
                    code, RuntimeCalls.INTEGER, "bitCount", RuntimeCalls.I, RuntimeCalls.I);
            code.istore(rounds);
        }
    }

    /// Saves or restores the rows that are read and then changed.
    private void keep(String method) {
        var kept = changed.stream().filter(this::isNeeded).toList();
        for (int i = 0; i < kept.size(); i++) {
            code.aload(LaneEmitter.WORKSPACE).loadConstant(i);
            code.iload(base).loadConstant(kept.get(i)).iadd();
            RuntimeCalls.callWorkspace(
                    code, method, RuntimeCalls.V, RuntimeCalls.I, RuntimeCalls.I);
        }
    }

    /// Pushes the array of predicates and the index of one.
    private void pushPredicate(int predicate) {
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "predicates", RuntimeCalls.PREDICATES);
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "firstPredicate", RuntimeCalls.I);
        code.loadConstant(predicate).iadd();
    }

    /// Takes a lane's registers in.
    private void enter() {
        code.iload(base).iload(lane.lane()).iadd().istore(at);
        for (int row : usage.liveInRows()) {
            pushRow(row);
            code.laload().lstore(lane.variable(row));
        }
        words.forEach((predicate, word) -> {
            code.iload(word).iload(lane.lane()).iushr().iconst_1().iand();
            code.istore(lane.predicateVariable(predicate));
        });
        accesses.trace().enter();
    }

    /// Pushes the register file and the index of the lane's register.
    private void pushRow(int row) {
        code.aload(registers);
        if (row >= 0) {
            code.iload(at).loadConstant(row).iadd();
        } else {
            code.iload(lane.lane()).loadConstant(~row).iadd();
        }
    }

    /// Takes a lane's results out.
    private void leave() {
        for (int row : usage.definedRows()) {
            if (isNeeded(row)) {
                pushRow(row);
                lane.push(row);
                code.lastore();
            }
        }
        results.forEach((predicate, result) -> {
            code.iload(lane.predicateVariable(predicate)).iload(lane.lane()).ishl();
            code.iload(result).ior().istore(result);
        });
    }

    private boolean isNeeded(int row) {
        return stretch.isLoop()
                ? liveness.isLiveBefore(row, stretch.from())
                        || liveness.isLiveBefore(row, stretch.to())
                : liveness.isLiveBefore(row, phase.to());
    }

    private void carryOut() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            int next = pc;
            whereActive(pc, () -> carryOut(next));
        }
    }

    /// Code that is jumped over where the instruction's guard does not hold.
    private void whereActive(int pc, Runnable body) {
        if (!listing.isGuarded(pc)) {
            body.run();
            return;
        }
        var next = code.newLabel();
        DefUse.of(listing, pc).definitions().forEach(lane::asBits);
        lane.test(listing.guard(pc) - 1);
        code.ifeq(next);
        lane.beginCondition();
        body.run();
        lane.endCondition();
        code.labelBinding(next);
    }

    private void carryOut(int pc) {
        if (LanePhase.isAccess(listing, pc)) {
            accesses.emit(pc);
        } else {
            computing.emit(pc);
        }
    }

    /// The rounds of a lane, until it leaves the loop or has done the most.
    private void repeat() {
        int left = code.allocateLocal(TypeKind.INT);
        Label again = code.newLabel();
        Label out = code.newLabel();
        var numbers = LoopCarriedFloats.of(listing, phase, usage);
        numbers.forEach(lane::asNumber);
        code.iload(MOST).istore(left).labelBinding(again);
        carryOut();
        changed.stream().filter(row -> !numbers.contains(row)).forEach(lane::asBits);
        accesses.trace().nextRound();
        code.iinc(left, -1);
        lane.test(listing.guard(phase.to()) - 1);
        code.ifeq(out).iload(left).ifne(again);
        code.aload(LaneEmitter.WORKSPACE)
                .dup()
                .getfield(RuntimeCalls.WORKSPACE, "remaining", RuntimeCalls.I);
        code.iconst_1().iload(lane.lane()).ishl().ior();
        code.putfield(RuntimeCalls.WORKSPACE, "remaining", RuntimeCalls.I).labelBinding(out);
        code.iload(MOST).iload(left).isub().istore(left);
        code.iload(rounds).iload(left).iadd().istore(rounds);
        code.aload(LaneEmitter.WORKSPACE);
        code.getfield(RuntimeCalls.WORKSPACE, "rounds", RuntimeCalls.PREDICATES);
        code.iload(lane.lane()).iload(left).iastore();
    }

    private void end() {
        results.forEach((predicate, result) -> {
            pushPredicate(predicate);
            code.dup2().iaload().iload(LaneEmitter.MASK).iconst_m1().ixor().iand();
            code.iload(result).ior().iastore();
        });
        accesses.end(rounds);
        code.iload(rounds).ireturn();
    }

    private void giveUp() {
        code.labelBinding(lane.decline());
        accesses.giveUp();
        keep("restore");
        code.labelBinding(lane.refuse()).iconst_0().ireturn();
    }
}
