package org.offloadtck.timing.lowering;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessRecorder;

/// What a device executes for the instructions of an image, and how long after each of them another
/// can use its results.
///
/// An addition of 64 bits to a product with a constant, as in the address of an element of an
/// array, is part of the product (`IMAD.WIDE`): it has no instruction of its own. A guard predicate
/// is available later than a register or a predicate operand.
public final class ImageLowering {

    private static final SassSequence PART_OF_PRODUCT =
            new SassSequence(
                    List.of(),
                    0,
                    Basis.COUNTED,
                    "ptxas 13.0.88 -O3: part of the product before it");

    private static final SassSequence PART_OF_LOGIC =
            new SassSequence(
                    List.of(), 0, Basis.ASSUMED, "LOP3 also writes the predicate of a lop3");

    private final LoadedProgram image;
    private final Lowering lowering;
    private final int predicate;
    private final int shuffle;

    /// By program counter.
    private final Map<Integer, SassSequence> sequences = new ConcurrentHashMap<>();

    /// By the entry of a function. Threads race to find them and find the same.
    private final Map<Integer, Facts> facts = new ConcurrentHashMap<>();

    /// What depends on other instructions of a function.
    ///
    /// @param guards the predicates that guard instructions, and those that they are made of
    /// @param folded program counters of additions that are part of a product
    private record Facts(BitSet guards, BitSet folded) {}

    public ImageLowering(LoadedProgram image, TimedDevice device) {
        this.image = image;
        this.lowering = Lowering.of(device);
        this.predicate = device.timing().value(Quantity.PREDICATE_LATENCY);
        this.shuffle = device.timing().latency(ExecutionUnit.MEMORY);
    }

    /// What the device executes for an instruction.
    public SassSequence sequence(int programCounter) {
        return sequences.computeIfAbsent(programCounter, this::find);
    }

    private SassSequence find(int programCounter) {
        if (isPredicateOfLogic(programCounter)) {
            return PART_OF_LOGIC;
        }
        if (isEndOfKernel(programCounter)) {
            return lowering.exit();
        }
        return facts(programCounter).folded.get(programCounter)
                ? PART_OF_PRODUCT
                : lowering.sequence(image.instruction(programCounter));
    }

    /// A kernel has nothing to return to: its threads exit.
    private boolean isEndOfKernel(int programCounter) {
        return image.instruction(programCounter) instanceof Operation operation
                && operation.opcode() == Opcode.RET
                && image.functionOf(programCounter).function().isKernel();
    }

    /// Whether an instruction is the comparison that a `lop3` with a predicate result was replaced
    /// by: it has the position of the `lop3` before it.
    private boolean isPredicateOfLogic(int programCounter) {
        return programCounter > 0
                && image.instruction(programCounter) instanceof Operation comparison
                && comparison.opcode() == Opcode.SETP
                && image.instruction(programCounter - 1) instanceof Operation logic
                && logic.opcode() == Opcode.LOP3
                && logic.location().equals(comparison.location());
    }

    /// Cycles from the issue of an instruction to the use of its results, beside what memory takes.
    /// What is no access and needs the memory unit, as a shuffle, takes as long as an access of
    /// shared memory.
    ///
    /// @param sequence of the instruction
    /// @param use of its registers
    public int latency(int programCounter, SassSequence sequence, RegisterDependencies use) {
        int latency = sequence.latency();
        if (!AccessRecorder.isAccess(image, programCounter)) {
            latency += shuffle * sequence.instructions(ExecutionUnit.MEMORY);
        }
        var guards = facts(programCounter).guards;
        boolean isGuard = Arrays.stream(use.writes()).anyMatch(guards::get);
        return isGuard ? Math.max(latency, predicate) : latency;
    }

    private Facts facts(int programCounter) {
        var function = image.functionOf(programCounter);
        var known = facts.get(function.entry());
        return known == null ? find(function) : known;
    }

    private Facts find(DecodedFunction function) {
        var found = new Facts(guards(function), folded(function));
        facts.put(function.entry(), found);
        return found;
    }

    private BitSet guards(DecodedFunction function) {
        var guards = new BitSet();
        instructions(function)
                .forEach(instruction -> {
                    switch (instruction.guard()) {
                        case Guard.Always _ -> {}
                        case Guard.When(var register) -> guards.set(register.index());
                        case Guard.Unless(var register) -> guards.set(register.index());
                    }
                });
        int known;
        do {
            known = guards.cardinality();
            instructions(function).forEach(instruction -> addParts(instruction, guards));
        } while (guards.cardinality() > known);
        return guards;
    }

    private Stream<Instruction> instructions(DecodedFunction function) {
        return IntStream.range(function.entry(), function.end()).mapToObj(image::instruction);
    }

    /// The assembler joins an operation on predicates with the comparison before it.
    private static void addParts(Instruction instruction, BitSet guards) {
        if (instruction instanceof Operation operation
                && operation.modifiers().types().contains(PtxType.PRED)) {
            var use = RegisterDependencies.of(instruction);
            if (Arrays.stream(use.writes()).anyMatch(guards::get)) {
                Arrays.stream(use.reads()).forEach(guards::set);
            }
        }
    }

    private BitSet folded(DecodedFunction function) {
        int[] reads = new int[function.function().body().registers().size()];
        int[] writes = new int[reads.length];
        var products = new BitSet();
        instructions(function)
                .forEach(instruction -> {
                    var use = RegisterDependencies.of(instruction);
                    Arrays.stream(use.reads()).forEach(register -> reads[register]++);
                    Arrays.stream(use.writes()).forEach(register -> writes[register]++);
                    if (isProductWithConstant(instruction)) {
                        Arrays.stream(use.writes()).forEach(products::set);
                    }
                });
        return IntStream.range(function.entry(), function.end())
                .filter(pc -> isAddition(image.instruction(pc)))
                .filter(pc ->
                        Arrays.stream(RegisterDependencies.of(image.instruction(pc)).reads())
                                .anyMatch(register ->
                                        products.get(register)
                                                && reads[register] == 1
                                                && writes[register] == 1))
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private static boolean isProductWithConstant(Instruction instruction) {
        return instruction instanceof Operation operation
                && operation.opcode() == Opcode.MUL
                && operation.modifiers().or(ProductPart.LO) == ProductPart.WIDE
                && operation.operands().getLast() instanceof Immediate
                && operation.guard() instanceof Guard.Always;
    }

    private static boolean isAddition(Instruction instruction) {
        return instruction instanceof Operation operation
                && operation.opcode() == Opcode.ADD
                && operation.type().bits() == Long.SIZE
                && operation.type() != PtxType.F64
                && operation.guard() instanceof Guard.Always;
    }
}
