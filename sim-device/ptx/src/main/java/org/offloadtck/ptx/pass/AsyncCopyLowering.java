package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces each `cp.async` by a load and a store (PTX ISA §9.7.9.25.3). The copy completes
/// immediately, which PTX permits.
///
/// If a copy reads fewer bytes than it writes, the rest is filled with zeros, byte by byte. If its
/// last operand is a predicate, it reads nothing and writes zeros where the predicate is true.
///
/// Requirement: SD-30.
public final class AsyncCopyLowering {

    private final FunctionRewriter rewriter;

    private AsyncCopyLowering(FunctionRewriter rewriter) {
        this.rewriter = rewriter;
    }

    /// The function without `cp.async`.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                operation -> operation.opcode() == Opcode.CP_ASYNC,
                (copy, rewriter) -> new AsyncCopyLowering(rewriter).lower(copy));
    }

    private void lower(Operation copy) {
        var list = copy.operands();
        long size = list.get(2) instanceof Immediate number ? number.bits(PtxType.U32) : 0;
        boolean isWhole =
                list.size() == 3
                        || (list.get(3) instanceof Immediate read
                                && read.bits(PtxType.U32) == size);
        if (size != Integer.BYTES && size != Long.BYTES && size != 2 * Long.BYTES) {
            rewriter.add(copy);
        } else if (isWhole) {
            copyWords(copy, (int) size / Integer.BYTES, copy.guard());
        } else if (isCondition(list.get(3))) {
            copyWords(copy, (int) size / Integer.BYTES, new Guard.When(isRead(copy)));
        } else {
            copyBytes(copy, (int) size);
        }
    }

    private static boolean isCondition(Operand operand) {
        return operand instanceof Operand.Negated
                || (operand instanceof Register register && register.type() == PtxType.PRED);
    }

    /// The predicate of the lanes that execute a copy and do not ignore its source.
    private Register isRead(Operation copy) {
        var isRead = register(PtxType.PRED);
        var isIgnored = copy.operands().get(3);
        var isUsed =
                isIgnored instanceof Operand.Negated(var predicate)
                        ? predicate
                        : new Operand.Negated((Register) isIgnored);
        rewriter.add(
                copy,
                Opcode.AND,
                List.of(PtxType.PRED),
                Guard.Always.ALWAYS,
                isRead,
                FunctionRewriter.condition(copy.guard()),
                isUsed);
        return isRead;
    }

    /// @param reads the lanes that read the source; the others write zeros
    private void copyWords(Operation copy, int words, Guard reads) {
        var held = IntStream.range(0, words).<Operand>mapToObj(_ -> register(PtxType.B32)).toList();
        if (!reads.equals(copy.guard())) {
            held.forEach(word ->
                    rewriter.add(
                            copy,
                            Opcode.MOV,
                            List.of(PtxType.B32),
                            copy.guard(),
                            word,
                            new Immediate.Int64(0)));
        }
        var value = words == 1 ? held.getFirst() : new Operand.Vector(held);
        List<Modifier> width =
                switch (words) {
                    case 1 -> List.of(PtxType.B32);
                    case 2 -> List.of(VectorWidth.V2, PtxType.B32);
                    default -> List.of(VectorWidth.V4, PtxType.B32);
                };
        rewriter.add(
                copy, Opcode.LD, with(StateSpace.GLOBAL, width), reads, value, source(copy, 0));
        rewriter.add(
                copy,
                Opcode.ST,
                with(StateSpace.SHARED, width),
                copy.guard(),
                target(copy, 0),
                value);
    }

    private void copyBytes(Operation copy, int size) {
        var isRead = register(PtxType.PRED);
        var held = register(PtxType.B16);
        List<Modifier> compares = List.of(ComparisonOperator.GT, BooleanOperator.AND, PtxType.U32);
        List<Modifier> one = List.of(PtxType.B8);
        for (int i = 0; i < size; i++) {
            var index = new Immediate.Int64(i);
            rewriter.add(
                    copy,
                    Opcode.MOV,
                    List.of(PtxType.B16),
                    copy.guard(),
                    held,
                    new Immediate.Int64(0));
            rewriter.add(
                    copy,
                    Opcode.SETP,
                    compares,
                    Guard.Always.ALWAYS,
                    isRead,
                    copy.operands().get(3),
                    index,
                    FunctionRewriter.condition(copy.guard()));
            var when = new Guard.When(isRead);
            rewriter.add(
                    copy, Opcode.LD, with(StateSpace.GLOBAL, one), when, held, source(copy, i));
            rewriter.add(
                    copy,
                    Opcode.ST,
                    with(StateSpace.SHARED, one),
                    copy.guard(),
                    target(copy, i),
                    held);
        }
    }

    private Register register(PtxType type) {
        return rewriter.register("%copied", type);
    }

    private static Operand target(Operation copy, int offset) {
        return FunctionRewriter.offsetBy(copy.operands().getFirst(), offset);
    }

    private static Operand source(Operation copy, int offset) {
        return FunctionRewriter.offsetBy(copy.operands().get(1), offset);
    }

    private static List<Modifier> with(StateSpace space, List<Modifier> rest) {
        var all = new ArrayList<Modifier>(rest);
        all.addFirst(space);
        return all;
    }
}
