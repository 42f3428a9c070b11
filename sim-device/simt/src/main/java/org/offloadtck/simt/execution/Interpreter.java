package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.CallSite;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.Op;

/// Executes the instructions of a group of threads, one after another, each for all its lanes.
///
/// [#run] and the switches it leads to are long by design: an instruction is a jump or two away.
/// What an instruction does to its lanes is in methods of their own, short enough that the
/// just-in-time compiler takes each by itself.
final class Interpreter {

    private final DeviceImage image;
    private final Code code;
    private final int[] words;
    private final Counts counts;
    private final VirtualClock clock;
    private final MemoryUnit memory;
    private final Registers operations;
    private final Collectives collectives;
    private final SystemCalls systemCalls;
    private final int localLimit;
    private final Stack stack;
    private final Observation observation;
    private final boolean observed;
    private final boolean compiles;
    private final CompiledCode compiled;
    private int current;

    Interpreter(Counts counts, MemoryUnit memory, SystemCalls systemCalls, LaunchOptions options) {
        this.image = memory.image();
        this.localLimit = options.limits().localBytes();
        this.stack = new Stack(memory.image().code(), options);
        this.observation = new Observation(options.observer(), memory.image().code());
        this.observed = observation.isWanted();
        boolean seen = observed && !options.observer().takesTraversals();
        this.compiles = !seen && options.executor() != Executor.INTERPRETER;
        this.compiled = new CompiledCode(image, memory.workspace(), counts, options);
        this.code = image.code();
        this.words = code.words();
        this.counts = counts;
        this.clock = new VirtualClock(counts);
        this.memory = memory;
        this.operations = new Registers(code);
        this.collectives = new Collectives(code, options.observer());
        this.systemCalls = systemCalls;
    }

    VirtualClock clock() {
        return clock;
    }

    /// Program counter of the instruction last begun.
    int at() {
        return current;
    }

    /// Takes the instruction a group waits at for the one last begun.
    void pointAt(Group group) {
        current = group.pc;
    }

    /// Runs a group until it waits, ends, is no longer alone in its call, comes to the instruction
    /// `stop` or passes it, or takes a branch or waits when it has issued `budget` instructions.
    ///
    /// @return instructions issued
    long run(Warp warp, Group group, int stop, long budget) {
        int limit = stop;
        long start = counts.warpInstructions;
        long end = start + budget;
        var frame = group.frame;
        int base = frame.rows();
        boolean goesOn = true;
        int pc = group.pc;
        while (goesOn && pc < limit) {
            group.pc = pc;
            current = pc;
            if (compiles && compiled.run(warp, group, limit, end)) {
                pc = compiled.next();
                limit = Math.min(limit, compiled.stop());
                goesOn = pc > group.pc || counts.warpInstructions < end;
                continue;
            }
            int at = pc * Code.STRIDE;
            int mask = group.mask;
            int guard = words[at + Code.GUARD];
            int active = guard == 0 ? mask : mask & warp.holds(guard - 1, frame.predicates());
            counts.warpInstructions++;
            counts.threadInstructions += Integer.bitCount(mask);
            int op = words[at];
            if (observed) {
                observation.tell(warp, group, active);
            }
            if (active == 0) {
                pc++;
            } else if (op >= Op.FIRST_PURE) {
                operations.pure(warp, op, at, base, active);
                pc++;
            } else if (op == Op.BRANCH) {
                int target = words[at + Code.X];
                pc = active == mask ? target : diverge(warp, group, active, target);
                limit = active == mask ? limit : Math.min(limit, warp.newest().pc);
                goesOn = counts.warpInstructions < end;
            } else if (op >= Op.FIRST_STRAIGHT) {
                straight(warp, frame, op, pc, active);
                pc++;
            } else {
                goesOn = control(warp, group, op, active) && counts.warpInstructions < end;
                pc = group.pc;
                frame = group.frame;
                base = frame.rows();
            }
        }
        group.pc = pc;
        return counts.warpInstructions - start;
    }

    /// Splits a group at a branch that some lanes take and some do not; the lanes with the lower
    /// program counter go on.
    ///
    /// @return where they go on
    private int diverge(Warp warp, Group group, int taken, int target) {
        counts.divergences++;
        int next = group.pc + 1;
        if (target < next) {
            warp.split(group, group.mask & ~taken, next);
            return target;
        }
        warp.split(group, taken, target);
        return next;
    }

    /// Carries out an instruction after which the next one follows.
    private void straight(Warp warp, Frame frame, int op, int pc, int active) {
        int at = pc * Code.STRIDE;
        switch (op) {
            case Op.LOAD -> memory.load(warp, frame, pc, active);
            case Op.STORE -> memory.store(warp, frame, pc, active);
            case Op.ATOMIC -> memory.atomic(warp, frame, pc, active);
            case Op.NOTHING -> {}
            case Op.CLOCK ->
                    operations.set(warp, frame, at, active, clock.read(words[at + Code.X]));
            default -> operations.straight(warp, frame, op, at, active);
        }
    }

    /// Carries out an instruction that decides where its group goes, or whether.
    ///
    /// @return whether the group goes on at once
    private boolean control(Warp warp, Group group, int op, int active) {
        if (active != group.mask) {
            warp.split(group, group.mask & ~active, group.pc + 1);
        }
        int at = group.pc * Code.STRIDE;
        return switch (op) {
            case Op.CALL, Op.CALL_INDIRECT -> call(warp, group, at);
            case Op.CALL_SUPPLIED -> {
                var site = code.sites()[words[at + Code.X]];
                systemCalls.execute(warp, group, site);
                yield advance(warp, group);
            }
            case Op.RETURN -> leave(warp, group);
            case Op.EXIT -> exit(warp, group);
            case Op.BRANCH_INDEXED -> branchIndexed(warp, group, at);
            case Op.BARRIER, Op.BARRIER_ARRIVE, Op.BARRIER_REDUCE ->
                    warp.cta().barriers().execute(warp, group, op);
            case Op.SLEEP -> {
                warp.yieldTurn();
                group.pc++;
                yield false;
            }
            case Op.ALLOCA -> {
                stack.allocate(warp, group);
                yield advance(warp, group);
            }
            case Op.STACK_RESTORE -> {
                stack.restore(warp, group);
                yield advance(warp, group);
            }
            case Op.TRAP -> throw new Fault(FaultKind.TRAP, group.firstLane(), "trap");
            case Op.UNSUPPORTED ->
                    throw new Fault(
                            FaultKind.UNSUPPORTED,
                            group.firstLane(),
                            code.problems().get(words[at + Code.X]));
            default -> collectives.execute(warp, group, op);
        };
    }

    private static boolean advance(Warp warp, Group group) {
        group.pc++;
        return warp.isWhole();
    }

    private boolean call(Warp warp, Group group, int at) {
        var site = code.sites()[words[at + Code.X]];
        var callee =
                switch (site.target()) {
                    case CallSite.Target.Known(int index) -> image.functions().get(index);
                    case CallSite.Target.Indirect _ -> callee(warp, group, at);
                    case CallSite.Target.Supplied _ -> throw new IllegalStateException("supplied");
                };
        CallFault.check(callee, site, group.firstLane());
        var caller = group.frame;
        var frame = caller.call(callee, site, group.pc + 1);
        if (frame.stackEnd() > localLimit) {
            throw new Fault(
                    FaultKind.STACK_OVERFLOW,
                    group.firstLane(),
                    "call of '%s' at depth %d needs %d bytes of local memory when the stack limit is %d"
                            .formatted(callee.name(), frame.depth(), frame.stackEnd(), localLimit));
        }
        warp.enter(frame);
        for (int i = 0; i < site.arguments().size(); i++) {
            var from = site.arguments().get(i);
            var to = callee.parameters().get(i);
            warp.local()
                    .copy(
                            group.mask,
                            caller.local() + from.offset(),
                            frame.local() + to.offset(),
                            Math.min(from.size(), to.size()));
        }
        group.frame = frame;
        group.pc = callee.entry();
        observation.observer().enters(warp, group);
        return warp.isWhole();
    }

    /// The function an indirect call leads to; lanes that call another wait as a group of their
    /// own.
    private DeviceFunction callee(Warp warp, Group group, int at) {
        int row = warp.row(words[at + Code.A], group.frame.rows());
        warp.keepUniform(group, row);
        long address = warp.registers()[row + group.firstLane()];
        return image.functionAt(address)
                .orElseThrow(() ->
                        new Fault(
                                FaultKind.INVALID_CALL,
                                group.firstLane(),
                                "call of 0x%x, which is no function".formatted(address)));
    }

    private boolean leave(Warp warp, Group group) {
        return switch (group.frame) {
            case Frame.Entry _ -> exit(warp, group);
            case Frame.Call call -> {
                observation.observer().leaves(warp, group);
                var results = call.site().results();
                for (int i = 0; i < results.size(); i++) {
                    var to = results.get(i);
                    var from = call.function().results().get(i);
                    warp.local()
                            .copy(
                                    group.mask,
                                    call.local() + from.offset(),
                                    call.caller().local() + to.offset(),
                                    Math.min(from.size(), to.size()));
                }
                group.frame = call.caller();
                group.pc = call.returnTo();
                yield warp.isWhole();
            }
        };
    }

    private boolean exit(Warp warp, Group group) {
        warp.exit(group);
        collectives.recheck(warp);
        warp.cta().barriers().recheck();
        return false;
    }

    private boolean branchIndexed(Warp warp, Group group, int at) {
        int row = warp.row(words[at + Code.A], group.frame.rows());
        warp.keepUniform(group, row);
        long index = warp.registers()[row + group.firstLane()];
        int targets = words[at + Code.Y];
        if (index >= targets) {
            throw new Fault(
                    FaultKind.INVALID_CALL,
                    group.firstLane(),
                    "branch to target %d when there are %d".formatted(index, targets));
        }
        group.pc = code.lists()[words[at + Code.X] + (int) index];
        return warp.isWhole();
    }
}
