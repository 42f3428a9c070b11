package org.offloadtck.timing.lowering;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessRecorder;

/// How long after an instruction of an image another can use its results, beside what memory takes.
///
/// A predicate that guards instructions is there later than a register, and than a predicate that
/// is an operand.
public final class ResultLatency {

    private final LoadedProgram image;
    private final int predicate;
    private final int shuffle;

    /// By the entry of a function, the predicates that guard instructions of it.
    private final Map<Integer, BitSet> guards = new HashMap<>();

    public ResultLatency(LoadedProgram image, TimedDevice device) {
        this.image = image;
        this.predicate = device.timing().value(Quantity.PREDICATE_LATENCY);
        this.shuffle = device.timing().latency(ExecutionUnit.MEMORY);
        image.functions().forEach(function -> guards.put(function.entry(), guards(function)));
    }

    /// The predicates that guard instructions of a function, and those that they are made of: the
    /// assembler joins an operation on predicates with the comparison before it.
    private static BitSet guards(DecodedFunction function) {
        var instructions = function.function().body().instructions();
        var guards = new BitSet();
        for (var instruction : instructions) {
            switch (instruction.guard()) {
                case Guard.Always _ -> {}
                case Guard.When(var register) -> guards.set(register.index());
                case Guard.Unless(var register) -> guards.set(register.index());
            }
        }
        int known;
        do {
            known = guards.cardinality();
            instructions.forEach(instruction -> addParts(instruction, guards));
        } while (guards.cardinality() > known);
        return guards;
    }

    private static void addParts(Instruction instruction, BitSet guards) {
        if (instruction instanceof Instruction.Operation operation
                && operation.modifiers().types().contains(PtxType.PRED)) {
            var use = RegisterDependencies.of(instruction);
            if (Arrays.stream(use.writes()).anyMatch(guards::get)) {
                Arrays.stream(use.reads()).forEach(guards::set);
            }
        }
    }

    /// Cycles from the issue of an instruction to the use of its results. What is no access and
    /// needs the memory unit, as a shuffle, takes as long as an access of shared memory.
    ///
    /// @param use of its registers
    public int of(int programCounter, SassSequence sequence, RegisterDependencies use) {
        var known = Objects.requireNonNull(guards.get(image.functionOf(programCounter).entry()));
        boolean isGuard = Arrays.stream(use.writes()).anyMatch(known::get);
        int latency = sequence.latency();
        if (!AccessRecorder.isAccess(image, programCounter)) {
            latency += shuffle * sequence.instructions(ExecutionUnit.MEMORY);
        }
        return isGuard ? Math.max(latency, predicate) : latency;
    }
}
