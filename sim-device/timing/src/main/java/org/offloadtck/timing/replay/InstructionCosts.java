package org.offloadtck.timing.replay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.BulkCopy;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorCopy;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.CacheHint;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.lowering.AccessOrder;
import org.offloadtck.timing.lowering.ImageLowering;
import org.offloadtck.timing.lowering.InstructionOrder;
import org.offloadtck.timing.lowering.Lowering;
import org.offloadtck.timing.lowering.RegisterDependencies;
import org.offloadtck.timing.lowering.SassSequence;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.trace.AccessRecorder;
import org.offloadtck.timing.trace.WarpTrace;

/// The costs of an image's instructions on a device, for the replay. An instruction is decoded at
/// its first execution, on any thread of a replay.
public final class InstructionCosts {

    /// No register.
    private static final int NO_REGISTER = -1;

    /// Most operands of [Cost].
    private static final int MOST_OPERANDS = 4;

    /// The assembler makes it disappear: results are there when operands are.
    static final int FREE = 1;

    static final int PLAIN = 2;

    /// As [#PLAIN], with a record in the trace's memory.
    static final int LOAD = 3;

    /// As [#LOAD], past the first-level cache.
    static final int LOAD_UNCACHED = 4;

    static final int STORE = 5;
    static final int ATOMIC = 6;

    /// A bulk copy into shared memory, as [#LOAD_UNCACHED], which the warp does not wait for.
    static final int COPY = 7;

    /// Every unit by its place here.
    private static final List<ExecutionUnit> ALL_UNITS = List.of(ExecutionUnit.values());

    /// The place of the memory unit.
    static final int MEMORY = ALL_UNITS.indexOf(ExecutionUnit.MEMORY);

    /// The place of the unit of 64-bit floating point.
    static final int DOUBLE = ALL_UNITS.indexOf(ExecutionUnit.DOUBLE);

    /// The gate of an access: the memory unit and the memory pipeline.
    static final int ACCESS = ALL_UNITS.size();

    /// The gate of an instruction that needs several units.
    static final int SEVERAL = ACCESS + 1;

    /// The gate of an instruction that needs no unit.
    static final int NONE = SEVERAL + 1;

    static final int GATES = NONE + 1;

    /// The cost of an instruction. Its fields are those that the replay needs at each issue; what
    /// few instructions have is in `more`.
    ///
    /// @param kind of the constants above; 0 of an instruction that is not decoded
    /// @param gate the resource that it needs besides its operands: the number of its unit, or one
    ///   of the gates above
    /// @param issues instructions of the device, each of which takes a cycle to issue
    /// @param blocks from the issue to that of the warp's next instruction, as [TaggedTime] has it
    /// @param latency from the issue to the use of the result, as [TaggedTime] has it; of an
    ///   access, beside what the memory takes
    /// @param holding [TaggedTime] for the units
    /// @param unit the number of its first unit; [#SEVERAL] without one
    /// @param takes how many cycles that is taken
    /// @param first the greatest register that it waits for, those that it writes among them;
    ///   negative if there is none
    /// @param second another one, or the same again, as the following two
    /// @param result a register that it writes; negative if there is none
    record Cost(
            int kind,
            int gate,
            int issues,
            int blocks,
            int latency,
            int holding,
            int unit,
            int takes,
            int first,
            int second,
            int third,
            int fourth,
            int result,
            More more) {

        private static final Cost UNKNOWN =
                new Cost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, More.NOTHING);

        boolean accesses() {
            return kind >= LOAD;
        }

        boolean isFree() {
            return kind == FREE;
        }

        boolean hasMore() {
            return more != More.NOTHING;
        }

        /// Adds the registers and units that it uses.
        private void use(IntConsumer registers, IntConsumer units) {
            if (first >= 0) {
                IntStream.of(first, second, third, fourth).forEach(registers);
                IntStream.of(more.operands).forEach(registers);
            }
            units.accept(unit);
            for (int i = 0; i < more.units.length; i += 2) {
                units.accept(more.units[i]);
            }
        }
    }

    /// What few instructions have.
    static final class More {

        private static final More NOTHING = new More(new int[0], new int[0], new int[0]);

        private final int[] units;
        private final int[] operands;
        private final int[] results;

        private More(int[] units, int[] operands, int[] results) {
            this.units = units;
            this.operands = operands;
            this.results = results;
        }

        /// Further units, each followed by the cycles it is taken.
        int[] units() {
            return units;
        }

        /// Further registers that the instruction waits for.
        int[] operands() {
            return operands;
        }

        /// Further registers that it writes.
        int[] results() {
            return results;
        }
    }

    /// What the instructions of a loop use.
    ///
    /// @param registers of the frame
    /// @param units their numbers
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    record Uses(int[] registers, int[] units) {

        static final Uses NONE = new Uses(new int[0], new int[0]);
    }

    private final LoadedProgram image;
    private final TimedDevice device;
    private final ImageLowering lowering;
    private final boolean shareDoubles;

    /// The registers that a warp has needed so far. Threads race to raise it and may lose an
    /// update: then another warp grows its board.
    private int registers = 1;

    private final InstructionOrder order;
    private final AccessOrder accesses;

    /// Number of instructions of the image.
    private final int count;

    /// By program counter, and, behind these, by place in the order of machine code. Threads race
    /// to decode one and find the same; a record is seen whole or not at all.
    private final Cost[] costs;

    /// By the step of the first instruction and the number of instructions.
    private final Map<Long, Uses> uses = new ConcurrentHashMap<>();

    InstructionCosts(LoadedProgram image, TimedDevice device) {
        this.image = image;
        this.device = device;
        this.lowering = new ImageLowering(image, device);
        this.order = new InstructionOrder(image, device, lowering);
        this.accesses = new AccessOrder(order);
        this.count = image.code().instructions().size();
        this.costs = new Cost[2 * count];
        Arrays.fill(costs, Cost.UNKNOWN);
        this.shareDoubles =
                device.timing().value(Quantity.DOUBLE_SCHEDULERS) > 1
                        && image.code().instructions().stream().anyMatch(Lowering::mayUseDouble);
    }

    /// The number of registers that warps have needed so far.
    int registers() {
        return registers;
    }

    /// A warp needs a register.
    void hasRegister(int register) {
        registers = Math.max(registers, register + 1);
    }

    /// Whether an instruction may need the unit of 64-bit floating point, and schedulers share it.
    boolean shareDoubles() {
        return shareDoubles;
    }

    /// The step of a replay at which instructions begin that a warp executed one after another. The
    /// steps after it are the others, in the order of machine code if they are whole regions of it.
    ///
    /// @param from program counter of the first
    int firstStep(int from, int instructions) {
        return order.areWhole(from, from + instructions) ? count + from : from;
    }

    /// When a warp that began to sleep at `now` can go on, as [TaggedTime] has it: with the first
    /// tick of a timer after that time.
    ///
    /// @param nanoseconds that it sleeps at least
    long afterSleep(long now, int nanoseconds) {
        long kilohertz = device.spec().multiprocessor().clockKilohertz();
        int tick = device.timing().value(Quantity.SLEEP_TICK);
        long end = Math.ceilDiv(now * 1_000_000, kilohertz) + nanoseconds;
        long wakes = Math.ceilDiv(end, tick) * tick;
        return delayed(wakes * kilohertz / 1_000_000, Quantity.SLEEP_TICK);
    }

    /// When a warp can go on that called `malloc` or `free` at `now`, as [TaggedTime] has it.
    ///
    /// @param threads of the warp that called it
    long afterHeapCall(long now, int threads) {
        long first = device.timing().value(Quantity.HEAP_LATENCY);
        long further = (threads - 1L) * device.timing().value(Quantity.HEAP_INTERVAL);
        return delayed(now + first + further, Quantity.HEAP_LATENCY);
    }

    private long delayed(long until, Quantity figure) {
        var basis = device.timing().figure(figure).basis();
        return TaggedTime.until(until, TaggedTime.code(CycleUse.CONTROL, basis));
    }

    /// The words of the accesses of a warp, in the order of its steps. The caller must not change
    /// the array.
    int[] memory(WarpTrace trace) {
        return accesses.memory(trace);
    }

    /// The program counter of the instruction at a step.
    int programCounter(int step) {
        return step < count ? step : order.at(step - count);
    }

    /// The cost of the instruction at a step.
    Cost at(int step) {
        var cost = costs[step];
        return cost.kind == 0 ? decode(step) : cost;
    }

    /// What consecutive instructions use.
    ///
    /// @param first step of the first one
    Uses uses(int first, int instructions) {
        return uses.computeIfAbsent(
                (long) first << Integer.SIZE | instructions,
                _ -> {
                    var all = IntStream.range(first, first + instructions).mapToObj(this::at);
                    var registers = IntStream.builder();
                    var units = IntStream.builder();
                    all.forEach(cost -> cost.use(registers, units));
                    return new Uses(
                            registers.build().distinct().toArray(),
                            units.build().distinct().toArray());
                });
    }

    private Cost decode(int step) {
        int programCounter = programCounter(step);
        var instruction = image.instruction(programCounter);
        var sequence = lowering.sequence(programCounter);
        int kind = kind(programCounter, instruction, sequence);
        int waiting = TaggedTime.code(CycleUse.DEPENDENCY, sequence.basis());
        int[] units = units(sequence);
        var use = RegisterDependencies.of(instruction);
        int[] operands = operands(use);
        var cost =
                new Cost(
                        kind,
                        gate(kind, sequence),
                        isAsynchronous(programCounter) ? 1 : sequence.instructions(),
                        (int)
                                TaggedTime.until(
                                        isAsynchronous(programCounter) ? 1 : blocks(sequence, use),
                                        blocking(sequence)),
                        (int)
                                TaggedTime.until(
                                        lowering.latency(programCounter, sequence, use), waiting),
                        holding(sequence),
                        units.length > 0 ? units[0] : SEVERAL,
                        units.length > 0 ? units[1] : 0,
                        operand(operands, 0),
                        operand(operands, 1),
                        operand(operands, 2),
                        operand(operands, 3),
                        use.writes().length > 0 ? use.writes()[0] : NO_REGISTER,
                        more(units, operands, use.writes()));
        costs[step] = cost;
        return cost;
    }

    /// Whether an instruction occupies its unit while its warp continues: of the steps of a product
    /// of a warpgroup or of a CTA, one is issued.
    private boolean isAsynchronous(int programCounter) {
        int op = image.code().words()[programCounter * Code.STRIDE];
        return op == Op.WARPGROUP_PRODUCT || op == Op.TENSOR_CORE;
    }

    private static int operand(int[] operands, int index) {
        return operands.length > 0 ? operands[Math.min(index, operands.length - 1)] : NO_REGISTER;
    }

    /// Pairs of a unit and the cycles it is taken.
    private int[] units(SassSequence sequence) {
        return sequence.steps().stream()
                .flatMapToInt(step ->
                        IntStream.of(
                                ALL_UNITS.indexOf(step.unit()),
                                step.count() * device.timing().interval(step.unit())))
                .toArray();
    }

    private static int[] operands(RegisterDependencies use) {
        return IntStream.concat(Arrays.stream(use.reads()), Arrays.stream(use.writes()))
                .boxed()
                .sorted(Comparator.reverseOrder())
                .distinct()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static More more(int[] units, int[] operands, int[] results) {
        int[] moreUnits = from(units, 2);
        int[] moreOperands = from(operands, MOST_OPERANDS);
        int[] moreResults = from(results, 1);
        return moreUnits.length + moreOperands.length + moreResults.length == 0
                ? More.NOTHING
                : new More(moreUnits, moreOperands, moreResults);
    }

    private static int[] from(int[] all, int first) {
        return Arrays.copyOfRange(all, Math.min(first, all.length), all.length);
    }

    private static int gate(int kind, SassSequence sequence) {
        if (sequence.steps().size() > 1) {
            return SEVERAL;
        }
        if (kind >= LOAD) {
            return ACCESS;
        }
        return sequence.steps().isEmpty()
                ? NONE
                : ALL_UNITS.indexOf(sequence.steps().getFirst().unit());
    }

    private int blocking(SassSequence sequence) {
        boolean jumps = sequence.instructions(ExecutionUnit.CONTROL) > 0;
        var basis =
                jumps ? device.timing().figure(Quantity.CONTROL_LATENCY).basis() : sequence.basis();
        return TaggedTime.code(CycleUse.CONTROL, basis);
    }

    private int holding(SassSequence sequence) {
        return sequence.steps().stream()
                .map(step -> device.timing().figure(step.unit().interval()).basis())
                .mapToInt(basis -> TaggedTime.code(CycleUse.UNIT, basis))
                .max()
                .orElse(0);
    }

    /// A sequence is a chain: the next instruction follows its last one. That of an instruction
    /// without results follows when it has ended, as after a fence.
    private int blocks(SassSequence sequence, RegisterDependencies use) {
        int blocks = Math.max(1, sequence.instructions());
        if (use.writes().length == 0 && sequence.latency() > 0) {
            return Math.max(blocks, sequence.latency());
        }
        if (sequence.instructions(ExecutionUnit.CONTROL) > 0) {
            return Math.max(blocks, device.timing().latency(ExecutionUnit.CONTROL));
        }
        if (sequence.instructions() < 2) {
            return blocks;
        }
        var last = sequence.steps().getLast().unit();
        return Math.max(blocks, sequence.latency() - device.timing().latency(last));
    }

    private int kind(int programCounter, Instruction instruction, SassSequence sequence) {
        if (AccessRecorder.isAccess(image, programCounter)) {
            return switch (image.code().words()[programCounter * Code.STRIDE]) {
                case Op.LOAD, Op.TEXTURE_FETCH, Op.SURFACE_LOAD ->
                        isCached(instruction) ? LOAD : LOAD_UNCACHED;
                case Op.STORE, Op.SURFACE_STORE -> STORE;
                case Op.BULK_COPY -> copyKind(programCounter);
                case Op.TENSOR_COPY -> tensorKind(programCounter);
                default -> ATOMIC;
            };
        }
        return sequence.steps().isEmpty() ? FREE : PLAIN;
    }

    private int copyKind(int programCounter) {
        var code = image.code();
        int form = code.words()[programCounter * Code.STRIDE + Code.X];
        var copy = code.bulkCopies().get(form);
        if (copy.direction() != BulkCopy.Direction.SHARED_TO_GLOBAL) {
            return COPY;
        }
        return copy.reduces() ? ATOMIC : STORE;
    }

    private int tensorKind(int programCounter) {
        var code = image.code();
        int form = code.words()[programCounter * Code.STRIDE + Code.X];
        return switch (code.tensorCopies().get(form).kind()) {
            case TensorCopy.Kind.Load _ -> COPY;
            case TensorCopy.Kind.Store _ -> STORE;
            case TensorCopy.Kind.Reduce _ -> ATOMIC;
        };
    }

    /// PTX ISA §9.7.9.1: `.cg` and `.cv` pass the first-level cache by; strong accesses must, for
    /// it is not coherent.
    private static boolean isCached(Instruction instruction) {
        return instruction instanceof Operation operation
                && switch (operation.modifiers().or(CacheHint.Operator.CA)) {
                    case CA, CS, LU, WB, WT -> true;
                    case CG, CV -> false;
                }
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK;
    }
}
