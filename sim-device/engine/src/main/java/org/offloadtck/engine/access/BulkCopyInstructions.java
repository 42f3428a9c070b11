package org.offloadtck.engine.access;

import org.offloadtck.engine.code.BulkCopy;
import org.offloadtck.engine.code.BulkCopy.Combination;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes bulk copies and bulk reductions, lane by lane in ascending order. A copy completes
/// before the next instruction. The observer learns of all ranges before the first is accessed.
public final class BulkCopyInstructions {

    /// What addresses and sizes are multiples of (PTX ISA 9.0 §9.7.9.25.4).
    private static final int UNIT = 16;

    private final MemoryInstructions memory;
    private final LaunchObserver observer;
    private final BulkTransfer transfer = new BulkTransfer();

    /// The masks of the lanes, of ranks or of bytes.
    private final int[] masks = new int[Code.LANES];

    public BulkCopyInstructions(MemoryInstructions memory, LaunchObserver observer) {
        this.memory = memory;
        this.observer = observer;
    }

    /// Executes the next instruction of a group, which is a bulk copy.
    public void execute(Warp warp, LaneGroup group, int active) {
        var code = memory.image().code();
        var copy = code.bulkCopies().get(code.words()[group.pc() * Code.STRIDE + Code.X]);
        transfer.begin(copy.reduces() ? Effect.REDUCES : Effect.REPLACES);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            select(warp, group, copy, Integer.numberOfTrailingZeros(rest));
        }
        observer.bulkCopied(warp, group, active, transfer);
        memory.order(group.pc());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long bytes = transfer.bytes(lane, 0);
            if (bytes % UNIT != 0) {
                throw new LaneFault(
                        FaultKind.MISALIGNED,
                        lane,
                        "bulk copy of %d bytes when their number should be a multiple of %d"
                                .formatted(bytes, UNIT));
            }
            for (long done = 0; done < bytes; done += UNIT) {
                move(warp, group.pc(), copy, lane, done);
            }
        }
        memory.order(group.pc());
    }

    private void select(Warp warp, LaneGroup group, BulkCopy copy, int lane) {
        long target = operand(warp, group, Code.A, lane) + copy.targetOffset();
        long source = operand(warp, group, Code.B, lane) + copy.sourceOffset();
        boolean writesShared = copy.direction().writesShared();
        transfer.set(
                lane,
                writesShared ? shared(target) : target,
                copy.direction().readsShared() ? source(warp, lane, source) : source,
                operand(warp, group, Code.C, lane));
        boolean ofBytes = copy.combination() instanceof Combination.MaskedReplacement;
        int operand = (int) operand(warp, group, Code.D, lane);
        masks[lane] = operand;
        int mask = ofBytes ? BulkCopy.NO_MULTICAST : operand;
        if (mask == BulkCopy.NO_MULTICAST) {
            transfer.setRanks(lane, writesShared ? ranks(warp, lane, target) : BulkTransfer.OWN);
        } else if (mask != 0) {
            transfer.setRanks(lane, mask);
        } else {
            transfer.set(lane, shared(target), source, 0);
        }
    }

    private long operand(Warp warp, LaneGroup group, int word, int lane) {
        int operand = memory.image().code().words()[group.pc() * Code.STRIDE + word];
        return warp.registers()[warp.row(operand, group.frame().firstRow()) + lane];
    }

    /// The CTAs of a destination in shared memory, as [BulkTransfer#ranks].
    static int ranks(Warp warp, int lane, long address) {
        int own = warp.cta().clusterRank();
        long rank = SharedWindow.rank(address, own);
        if (rank == own) {
            return BulkTransfer.OWN;
        }
        if (rank >= warp.cta().cluster().ctas().size()) {
            throw DistributedSharedMemory.outside(
                    warp.cta(), address, UNIT, lane, AccessKind.STORE);
        }
        return 1 << rank;
    }

    /// The flat address of the source of a copy from shared memory, which is in that of the CTA of
    /// the thread (PTX ISA 9.0 §9.7.9.25.4.1, `.shared::cta`).
    static long source(Warp warp, int lane, long address) {
        long own = warp.cta().clusterRank();
        long rank = SharedWindow.rank(address, own);
        if (rank != own) {
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    lane,
                    "bulk copy from the shared memory of the CTA of rank %d when it should be that of the thread's CTA, of rank %d"
                            .formatted(rank, own));
        }
        return shared(address);
    }

    /// The flat address that names no rank, of an address in shared memory, which has 32 bits (PTX
    /// ISA §6.4.1).
    static long shared(long address) {
        return AddressSpace.SHARED + (SharedWindow.unmapped(address) & 0xffff_ffffL);
    }

    /// Copies or combines a unit of a lane.
    private void move(Warp warp, int pc, BulkCopy copy, int lane, long done) {
        long from = place(warp, pc, lane, transfer.source(lane, 0) + done, AccessKind.LOAD);
        long target = transfer.target(lane, 0) + done;
        if (transfer.ranks(lane) == BulkTransfer.OWN) {
            put(copy, from, place(warp, pc, lane, target, access(copy)), masks[lane]);
        }
        for (int rest = transfer.ranks(lane); rest != 0; rest &= rest - 1) {
            long mapped = SharedWindow.map(target, Integer.numberOfTrailingZeros(rest));
            put(copy, from, place(warp, pc, lane, mapped, access(copy)), masks[lane]);
        }
    }

    private static AccessKind access(BulkCopy copy) {
        return copy.reduces() ? AccessKind.ATOMIC : AccessKind.STORE;
    }

    private void put(BulkCopy copy, long from, long to, int mask) {
        switch (copy.combination()) {
            case Combination.Replacement _ -> NativeBytes.copy(from, to, UNIT);
            case Combination.MaskedReplacement _ -> {
                for (int rest = mask & 0xffff; rest != 0; rest &= rest - 1) {
                    int at = Integer.numberOfTrailingZeros(rest);
                    NativeBytes.copy(from + at, to + at, 1);
                }
            }
            case Combination.Reduction reduction -> {
                for (int at = 0; at < UNIT; at += reduction.bytes()) {
                    ElementReductions.combine(memory, reduction, from + at, to + at);
                }
            }
        }
    }

    private long place(Warp warp, int pc, int lane, long address, AccessKind access) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? memory.shared(warp, address - AddressSpace.SHARED, UNIT, lane, access)
                : memory.part(warp, pc, lane, address, UNIT, access);
    }
}
