package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.offloadtck.engine.bytecode.RegionCompiler.RegionFrame;
import org.offloadtck.engine.bytecode.analysis.DefUse;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.analysis.LiveRegisters;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.bytecode.analysis.ScalarRegion;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Emits a block of a region: loads the registers of the lane, executes the instructions and
/// branches, stores the results.
///
/// Results are stored before each instruction that may fault and before each branch, so that the
/// interpreter can continue there.
final class ScalarBlockEmitter {

    private static final int LANE_SHIFT = 8;

    private final CodeBuilder code;
    private final InstructionView view;
    private final LaneEmitter lane;
    private final RegionFrame frame;
    private final Place place;
    private final Liveness liveness;
    private final ElementEmitter elements;
    private final ComputationEmitter computing;
    private final LiveRegisters usage;
    private final int end;
    private final Label loaded;
    private final List<Exit> exits = new ArrayList<>();

    /// Registers and predicates whose values are not stored yet.
    private final NavigableSet<Integer> rows = new TreeSet<>();

    private final NavigableSet<Integer> predicates = new TreeSet<>();

    /// Program counter up to which instructions are counted.
    private int counted;

    /// Where the block is.
    ///
    /// @param labels of all leaders of the region
    /// @param paths of the region that instrumented code refers to
    record Place(
            ScalarRegion region, int leader, Map<Integer, Label> labels, List<ScalarPath> paths) {}

    /// A jump out of the region.
    ///
    /// @param target next program counter, or its complement if the turn ends
    /// @param instructions executed that are not counted yet
    /// @param reported program counter up to which the path is to be reported; 0 if it is reported
    private record Exit(Label label, int target, int instructions, int reported) {}

    ScalarBlockEmitter(LaneEmitter lane, RegionFrame frame, Place place, Liveness liveness) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.frame = frame;
        this.place = place;
        this.liveness = liveness;
        this.elements = new ElementEmitter(lane);
        this.computing = new ComputationEmitter(lane);
        this.end = place.region().end(view, place.leader());
        this.usage = LiveRegisters.of(view, new LanePhase(place.leader(), end));
        this.loaded = code.newLabel();
        this.counted = place.leader();
    }

    void emit() {
        enter();
        boolean falls = true;
        for (int pc = place.leader(); pc < end; pc++) {
            if (view.op(pc) == Op.BRANCH) {
                branch(pc);
                falls = view.isGuarded(pc);
            } else {
                instruction(pc);
            }
        }
        if (falls) {
            store(end);
            report(end, ScalarPath.Ending.OTHER);
            code.iinc(frame.executed(), end - counted);
            counted = end;
            var next = place.labels().get(end);
            code.goto_(next == null || end == place.leader() ? exit(end, 0) : next);
        }
        exits.forEach(this::leave);
    }

    /// Loads the registers that the block reads.
    private void enter() {
        var label = place.labels().get(place.leader());
        if (label != null) {
            code.labelBinding(label);
        }
        code.iload(RegionFrame.LIMIT).loadConstant(end).if_icmplt(exit(place.leader(), 0));
        if (view.isInstrumented() && end > place.leader()) {
            pushListener().loadConstant(path(end, ScalarPath.Ending.OTHER));
            listen("entersBlock", RuntimeCalls.Z, RuntimeCalls.I);
            code.ifeq(exit(place.leader(), 0));
        }
        for (int row : usage.liveInRows()) {
            pushRow(row);
            code.laload().lstore(lane.variable(row));
        }
        for (int predicate : usage.liveInPredicates()) {
            pushPredicate(predicate);
            code.iaload().iload(lane.lane()).iushr().iconst_1().iand();
            code.istore(lane.predicateVariable(predicate));
        }
        code.labelBinding(loaded);
    }

    /// Pushes the register file and the index of the register of the lane.
    private void pushRow(int row) {
        code.aload(frame.registers());
        if (row >= 0) {
            code.iload(frame.row()).loadConstant(row).iadd();
        } else {
            code.iload(lane.lane()).loadConstant(~row).iadd();
        }
    }

    private void pushPredicate(int predicate) {
        code.aload(frame.predicates());
        code.iload(frame.predicate()).loadConstant(predicate).iadd();
    }

    /// Stores the results that may be read at `pc` or later.
    private void store(int pc) {
        for (int row : rows) {
            if (pc == place.region().function().end() || liveness.isLiveBefore(row, pc)) {
                pushRow(row);
                lane.push(row);
                code.lastore();
            }
        }
        rows.clear();
        for (int predicate : predicates) {
            pushPredicate(predicate);
            code.dup2().iaload().iconst_1().iload(lane.lane()).ishl().iconst_m1().ixor().iand();
            code.iload(lane.predicateVariable(predicate)).iload(lane.lane()).ishl();
            code.ior().iastore();
        }
        predicates.clear();
    }

    private void instruction(int pc) {
        if (LanePhase.mayDecline(view, pc) || isObserved(pc)) {
            store(pc);
        }
        var effects = DefUse.of(view, pc);
        if (view.isGuarded(pc)) {
            var next = code.newLabel();
            effects.definitions().forEach(lane::asBits);
            lane.test(view.guard(pc) - 1);
            code.ifeq(next);
            lane.beginCondition();
            execute(pc);
            lane.endCondition();
            code.labelBinding(next);
        } else {
            execute(pc);
        }
        effects.definitions().stream().filter(row -> row >= 0).forEach(rows::add);
        effects.predicateDefinitions().stream()
                .filter(predicate -> predicate >= 0)
                .forEach(predicates::add);
    }

    private void execute(int pc) {
        if (!LanePhase.isAccess(view, pc)) {
            computing.emit(pc);
        } else if (view.space(pc) == MemorySpace.FRAME) {
            frame(pc);
        } else if (view.space(pc) == MemorySpace.PARAMETER && view.op(pc) == Op.STORE) {
            code.goto_(interpret(pc));
        } else {
            access(pc);
        }
    }

    private void access(int pc) {
        int found = code.allocateLocal(TypeKind.LONG);
        int address = isObserved(pc) ? admit(pc) : 0;
        find(pc);
        code.lstore(found).lload(found).lconst_0().lcmp().ifeq(interpret(pc));
        if (view.op(pc) == Op.ATOMIC) {
            elements.combine(pc, found);
        } else {
            elements.emit(pc, found, 0);
        }
        reportAccess(pc, address);
    }

    private void frame(int pc) {
        int address = isObserved(pc) ? admit(pc) : 0;
        elements.frame(pc);
        reportAccess(pc, address);
    }

    private boolean isObserved(int pc) {
        return view.isInstrumented()
                && LanePhase.isAccess(view, pc)
                && view.space(pc) != MemorySpace.PARAMETER;
    }

    private void reportAccess(int pc, int address) {
        if (isObserved(pc)) {
            pushListener().loadConstant(pc).lload(address);
            listen("accessed", RuntimeCalls.V, RuntimeCalls.I, RuntimeCalls.J);
        }
    }

    /// Emits the question to the listener whether an access is admitted.
    ///
    /// @return the variable of the address
    private int admit(int pc) {
        int address = code.allocateLocal(TypeKind.LONG);
        if (view.space(pc) == MemorySpace.FRAME) {
            code.aload(LaneEmitter.CONTEXT);
            code.getfield(RuntimeCalls.CONTEXT, "frameOffset", RuntimeCalls.I).i2l();
        } else {
            lane.push(view.a(pc));
        }
        code.loadConstant(MemorySpace.window(view.space(pc)) + view.x(pc)).ladd().lstore(address);
        pushListener().loadConstant(pc).lload(address);
        listen("admitsAccess", RuntimeCalls.Z, RuntimeCalls.I, RuntimeCalls.J);
        code.ifeq(interpret(pc));
        return address;
    }

    private CodeBuilder pushListener() {
        return code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "laneListener", RuntimeCalls.LISTENER);
    }

    private void listen(String method, ClassDesc result, ClassDesc... parameters) {
        code.invokeinterface(RuntimeCalls.LISTENER, method, MethodTypeDesc.of(result, parameters));
    }

    /// Emits the report of the path from the leader to `to`.
    private void report(int to, ScalarPath.Ending ending) {
        if (view.isInstrumented() && to > place.leader()) {
            pushListener().loadConstant(path(to, ending));
            listen("executedPath", RuntimeCalls.V, RuntimeCalls.I);
        }
    }

    private int path(int to, ScalarPath.Ending ending) {
        place.paths().add(ScalarPath.of(view, place.leader(), to, ending));
        return place.paths().size() - 1;
    }

    /// Emits a call that finds and counts the access.
    private void find(int pc) {
        boolean loads = view.op(pc) == Op.LOAD;
        code.aload(LaneEmitter.CONTEXT);
        String method =
                switch (view.space(pc)) {
                    case MemorySpace.GLOBAL -> "singleGlobal";
                    case MemorySpace.CONSTANT -> "singleConstant";
                    case MemorySpace.GENERIC -> "singleGeneric";
                    case MemorySpace.SHARED ->
                            view.op(pc) == Op.ATOMIC ? "singleSharedAtomic" : "singleShared";
                    case MemorySpace.LOCAL -> "local";
                    default -> "parameter";
                };
        boolean looksUp =
                view.space(pc) == MemorySpace.GLOBAL
                        || view.space(pc) == MemorySpace.CONSTANT
                        || view.space(pc) == MemorySpace.GENERIC;
        if (looksUp) {
            code.loadConstant(pc);
        }
        lane.push(view.a(pc));
        code.loadConstant((long) view.x(pc)).ladd();
        code.loadConstant(view.bytes(pc));
        code.loadConstant(view.bytes(pc) - 1 | (loads ? 0 : BlockContext.STORES));
        code.iload(lane.lane()).loadConstant(LANE_SHIFT).ishl().ior();
        RuntimeCalls.callPlace(code, method, looksUp);
    }

    /// Emits a branch. A branch to the start of the block goes on with the values in variables.
    private void branch(int pc) {
        store(pc);
        int target = view.x(pc);
        if (target == place.leader()) {
            usage.liveInRows().forEach(lane::asBits);
        }
        var next = code.newLabel();
        if (view.isGuarded(pc)) {
            lane.test(view.guard(pc) - 1);
            code.ifeq(next);
        }
        report(pc + 1, ScalarPath.Ending.TAKEN_BRANCH);
        code.iinc(frame.executed(), pc + 1 - counted);
        code.iload(frame.executed()).iload(RegionFrame.BUDGET);
        code.if_icmpge(exit(~target, 0));
        var label = place.labels().get(target);
        code.goto_(target == place.leader() ? loaded : label != null ? label : exit(target, 0));
        code.labelBinding(next);
    }

    /// The label of a jump to the interpreter, before the instruction at `pc` has an effect.
    private Label interpret(int pc) {
        return exit(new Exit(code.newLabel(), pc, pc - counted, pc));
    }

    private Label exit(int target, int instructions) {
        return exit(new Exit(code.newLabel(), target, instructions, 0));
    }

    private Label exit(Exit exit) {
        exits.add(exit);
        return exit.label();
    }

    private void leave(Exit exit) {
        code.labelBinding(exit.label());
        report(exit.reported(), ScalarPath.Ending.OTHER);
        code.aload(LaneEmitter.CONTEXT).iload(frame.executed());
        if (exit.instructions() != 0) {
            code.loadConstant(exit.instructions()).iadd();
        }
        code.putfield(RuntimeCalls.CONTEXT, "executed", RuntimeCalls.I);
        code.loadConstant(exit.target()).ireturn();
    }
}
