package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.PageLookup;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Detects uses of uninitialised values in a launch: it propagates, for each bit of registers and
/// memory, whether the bit was ever written, and reports values that decide control flow or an
/// address.
///
/// Requirement: CK-02.
public final class Initcheck {

    private final ShadowPropagation registers;
    private final MemoryPropagation memory;
    private final TexelPropagation texels;
    private final BulkCopyPropagation copies;
    private final WarpgroupPropagation products;
    private final CallPropagation calls;

    public Initcheck(
            Symbolizer symbolizer, Origins origins, LoadReports loads, GlobalShadow memory) {
        var reporter = new UninitialisedUseReporter(symbolizer, origins, loads);
        this.registers = new ShadowPropagation(reporter);
        this.memory = new MemoryPropagation(reporter, memory);
        this.texels = new TexelPropagation(reporter, this.memory, new PageLookup(memory));
        this.copies = new BulkCopyPropagation(this.memory);
        this.products = new WarpgroupPropagation(symbolizer.image().code(), this.memory);
        this.calls = new CallPropagation(symbolizer.image().code());
    }

    public void instructionIssued(WarpShadow values, Warp warp, LaneGroup group, int active) {
        registers.executes(values, warp, group, active);
    }

    /// A group calls a function that the device supplies.
    public void builtinCalled(MemoryPropagation.Access call) {
        calls.supplied(call.values(), call.group(), call.active());
        calls.writes(call);
    }

    /// A group accesses memory.
    ///
    /// @param runs of the access, if it is regular
    public void access(MemoryPropagation.Access access, long[] addresses, CoalescedRuns runs) {
        memory.accesses(access, addresses, runs);
    }

    /// A group accesses texels.
    public void texels(MemoryPropagation.Access access, TexelAccess texels) {
        this.texels.accesses(access, texels);
    }

    /// A group executes a bulk copy.
    ///
    /// @param target the shared memory of the destination, if in shared memory
    public void bulkCopy(
            MemoryPropagation.Access access, ShadowPage target, BulkTransfer transfer) {
        copies.copies(access, target, transfer);
    }

    /// A group computes its part of a matrix product.
    public void matricesRead(MemoryPropagation.Access access, MatrixReads reads) {
        products.multiplies(access, reads);
    }

    /// Records a regular access of a compiled block, if everything it loads is initialised.
    ///
    /// @return whether it did; if not, the block is interpreted, and [#access] checks each access
    public boolean admitsRuns(int pc, CoalescedRuns runs) {
        return memory.passesRuns(pc, runs);
    }

    /// Whether all memory that an access of a compiled block accesses is initialised.
    ///
    /// @return whether it did; if not, the block is interpreted, and [#access] checks each access
    public boolean admits(int pc, ShadowPage shared, int active, long[] addresses) {
        return memory.passes(pc, shared, active, addresses);
    }

    /// Records an access of one lane of a compiled region to its local memory, if everything it
    /// loads is initialised.
    ///
    /// @return whether it did; if not, the instruction is interpreted
    public boolean admitsLocal(WarpShadow values, LaneGroup group, int pc, long address) {
        return memory.passesLocal(values, group, pc, address);
    }

    /// Whether all registers that a compiled block reads are initialised.
    ///
    /// @param mask of the lanes that execute the block
    public boolean permits(WarpShadow values, CallFrame frame, int mask, BlockSummary block) {
        return values.areSet(block, frame, mask);
    }

    /// A compiled block has written its registers.
    ///
    /// @param mask of the lanes that executed the block
    public void ended(WarpShadow values, CallFrame frame, int mask, BlockSummary block) {
        values.set(block, frame, mask);
    }

    public void functionEntered(WarpShadow values, LaneGroup group) {
        calls.enters(values, group);
    }

    public void functionReturning(WarpShadow values, LaneGroup group) {
        calls.leaves(values, group);
    }

    /// The frame of a group gets local memory from an offset on.
    public void stackGrown(WarpShadow values, LaneGroup group, int from) {
        values.grow(group.frame(), from, group.mask());
    }

    public void shuffled(WarpShadow values, LaneGroup group, int[] sources) {
        registers.shuffles(values, group, sources);
    }
}
