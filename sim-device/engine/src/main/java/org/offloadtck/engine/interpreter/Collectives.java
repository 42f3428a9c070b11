package org.offloadtck.engine.interpreter;

import java.util.List;
import org.offloadtck.engine.access.SharedMatrixLoad;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CollectiveKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes the collective instructions of a warp: `bar.warp.sync`, `shfl.sync`, `vote.sync`,
/// `match.sync`, `elect.sync`, `redux.sync` (PTX ISA §9.7.13, §9.7.9.6), the older `shfl` and
/// `vote`, products of matrices, of the warp alone or as a part of its warpgroup, and instructions
/// on tensor memory.
///
/// A lane stores its operand in the warp and waits until every lane of the mask that has not exited
/// has reached an instruction of the same kind with the same mask. Then all lanes of the mask
/// receive their results. The lanes need not be at the same instruction. The older instructions
/// have no mask: they complete immediately, for the lanes of the group.
final class Collectives {

    private final int[] words;
    private final int[] lists;
    private final LaneFunction[] functions;
    private final LaunchObserver observer;
    private final MatrixProducts matrices;
    private final WarpgroupProducts warpgroups;
    private final TensorMemoryCollectives tensorMemory;
    private final int[] sources = new int[Code.LANES];

    /// @param observer receives shuffles and completed collectives
    Collectives(Code code, LaunchObserver observer, SharedMatrixLoad memory) {
        this.observer = observer;
        this.words = code.words();
        this.lists = code.operandLists();
        this.functions = code.laneFunctions();
        this.matrices = new MatrixProducts(code);
        this.tensorMemory = new TensorMemoryCollectives(code, observer);
        this.warpgroups = new WarpgroupProducts(code, observer, memory);
    }

    /// Executes a collective instruction of kind `op`.
    ///
    /// @return whether the group can continue immediately
    boolean execute(Warp warp, LaneGroup group, int op) {
        int at = group.pc() * Code.STRIDE;
        if (op == Op.MATRIX_PRODUCT || op == Op.WARPGROUP_PRODUCT || op == Op.TENSOR_MEMORY) {
            group.waitForLanes(op, MatrixRegisters.WHOLE_WARP);
        } else if (words[at + Code.Y] == CollectiveKind.UNMASKED) {
            group.waitForLanes(op, group.mask());
        } else {
            int row = warp.row(words[at + Code.B], group.frame().firstRow());
            warp.keepUniform(group, row);
            int mask = (int) warp.registers()[row + group.firstLane()];
            if (op == Op.WARP_BARRIER) {
                requireMember(group, mask);
            }
            group.waitForLanes(op, mask);
        }
        deposit(warp, group, at);
        complete(warp, group);
        return group.isRunnable() && warp.isConverged();
    }

    /// Rejects a barrier of lanes that its mask does not name: an H200 reports an illegal
    /// instruction, and Compute Sanitizer's synccheck invalid arguments.
    private static void requireMember(LaneGroup group, int mask) {
        int others = group.mask() & ~mask;
        if (others != 0) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    Integer.numberOfTrailingZeros(others),
                    "bar.warp.sync is for lanes 0x%x when it should be for the executing lane, too"
                            .formatted(mask));
        }
    }

    /// Completes the collectives that only waited for lanes that have exited.
    void completeAfterExit(Warp warp) {
        var waiting = List.copyOf(warp.groups());
        for (var group : waiting) {
            if (group.state() == LaneGroup.State.AT_COLLECTIVE) {
                complete(warp, group);
            }
        }
    }

    private void deposit(Warp warp, LaneGroup group, int at) {
        long[] r = warp.registers();
        switch (group.collective()) {
            case Op.SHUFFLE, Op.MATCH, Op.WARP_REDUCE -> {
                int a = warp.row(words[at + Code.A], group.frame().firstRow());
                for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                    int l = Integer.numberOfTrailingZeros(rest);
                    warp.deposits()[l] = r[a + l];
                }
            }
            case Op.VOTE -> {
                int yes = warp.predicate(words[at + Code.C], group.frame().firstPredicate());
                warp.vote(group.mask(), yes);
            }
            default -> {}
        }
    }

    private void complete(Warp warp, LaneGroup group) {
        int awaited = group.awaited();
        int op = group.collective();
        int present = 0;
        var groups = warp.groups();
        for (int i = 0; i < groups.size(); i++) {
            present |= groups.get(i).waitsFor(op, awaited) ? groups.get(i).mask() : 0;
        }
        if ((awaited & warp.live() & ~present) != 0) {
            return;
        }
        if (op == Op.MATRIX_PRODUCT) {
            matrices.execute(warp);
        }
        if (op == Op.TENSOR_MEMORY) {
            tensorMemory.execute(warp).forEach(each -> resume(each, op, awaited, each.live()));
            return;
        }
        if (op == Op.WARPGROUP_PRODUCT) {
            warpgroups.execute(warp).forEach(each -> resume(each, op, awaited, each.live()));
            return;
        }
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).waitsFor(op, awaited)) {
                finish(warp, groups.get(i), present);
            }
        }
        resume(warp, op, awaited, present);
    }

    private void resume(Warp warp, int op, int awaited, int present) {
        observer.collectiveCompleted(warp, present);
        var groups = warp.groups();
        for (int i = 0; i < groups.size(); i++) {
            var other = groups.get(i);
            if (other.waitsFor(op, awaited)) {
                other.resume();
            }
        }
    }

    private void finish(Warp warp, LaneGroup group, int present) {
        int at = group.pc() * Code.STRIDE;
        switch (group.collective()) {
            case Op.SHUFFLE -> shuffle(warp, group, at, present);
            case Op.VOTE -> vote(warp, group, at, present);
            case Op.MATCH -> match(warp, group, at, present);
            case Op.WARP_REDUCE -> reduce(warp, group, at, present);
            default -> {}
        }
    }

    /// PTX ISA §9.7.9.6, which leaves undefined what a lane receives from one that is not present.
    /// **Assumed:** 0, without which `reduce7` of NVIDIA's sample `reduction` (CUDA 11.8) is wrong.
    private void shuffle(Warp warp, LaneGroup group, int at, int present) {
        int base = group.frame().firstRow();
        long[] r = warp.registers();
        int list = words[at + Code.C];
        int distances = warp.row(lists[list], base);
        int clamps = warp.row(lists[list + 1], base);
        int d = warp.row(words[at + Code.D], base);
        int inRange = 0;
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int distance = (int) r[distances + l] & 31;
            int clamp = (int) r[clamps + l];
            int source = source(words[at + Code.X], l, distance, clamp);
            int from = source < 0 ? l : source;
            boolean isPresent = (present >>> from & 1) != 0;
            sources[l] = isPresent ? from : l;
            r[d + l] = isPresent ? warp.deposits()[from] : 0;
            inRange |= (source < 0 ? 0 : 1) << l;
        }
        observer.shuffled(warp, group, sources);
        warp.setPredicate(lists[list + 2], group.frame().firstPredicate(), group.mask(), inRange);
    }

    /// The lane that a shuffle reads, or -1 if it is outside the segment.
    private static int source(int mode, int lane, int distance, int clamp) {
        int segment = clamp >>> 8 & 31;
        int bound = clamp & 31;
        int last = (lane & segment) | (bound & ~segment);
        int first = lane & segment;
        return switch (mode) {
            case CollectiveKind.UP -> lane - distance >= last ? lane - distance : -1;
            case CollectiveKind.DOWN -> lane + distance <= last ? lane + distance : -1;
            case CollectiveKind.BUTTERFLY -> (lane ^ distance) <= last ? lane ^ distance : -1;
            default -> {
                int source = first | (distance & ~segment);
                yield source <= last ? source : -1;
            }
        };
    }

    private void vote(Warp warp, LaneGroup group, int at, int present) {
        int yes = warp.votes() & present;
        int kind = words[at + Code.X];
        int d = words[at + Code.D];
        if (kind == CollectiveKind.BALLOT) {
            fill(warp, group, d, yes & 0xffff_ffffL);
            return;
        }
        boolean holds =
                switch (kind) {
                    case CollectiveKind.ALL -> yes == present;
                    case CollectiveKind.ANY -> yes != 0;
                    default -> yes == 0 || yes == present;
                };
        warp.setPredicate(d, group.frame().firstPredicate(), group.mask(), holds ? -1 : 0);
    }

    private void match(Warp warp, LaneGroup group, int at, int present) {
        if (words[at + Code.X] == CollectiveKind.FIRST) {
            elect(warp, group, at, present);
            return;
        }
        int d = warp.row(words[at + Code.D], group.frame().firstRow());
        boolean all = words[at + Code.X] == CollectiveKind.ALL;
        int matched = 0;
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int same = sameValue(warp.deposits(), l, present);
            int result = !all || same == present ? same : 0;
            warp.registers()[d + l] = result & 0xffff_ffffL;
            matched |= (result != 0 ? 1 : 0) << l;
        }
        warp.setPredicate(
                words[at + Code.C], group.frame().firstPredicate(), group.mask(), matched);
    }

    /// Elects the first lane. The PTX ISA (9.0 §9.7.13.15) requires only that the same lane is
    /// elected for the same mask.
    private void elect(Warp warp, LaneGroup group, int at, int present) {
        int first = Integer.numberOfTrailingZeros(present);
        fill(warp, group, words[at + Code.D], first);
        warp.setPredicate(
                words[at + Code.C], group.frame().firstPredicate(), group.mask(), 1 << first);
    }

    private static int sameValue(long[] deposits, int lane, int present) {
        int same = 0;
        for (int rest = present; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            same |= (deposits[l] == deposits[lane] ? 1 : 0) << l;
        }
        return same;
    }

    private void reduce(Warp warp, LaneGroup group, int at, int present) {
        var function = functions[words[at + Code.X]];
        int first = Integer.numberOfTrailingZeros(present);
        boolean isIdempotent = words[at + Code.Y] == CollectiveKind.IDEMPOTENT;
        int others = isIdempotent ? present : present & ~(1 << first);
        long result = warp.deposits()[first];
        for (int rest = others; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            result = function.apply(result, warp.deposits()[l], 0);
        }
        fill(warp, group, words[at + Code.D], result);
    }

    static void fill(Warp warp, LaneGroup group, int operand, long value) {
        int d = warp.row(operand, group.frame().firstRow());
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            warp.registers()[d + Integer.numberOfTrailingZeros(rest)] = value;
        }
    }
}
