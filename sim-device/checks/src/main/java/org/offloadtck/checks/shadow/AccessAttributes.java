package org.offloadtck.checks.shadow;

import java.util.List;
import org.offloadtck.engine.analysis.CompareAndSwapLoops;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The attributes of the memory access of each instruction of an image, for the memory model (PTX
/// ISA §8): a set of the bits below, 0 for an instruction without access.
public final class AccessAttributes {

    public static final int READS = 1;
    public static final int WRITES = 2;

    /// A strong access: relaxed, acquire, release, volatile or atomic. Two strong accesses in each
    /// other's scope do not race. Loads of the expected value of a compare-and-swap loop
    /// ([CompareAndSwapLoops]) count as strong, since compilers write them without semantics.
    public static final int STRONG = 4;

    /// The scope is the device or the system, not the CTA.
    public static final int WIDE = 8;

    /// A release: it makes the earlier accesses of its thread visible. Exchanges and
    /// compare-and-swaps count whatever their semantics, since locks are made of them and clang 16
    /// gives those of `omp critical` no semantics.
    public static final int RELEASES = 16;

    public static final int ATOMIC = 32;

    /// A compare-and-swap: it writes nothing if it fails.
    public static final int MAY_FAIL = 64;

    /// The completion of an asynchronous copy. It is in the scope of each access to its `mbarrier`,
    /// since it happens in the CTA of the `mbarrier`, whichever CTA has issued the copy: waits of
    /// the scope of the CTA, the default, observe it (PTX ISA 9.0 §9.7.13.16).
    public static final int COMPLETES = 128;

    /// The first architecture whose threads are scheduled independently and that has the memory
    /// model with strong loads and stores.
    private static final int INDEPENDENT_THREADS = 70;

    private final int[] forms;

    public AccessAttributes(LoadedProgram image) {
        var code = image.code();
        boolean fencesAreSemantics = isLockstep(image);
        var loops = CompareAndSwapLoops.of(image);
        int[] words = code.words();
        forms = new int[code.instructions().size()];
        for (int pc = 0; pc < forms.length; pc++) {
            int op = words[pc * Code.STRIDE];
            boolean isAccess =
                    (op >= Op.LOAD && op <= Op.ATOMIC)
                            || Op.isBulkCopy(op)
                            || op == Op.WARPGROUP_PRODUCT
                            || op == Op.TENSOR_CORE
                            || Op.isOnTexels(op);
            if (isAccess
                    && code.instructions().get(pc) instanceof Instruction.Operation operation) {
                boolean isStrong =
                        loops.isExpectedValueLoad(pc)
                                || (fencesAreSemantics && isBesideFence(code, pc));
                forms[pc] = form(operation) | (isStrong ? STRONG | WIDE : 0);
            }
        }
    }

    /// Whether the threads of a warp execute instructions together or one after the other: PTX for
    /// an architecture before `sm_70` keeps the execution model of that architecture on later
    /// devices (Volta Tuning Guide 12.0, "Independent Thread Scheduling": `-arch=compute_60
    /// -code=sm_70` opts in to it).
    public static boolean isLockstep(LoadedProgram image) {
        return image.module().target().number() < INDEPENDENT_THREADS;
    }

    /// Whether a fence follows a load at once, or precedes a store with no other access between:
    /// how GCC writes `__atomic_load_n` and `__atomic_store_n` for architectures that have no
    /// acquire and release (GCC 12, `gcc/config/nvptx/nvptx.md`).
    private static boolean isBesideFence(Code code, int pc) {
        var instructions = code.instructions();
        int op = code.words()[pc * Code.STRIDE];
        if (op == Op.LOAD) {
            return pc + 1 < instructions.size() && fence(instructions.get(pc + 1)) != 0;
        }
        int before = pc - 1;
        while (before >= 0
                && computes(instructions.get(before), code.words()[before * Code.STRIDE])) {
            before--;
        }
        return op == Op.STORE && before >= 0 && fence(instructions.get(before)) != 0;
    }

    /// Whether an instruction is no access, fence or transfer of control.
    private static boolean computes(Instruction instruction, int op) {
        return instruction instanceof Instruction.Operation
                && fence(instruction) == 0
                && (op < Op.LOAD || op > Op.ATOMIC);
    }

    public int of(int pc) {
        return forms[pc];
    }

    private static int form(Instruction.Operation operation) {
        return switch (operation.opcode()) {
            case LD, LDU -> READS | strength(operation.modifiers());
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT ->
                    READS | WIDE | strength(operation.modifiers());
            case ST, ST_ASYNC, MBARRIER_INIT -> WRITES | strength(operation.modifiers());
            case SULD, TEX, TEX_GRAD, TEX_LEVEL, TLD4 -> READS;
            case SUST -> WRITES;
            case CP_ASYNC_BULK_LOAD,
                    CP_ASYNC_BULK_MULTICAST,
                    CP_ASYNC_BULK_SHARE,
                    CP_ASYNC_BULK_STORE,
                    CP_ASYNC_BULK_TENSOR_LOAD,
                    CP_ASYNC_BULK_TENSOR_MULTICAST,
                    CP_ASYNC_BULK_TENSOR_STORE ->
                    READS | WRITES;
            case CP_REDUCE_ASYNC_BULK_SHARE,
                    CP_REDUCE_ASYNC_BULK_STORE,
                    CP_REDUCE_ASYNC_BULK_TENSOR ->
                    READS | WRITES | STRONG | WIDE;
            case ATOM, RED, RED_ASYNC ->
                    READS | WRITES | ATOMIC | STRONG | atomic(operation.modifiers());
            default -> READS | WRITES | ATOMIC | STRONG | mbarrier(operation);
        };
    }

    private static int strength(Modifiers modifiers) {
        return switch (modifiers.or(MemorySemantics.WEAK)) {
            case WEAK -> 0;
            case VOLATILE, MMIO -> STRONG | WIDE;
            case RELAXED, ACQUIRE -> STRONG | scope(modifiers);
            case RELEASE, ACQ_REL, SC -> STRONG | RELEASES | scope(modifiers);
        };
    }

    private static int atomic(Modifiers modifiers) {
        boolean releases =
                switch (modifiers.or(MemorySemantics.RELAXED)) {
                    case RELEASE, ACQ_REL, SC -> true;
                    case WEAK, RELAXED, ACQUIRE, VOLATILE, MMIO ->
                            List.of(AtomicOperation.CAS, AtomicOperation.EXCH)
                                    .contains(modifiers.get(AtomicOperation.class));
                };
        boolean mayFail = modifiers.get(AtomicOperation.class) == AtomicOperation.CAS;
        return scope(modifiers) | (releases ? RELEASES : 0) | (mayFail ? MAY_FAIL : 0);
    }

    /// An arrival is a release unless it is written otherwise (PTX ISA 9.0 §9.7.13.16). So is the
    /// completion of a bulk copy, which `complete_tx` stands for.
    ///
    /// Arrivals without a scope, and all waits, have that of the cluster. PTX has `.cta` as the
    /// default, by which no arrival at the object of another CTA could order anything; but CUTLASS
    /// (`ClusterBarrier` of `cutlass/arch/barrier.h`) writes arrivals and waits without a scope.
    private static int mbarrier(Instruction.Operation operation) {
        boolean counts = operation.opcode() == Opcode.MBARRIER_EXPECT_TX;
        var modifiers = operation.modifiers();
        boolean releases =
                !counts && modifiers.or(MemorySemantics.RELEASE) == MemorySemantics.RELEASE;
        if (releases && operation.opcode() == Opcode.MBARRIER_COMPLETE_TX) {
            return RELEASES | WIDE | COMPLETES;
        }
        boolean isWide = modifiers.or(MemoryScope.CLUSTER) != MemoryScope.CTA;
        return (releases ? RELEASES : 0) | (isWide ? WIDE : 0);
    }

    private static int scope(Modifiers modifiers) {
        return modifiers.or(MemoryScope.GPU) == MemoryScope.CTA ? 0 : WIDE;
    }

    /// The fence that an instruction is: 0 for none, [#STRONG] for a fence of the CTA, with [#WIDE]
    /// for one of the device.
    public static int fence(Instruction instruction) {
        if (!(instruction instanceof Instruction.Operation operation)) {
            return 0;
        }
        if (operation.opcode() == Opcode.FENCE) {
            return STRONG | scope(operation.modifiers());
        }
        if (operation.opcode() != Opcode.MEMBAR) {
            return 0;
        }
        var level = operation.modifiers().get(MemoryScope.MembarLevel.class);
        return level == MemoryScope.MembarLevel.CTA ? STRONG : STRONG | WIDE;
    }
}
