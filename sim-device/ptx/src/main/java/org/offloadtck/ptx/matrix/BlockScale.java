package org.offloadtck.ptx.matrix;

import java.util.List;
import java.util.Optional;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.ScaleType;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.ScaleVector;
import org.offloadtck.ptx.ir.modifier.Modifiers;

/// What scales the rows of the first factor and the columns of the second (PTX ISA 8.7 §9.7.14.3).
public sealed interface BlockScale {

    /// Nothing does.
    enum None implements BlockScale {
        NONE
    }

    /// Each of the equal parts of a row or column has a factor.
    ///
    /// @param count of parts
    record Factors(ScaleType type, int count) implements BlockScale {

        /// Registers of a lane: the factors of each matrix, and the byte and the thread that select
        /// those of each.
        public static final int REGISTERS = 6;
    }

    /// Registers of a lane that hold factors and selectors.
    default int registers() {
        return switch (this) {
            case None _ -> 0;
            case Factors _ -> Factors.REGISTERS;
        };
    }

    /// The scaling of an instruction; empty if its kind, types and number of factors do not go
    /// together.
    static Optional<BlockScale> of(Modifiers modifiers, List<MatrixElement> factors) {
        boolean areNibbles = factors.stream().allMatch(each -> each == MatrixElement.E2M1);
        boolean areNarrow = factors.stream().allMatch(MatrixElement::isNarrowFloat);
        var kinds = modifiers.written().stream().filter(Kind.class::isInstance).toList();
        if (kinds.isEmpty()) {
            return Optional.of(None.NONE);
        }
        return switch ((Kind) kinds.getFirst()) {
            case F8F6F4 -> areNarrow ? Optional.of(None.NONE) : Optional.empty();
            case MXF8F6F4 -> areNarrow ? of(modifiers, ScaleVector.X1) : Optional.empty();
            case MXF4 -> areNibbles ? of(modifiers, ScaleVector.X2) : Optional.empty();
            case MXF4NVF4 -> areNibbles ? ofEither(modifiers) : Optional.empty();
            case F16, TF32, I8 -> throw new IllegalArgumentException("no kind of `mma`");
        };
    }

    private static Optional<BlockScale> of(Modifiers modifiers, ScaleVector only) {
        var type = modifiers.get(ScaleType.class);
        boolean fits = type == ScaleType.UE8M0 && modifiers.or(only) == only;
        return fits ? Optional.of(new Factors(type, only.factors())) : Optional.empty();
    }

    /// Of `.kind::mxf4nvf4`, the number of factors must be stated, and two are `.ue8m0`.
    private static Optional<BlockScale> ofEither(Modifiers modifiers) {
        var type = modifiers.get(ScaleType.class);
        var vector = modifiers.or(ScaleVector.X1);
        boolean fits =
                vector == ScaleVector.X4 || (vector == ScaleVector.X2 && type == ScaleType.UE8M0);
        return fits ? Optional.of(new Factors(type, vector.factors())) : Optional.empty();
    }
}
