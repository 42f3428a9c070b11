package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.access.BulkCopyInstructions;
import org.offloadtck.engine.access.MemoryInstructions;
import org.offloadtck.engine.access.SharedMatrixLoad;
import org.offloadtck.engine.access.TensorCopyInstructions;
import org.offloadtck.engine.access.TensorCoreInstructions;
import org.offloadtck.engine.access.TexelInstructions;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.deadlock.VirtualClock;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.systemcall.SystemCalls;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.GroupExecutor;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes the instructions of a lane group, one after another, each for all active lanes.
///
/// [#run] and its switches are long by design: they dispatch an instruction with one or two jumps.
/// The work on the lanes is in short methods, so that the just-in-time compiler compiles each of
/// them separately.
public final class Interpreter implements GroupExecutor {

    private final LoadedProgram program;
    private final Code code;
    private final int[] words;
    private final RunningCounters counts;
    private final VirtualClock clock;
    private final MemoryInstructions memory;
    private final RegisterInstructions operations;
    private final Collectives collectives;
    private final Barriers barriers;
    private final ClusterBarriers clusterBarriers;
    private final SystemCalls systemCalls;
    private final int localLimit;
    private final StackAllocation stack;
    private final ObserverNotifier notifier;
    private final boolean observed;
    private final boolean compiles;
    private final BlockRunner compiled;
    private int current;

    /// Empty before the first instruction on a texture or surface.
    private TexelInstructions[] texels = new TexelInstructions[0];

    /// Empty before the first bulk copy.
    private BulkCopyInstructions[] bulkCopies = new BulkCopyInstructions[0];

    /// Empty before the first instruction of a thread on tensor memory.
    private TensorCoreInstructions[] tensorCores = new TensorCoreInstructions[0];

    /// Empty before the first copy of a tensor.
    private TensorCopyInstructions[] tensorCopies = new TensorCopyInstructions[0];

    public Interpreter(
            RunningCounters counts,
            MemoryInstructions memory,
            SystemCalls systemCalls,
            LaunchOptions options) {
        this(counts, memory, systemCalls, options, new VirtualClock(counts));
    }

    /// @param clock of the launch, which other interpreters may share
    public Interpreter(
            RunningCounters counts,
            MemoryInstructions memory,
            SystemCalls systemCalls,
            LaunchOptions options,
            VirtualClock clock) {
        this.program = memory.image();
        this.localLimit = options.limits().localBytes();
        this.stack = new StackAllocation(memory.image().code(), options);
        this.notifier = new ObserverNotifier(options.observer(), memory.image().code());
        this.observed = notifier.isObserved();
        boolean seen = observed && !options.observer().observesBlocks();
        this.compiles = !seen && options.executor() != ExecutionStrategy.INTERPRETER;
        this.compiled = new BlockRunner(program, memory.workspace(), counts, options);
        this.code = program.code();
        this.words = code.words();
        this.counts = counts;
        this.clock = clock;
        this.memory = memory;
        this.operations = new RegisterInstructions(code);
        this.collectives = new Collectives(code, options.observer(), new SharedMatrixLoad(memory));
        this.barriers = new Barriers(code, counts, options.observer());
        this.clusterBarriers = new ClusterBarriers(counts, options.observer());
        this.systemCalls = systemCalls;
    }

    public VirtualClock clock() {
        return clock;
    }

    /// Program counter of the instruction that was started last.
    public int currentPc() {
        return current;
    }

    /// Sets [#currentPc] to the instruction of a group that waits.
    public void setCurrent(LaneGroup group) {
        current = group.pc();
    }

    @Override
    public long run(Warp warp, LaneGroup group, int stop, long budget) {
        int limit = stop;
        long start = counts.warpInstructions;
        long end = start + budget;
        var frame = group.frame();
        int base = frame.firstRow();
        boolean goesOn = true;
        int pc = group.pc();
        useFrame(warp, frame);
        while (goesOn && pc < limit) {
            group.moveTo(pc);
            current = pc;
            if (compiles && compiled.run(warp, group, limit, end)) {
                pc = compiled.next();
                limit = Math.min(limit, compiled.stop());
                goesOn = compiled.goesOn();
                continue;
            }
            int at = pc * Code.STRIDE;
            int mask = group.mask();
            int guard = words[at + Code.GUARD];
            int active =
                    guard == 0 ? mask : mask & warp.predicate(guard - 1, frame.firstPredicate());
            counts.warpInstructions++;
            counts.threadInstructions += Integer.bitCount(mask);
            int op = words[at];
            if (observed) {
                notifier.notify(warp, group, active);
            }
            if (active == 0) {
                pc++;
            } else if (op >= Op.FIRST_PURE) {
                operations.pure(warp, op, at, base, active);
                pc++;
            } else if (op == Op.BRANCH) {
                int target = words[at + Code.X];
                pc = active == mask ? target : diverge(warp, group, active, target);
                limit = active == mask ? limit : Math.min(limit, warp.newestGroup().pc());
                goesOn = counts.warpInstructions < end;
            } else if (op >= Op.FIRST_SEQUENTIAL) {
                goesOn = straight(warp, group, op, active);
                pc++;
            } else {
                goesOn = control(warp, group, op, active) && counts.warpInstructions < end;
                pc = group.pc();
                frame = group.frame();
                base = frame.firstRow();
                if (goesOn) {
                    useFrame(warp, frame);
                }
            }
        }
        group.moveTo(pc);
        return counts.warpInstructions - start;
    }

    private void useFrame(Warp warp, CallFrame frame) {
        if (compiles) {
            compiled.use(warp, frame);
        }
    }

    /// Splits a group at a divergent branch. The lanes with the lower program counter continue.
    ///
    /// @return the program counter at which they continue
    private int diverge(Warp warp, LaneGroup group, int taken, int target) {
        counts.divergences++;
        int next = group.pc() + 1;
        if (target < next) {
            warp.split(group, group.mask() & ~taken, next);
            return target;
        }
        warp.split(group, taken, target);
        return next;
    }

    /// Executes an instruction that falls through to the next.
    ///
    /// @return whether the group can continue immediately
    private boolean straight(Warp warp, LaneGroup group, int op, int active) {
        var frame = group.frame();
        int pc = group.pc();
        int at = pc * Code.STRIDE;
        switch (op) {
            case Op.LOAD -> memory.load(warp, frame, pc, active);
            case Op.STORE -> memory.store(warp, frame, pc, active);
            case Op.ATOMIC -> {
                return memory.atomic(warp, frame, pc, active) || goesOnUnchanged(warp, pc);
            }
            case Op.TEXTURE_FETCH, Op.SURFACE_LOAD, Op.SURFACE_STORE ->
                    texels().execute(warp, group, active);
            case Op.BULK_COPY -> bulkCopies().execute(warp, group, active);
            case Op.TENSOR_COPY -> tensorCopies().execute(warp, group, active);
            case Op.TENSOR_CORE -> tensorCore().execute(warp, group, active);
            case Op.NOTHING -> memory.synchronize();
            case Op.CLOCK ->
                    operations.set(warp, frame, at, active, clock.read(words[at + Code.X]));
            default -> operations.straight(warp, frame, op, at, active);
        }
        return true;
    }

    /// Ends the turn of a group whose exchange or compare-and-swap changed nothing: as a rule it
    /// waits for a lock that another thread holds, and would try again for the rest of its turn.
    private boolean goesOnUnchanged(Warp warp, int pc) {
        if (code.isExchange(pc)) {
            warp.yieldTurn();
            return false;
        }
        return true;
    }

    private BulkCopyInstructions bulkCopies() {
        if (bulkCopies.length == 0) {
            bulkCopies =
                    new BulkCopyInstructions[] {
                        new BulkCopyInstructions(memory, notifier.observer())
                    };
        }
        return bulkCopies[0];
    }

    private TensorCoreInstructions tensorCore() {
        if (tensorCores.length == 0) {
            tensorCores =
                    new TensorCoreInstructions[] {
                        new TensorCoreInstructions(memory, notifier.observer())
                    };
        }
        return tensorCores[0];
    }

    private TensorCopyInstructions tensorCopies() {
        if (tensorCopies.length == 0) {
            tensorCopies =
                    new TensorCopyInstructions[] {
                        new TensorCopyInstructions(memory, notifier.observer())
                    };
        }
        return tensorCopies[0];
    }

    private TexelInstructions texels() {
        if (texels.length == 0) {
            texels = new TexelInstructions[] {new TexelInstructions(memory, notifier.observer())};
        }
        return texels[0];
    }

    /// Executes an instruction that changes the program counter of its group or suspends it.
    ///
    /// @return whether the group can continue immediately
    private boolean control(Warp warp, LaneGroup group, int op, int active) {
        if (active != group.mask()) {
            warp.split(group, group.mask() & ~active, group.pc() + 1);
        }
        int at = group.pc() * Code.STRIDE;
        return switch (op) {
            case Op.CALL, Op.CALL_INDIRECT -> call(warp, group, at);
            case Op.CALL_BUILTIN -> {
                var site = code.callSites()[words[at + Code.X]];
                memory.synchronize();
                systemCalls.execute(warp, group, site);
                yield advance(warp, group);
            }
            case Op.RETURN -> leave(warp, group);
            case Op.EXIT -> exit(warp, group);
            case Op.BRANCH_INDEXED -> branchIndexed(warp, group, at);
            case Op.BARRIER, Op.BARRIER_ARRIVE, Op.BARRIER_REDUCE ->
                    barriers.execute(warp, group, op);
            case Op.CLUSTER_ARRIVE, Op.CLUSTER_WAIT -> clusterBarriers.execute(warp, group, op);
            case Op.SLEEP -> {
                warp.yieldTurn();
                group.advance();
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
        group.advance();
        return warp.isConverged();
    }

    private boolean call(Warp warp, LaneGroup group, int at) {
        var site = code.callSites()[words[at + Code.X]];
        var callee =
                switch (site.target()) {
                    case CallSite.Target.Direct(int index) -> program.functions().get(index);
                    case CallSite.Target.Indirect _ -> callee(warp, group, at);
                    case CallSite.Target.Builtin _ -> throw new IllegalStateException("supplied");
                };
        checkCallee(callee, site, group.firstLane());
        var caller = group.frame();
        var frame = caller.call(callee, site, group.pc() + 1);
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
                            group.mask(),
                            caller.localStart() + from.offset(),
                            frame.localStart() + to.offset(),
                            Math.min(from.size(), to.size()));
        }
        group.enter(frame, callee.entry());
        notifier.observer().functionEntered(warp, group);
        return warp.isConverged();
    }

    /// Rejects a call of a kernel, whose parameters are in no frame, and one whose arguments and
    /// results do not match the function in number.
    private static void checkCallee(DecodedFunction callee, CallSite site, int lane) {
        if (callee.isKernel()) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    lane,
                    "call of '%s', which is a kernel when it should be a device function (.func)"
                            .formatted(callee.name()));
        }
        boolean matches =
                callee.parameters().size() == site.arguments().size()
                        && callee.results().size() == site.results().size();
        if (!matches) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    lane,
                    "call of '%s' with %d arguments for %d results when it should have %d for %d"
                            .formatted(
                                    callee.name(),
                                    site.arguments().size(),
                                    site.results().size(),
                                    callee.parameters().size(),
                                    callee.results().size()));
        }
    }

    /// The target of an indirect call. Lanes with another target are split off.
    private DecodedFunction callee(Warp warp, LaneGroup group, int at) {
        int row = warp.row(words[at + Code.A], group.frame().firstRow());
        warp.keepUniform(group, row);
        long address = warp.registers()[row + group.firstLane()];
        return program.functionAt(address)
                .orElseThrow(() ->
                        new LaneFault(
                                notCode(address),
                                group.firstLane(),
                                "call of 0x%x, which is %s"
                                        .formatted(address, notCallable(address))));
    }

    /// The fault of a call of an address that is no function: what an H200 with driver 580.159
    /// reports for an odd address, for one in the middle of an instruction's place, and for other
    /// memory.
    private static FaultKind notCode(long address) {
        if (address % AddressSpace.CODE_STEP == 0) {
            return FaultKind.UNMAPPED_CALL;
        }
        return address % Long.BYTES == 0 ? FaultKind.INVALID_CALL : FaultKind.MISALIGNED;
    }

    /// What is at an address that is no function of the program.
    private String notCallable(long address) {
        return program.memory()
                .functionAddresses()
                .describe(address)
                .map(function ->
                        "function %s when it should be one of an image that the context of %s has loaded"
                                .formatted(function, program.source()))
                .orElse("not a function");
    }

    private boolean leave(Warp warp, LaneGroup group) {
        return switch (group.frame()) {
            case CallFrame.Entry _ -> exit(warp, group);
            case CallFrame.Call call -> {
                notifier.observer().functionReturning(warp, group);
                var results = call.site().results();
                for (int i = 0; i < results.size(); i++) {
                    var to = results.get(i);
                    var from = call.function().results().get(i);
                    warp.localMemory()
                            .copy(
                                    group.mask(),
                                    call.localStart() + from.offset(),
                                    call.caller().localStart() + to.offset(),
                                    Math.min(from.size(), to.size()));
                }
                group.enter(call.caller(), call.returnTo());
                yield warp.isConverged();
            }
        };
    }

    private boolean exit(Warp warp, LaneGroup group) {
        int lane = group.firstLane();
        warp.exit(group);
        TensorMemoryCollectives.requireReleased(warp.cta(), lane);
        collectives.completeAfterExit(warp);
        barriers.completeAfterExit(warp.cta());
        clusterBarriers.complete(warp.cta().cluster());
        return false;
    }

    private boolean branchIndexed(Warp warp, LaneGroup group, int at) {
        int row = warp.row(words[at + Code.A], group.frame().firstRow());
        warp.keepUniform(group, row);
        long index = warp.registers()[row + group.firstLane()];
        int targets = words[at + Code.Y];
        if (index >= targets) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    group.firstLane(),
                    "branch to target %d when there are %d".formatted(index, targets));
        }
        group.moveTo(code.operandLists()[words[at + Code.X] + (int) index]);
        return warp.isConverged();
    }
}
