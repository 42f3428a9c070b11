package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces `st.bulk` by a loop of stores of 8 bytes, of which the address and the size are
/// multiples (PTX ISA 8.6 §9.7.9.12).
public final class BulkClearLowering {

    private final Operation operation;
    private final FunctionRewriter rewriter;

    private BulkClearLowering(Operation operation, FunctionRewriter rewriter) {
        this.operation = operation;
        this.rewriter = rewriter;
    }

    /// The function without `st.bulk`. One of another value than 0, or of other semantics than
    /// `.weak`, is kept.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                BulkClearLowering::isReplaced,
                (operation, rewriter) -> new BulkClearLowering(operation, rewriter).replace());
    }

    private static boolean isReplaced(Operation operation) {
        return operation.opcode() == Opcode.ST_BULK
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK
                && operation.operands().getLast() instanceof Immediate value
                && value.bits(PtxType.U32) == 0;
    }

    private void replace() {
        var size = operation.operands().get(1);
        boolean isWide = size instanceof Register register && register.type().bits() == Long.SIZE;
        var type = isWide ? PtxType.U64 : PtxType.U32;
        var place = (Operand.Memory) operation.operands().getFirst();
        var sequence = new MatrixSequence(rewriter, operation);
        var base = sequence.base(place);
        var done = rewriter.register("%done", type);
        var goesOn = rewriter.register("%clears", PtxType.PRED);
        List<Modifier> compared = List.of(ComparisonOperator.LT, type);
        always(Opcode.MOV, List.of(type), done, number(0));
        always(Opcode.MOV, List.of(PtxType.PRED), goesOn, number(0));
        under(operation.guard(), Opcode.SETP, compared, goesOn, done, size);
        int loop = rewriter.place();
        var rest = new Guard.When(goesOn);
        under(rest, Opcode.ST, modifiers(), target(sequence, base, done, place), number(0));
        always(Opcode.ADD, List.of(type), done, done, number(Long.BYTES));
        under(rest, Opcode.SETP, compared, goesOn, done, size);
        rewriter.addLoop(operation, loop, rest);
    }

    private Operand target(
            MatrixSequence sequence, Register base, Register done, Operand.Memory place) {
        var offset = done;
        if (done.type().bits() == Long.SIZE) {
            offset = rewriter.register("%offset", PtxType.B32);
            always(Opcode.CVT, List.of(PtxType.U32, PtxType.U64), offset, done);
        }
        return new Operand.Memory(sequence.behind(base, offset), place.offset());
    }

    private List<Modifier> modifiers() {
        var modifiers = new ArrayList<Modifier>();
        var space = operation.modifiers().or(StateSpace.GENERIC);
        if (space != StateSpace.GENERIC) {
            modifiers.add(space);
        }
        modifiers.add(PtxType.B64);
        return modifiers;
    }

    private void always(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        under(Guard.Always.ALWAYS, opcode, modifiers, operands);
    }

    private void under(Guard guard, Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(operation, opcode, modifiers, guard, operands);
    }

    private static Operand number(long value) {
        return new Immediate.Int64(value);
    }
}
