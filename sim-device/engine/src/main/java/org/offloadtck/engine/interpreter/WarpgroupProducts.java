package org.offloadtck.engine.interpreter;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.access.SharedMatrixLoad;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.matrix.MatrixDescriptor;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct.Lines;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.matrix.WarpgroupProduct;

/// Executes the part of a warp in a product of its warpgroup once all its lanes are at it. The
/// product is complete before the next instruction.
///
/// Each warp computes its own 16 rows, so that the warps of a warpgroup need not wait for each
/// other.
final class WarpgroupProducts {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final List<WarpgroupMatrixProduct> products;
    private final LaunchObserver observer;
    private final SharedMatrixLoad memory;
    private final MatrixReads reads = new MatrixReads();
    private final MatrixRegisters registers;
    private long[] units = new long[0];

    WarpgroupProducts(Code code, LaunchObserver observer, SharedMatrixLoad memory) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.products = code.warpgroupProducts();
        this.observer = observer;
        this.memory = memory;
        this.registers = new MatrixRegisters(code);
    }

    /// Computes the result in the lanes that wait at a product.
    ///
    /// @param present those lanes
    void execute(Warp warp, int present) {
        var groups = MatrixRegisters.waiting(warp, Op.WARPGROUP_PRODUCT, present);
        var leader = groups.getFirst();
        int at = leader.pc() * Code.STRIDE;
        var product = products.get(words[at + Code.X]);
        int list = words[at + Code.C];
        requireWarpgroup(warp, leader);
        int sources = product.results() + product.factorRegisters();
        registers.reserve(sources, product.results());
        for (var group : groups) {
            registers.gather(warp, group, list, sources);
        }
        if (!adds(warp, groups, words[at + Code.Y])) {
            Arrays.fill(registers.sources(), 0, product.results() * LANES, 0);
        }
        select(warp, groups, product, list + sources);
        for (var group : groups) {
            observer.matricesRead(warp, group, group.mask(), reads);
        }
        memory.load(warp, leader.firstLane(), reads, units);
        product.multiply(registers.sources(), units, registers.results());
        for (var group : groups) {
            registers.scatter(warp, group, list, product.results());
        }
    }

    private static void requireWarpgroup(Warp warp, LaneGroup group) {
        int warps = warp.cta().warps().size();
        int first = warp.index() / WarpgroupProduct.WARPS * WarpgroupProduct.WARPS;
        if (first + WarpgroupProduct.WARPS > warps) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "product of a warpgroup of %d warps when it should have %d"
                            .formatted(warps - first, WarpgroupProduct.WARPS));
        }
    }

    /// Whether d is added, which all lanes agree on.
    private static boolean adds(Warp warp, List<LaneGroup> groups, int predicate) {
        int lanes = 0;
        for (var group : groups) {
            int yes = warp.predicate(predicate, group.frame().firstPredicate());
            lanes |= yes & group.mask();
        }
        if (lanes != 0 && lanes != ALL) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    Integer.numberOfTrailingZeros(~lanes),
                    "predicate scale-d of lanes 0x%x is true when it should be the same in all"
                            .formatted(lanes));
        }
        return lanes != 0;
    }

    /// Computes the units that the warp reads.
    private void select(
            Warp warp, List<LaneGroup> groups, WarpgroupMatrixProduct product, int list) {
        int first = product.firstUnits();
        int count = first + product.secondUnits();
        reads.begin(count);
        if (units.length < 2 * count) {
            units = new long[2 * count];
        }
        var form = product.product();
        if (first > 0) {
            var a = MatrixDescriptor.of(uniform(warp, groups, lists[list]));
            int row = warp.index() % WarpgroupProduct.WARPS * WarpgroupProduct.ROWS;
            var rows = new Lines(row, WarpgroupProduct.ROWS);
            for (int i = 0; i < first; i++) {
                reads.set(i, AddressSpace.SHARED + product.unit(form.first(), a, rows, i));
            }
        }
        int operand = lists[first > 0 ? list + 1 : list];
        var b = MatrixDescriptor.of(uniform(warp, groups, operand));
        var columns = new Lines(0, form.shape().n());
        for (int i = first; i < count; i++) {
            long unit = product.unit(form.second(), b, columns, i - first);
            reads.set(i, AddressSpace.SHARED + unit);
        }
    }

    /// A descriptor, which all lanes agree on.
    private static long uniform(Warp warp, List<LaneGroup> groups, int operand) {
        var leader = groups.getFirst();
        long bits = value(warp, leader, operand, leader.firstLane());
        for (var group : groups) {
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                long other = value(warp, group, operand, lane);
                if (other != bits) {
                    throw new LaneFault(
                            FaultKind.INVALID_BARRIER,
                            lane,
                            "matrix descriptor is 0x%x when it should be 0x%x as in lane %d"
                                    .formatted(other, bits, leader.firstLane()));
                }
            }
        }
        return bits;
    }

    private static long value(Warp warp, LaneGroup group, int operand, int lane) {
        return warp.registers()[warp.row(operand, group.frame().firstRow()) + lane];
    }
}
