package org.offloadtck.launch.profile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.MatrixModifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.timing.figures.ExecutionUnit;

/// Floating-point operations that are counted apart: those of one type, and products of matrices.
///
/// As Nsight Compute counts them, an addition, subtraction or multiplication is one operation, a
/// fused multiply-add two; divisions, roots, transcendental functions, comparisons and conversions
/// are none (*Nsight Compute CLI*, metric comparison, `flop_count_sp` and its likes). A packed
/// instruction counts for each of its numbers.
public enum Precision {
    HALF(ExecutionUnit.HALF),
    SINGLE(ExecutionUnit.FLOAT),
    DOUBLE(ExecutionUnit.DOUBLE),
    MATRIX(ExecutionUnit.TENSOR);

    private static final int LANES = 32;

    private final ExecutionUnit unit;

    Precision(ExecutionUnit unit) {
        this.unit = unit;
    }

    /// The unit that executes them.
    public ExecutionUnit unit() {
        return unit;
    }

    /// As documents write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Operations of one kind.
    record Operations(Precision precision, double perThread) {}

    /// The floating-point operations of an instruction; none if it has none.
    static Optional<Operations> of(Instruction instruction) {
        return instruction instanceof Operation operation ? of(operation) : Optional.empty();
    }

    private static Optional<Operations> of(Operation operation) {
        var types = operation.modifiers().types();
        return switch (operation.opcode()) {
            case ADD, SUB, MUL -> ofScalar(types, 1);
            case FMA, MAD -> ofScalar(types, 2);
            case MMA, MMA_SPARSE, WMMA_MMA -> ofMatrix(operation, types);
            default -> Optional.empty();
        };
    }

    private static Optional<Operations> ofScalar(List<PtxType> types, int operations) {
        var type = types.getFirst();
        if (!type.isFloat()) {
            return Optional.empty();
        }
        int all = type.numbers() * operations;
        var precision =
                switch (type.bits() / type.numbers()) {
                    case Long.SIZE -> DOUBLE;
                    case Integer.SIZE -> SINGLE;
                    default -> HALF;
                };
        return Optional.of(new Operations(precision, all));
    }

    /// A warp multiplies an m by k with a k by n matrix: 2mnk operations, of all its threads. Half
    /// of them are if the first is sparse.
    private static Optional<Operations> ofMatrix(Operation operation, List<PtxType> types) {
        if (types.isEmpty() || !types.stream().allMatch(PtxType::isFloat)) {
            return Optional.empty();
        }
        var shape = operation.modifiers().get(MatrixModifier.Shape.class);
        int each = operation.opcode() == Opcode.MMA_SPARSE ? 1 : 2;
        double all = (double) each * shape.m() * shape.n() * shape.k();
        return Optional.of(new Operations(MATRIX, all / LANES));
    }
}
