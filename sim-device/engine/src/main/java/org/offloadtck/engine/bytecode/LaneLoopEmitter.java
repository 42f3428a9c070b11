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

/// Emits a method that executes a phase for each lane of a mask, in ascending order: loads the
/// registers, executes the instructions, stores the results.
final class LaneLoopEmitter {

    /// The variable of the largest number of iterations of a loop.
    private static final int MOST = 2;

    private final CodeBuilder code;
    private final InstructionView view;
    private final BasicBlock block;
    private final LanePhase phase;
    private final Lanes lanes;
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

    /// The parameters of a method.
    ///
    /// @param phase of the block; of a loop, all of it without the branch
    record Pass(BasicBlock block, LanePhase phase, AddressEmitter.Mode pace, Lanes lanes) {}

    /// The lanes that a method is for.
    enum Lanes {
        /// All of the warp. HotSpot has fewer branches to compile.
        ALL,
        /// Those of the mask.
        MASKED
    }

    LaneLoopEmitter(LaneEmitter lane, Pass pass, Liveness liveness) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.block = pass.block();
        this.phase = pass.phase();
        this.lanes = pass.lanes();
        this.liveness = liveness;
        this.usage =
                LiveRegisters.of(
                        view, block.isLoop() ? new LanePhase(phase.from(), block.to()) : phase);
        this.accesses = new MemoryAccessEmitter(lane, pass);
        this.computing = new ComputationEmitter(lane);
        this.changed = usage.definedRows().stream().filter(usage.liveInRows()::contains).toList();
        this.registers = code.allocateLocal(TypeKind.REFERENCE);
        this.base = code.allocateLocal(TypeKind.INT);
        this.at = code.allocateLocal(TypeKind.INT);
        this.rounds = code.allocateLocal(TypeKind.INT);
    }

    /// Emits the method. It returns the number of lane executions of the phase; 0 if an access is
    /// invalid.
    void emit() {
        accesses.begin();
        begin();
        if (phase.isAtomic(view)) {
            checkAtomic();
        }
        boolean shown = phase.isShown(view);
        if (shown) {
            recordVisibleStore();
        }
        eachLane(() -> {
            enter();
            if (block.isLoop()) {
                repeat();
            } else {
                execute();
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

    /// Emits a branch to the end without effect if the atomic is invalid in a lane.
    private void checkAtomic() {
        int outside = code.allocateLocal(TypeKind.LONG);
        code.lconst_0().lstore(outside);
        eachLane(() -> {
            enter();
            whereActive(phase.from(), () -> accesses.check(outside));
        });
        code.lload(outside).lconst_0().lcmp().iflt(lane.refuse());
    }

    /// Emits the recording of a visible store before any lane executes it.
    private void recordVisibleStore() {
        if (view.isInstrumented()) {
            eachLane(() -> {
                enter();
                accesses.trace().add(phase.from());
            });
            accesses.trace().tell(lane.refuse());
        }
    }

    /// Emits a loop over all lanes, with a test of the mask if the method is not for all of them.
    /// HotSpot hoists the bounds checks of a loop with a constant number of iterations.
    private void eachLane(Runnable body) {
        var top = code.newLabel();
        var done = code.newLabel();
        var skip = code.newLabel();
        code.iconst_0().istore(lane.lane());
        code.labelBinding(top).iload(lane.lane()).loadConstant(Code.LANES).if_icmpge(done);
        if (lanes == Lanes.MASKED) {
            code.iload(LaneEmitter.MASK).iload(lane.lane()).iushr().iconst_1().iand().ifeq(skip);
        }
        body.run();
        code.labelBinding(skip).iinc(lane.lane(), 1).goto_(top);
        code.labelBinding(done);
    }

    private boolean mayDecline() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (LanePhase.mayDecline(view, pc)) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "registers", RuntimeCalls.ROWS);
        code.astore(registers);
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "rows", RuntimeCalls.I)
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
        if (block.isLoop()) {
            code.iconst_0().istore(rounds);
            code.aload(LaneEmitter.CONTEXT).iconst_0();
            code.putfield(RuntimeCalls.CONTEXT, "remaining", RuntimeCalls.I);
        } else {
            code.iload(LaneEmitter.MASK);
            RuntimeCalls.call(
                    code, RuntimeCalls.INTEGER, "bitCount", RuntimeCalls.I, RuntimeCalls.I);
            code.istore(rounds);
        }
    }

    /// Saves or restores the rows that are read and then written.
    private void keep(String method) {
        var kept = changed.stream().filter(this::isNeeded).toList();
        for (int i = 0; i < kept.size(); i++) {
            code.aload(LaneEmitter.CONTEXT).loadConstant(i);
            code.iload(base).loadConstant(kept.get(i)).iadd();
            RuntimeCalls.callContext(code, method, RuntimeCalls.V, RuntimeCalls.I, RuntimeCalls.I);
        }
    }

    /// Pushes the array of predicates and the index of one.
    private void pushPredicate(int predicate) {
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "predicates", RuntimeCalls.PREDICATES);
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "firstPredicate", RuntimeCalls.I);
        code.loadConstant(predicate).iadd();
    }

    /// Loads the registers of a lane.
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

    /// Pushes the register file and the index of the register of a lane.
    private void pushRow(int row) {
        code.aload(registers);
        if (row >= 0 && isOfKernel()) {
            code.iload(lane.lane()).loadConstant(view.firstRowOfKernels() + row).iadd();
        } else if (row >= 0) {
            code.iload(at).loadConstant(row).iadd();
        } else {
            code.iload(lane.lane()).loadConstant(~row).iadd();
        }
    }

    /// Whether the rows of the frame are at constant indices: the frame of a kernel, which is not
    /// called, is the first. HotSpot then knows which rows differ and can compute several lanes
    /// with one instruction.
    private boolean isOfKernel() {
        return block.function().isKernel();
    }

    /// Stores the results of a lane.
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
        return block.isLoop()
                ? liveness.isLiveBefore(row, block.from()) || liveness.isLiveBefore(row, block.to())
                : liveness.isLiveBefore(row, phase.to());
    }

    private void execute() {
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            int next = pc;
            whereActive(pc, () -> execute(next));
        }
    }

    /// Emits code that is jumped over if the guard of the instruction is false.
    private void whereActive(int pc, Runnable body) {
        if (!view.isGuarded(pc)) {
            body.run();
            return;
        }
        var next = code.newLabel();
        DefUse.of(view, pc).definitions().forEach(lane::asBits);
        lane.test(view.guard(pc) - 1);
        code.ifeq(next);
        lane.beginCondition();
        body.run();
        lane.endCondition();
        code.labelBinding(next);
    }

    private void execute(int pc) {
        if (LanePhase.isAccess(view, pc)) {
            accesses.emit(pc);
        } else {
            computing.emit(pc);
        }
    }

    /// Emits the iterations of a lane, until it leaves the loop or has executed the largest number.
    private void repeat() {
        int left = code.allocateLocal(TypeKind.INT);
        Label again = code.newLabel();
        Label out = code.newLabel();
        var numbers = LoopCarriedFloats.of(view, phase, usage);
        numbers.forEach(lane::asNumber);
        code.iload(MOST).istore(left).labelBinding(again);
        execute();
        changed.stream().filter(row -> !numbers.contains(row)).forEach(lane::asBits);
        accesses.trace().nextRound();
        code.iinc(left, -1);
        lane.test(view.guard(phase.to()) - 1);
        code.ifeq(out).iload(left).ifne(again);
        code.aload(LaneEmitter.CONTEXT)
                .dup()
                .getfield(RuntimeCalls.CONTEXT, "remaining", RuntimeCalls.I);
        code.iconst_1().iload(lane.lane()).ishl().ior();
        code.putfield(RuntimeCalls.CONTEXT, "remaining", RuntimeCalls.I).labelBinding(out);
        accesses.trace().endRounds();
        code.iload(MOST).iload(left).isub().istore(left);
        code.iload(rounds).iload(left).iadd().istore(rounds);
        code.aload(LaneEmitter.CONTEXT);
        code.getfield(RuntimeCalls.CONTEXT, "rounds", RuntimeCalls.PREDICATES);
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
