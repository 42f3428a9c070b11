package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.access.MemoryInstructions;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.deadlock.VirtualClock;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.systemcall.SystemCalls;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes the instructions of a group of threads, one after another, each for all its lanes.
///
/// [#run] and the switches it leads to are long by design: an instruction is a jump or two away.
/// What an instruction does to its lanes is in methods of their own, short enough that the
/// just-in-time compiler takes each by itself.
public final class Interpreter {

    private final LoadedProgram image;
    private final Code code;
    private final int[] words;
    private final RunningCounters counts;
    private final VirtualClock clock;
    private final MemoryInstructions memory;
    private final RegisterInstructions operations;
    private final Collectives collectives;
    private final SystemCalls systemCalls;
    private final int localLimit;
    private final StackAllocation stack;
    private final ObserverNotifier observation;
    private final boolean observed;
    private final boolean compiles;
    private final BlockRunner compiled;
    private int current;

    public Interpreter(
            RunningCounters counts,
            MemoryInstructions memory,
            SystemCalls systemCalls,
            LaunchOptions options) {
        this.image = memory.image();
        this.localLimit = options.limits().localBytes();
        this.stack = new StackAllocation(memory.image().code(), options);
        this.observation = new ObserverNotifier(options.observer(), memory.image().code());
        this.observed = observation.isWanted();
        boolean seen = observed && !options.observer().observesBlocks();
        this.compiles = !seen && options.executor() != ExecutionStrategy.INTERPRETER;
        this.compiled = new BlockRunner(image, memory.workspace(), counts, options);
        this.code = image.code();
        this.words = code.words();
        this.counts = counts;
        this.clock = new VirtualClock(counts);
        this.memory = memory;
        this.operations = new RegisterInstructions(code);
        this.collectives = new Collectives(code, options.observer());
        this.systemCalls = systemCalls;
    }

    public VirtualClock clock() {
        return clock;
    }

    /// Program counter of the instruction last begun.
    public int currentPc() {
        return current;
    }

    /// Takes the instruction a group waits at for the one last begun.
    public void setCurrent(LaneGroup group) {
        current = group.pc;
    }

    /// Runs a group until it waits, ends, is no longer alone in its call, comes to the instruction
    /// `stop` or passes it, or takes a branch or waits when it has issued `budget` instructions.
    ///
    /// @return instructions issued
    public long run(Warp warp, LaneGroup group, int stop, long budget) {
        int limit = stop;
        long start = counts.warpInstructions;
        long end = start + budget;
        var frame = group.frame;
        int base = frame.firstRow();
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
            int active =
                    guard == 0 ? mask : mask & warp.predicate(guard - 1, frame.firstPredicate());
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
                limit = active == mask ? limit : Math.min(limit, warp.newestGroup().pc);
                goesOn = counts.warpInstructions < end;
            } else if (op >= Op.FIRST_SEQUENTIAL) {
                straight(warp, frame, op, pc, active);
                pc++;
            } else {
                goesOn = control(warp, group, op, active) && counts.warpInstructions < end;
                pc = group.pc;
                frame = group.frame;
                base = frame.firstRow();
            }
        }
        group.pc = pc;
        return counts.warpInstructions - start;
    }

    /// Splits a group at a branch that some lanes take and some do not; the lanes with the lower
    /// program counter go on.
    ///
    /// @return where they go on
    private int diverge(Warp warp, LaneGroup group, int taken, int target) {
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
    private void straight(Warp warp, CallFrame frame, int op, int pc, int active) {
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
    private boolean control(Warp warp, LaneGroup group, int op, int active) {
        if (active != group.mask) {
            warp.split(group, group.mask & ~active, group.pc + 1);
        }
        int at = group.pc * Code.STRIDE;
        return switch (op) {
            case Op.CALL, Op.CALL_INDIRECT -> call(warp, group, at);
            case Op.CALL_BUILTIN -> {
                var site = code.callSites()[words[at + Code.X]];
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
            case Op.TRAP -> throw new LaneFault(FaultKind.TRAP, group.firstLane(), "trap");
            case Op.UNSUPPORTED ->
                    throw new LaneFault(
                            FaultKind.UNSUPPORTED,
                            group.firstLane(),
                            code.problems().get(words[at + Code.X]));
            default -> collectives.execute(warp, group, op);
        };
    }

    private static boolean advance(Warp warp, LaneGroup group) {
        group.pc++;
        return warp.isConverged();
    }

    private boolean call(Warp warp, LaneGroup group, int at) {
        var site = code.callSites()[words[at + Code.X]];
        var callee =
                switch (site.target()) {
                    case CallSite.Target.Direct(int index) -> image.functions().get(index);
                    case CallSite.Target.Indirect _ -> callee(warp, group, at);
                    case CallSite.Target.Builtin _ -> throw new IllegalStateException("supplied");
                };
        CallFaults.check(callee, site, group.firstLane());
        var caller = group.frame;
        var frame = caller.call(callee, site, group.pc + 1);
        if (frame.stackEnd() > localLimit) {
            throw new LaneFault(
                    FaultKind.STACK_OVERFLOW,
                    group.firstLane(),
                    "call of '%s' at depth %d needs %d bytes of local memory when the stack limit is %d"
                            .formatted(callee.name(), frame.depth(), frame.stackEnd(), localLimit));
        }
        warp.reserve(frame);
        for (int i = 0; i < site.arguments().size(); i++) {
            var from = site.arguments().get(i);
            var to = callee.parameters().get(i);
            warp.localMemory()
                    .copy(
                            group.mask,
                            caller.localStart() + from.offset(),
                            frame.localStart() + to.offset(),
                            Math.min(from.size(), to.size()));
        }
        group.frame = frame;
        group.pc = callee.entry();
        observation.observer().functionEntered(warp, group);
        return warp.isConverged();
    }

    /// The function an indirect call leads to; lanes that call another wait as a group of their
    /// own.
    private DecodedFunction callee(Warp warp, LaneGroup group, int at) {
        int row = warp.row(words[at + Code.A], group.frame.firstRow());
        warp.keepUniform(group, row);
        long address = warp.registers()[row + group.firstLane()];
        return image.functionAt(address)
                .orElseThrow(() ->
                        new LaneFault(
                                FaultKind.INVALID_CALL,
                                group.firstLane(),
                                "call of 0x%x, which is no function".formatted(address)));
    }

    private boolean leave(Warp warp, LaneGroup group) {
        return switch (group.frame) {
            case CallFrame.Entry _ -> exit(warp, group);
            case CallFrame.Call call -> {
                observation.observer().functionReturning(warp, group);
                var results = call.site().results();
                for (int i = 0; i < results.size(); i++) {
                    var to = results.get(i);
                    var from = call.function().results().get(i);
                    warp.localMemory()
                            .copy(
                                    group.mask,
                                    call.localStart() + from.offset(),
                                    call.caller().localStart() + to.offset(),
                                    Math.min(from.size(), to.size()));
                }
                group.frame = call.caller();
                group.pc = call.returnTo();
                yield warp.isConverged();
            }
        };
    }

    private boolean exit(Warp warp, LaneGroup group) {
        warp.exit(group);
        collectives.recheck(warp);
        warp.cta().barriers().recheck();
        return false;
    }

    private boolean branchIndexed(Warp warp, LaneGroup group, int at) {
        int row = warp.row(words[at + Code.A], group.frame.firstRow());
        warp.keepUniform(group, row);
        long index = warp.registers()[row + group.firstLane()];
        int targets = words[at + Code.Y];
        if (index >= targets) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    group.firstLane(),
                    "branch to target %d when there are %d".formatted(index, targets));
        }
        group.pc = code.operandLists()[words[at + Code.X] + (int) index];
        return warp.isConverged();
    }
}
