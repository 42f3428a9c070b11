package org.offloadtck.engine.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.LiveIntervals;

/// Searches all instructions that a kernel can reach for one whose effect depends on the order of
/// CTAs: atomics that return a value, round, replace the value, or do not commute with each other;
/// loads that may wait for a store of another CTA; reads of a clock. An indirect call may reach
/// every address-taken function.
///
/// Shared and local memory belong to one CTA. A generic address counts as one of global memory
/// unless [AddressRangeAnalysis] excludes that.
final class CtaOrderAnalysis {

    private final LoadedProgram program;
    private final int[] words;
    private final Deque<DecodedFunction> pending = new ArrayDeque<>();
    private final BitSet seen = new BitSet();

    /// By the entry of the function they are in.
    private final Map<Integer, BitSet> ownAccesses = new HashMap<>();

    private Optional<Combination> combination = Optional.empty();

    /// The operation of an atomic on global memory; equal operations commute.
    private record Combination(AtomicOperation operation, PtxType type) {

        static Combination of(Operation atomic) {
            var operation = atomic.modifiers().get(AtomicOperation.class);
            boolean signed = atomic.type().isSigned();
            boolean compares = operation == AtomicOperation.MIN || operation == AtomicOperation.MAX;
            var bits = atomic.type().bits() == Long.SIZE ? PtxType.B64 : PtxType.B32;
            return new Combination(operation, compares && signed ? atomic.type() : bits);
        }
    }

    private CtaOrderAnalysis(LoadedProgram program) {
        this.program = program;
        this.words = program.code().words();
    }

    static CtaOrderDependence of(LoadedProgram program, DecodedFunction kernel) {
        var analysis = new CtaOrderAnalysis(program);
        analysis.reach(kernel);
        while (!analysis.pending.isEmpty()) {
            var reason = analysis.look(analysis.pending.remove());
            if (reason.isPresent()) {
                return new CtaOrderDependence.Dependent(reason.get());
            }
        }
        return new CtaOrderDependence.Independent();
    }

    private void reach(DecodedFunction function) {
        if (!seen.get(function.entry())) {
            seen.set(function.entry());
            pending.add(function);
        }
    }

    private Optional<String> look(DecodedFunction function) {
        for (int pc = function.entry(); pc < function.end(); pc++) {
            String problem = problem(function, pc);
            if (!problem.isEmpty()) {
                var instruction = program.instruction(pc);
                return Optional.of(
                        "%s:%s: %s: %s"
                                .formatted(
                                        program.source(pc),
                                        instruction.location().span(),
                                        instruction.mnemonic(),
                                        problem));
            }
        }
        return Optional.empty();
    }

    /// Why an instruction depends on the order; empty if it does not.
    private String problem(DecodedFunction function, int pc) {
        int at = pc * Code.STRIDE;
        return switch (words[at + Code.OP]) {
            case Op.CLOCK -> "its value depends on what other CTAs execute";
            case Op.CALL, Op.CALL_INDIRECT -> {
                call(program.code().callSites()[words[at + Code.X]]);
                yield "";
            }
            case Op.LOAD -> {
                String problem = load((Operation) program.instruction(pc));
                yield !problem.isEmpty() && isOfOthers(function, pc) ? problem : "";
            }
            case Op.ATOMIC -> isOfOthers(function, pc) ? atomic(function, pc) : "";
            case Op.BULK_COPY -> atomic(function, pc);
            case Op.TENSOR_COPY -> tensor((Operation) program.instruction(pc));
            default -> "";
        };
    }

    /// Whether an access may be of memory that other CTAs share.
    private boolean isOfOthers(DecodedFunction function, int pc) {
        return switch (MemoryAccess.space(words[pc * Code.STRIDE + Code.Y])) {
            case MemorySpace.GLOBAL -> true;
            case MemorySpace.GENERIC -> !ownAccesses(function).get(pc);
            default -> false;
        };
    }

    private BitSet ownAccesses(DecodedFunction function) {
        return ownAccesses.computeIfAbsent(
                function.entry(), _ -> AddressRangeAnalysis.ownAccesses(program.code(), function));
    }

    private void call(CallSite site) {
        switch (site.target()) {
            case CallSite.Target.Direct(int index) -> reach(program.functions().get(index));
            case CallSite.Target.Indirect _ ->
                    AddressTakenFunctions.of(program).forEach(this::reach);
            case CallSite.Target.Builtin _ -> throw new IllegalStateException("supplied");
        }
    }

    private static String load(Operation load) {
        var modifiers = load.modifiers();
        boolean waits =
                switch (modifiers.or(MemorySemantics.WEAK)) {
                    case WEAK -> false;
                    case VOLATILE, MMIO -> true;
                    case RELAXED, ACQUIRE, RELEASE, ACQ_REL, SC ->
                            modifiers.or(MemoryScope.SYS) != MemoryScope.CTA;
                };
        return waits ? "it may wait for another CTA's store" : "";
    }

    /// The tensor map says the type of the elements when the kernel runs.
    private static String tensor(Operation copy) {
        if (copy.opcode() != Opcode.CP_REDUCE_ASYNC_BULK_TENSOR) {
            return "";
        }
        return switch (copy.modifiers().get(AtomicOperation.class)) {
            case AND, OR, XOR -> "";
            case ADD -> "sums of floating-point numbers are rounded in the order of the CTAs";
            case MIN, MAX -> "values may be compared in the order of the CTAs";
            case EXCH, CAS, INC, DEC -> "the value of the last CTA remains in memory";
        };
    }

    private String atomic(DecodedFunction function, int pc) {
        var atomic = (Operation) program.instruction(pc);
        boolean changesGlobal =
                switch (atomic.opcode()) {
                    case ATOM, RED, CP_REDUCE_ASYNC_BULK_STORE -> true;
                    default -> false;
                };
        if (!changesGlobal) {
            return "";
        }
        if (atomic.type().isFloat()) {
            return atomic.modifiers().get(AtomicOperation.class) == AtomicOperation.ADD
                    ? "sums are rounded in the order of the CTAs"
                    : "values are compared in the order of the CTAs";
        }
        boolean commutes =
                switch (atomic.modifiers().get(AtomicOperation.class)) {
                    case AND, OR, XOR, ADD, MIN, MAX -> true;
                    case EXCH, CAS, INC, DEC -> false;
                };
        if (!commutes) {
            return "the value of the last CTA remains in memory";
        }
        if (atomic.opcode().hasResult() && returns(function, pc - function.entry(), atomic)) {
            return "its result depends on the order of the CTAs";
        }
        var own = Combination.of(atomic);
        if (combination.filter(other -> !other.equals(own)).isPresent()) {
            return "it does not commute with the kernel's other atomics";
        }
        combination = Optional.of(own);
        return "";
    }

    /// Whether the result of an atomic may be used.
    ///
    /// @param index of the instruction in the function's body
    private static boolean returns(DecodedFunction function, int index, Operation atomic) {
        return switch (atomic.operands().getFirst()) {
            case Register result -> {
                var interval =
                        LiveIntervals.of(function.function().body()).ofRegister(result.index());
                yield !interval.equals(Optional.of(new LiveIntervals.Interval(index, index)));
            }
            case Operand.Sink _ -> false;
            default -> true;
        };
    }
}
