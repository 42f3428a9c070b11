package org.offloadtck.simt.timing;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.ptx.ir.CacheOperator;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.MemorySemantics;
import org.offloadtck.ptx.ir.StateSpace;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.device.ExecutionUnit;
import org.offloadtck.simt.device.Quantity;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.lowering.Lowering;
import org.offloadtck.simt.lowering.Sequence;

/// What the instructions of an image cost on a device, made ready for the replay: plain integers,
/// decoded when an instruction is first met.
///
/// An instruction is a stretch of [#words] from [#at] on: the fields below, then pairs of a unit
/// and the cycles it is taken, then registers read, then registers written.
final class Steps {

    /// One of the kinds below.
    static final int KIND = 0;

    /// Instructions of the device, each of which takes a cycle to issue.
    static final int ISSUES = 1;

    /// Cycles from the issue to that of the warp's next instruction.
    static final int BLOCKS = 2;

    /// Cycles from the issue to the use of the result; of an access, beside those of the memory.
    static final int LATENCY = 3;

    /// [Waiting] for the result.
    static final int WAITING = 4;

    /// [Waiting] for the warp's next instruction.
    static final int BLOCKING = 5;

    /// [Waiting] for the units.
    static final int HOLDING = 6;

    /// How many pairs of unit and cycles follow.
    static final int UNITS = 7;

    static final int READS = 8;
    static final int WRITES = 9;

    /// What it has to wait for besides its operands: the place of its unit, or one of the gates
    /// below.
    static final int GATE = 10;

    static final int FIELDS = 11;

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

    /// The gate of an access: the memory unit and the memory pipeline.
    static final int ACCESS = ALL_UNITS.size();

    /// The gate of what needs several units.
    static final int SEVERAL = ACCESS + 1;

    /// The gate of what needs none.
    static final int NONE = SEVERAL + 1;

    static final int GATES = NONE + 1;

    private final DeviceImage image;
    private final DeviceSpec spec;
    private final Lowering lowering;
    private final int[] at;
    private int[] words = new int[4096];
    private int end = 1;

    Steps(DeviceImage image, DeviceSpec spec) {
        this.image = image;
        this.spec = spec;
        this.lowering = Lowering.of(spec);
        this.at = new int[image.code().instructions().size()];
    }

    /// Another array after [#at] has met an instruction that is new.
    int[] words() {
        return words;
    }

    int at(int programCounter) {
        int known = at[programCounter];
        return known != 0 ? known : decode(programCounter);
    }

    private int decode(int programCounter) {
        var instruction = image.instruction(programCounter);
        var sequence = lowering.sequence(instruction);
        var use = RegisterUse.of(instruction);
        int here = end;
        at[programCounter] = here;
        add(kind(programCounter, instruction, sequence));
        add(sequence.instructions());
        add(blocks(sequence));
        add(sequence.latency());
        add(Waiting.code(CycleUse.DEPENDENCY, sequence.basis()));
        add(blocking(sequence));
        add(holding(sequence));
        add(sequence.steps().size());
        add(use.reads().length);
        add(use.writes().length);
        add(gate(words[here + KIND], sequence));
        for (var step : sequence.steps()) {
            add(ALL_UNITS.indexOf(step.unit()));
            add(step.count() * spec.timing().interval(step.unit()));
        }
        Arrays.stream(use.reads()).forEach(this::add);
        Arrays.stream(use.writes()).forEach(this::add);
        return here;
    }

    private void add(int word) {
        if (end == words.length) {
            words = Arrays.copyOf(words, 2 * end);
        }
        words[end++] = word;
    }

    private static int gate(int kind, Sequence sequence) {
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

    private int blocking(Sequence sequence) {
        boolean jumps = sequence.instructions(ExecutionUnit.CONTROL) > 0;
        var basis =
                jumps ? spec.timing().figure(Quantity.CONTROL_LATENCY).basis() : sequence.basis();
        return Waiting.code(CycleUse.CONTROL, basis);
    }

    private int holding(Sequence sequence) {
        return sequence.steps().stream()
                .map(step -> spec.timing().figure(step.unit().interval()).basis())
                .mapToInt(basis -> Waiting.code(CycleUse.UNIT, basis))
                .max()
                .orElse(0);
    }

    /// A sequence is a chain: the next instruction follows its last one.
    private int blocks(Sequence sequence) {
        int blocks = Math.max(1, sequence.instructions());
        if (sequence.instructions(ExecutionUnit.CONTROL) > 0) {
            return Math.max(blocks, spec.timing().latency(ExecutionUnit.CONTROL));
        }
        if (sequence.instructions() < 2) {
            return blocks;
        }
        var last = sequence.steps().getLast().unit();
        return Math.max(blocks, sequence.latency() - spec.timing().latency(last));
    }

    private int kind(int programCounter, Instruction instruction, Sequence sequence) {
        if (isAccess(image, programCounter)) {
            return switch (image.code().words()[programCounter * Code.STRIDE]) {
                case Op.LOAD -> isCached(instruction) ? LOAD : LOAD_UNCACHED;
                case Op.STORE -> STORE;
                default -> ATOMIC;
            };
        }
        return sequence.steps().isEmpty() ? FREE : PLAIN;
    }

    /// Whether an instruction accesses memory, in the device's terms: parameters are registers and
    /// constants there.
    static boolean isAccess(DeviceImage image, int programCounter) {
        int op = image.code().words()[programCounter * Code.STRIDE];
        return op >= Op.LOAD
                && op <= Op.ATOMIC
                && image.instruction(programCounter) instanceof Operation operation
                && !isParameter(operation.modifiers().or(StateSpace.GENERIC));
    }

    private static boolean isParameter(StateSpace space) {
        return switch (space) {
            case PARAM, PARAM_ENTRY, PARAM_FUNC -> true;
            case GENERIC,
                    GLOBAL,
                    CONST,
                    SHARED,
                    SHARED_CTA,
                    SHARED_CLUSTER,
                    LOCAL,
                    REG,
                    SREG,
                    TEX ->
                    false;
        };
    }

    /// PTX ISA §9.7.9.1: `.cg` and `.cv` pass the first-level cache by; strong accesses must, for
    /// it is not coherent.
    private static boolean isCached(Instruction instruction) {
        return instruction instanceof Operation operation
                && switch (operation.modifiers().or(CacheOperator.CA)) {
                    case CA, CS, LU, WB, WT -> true;
                    case CG, CV -> false;
                }
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK;
    }
}
