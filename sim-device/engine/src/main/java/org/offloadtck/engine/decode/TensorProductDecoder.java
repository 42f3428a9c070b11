package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.TensorMemoryInstruction.Product;
import org.offloadtck.engine.code.TensorMemoryInstruction.Source;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.matrix.TensorCoreDatapath.Stationary;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.ScaleVector;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.BlockSize;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Decodes `tcgen05.mma` (PTX ISA 9.0 §9.7.16.10.9).
final class TensorProductDecoder {

    /// The most divisions by two of a summand (`scale-input-d`).
    private static final int MOST_DIVISIONS = 15;

    private final OperandDecoder operands;

    TensorProductDecoder(OperandDecoder operands) {
        this.operands = operands;
    }

    /// A decoded product.
    ///
    /// @param rows of its operands
    /// @param condition predicate source: whether the summand is added
    record Decoded(Product product, List<Integer> rows, int condition) {}

    Decoded decode(Operation operation) {
        var modifiers = operation.modifiers();
        return switch (operation.opcode()) {
            case TCGEN05_MMA_WS_SPARSE ->
                    throw new UnsupportedInstructionException(
                            "weight-stationary products of sparse matrices are not simulated");
            default -> {
                if (modifiers.has(Flag.ASHIFT)) {
                    throw new UnsupportedInstructionException(".ashift is not simulated");
                }
                yield new Parts(operation).decoded();
            }
        };
    }

    /// The operands of a product, read from the first to the last.
    private final class Parts {

        private final Operation operation;
        private final CtaGroup group;
        private final Kind kind;
        private final List<Integer> rows = new ArrayList<>();
        private final List<Integer> offsets = new ArrayList<>();
        private int next;

        Parts(Operation operation) {
            this.operation = operation;
            this.group = operation.modifiers().get(CtaGroup.class);
            this.kind = operation.modifiers().get(Kind.class);
        }

        Decoded decoded() {
            place(take());
            var source = first(take());
            rows.add(operands.row(take(), PtxType.B64));
            var metadata = isSparse() ? List.of(take()) : List.<Operand>of();
            rows.add(operands.row(take(), PtxType.U32));
            int masks = masks();
            int scales = scales();
            int condition = operands.predicate(take());
            var stationary = stationary();
            metadata.forEach(this::place);
            return new Decoded(
                    new Product(
                            group,
                            kind,
                            source,
                            stationary,
                            offsets,
                            masks,
                            scales,
                            metadata.size(),
                            divisions()),
                    rows,
                    condition);
        }

        private boolean isSparse() {
            return operation.opcode() == Opcode.TCGEN05_MMA_SPARSE
                    || operation.opcode() == Opcode.TCGEN05_MMA_SPARSE_SCALED;
        }

        private Operand take() {
            return operation.operands().get(next++);
        }

        private void place(Operand operand) {
            var place = BulkCopyDecoder.place(operands, operand);
            rows.add(place.row());
            offsets.add(place.offset());
        }

        private Source first(Operand operand) {
            if (operand instanceof Operand.Memory) {
                place(operand);
                return Source.TENSOR;
            }
            rows.add(operands.row(operand, PtxType.B64));
            offsets.add(0);
            return Source.SHARED;
        }

        private int masks() {
            if (!(operation.operands().get(next) instanceof Operand.Vector(var elements))) {
                return 0;
            }
            next++;
            if (elements.size() != 4 * group.ctas()) {
                throw new UnsupportedInstructionException(
                        "has %d masks of lanes when it should have %d"
                                .formatted(elements.size(), 4 * group.ctas()));
            }
            elements.forEach(element -> rows.add(operands.row(element, PtxType.U32)));
            return elements.size();
        }

        private int scales() {
            if (operation.opcode() != Opcode.TCGEN05_MMA_SCALED
                    && operation.opcode() != Opcode.TCGEN05_MMA_SPARSE_SCALED) {
                return 0;
            }
            place(take());
            place(take());
            var stated =
                    operation.modifiers().written().stream()
                            .filter(each ->
                                    each instanceof ScaleVector || each instanceof BlockSize)
                            .findFirst();
            if (stated.isEmpty() && kind == Kind.MXF4NVF4) {
                throw new UnsupportedInstructionException("its scale factors are not stated");
            }
            return count(stated.orElse(BlockSize.BLOCK_32));
        }

        /// Scale factors of a line (table 54).
        private int count(Modifier stated) {
            int count =
                    switch (stated) {
                        case ScaleVector vector -> vector.factors();
                        case BlockSize.BLOCK_16 -> 4;
                        default -> kind == Kind.MXF8F6F4 ? 1 : 2;
                    };
            boolean fits =
                    switch (kind) {
                        case MXF8F6F4 -> count == 1;
                        case MXF4 -> count == 2;
                        default -> count > 1;
                    };
            if (!fits) {
                throw new UnsupportedInstructionException(
                        "its kind and scale factors do not go together");
            }
            return count;
        }

        private Stationary stationary() {
            if (operation.opcode() != Opcode.TCGEN05_MMA_WS) {
                return Stationary.ACTIVATIONS;
            }
            if (group == CtaGroup.TWO) {
                throw new UnsupportedInstructionException("has no .ws with .cta_group::2");
            }
            if (next < operation.operands().size()) {
                throw new UnsupportedInstructionException("masks of columns are not simulated");
            }
            return Stationary.WEIGHTS;
        }

        private int divisions() {
            if (next == operation.operands().size()) {
                return 0;
            }
            long divisions =
                    take() instanceof Immediate immediate ? immediate.bits(PtxType.U32) : -1;
            if (next < operation.operands().size() || divisions < 0 || divisions > MOST_DIVISIONS) {
                throw new UnsupportedInstructionException(
                        "its last operand should be a constant from 0 to 15");
            }
            return (int) divisions;
        }
    }
}
