package org.offloadtck.simt.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.simt.image.Code;

/// Code of a method that takes each lane of a mask, in ascending order, through a phase: in with
/// its registers, through the instructions, out with its results.
final class LaneLoop {

    /// The variable of the most rounds a lane may do in a loop.
    private static final int MOST = 2;

    private final CodeBuilder code;
    private final Listing listing;
    private final Stretch stretch;
    private final Phase phase;
    private final Liveness liveness;
    private final Usage usage;
    private final LaneCode lane;
    private final Accesses accesses;
    private final Computing computing;
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
    record Pass(Stretch stretch, Phase phase, Places.Pace pace) {}

    LaneLoop(LaneCode lane, Pass pass, Liveness liveness) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
        this.stretch = pass.stretch();
        this.phase = pass.phase();
        this.liveness = liveness;
        this.usage =
                Usage.of(listing, stretch.loops() ? new Phase(phase.from(), stretch.to()) : phase);
        this.accesses = new Accesses(lane, phase, pass.pace());
        this.computing = new Computing(lane);
        this.changed = usage.writtenRows().stream().filter(usage.readRows()::contains).toList();
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
            if (stretch.loops()) {
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
        if (listing.isTold()) {
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
        code.iload(LaneCode.MASK).iload(lane.lane()).iushr().iconst_1().iand().ifeq(skip);
        body.run();
        code.labelBinding(skip).iinc(lane.lane(), 1).goto_(top);
        code.labelBinding(done);
    }

    private boolean mayDecline() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (Phase.mayDecline(listing, pc)) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "registers", Names.ROWS);
        code.astore(registers);
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "rows", Names.I).istore(base);
        if (mayDecline()) {
            keep("save");
        }
        for (int predicate : usage.readPredicates()) {
            int word = code.allocateLocal(TypeKind.INT);
            words.put(predicate, word);
            pushPredicate(predicate);
            code.iaload().istore(word);
        }
        for (int predicate : usage.writtenPredicates()) {
            int result = code.allocateLocal(TypeKind.INT);
            results.put(predicate, result);
            code.iconst_0().istore(result);
        }
        if (stretch.loops()) {
            code.iconst_0().istore(rounds);
            code.aload(LaneCode.WORKSPACE).iconst_0();
            code.putfield(Names.WORKSPACE, "remaining", Names.I);
        } else {
            code.iload(LaneCode.MASK);
            Names.call(code, Names.INTEGER, "bitCount", Names.I, Names.I);
            code.istore(rounds);
        }
    }

    /// Saves or restores the rows that are read and then changed.
    private void keep(String method) {
        var kept = changed.stream().filter(this::isNeeded).toList();
        for (int i = 0; i < kept.size(); i++) {
            code.aload(LaneCode.WORKSPACE).loadConstant(i);
            code.iload(base).loadConstant(kept.get(i)).iadd();
            Names.callWorkspace(code, method, Names.V, Names.I, Names.I);
        }
    }

    /// Pushes the array of predicates and the index of one.
    private void pushPredicate(int predicate) {
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "predicates", Names.PREDICATES);
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "firstPredicate", Names.I);
        code.loadConstant(predicate).iadd();
    }

    /// Takes a lane's registers in.
    private void enter() {
        code.iload(base).iload(lane.lane()).iadd().istore(at);
        for (int row : usage.readRows()) {
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
        for (int row : usage.writtenRows()) {
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
        return stretch.loops()
                ? liveness.isNeeded(row, stretch.from()) || liveness.isNeeded(row, stretch.to())
                : liveness.isNeeded(row, phase.to());
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
        Effects.of(listing, pc).writes().forEach(lane::asBits);
        lane.test(listing.guard(pc) - 1);
        code.ifeq(next);
        lane.beginCondition();
        body.run();
        lane.endCondition();
        code.labelBinding(next);
    }

    private void carryOut(int pc) {
        if (Phase.isAccess(listing, pc)) {
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
        var numbers = Carried.of(listing, phase, usage);
        numbers.forEach(lane::asNumber);
        code.iload(MOST).istore(left).labelBinding(again);
        carryOut();
        changed.stream().filter(row -> !numbers.contains(row)).forEach(lane::asBits);
        accesses.trace().nextRound();
        code.iinc(left, -1);
        lane.test(listing.guard(phase.to()) - 1);
        code.ifeq(out).iload(left).ifne(again);
        code.aload(LaneCode.WORKSPACE).dup().getfield(Names.WORKSPACE, "remaining", Names.I);
        code.iconst_1().iload(lane.lane()).ishl().ior();
        code.putfield(Names.WORKSPACE, "remaining", Names.I).labelBinding(out);
        code.iload(MOST).iload(left).isub().istore(left);
        code.iload(rounds).iload(left).iadd().istore(rounds);
        code.aload(LaneCode.WORKSPACE);
        code.getfield(Names.WORKSPACE, "rounds", Names.PREDICATES);
        code.iload(lane.lane()).iload(left).iastore();
    }

    private void end() {
        results.forEach((predicate, result) -> {
            pushPredicate(predicate);
            code.dup2().iaload().iload(LaneCode.MASK).iconst_m1().ixor().iand();
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
