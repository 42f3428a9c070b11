package org.offloadtck.engine.analysis;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Operand.Memory;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Compare-and-swap loops, by which compilers implement atomic operations that the device does not
/// have: the word is loaded, and a compare-and-swap is repeated until the word has the expected
/// value (LLVM 16, `llvm/lib/CodeGen/AtomicExpandPass.cpp`, `insertRMWCmpXchgLoop`).
///
/// An operation on less than a word (partword) swaps the word around it, at the address with the
/// low bits cleared (`createMaskInstrs`), and leaves the other bytes unchanged. A word has 32 bits
/// in code of LLVM, and 64 bits in libatomic of GCC 12 (`libatomic/cas_n.c`, `WORDSIZE`).
public final class CompareAndSwapLoops {

    private static final Set<Opcode> MOVES = Set.of(Opcode.MOV, Opcode.AND, Opcode.OR);

    private final BitSet expectedValueLoads = new BitSet();
    private final BitSet partwordAccesses = new BitSet();

    private CompareAndSwapLoops() {}

    /// The loops in all functions of `program`, searched for on first use.
    public static CompareAndSwapLoops of(LoadedProgram program) {
        return program.analysis(CompareAndSwapLoops.class, CompareAndSwapLoops::find);
    }

    private static CompareAndSwapLoops find(LoadedProgram program) {
        var loops = new CompareAndSwapLoops();
        for (var function : program.functions()) {
            SortedMap<Integer, Operation> operations = new TreeMap<>();
            for (int pc = function.entry(); pc < function.end(); pc++) {
                if (program.instruction(pc) instanceof Operation operation) {
                    operations.put(pc, operation);
                }
            }
            operations.forEach((pc, operation) -> {
                if (isSwap(operation)) {
                    loops.add(pc, operation, operations);
                }
            });
        }
        return loops;
    }

    /// Whether the instruction at a program counter loads the expected value of a later
    /// compare-and-swap of the same address. A race of this load is harmless: if the word has
    /// changed, nothing is swapped.
    public boolean isExpectedValueLoad(int pc) {
        return expectedValueLoads.get(pc);
    }

    /// Whether the instruction at a program counter belongs to such a loop and accesses the word
    /// around a partword.
    public boolean isPartwordAccess(int pc) {
        return partwordAccesses.get(pc);
    }

    /// The bits that count as known after the access at a program counter, if the bits `known` are.
    /// In an access of the word around a partword all bits count as known if any is, since the
    /// other bytes do not matter.
    public long known(int pc, long known) {
        return known != 0 && isPartwordAccess(pc) ? -1 : known;
    }

    private void add(int swapAt, Operation swap, SortedMap<Integer, Operation> operations) {
        var address = swap.operands().get(1);
        var expected = sources(swap.operands().get(2), operations.values());
        var aligning = new Immediate.Int64(-swap.type().bytes());
        boolean isCleared = isCleared(address, aligning, operations.values());
        partwordAccesses.set(swapAt, isCleared);
        operations.forEach((pc, other) -> {
            if (other.opcode() == Opcode.LD
                    && other.operands().get(1).equals(address)
                    && expected.contains(other.operands().get(0))) {
                expectedValueLoads.set(pc);
                partwordAccesses.set(pc, isCleared);
            }
        });
    }

    private static boolean isSwap(Operation operation) {
        return operation.opcode() == Opcode.ATOM
                && operation.modifiers().get(AtomicOperation.class) == AtomicOperation.CAS;
    }

    /// The operands that the value of `operand` comes from: by moves, or by inserting a partword
    /// (`expandPartwordCmpXchg`).
    private static Set<Operand> sources(Operand operand, Collection<Operation> operations) {
        var moves = operations.stream().filter(other -> MOVES.contains(other.opcode())).toList();
        Set<Operand> sources = new HashSet<>(Set.of(operand));
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (var move : moves) {
                isMore |=
                        sources.contains(move.operands().getFirst())
                                && sources.addAll(move.operands());
            }
        }
        return sources;
    }

    /// Whether the address is a register that an operation masks with `aligning`.
    private static boolean isCleared(
            Operand address, Immediate aligning, Collection<Operation> operations) {
        return address instanceof Memory(Register base, long offset)
                && offset == 0
                && operations.stream()
                        .anyMatch(other ->
                                other.opcode() == Opcode.AND
                                        && other.operands().get(0).equals(base)
                                        && other.operands().get(2).equals(aligning));
    }
}
