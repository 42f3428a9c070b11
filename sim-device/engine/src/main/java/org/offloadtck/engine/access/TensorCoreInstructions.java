package org.offloadtck.engine.access;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.TensorMemoryInstruction.Copy;
import org.offloadtck.engine.code.TensorMemoryInstruction.OfThread;
import org.offloadtck.engine.code.TensorMemoryInstruction.Product;
import org.offloadtck.engine.code.TensorMemoryInstruction.Shift;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;

/// Executes the instructions on tensor memory that a thread issues for its CTA or a pair of CTAs
/// (PTX ISA 9.0 §9.7.16.9 and §9.7.16.10): `tcgen05.cp`, `.shift` and `.mma`, lane by lane in
/// ascending order. Each is complete before the next instruction.
public final class TensorCoreInstructions {

    private final Code code;
    private final TensorCoreProducts products;
    private final TensorCoreCopies copies;

    public TensorCoreInstructions(MemoryInstructions memory, LaunchObserver observer) {
        this.code = memory.image().code();
        var shared = new TensorCoreOperands(new SharedMatrixLoad(memory), observer);
        this.products = new TensorCoreProducts(shared);
        this.copies = new TensorCoreCopies(shared);
    }

    /// Executes the next instruction of a group.
    public void execute(Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        var instruction = (OfThread) code.tensorMemoryInstructions().get(code.words()[at + Code.X]);
        int adds =
                warp.predicate(code.words()[at + Code.Y], group.frame().firstPredicate()) & active;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var issuer = new Issuer(warp, group, lane);
            long[] operands = operands(issuer, instruction);
            switch (instruction) {
                case Copy copy -> copies.copy(issuer, copy, operands);
                case Shift shift -> copies.shift(issuer, shift, operands);
                case Product product ->
                        products.multiply(issuer, product, operands, (adds >>> lane & 1) != 0);
            }
        }
    }

    /// The thread that issues an instruction.
    record Issuer(Warp warp, LaneGroup group, int lane) {

        /// The CTAs of a group, in the order of their ranks.
        List<Cta> ctas(CtaGroup ctaGroup) {
            return TensorCells.ctas(warp.cta(), ctaGroup, lane);
        }
    }

    private long[] operands(Issuer issuer, OfThread instruction) {
        var operands = new long[instruction.sources()];
        int list = code.words()[issuer.group().pc() * Code.STRIDE + Code.C];
        for (int i = 0; i < operands.length; i++) {
            int row =
                    issuer.warp()
                            .row(code.operandLists()[list + i], issuer.group().frame().firstRow());
            operands[i] = issuer.warp().registers()[row + issuer.lane()];
        }
        return operands;
    }

    /// The address of an operand in tensor memory.
    static long address(long operand, int offset) {
        return operand + offset & 0xffff_ffffL;
    }

    /// Requires an address in the lanes that an instruction permits.
    static void requireLane(Issuer issuer, long address, boolean isPermitted, String permitted) {
        if (!isPermitted) {
            throw TensorCells.fault(
                    issuer.lane(),
                    "address of tensor memory has lane %d when it should have %s"
                            .formatted(TensorMemory.lane(address), permitted));
        }
    }
}
