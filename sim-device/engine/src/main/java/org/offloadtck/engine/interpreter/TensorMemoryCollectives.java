package org.offloadtck.engine.interpreter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.engine.access.TensorCells;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorMemoryInstruction;
import org.offloadtck.engine.code.TensorMemoryInstruction.Allocation;
import org.offloadtck.engine.code.TensorMemoryInstruction.Load;
import org.offloadtck.engine.code.TensorMemoryInstruction.OfWarp;
import org.offloadtck.engine.code.TensorMemoryInstruction.Release;
import org.offloadtck.engine.code.TensorMemoryInstruction.Relinquishment;
import org.offloadtck.engine.code.TensorMemoryInstruction.Store;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.matrix.TensorMemoryFragment;
import org.offloadtck.engine.matrix.TensorMemoryFragment.Packing;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.TensorMemoryUse.Cells;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;

/// Executes the instructions on tensor memory that a warp executes as a whole (PTX ISA 9.0
/// §9.7.16.7 and §9.7.16.8): `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`, `.ld` and
/// `.st`. A load is complete before the next instruction.
///
/// An allocation waits for free columns, and one of a pair of CTAs for a warp of the other CTA.
final class TensorMemoryCollectives {

    private final int[] words;
    private final int[] lists;
    private final List<TensorMemoryInstruction> instructions;
    private final LaunchObserver observer;

    /// @param observer receives loads and stores
    TensorMemoryCollectives(Code code, LaunchObserver observer) {
        this.observer = observer;
        this.words = code.words();
        this.lists = code.operandLists();
        this.instructions = code.tensorMemoryInstructions();
    }

    /// Executes the instruction at which all lanes of a warp have arrived.
    ///
    /// @return the warps that continue, of which the warp is none if it waits
    List<Warp> execute(Warp warp) {
        var groups = MatrixRegisters.waiting(warp, Op.TENSOR_MEMORY);
        return switch (instruction(groups)) {
            case Allocation(var group) -> allocate(warp, group);
            case Release(var group) -> release(warp, group);
            case Relinquishment _ -> {
                warp.cta().tensorMemory().relinquish();
                yield List.of(warp);
            }
            case Load load -> {
                load(warp, groups, load);
                yield List.of(warp);
            }
            case Store store -> {
                store(warp, groups, store);
                yield List.of(warp);
            }
        };
    }

    private OfWarp instruction(List<LaneGroup> groups) {
        int at = groups.getFirst().pc() * Code.STRIDE;
        return (OfWarp) instructions.get(words[at + Code.X]);
    }

    /// The warps, one of each CTA of a group, that wait at the same kind of instruction; none if
    /// one is missing.
    private List<Warp> partners(Warp warp, CtaGroup group) {
        var kind = instruction(MatrixRegisters.waiting(warp, Op.TENSOR_MEMORY)).getClass();
        var partners = new ArrayList<Warp>();
        for (var cta : TensorCells.ctas(warp.cta(), group, 0)) {
            var found =
                    cta.equals(warp.cta())
                            ? Optional.of(warp)
                            : cta.warps().stream()
                                    .filter(TensorMemoryCollectives::waits)
                                    .filter(each -> kind.isInstance(waitingAt(each)))
                                    .findFirst();
            if (found.isEmpty()) {
                return List.of();
            }
            partners.add(found.orElseThrow());
        }
        return partners;
    }

    private static boolean waits(Warp warp) {
        int present = 0;
        for (var group : warp.groups()) {
            boolean isThere = group.waitsFor(Op.TENSOR_MEMORY, MatrixRegisters.WHOLE_WARP);
            present |= isThere ? group.mask() : 0;
        }
        return present == MatrixRegisters.WHOLE_WARP;
    }

    private OfWarp waitingAt(Warp warp) {
        return instruction(MatrixRegisters.waiting(warp, Op.TENSOR_MEMORY));
    }

    private List<Warp> allocate(Warp warp, CtaGroup group) {
        long columns = operand(warp, 0);
        if (!TensorMemory.isAllocatable(columns)) {
            throw TensorCells.fault(
                    0,
                    "allocation of %d columns of tensor memory when it should be of a power of two from 32 to 512"
                            .formatted(columns));
        }
        if (warp.cta().tensorMemory().isRelinquished()) {
            throw TensorCells.fault(
                    0, "allocation of tensor memory after tcgen05.relinquish_alloc_permit");
        }
        var partners = partners(warp, group);
        requireSame(partners, 0, columns);
        var memories = partners.stream().map(each -> each.cta().tensorMemory()).toList();
        var first = TensorMemory.freeInAll(memories, (int) columns);
        if (partners.isEmpty() || first.isEmpty()) {
            return List.of();
        }
        for (var partner : partners) {
            partner.cta().tensorMemory().allocate(first.orElseThrow(), (int) columns);
            setResult(partner, first.orElseThrow());
        }
        return partners;
    }

    private void setResult(Warp warp, long value) {
        for (var group : MatrixRegisters.waiting(warp, Op.TENSOR_MEMORY)) {
            int list = words[group.pc() * Code.STRIDE + Code.C];
            Collectives.fill(warp, group, lists[list], value);
        }
    }

    private void requireSame(List<Warp> partners, int index, long value) {
        for (var partner : partners) {
            if (operand(partner, index) != value) {
                throw TensorCells.fault(
                        0,
                        "operand %d of an instruction on a pair of CTAs is %d when it should be %d as in the other CTA"
                                .formatted(index + 1, value, operand(partner, index)));
            }
        }
    }

    private List<Warp> release(Warp warp, CtaGroup group) {
        long address = operand(warp, 0);
        long columns = operand(warp, 1);
        int first = TensorMemory.column(address);
        var memory = warp.cta().tensorMemory();
        if (TensorMemory.lane(address) != 0 || !memory.isAllocation(first, (int) columns)) {
            throw TensorCells.fault(
                    0,
                    "release of %d columns of tensor memory at 0x%x when %s"
                            .formatted(
                                    columns,
                                    address,
                                    memory.isEmpty()
                                            ? "none are allocated"
                                            : "the allocations are columns " + memory.describe()));
        }
        var partners = partners(warp, group);
        requireSame(partners, 0, address);
        requireSame(partners, 1, columns);
        partners.forEach(each -> each.cta().tensorMemory().release(first));
        var continuing = new ArrayList<>(partners);
        for (var partner : partners) {
            for (var other : partner.cta().warps()) {
                if (!continuing.contains(other) && waits(other)) {
                    retry(other).forEach(continuing::add);
                }
            }
        }
        return continuing;
    }

    /// The warps that continue if one that waits for columns can have them now.
    private List<Warp> retry(Warp warp) {
        return waitingAt(warp) instanceof Allocation(var group) ? allocate(warp, group) : List.of();
    }

    /// An operand, which all lanes of a warp agree on.
    private long operand(Warp warp, int index) {
        var groups = MatrixRegisters.waiting(warp, Op.TENSOR_MEMORY);
        var leader = groups.getFirst();
        int at = leader.pc() * Code.STRIDE;
        int operand = lists[words[at + Code.C] + words[at + Code.A] + index];
        long value =
                warp.registers()[warp.row(operand, leader.frame().firstRow()) + leader.firstLane()];
        for (var group : groups) {
            int row = warp.row(operand, group.frame().firstRow());
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                if (warp.registers()[row + lane] != value) {
                    throw TensorCells.fault(
                            lane,
                            "operand of an instruction on tensor memory is 0x%x when it should be 0x%x as in lane %d"
                                    .formatted(
                                            warp.registers()[row + lane],
                                            value,
                                            leader.firstLane()));
                }
            }
        }
        return value & 0xffff_ffffL;
    }

    /// The address of a fragment.
    private static long place(Warp warp, long address, TensorMemoryFragment fragment) {
        int lane = TensorMemory.lane(address);
        int first = warp.index() % 4 * TensorMemory.LANES_OF_WARP;
        boolean isAligned = lane == first || (fragment.rows() == 16 && lane == first + 16);
        if (!isAligned) {
            throw TensorCells.fault(
                    0,
                    "access of tensor memory from lane %d on by warp %d when its lanes are %d to %d"
                            .formatted(
                                    lane,
                                    warp.index(),
                                    first,
                                    first + TensorMemory.LANES_OF_WARP - 1));
        }
        var memory = warp.cta().tensorMemory();
        int column = TensorMemory.column(address);
        TensorCells.requireAllocated(memory, column, fragment.columns(), 0);
        TensorCells.requireAllocated(memory, column + fragment.split(), fragment.columns(), 0);
        return address;
    }

    /// The cells of a fragment.
    private static List<Cells> cells(Cta cta, long address, TensorMemoryFragment fragment) {
        int lane = TensorMemory.lane(address);
        int column = TensorMemory.column(address);
        return IntStream.of(column, column + fragment.split())
                .distinct()
                .mapToObj(first ->
                        Cells.of(
                                cta,
                                IntStream.range(lane, lane + fragment.rows()),
                                first,
                                fragment.columns()))
                .toList();
    }

    private void use(Warp warp, List<LaneGroup> groups, TensorMemoryUse cells) {
        observer.tensorMemoryUsed(warp, groups.getFirst(), MatrixRegisters.WHOLE_WARP, cells);
    }

    private void load(Warp warp, List<LaneGroup> groups, Load load) {
        var fragment = load.fragment();
        long address = place(warp, operand(warp, 0) + load.offset(), fragment);
        use(warp, groups, new TensorMemoryUse(cells(warp.cta(), address, fragment), List.of()));
        var memory = warp.cta().tensorMemory();
        for (var group : groups) {
            int list = words[group.pc() * Code.STRIDE + Code.C];
            for (int i = 0; i < fragment.registers(); i++) {
                int row = warp.row(lists[list + i], group.frame().firstRow());
                for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                    int lane = Integer.numberOfTrailingZeros(rest);
                    int from = TensorMemory.lane(address) + fragment.row(lane, i);
                    int column = TensorMemory.column(address) + fragment.column(lane, i);
                    long value = memory.get(from, column) & 0xffff_ffffL;
                    if (fragment.packing() == Packing.HALVES) {
                        value =
                                (value & 0xffff)
                                        | ((memory.get(from, column + 1) & 0xffffL) << Short.SIZE);
                    }
                    warp.registers()[row + lane] = value;
                }
            }
        }
    }

    private void store(Warp warp, List<LaneGroup> groups, Store store) {
        var fragment = store.fragment();
        long address = place(warp, operand(warp, 0) + store.offset(), fragment);
        use(warp, groups, new TensorMemoryUse(List.of(), cells(warp.cta(), address, fragment)));
        var memory = warp.cta().tensorMemory();
        for (var group : groups) {
            int list = words[group.pc() * Code.STRIDE + Code.C] + 1;
            for (int i = 0; i < fragment.registers(); i++) {
                int row = warp.row(lists[list + i], group.frame().firstRow());
                for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                    int lane = Integer.numberOfTrailingZeros(rest);
                    int to = TensorMemory.lane(address) + fragment.row(lane, i);
                    int column = TensorMemory.column(address) + fragment.column(lane, i);
                    int value = (int) warp.registers()[row + lane];
                    if (fragment.packing() == Packing.HALVES) {
                        memory.set(to, column, value & 0xffff);
                        memory.set(to, column + 1, value >>> Short.SIZE);
                    } else {
                        memory.set(to, column, value);
                    }
                }
            }
        }
    }

    /// Rejects the end of a CTA that has not released its tensor memory, if the last thread of the
    /// CTA has exited.
    static void requireReleased(Cta cta, int lane) {
        if (!cta.tensorMemory().isEmpty() && cta.hasEnded()) {
            throw TensorCells.fault(
                    lane,
                    "CTA ends with allocated columns %s of tensor memory when tcgen05.dealloc should have released them"
                            .formatted(cta.tensorMemory().describe()));
        }
    }
}
