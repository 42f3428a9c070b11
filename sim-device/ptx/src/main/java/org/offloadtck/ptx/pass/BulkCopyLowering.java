package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Separates the completion of bulk copies that an `mbarrier` counts (PTX ISA 9.0 §9.7.9.25.4): the
/// copy keeps its opcode and loses the operand of the `mbarrier`, and an `mbarrier.complete_tx`
/// follows. The copy completes immediately, which PTX permits.
///
/// So are the completions of asynchronous stores and reductions (`st.async`, `red.async`).
///
/// A multicast signals an `mbarrier` in each CTA of its mask: an `mbarrier.complete_tx` follows for
/// each rank that a cluster may have, under the condition that the mask has it.
///
/// Requirement: SD-34.
public final class BulkCopyLowering {

    /// The place of the `mbarrier` among the operands of a copy.
    private static final int MBARRIER = 3;

    /// The place of the `mbarrier` among the operands of a store.
    private static final int MBARRIER_OF_STORE = 2;

    /// The place of the mask of a multicast, after the `mbarrier`.
    private static final int MASK = 4;

    /// Bits of the mask (PTX ISA 9.0 §9.7.9.25.4.1, `ctaMask`).
    private static final int RANKS = 16;

    private BulkCopyLowering() {}

    /// The function whose bulk copies have no `mbarrier`.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                BulkCopyLowering::countsBytes,
                (copy, rewriter) -> {
                    if (copy.opcode() == Opcode.CP_ASYNC_BULK_MULTICAST) {
                        multicast(copy, rewriter, ranks(function));
                    } else {
                        separate(copy, rewriter);
                    }
                });
    }

    private static boolean countsBytes(Operation operation) {
        return switch (operation.opcode()) {
            case CP_ASYNC_BULK_LOAD,
                    CP_ASYNC_BULK_MULTICAST,
                    CP_ASYNC_BULK_SHARE,
                    CP_REDUCE_ASYNC_BULK_SHARE,
                    ST_ASYNC,
                    RED_ASYNC ->
                    true;
            default -> false;
        };
    }

    private static void separate(Operation copy, FunctionRewriter rewriter) {
        var rest = new ArrayList<>(copy.operands());
        var mbarrier = rest.remove(mbarrierOf(copy));
        addCopy(copy, rewriter, rest);
        complete(copy, rewriter, copy.guard(), mbarrier);
    }

    private static boolean stores(Operation operation) {
        return operation.opcode() == Opcode.ST_ASYNC || operation.opcode() == Opcode.RED_ASYNC;
    }

    /// The place of the `mbarrier` among the operands.
    private static int mbarrierOf(Operation operation) {
        return stores(operation) ? MBARRIER_OF_STORE : MBARRIER;
    }

    private static Operand bytes(Operation operation) {
        if (!stores(operation)) {
            return operation.operands().get(2);
        }
        int elements =
                operation.operands().get(1) instanceof Operand.Vector(var all) ? all.size() : 1;
        return new Immediate.Int64((long) elements * operation.type().bytes());
    }

    /// The space of the `mbarrier`; none if its address is generic.
    private static List<Modifier> space(Operation operation) {
        boolean isGeneric =
                stores(operation)
                        && operation.modifiers().or(StateSpace.GENERIC) == StateSpace.GENERIC;
        return isGeneric ? List.of(PtxType.B64) : List.of(StateSpace.SHARED_CLUSTER, PtxType.B64);
    }

    private static void addCopy(Operation copy, FunctionRewriter rewriter, List<Operand> operands) {
        rewriter.add(
                new Operation(
                        copy.opcode(), copy.modifiers(), operands, copy.guard(), copy.location()));
    }

    private static void complete(
            Operation copy, FunctionRewriter rewriter, Guard guard, Operand mbarrier) {
        rewriter.add(copy, Opcode.MBARRIER_COMPLETE_TX, space(copy), guard, mbarrier, bytes(copy));
    }

    /// Ranks that a cluster of a function may have.
    static int ranks(Function function) {
        for (var directive : function.signature().directives()) {
            if (directive.kind() == Kind.REQNCTAPERCLUSTER) {
                long ctas = directive.values().stream().reduce(1L, (a, b) -> a * b);
                return (int) Math.min(RANKS, ctas);
            }
        }
        return RANKS;
    }

    private static void multicast(Operation copy, FunctionRewriter rewriter, int ranks) {
        var mask = mask(copy, rewriter, copy.operands().get(MASK));
        var mbarrier = (Operand.Memory) copy.operands().get(MBARRIER);
        var signals = signals(copy, rewriter, mask, mbarrier, ranks);
        var rest = new ArrayList<>(copy.operands());
        rest.remove(MBARRIER);
        rest.set(MASK - 1, mask);
        addCopy(copy, rewriter, rest);
        for (var signal : signals) {
            complete(copy, rewriter, signal.guard(), signal.mbarrier());
        }
    }

    /// The `mbarrier` objects of a multicast, one in each CTA of a cluster of so many ranks.
    static List<Signal> signals(
            Operation copy,
            FunctionRewriter rewriter,
            Operand mask,
            Operand.Memory mbarrier,
            int ranks) {
        var signals = new ArrayList<Signal>();
        for (int rank = 0; rank < ranks; rank++) {
            signals.add(
                    new Signal(
                            includes(copy, rewriter, mask, rank),
                            mapped(copy, rewriter, mbarrier, rank)));
        }
        return signals;
    }

    /// The mask in the lanes that copy, and 0 in the others.
    static Register mask(Operation copy, FunctionRewriter rewriter, Operand written) {
        var mask = rewriter.register("%mask", PtxType.B32);
        rewriter.add(
                copy,
                Opcode.MOV,
                List.of(PtxType.B32),
                Guard.Always.ALWAYS,
                mask,
                new Immediate.Int64(0));
        rewriter.add(
                copy, Opcode.CVT, List.of(PtxType.U32, PtxType.U16), copy.guard(), mask, written);
        return mask;
    }

    /// The `mbarrier` of a rank, and the condition that the mask has the rank.
    record Signal(Guard guard, Operand mbarrier) {}

    private static Guard includes(
            Operation copy, FunctionRewriter rewriter, Operand mask, int rank) {
        var bit = rewriter.register("%mask", PtxType.B32);
        var isIncluded = rewriter.register("%mask", PtxType.PRED);
        rewriter.add(
                copy,
                Opcode.AND,
                List.of(PtxType.B32),
                Guard.Always.ALWAYS,
                bit,
                mask,
                new Immediate.Int64(1L << rank));
        rewriter.add(
                copy,
                Opcode.SETP,
                List.of(ComparisonOperator.NE, PtxType.U32),
                Guard.Always.ALWAYS,
                isIncluded,
                bit,
                new Immediate.Int64(0));
        return new Guard.When(isIncluded);
    }

    /// The `mbarrier` in the CTA of a rank at the same offset.
    static Operand mapped(
            Operation copy, FunctionRewriter rewriter, Operand.Memory mbarrier, int rank) {
        boolean isWide =
                mbarrier.base() instanceof Register register && register.type().bits() == Long.SIZE;
        var type = isWide ? PtxType.U64 : PtxType.U32;
        var place = rewriter.register("%mbarrier", type);
        var base =
                switch (mbarrier.base()) {
                    case Register register -> register;
                    case PtxSymbol symbol -> new Operand.Address(symbol, 0);
                    case Operand.Absolute _ -> new Immediate.Int64(0);
                };
        rewriter.add(
                copy,
                Opcode.MAPA,
                List.of(StateSpace.SHARED_CLUSTER, type),
                copy.guard(),
                place,
                base,
                new Immediate.Int64(rank));
        return new Operand.Memory(place, mbarrier.offset());
    }
}
