package org.offloadtck.timing.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.CacheHint;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.lowering.Lowering;
import org.offloadtck.timing.lowering.SassSequence;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.trace.AccessRecorder;

/// The costs of an image's instructions on a device, as integers for the replay. An instruction is
/// decoded at its first execution, on any thread of a replay.
///
/// An instruction is [#STRIDE] integers of [#words], the fields below. What few have, more units,
/// operands or results than there are fields for, is a stretch of [#extra]: how many of each, then
/// units with the cycles they are taken, then the registers of operands, then those of results.
public final class InstructionCosts {

    static final int STRIDE = 16;

    /// Elements of [#words].
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(int[].class);

    /// One of the kinds below.
    static final int KIND = 0;

    /// The resource that the instruction needs besides its operands: the number of its unit, or one
    /// of the gates below.
    static final int GATE = 1;

    /// Instructions of the device, each of which takes a cycle to issue.
    static final int ISSUES = 2;

    /// From the issue to that of the warp's next instruction, as [TaggedTime] has it.
    static final int BLOCKS = 3;

    /// From the issue to the use of the result, as [TaggedTime] has it; of an access, beside what
    /// the memory takes.
    static final int LATENCY = 4;

    /// [TaggedTime] for the units.
    static final int HOLDING = 5;

    /// The place of its first unit, and how many cycles that is taken.
    static final int UNIT = 6;

    static final int TAKES = 7;

    /// Registers that it waits for, those it writes among them: the greatest first, one of them
    /// again where there are fewer; negative where there are none.
    static final int OPERANDS = 8;

    /// How many fields there are for these.
    static final int MOST_OPERANDS = 4;

    /// A register that it writes; negative where there is none.
    static final int RESULT = 12;

    /// Where its stretch of [#extra] is; 0 where there is none.
    static final int REST = 13;

    /// No register.
    static final int NONE_SUCH = -1;

    /// The assembler makes it disappear: results are there when operands are.
    static final int FREE = 1;

    static final int PLAIN = 2;

    /// As [#PLAIN], with a record in the trace's memory.
    static final int LOAD = 3;

    /// As [#LOAD], past the first-level cache.
    static final int LOAD_UNCACHED = 4;

    static final int STORE = 5;
    static final int ATOMIC = 6;

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

    private final LoadedProgram image;
    private final TimedDevice device;
    private final Lowering lowering;
    private final int[] words;
    private final boolean shareDoubles;
    private volatile int[] extra = new int[64];
    private int end = 1;

    InstructionCosts(LoadedProgram image, TimedDevice device) {
        this.image = image;
        this.device = device;
        this.lowering = Lowering.of(device);
        this.words = new int[image.code().instructions().size() * STRIDE];
        this.shareDoubles =
                device.timing().value(Quantity.DOUBLE_SCHEDULERS) > 1
                        && image.code().instructions().stream().anyMatch(Lowering::mayUseDouble);
    }

    int[] words() {
        return words;
    }

    /// Another array after [#at] has met an instruction that is new.
    int[] extra() {
        return extra;
    }

    /// Whether an instruction may need the unit of 64-bit floating point, and schedulers share it.
    boolean shareDoubles() {
        return shareDoubles;
    }

    /// Where in [#words] an instruction is.
    int at(int programCounter) {
        int at = programCounter * STRIDE;
        if ((int) WORDS.getAcquire(words, at + KIND) == 0) {
            decode(programCounter, at);
        }
        return at;
    }

    /// Decodes an instruction. Its kind is written last, with release semantics: a thread that
    /// reads it sees the other fields.
    private synchronized void decode(int programCounter, int at) {
        if (words[at + KIND] != 0) {
            return;
        }
        var instruction = image.instruction(programCounter);
        var sequence = lowering.sequence(instruction);
        int kind = kind(programCounter, instruction, sequence);
        words[at + GATE] = gate(kind, sequence);
        words[at + ISSUES] = sequence.instructions();
        words[at + BLOCKS] = (int) TaggedTime.until(blocks(sequence), blocking(sequence));
        int waiting = TaggedTime.code(CycleUse.DEPENDENCY, sequence.basis());
        words[at + LATENCY] = (int) TaggedTime.until(sequence.latency(), waiting);
        words[at + HOLDING] = holding(sequence);
        int[] units = units(sequence);
        words[at + UNIT] = units.length > 0 ? units[0] : SEVERAL;
        words[at + TAKES] = units.length > 0 ? units[1] : 0;
        var use = RegisterDependencies.of(instruction);
        int[] operands = operands(use);
        for (int i = 0; i < MOST_OPERANDS; i++) {
            boolean isThere = operands.length > 0;
            words[at + OPERANDS + i] =
                    isThere ? operands[Math.min(i, operands.length - 1)] : NONE_SUCH;
        }
        words[at + RESULT] = use.writes().length > 0 ? use.writes()[0] : NONE_SUCH;
        words[at + REST] = rest(units, operands, use.writes());
        WORDS.setRelease(words, at + KIND, kind);
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

    private int rest(int[] units, int[] operands, int[] results) {
        int moreUnits = Math.max(0, units.length / 2 - 1);
        int moreOperands = Math.max(0, operands.length - MOST_OPERANDS);
        int moreResults = Math.max(0, results.length - 1);
        if (moreUnits + moreOperands + moreResults == 0) {
            return 0;
        }
        int here = end;
        IntStream.of(moreUnits, moreOperands, moreResults).forEach(this::add);
        Arrays.stream(units).skip(2).forEach(this::add);
        Arrays.stream(operands).skip(MOST_OPERANDS).forEach(this::add);
        Arrays.stream(results).skip(1).forEach(this::add);
        return here;
    }

    private void add(int word) {
        if (end == extra.length) {
            extra = Arrays.copyOf(extra, 2 * end);
        }
        extra[end++] = word;
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

    /// A sequence is a chain: the next instruction follows its last one.
    private int blocks(SassSequence sequence) {
        int blocks = Math.max(1, sequence.instructions());
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
                case Op.LOAD -> isCached(instruction) ? LOAD : LOAD_UNCACHED;
                case Op.STORE -> STORE;
                default -> ATOMIC;
            };
        }
        return sequence.steps().isEmpty() ? FREE : PLAIN;
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
