package org.offloadtck.engine.decode.video;

import java.util.List;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VideoModifier.SecondOperation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Selects the function of a video instruction.
///
/// Results are computed exactly and saturated or truncated once; those of scalar instructions by
/// their [VideoDestination].
public final class VideoInstruction {

    private final Operation operation;
    private final List<Operand> operands;
    private final boolean first;
    private final boolean second;
    private final boolean result;

    private VideoInstruction(Operation operation) {
        this.operation = operation;
        this.operands = operation.operands();
        var types = operation.modifiers().types();
        boolean compares = types.size() == 2;
        this.result = !compares && types.getFirst() == PtxType.S32;
        this.first = types.get(types.size() - 2) == PtxType.S32;
        this.second = types.getLast() == PtxType.S32;
    }

    /// The computation of a video instruction.
    ///
    /// @throws UnsupportedInstructionException if selectors and operands do not go together
    public static LaneFunction of(Operation operation) {
        var video = new VideoInstruction(operation);
        var name = operation.opcode().name();
        if (operation.opcode() == Opcode.VMAD) {
            return MultiplyAdd.of(operation);
        }
        return switch (name.charAt(name.length() - 1)) {
            case '2' -> video.packed("h10", "h32");
            case '4' -> video.packed("b3210", "b7654");
            default -> video.scalar();
        };
    }

    private boolean saturates() {
        return operation.modifiers().has(Flag.SAT);
    }

    static UnsupportedInstructionException unfit() {
        return new UnsupportedInstructionException("its selectors and operands do not go together");
    }

    private LaneFunction scalar() {
        var a = PartSelector.ofScalar(operands.get(1));
        var b = PartSelector.ofScalar(operands.get(2));
        if (!isSingle(a) || !isSingle(b)) {
            throw unfit();
        }
        var operator = VideoOperator.of(operation);
        var destination = VideoDestination.of(operation);
        return (x, y, z) ->
                destination.of(operator.of(a.part(x, 0, 0, first), b.part(y, 0, 0, second)), z);
    }

    static boolean isSingle(PartSelector selector) {
        int parts = Integer.SIZE / selector.bits();
        return selector.lanes().size() == 1 && selector.lanes().getFirst() < parts;
    }

    private List<Modifier> second() {
        return operation.modifiers().written().stream()
                .filter(SecondOperation.class::isInstance)
                .toList();
    }

    private LaneFunction packed(String standardFirst, String standardSecond) {
        var a = PartSelector.of(operands.get(1), standardFirst);
        var b = PartSelector.of(operands.get(2), standardSecond);
        var d = PartSelector.of(operands.getFirst(), standardFirst);
        int count = standardFirst.length() - 1;
        boolean adds = !second().isEmpty();
        boolean fits =
                a.lanes().size() == count
                        && b.lanes().size() == count
                        && a.bits() * count == Integer.SIZE
                        && b.bits() == a.bits()
                        && d.bits() == a.bits()
                        && isMask(d, count)
                        && (!adds || second().getFirst() == SecondOperation.ADD);
        if (!fits) {
            throw unfit();
        }
        var operator = VideoOperator.of(operation);
        boolean saturates = saturates();
        return (x, y, z) -> {
            long word = z;
            for (int lane : d.lanes()) {
                long value = operator.of(a.part(x, y, lane, first), b.part(x, y, lane, second));
                value = saturates ? d.saturated(value, result) : value;
                word = adds ? word + value : d.with(word, lane, value);
            }
            return word & 0xffff_ffffL;
        };
    }

    /// Whether the lanes are distinct, in order, and of the word.
    private static boolean isMask(PartSelector selector, int count) {
        int before = -1;
        for (int lane : selector.lanes()) {
            if (lane <= before || lane >= count) {
                return false;
            }
            before = lane;
        }
        return true;
    }
}
