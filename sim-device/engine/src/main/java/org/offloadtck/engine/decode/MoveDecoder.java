package org.offloadtck.engine.decode;

import java.util.List;
import org.offloadtck.engine.code.ClockPart;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.TypeSemantics;
import org.offloadtck.engine.semantics.FloatRelation;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Decodes `mov` (PTX ISA §9.7.9.4): registers, constants, addresses, clocks, and packing and
/// unpacking of vectors.
final class MoveDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    MoveDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        var type = operation.type();
        var destination = operation.operands().getFirst();
        var source = operation.operands().get(1);
        if (type == PtxType.PRED) {
            int p = operands.predicateDestination(destination);
            if (source instanceof SpecialRegister) {
                isNotZero(p, operands.row(source, PtxType.U32));
                return;
            }
            code.set(Op.PREDICATE_MOVE, p, operands.predicate(source), 0, 0, 0, 0);
            return;
        }
        TypeSemantics.requireScalar(type);
        if (destination instanceof Operand.Vector(var elements)) {
            unpack(elements, source, type);
        } else if (source instanceof Operand.Vector(var elements)) {
            pack(destination, elements, type);
        } else {
            move(operands.destination(destination), source, type);
        }
    }

    private void isNotZero(int p, int number) {
        int unequal = ComparisonKind.LONG | FloatRelation.LESS | FloatRelation.GREATER;
        int alone = ~Code.SINK_PREDICATE << 2 | ComparisonKind.ALONE;
        code.set(Op.COMPARE, p, number, operands.constant(0), 0, unequal, alone);
    }

    private void move(int d, Operand source, PtxType type) {
        if (source instanceof SpecialRegister register && register.isClock()) {
            code.set(Op.CLOCK, d, 0, 0, 0, clockPart(register), 0);
            return;
        }
        var inFrame = operands.frameOffset(source);
        if (inFrame.isPresent()) {
            code.set(Op.FRAME_ADDRESS, d, 0, 0, 0, inFrame.getAsInt(), 0);
            return;
        }
        code.set(Op.MOVE, d, operands.row(source, type), 0, 0, 0, 0);
    }

    /// A cycle of the virtual clock is one nanosecond, so that timers and clocks read the same.
    private static int clockPart(SpecialRegister register) {
        return switch (register.name()) {
            case CLOCK, GLOBALTIMER_LO -> ClockPart.LOW;
            case CLOCK_HI, GLOBALTIMER_HI -> ClockPart.HIGH;
            default -> ClockPart.WHOLE;
        };
    }

    private void unpack(List<Operand> elements, Operand source, PtxType type) {
        int[] rows = elements.stream().mapToInt(operands::destination).toArray();
        int bits = type.bits() / rows.length;
        code.set(Op.UNPACK, 0, operands.row(source, type), 0, code.list(rows), rows.length, bits);
    }

    private void pack(Operand destination, List<Operand> elements, PtxType type) {
        int bits = type.bits() / elements.size();
        var element = bits == 32 ? PtxType.B32 : bits == 16 ? PtxType.B16 : PtxType.B8;
        int[] rows = elements.stream().mapToInt(e -> operands.row(e, element)).toArray();
        int d = operands.destination(destination);
        code.set(Op.PACK, d, 0, 0, code.list(rows), rows.length, bits);
    }
}
