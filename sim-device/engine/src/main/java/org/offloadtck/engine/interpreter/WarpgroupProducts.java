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
import org.offloadtck.engine.matrix.TileFactor;
import org.offloadtck.engine.matrix.UndefinedProductException;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct.Lines;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.matrix.WarpgroupProduct;

/// Executes products of warpgroups once all lanes of the four warps are at one. The product is
/// complete before the next instruction.
///
/// A thread that has waited for the product may permit others to overwrite the factors, although
/// other warps of its warpgroup have not waited yet. The warps therefore compute together.
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

    WarpgroupProducts(Code code, LaunchObserver observer, SharedMatrixLoad memory) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.products = code.warpgroupProducts();
        this.observer = observer;
        this.memory = memory;
        this.registers = new MatrixRegisters(code);
    }

    /// Computes the results of a warpgroup if all its lanes wait at a product.
    ///
    /// @return its warps, or none if lanes have not arrived
    List<Warp> execute(Warp arrived) {
        var warps = warpgroup(arrived);
        for (var warp : warps) {
            if (warp.live() == 0 || !isThere(warp)) {
                return List.of();
            }
        }
        var leader = MatrixRegisters.waiting(warps.getFirst(), Op.WARPGROUP_PRODUCT).getFirst();
        int pc = leader.pc();
        var product = products.get(words[pc * Code.STRIDE + Code.X]);
        var b = new TileFactor[1];
        for (var warp : warps) {
            warp.cta().setRunning(warp);
            var groups = MatrixRegisters.waiting(warp, Op.WARPGROUP_PRODUCT);
            requireSame(warps.getFirst(), leader, warp, groups.getFirst());
            select(warp, groups, product);
            int first = groups.getFirst().firstLane();
            for (var group : groups) {
                observer.matricesRead(warp, group, group.mask(), reads);
            }
            if (warp == warps.getFirst()) {
                var units = new long[2 * product.secondUnits()];
                memory.load(warp, first, reads, product.firstUnits(), units);
                b[0] = product.second(units);
            }
            multiply(warp, groups, product, b[0]);
        }
        arrived.cta().setRunning(arrived);
        return warps;
    }

    private void multiply(
            Warp warp, List<LaneGroup> groups, WarpgroupMatrixProduct product, TileFactor b) {
        int at = groups.getFirst().pc() * Code.STRIDE;
        int list = words[at + Code.C];
        int sources = product.results() + product.factorRegisters();
        registers.reserve(sources, product.results());
        for (var group : groups) {
            registers.gather(warp, group, list, sources);
        }
        if (!adds(warp, groups, words[at + Code.Y])) {
            Arrays.fill(registers.sources(), 0, product.results() * LANES, 0);
        }
        var units = new long[2 * product.firstUnits()];
        memory.load(warp, groups.getFirst().firstLane(), reads, 0, units);
        var a = product.first(registers.sources(), units);
        try {
            product.multiply(a, b, registers.sources(), registers.results());
        } catch (UndefinedProductException undefined) {
            int lane = groups.getFirst().firstLane();
            throw new LaneFault(FaultKind.UNSUPPORTED, lane, undefined.problem());
        }
        for (var group : groups) {
            registers.scatter(warp, group, list, product.results());
        }
    }

    private static List<Warp> warpgroup(Warp warp) {
        var warps = warp.cta().warps();
        int first = warp.index() / WarpgroupProduct.WARPS * WarpgroupProduct.WARPS;
        if (first + WarpgroupProduct.WARPS > warps.size()) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    warp.groups().getFirst().firstLane(),
                    "product of a warpgroup of %d warps when it should have %d"
                            .formatted(warps.size() - first, WarpgroupProduct.WARPS));
        }
        return warps.subList(first, first + WarpgroupProduct.WARPS);
    }

    private static boolean isThere(Warp warp) {
        int present = 0;
        for (var group : warp.groups()) {
            boolean waits = group.waitsFor(Op.WARPGROUP_PRODUCT, MatrixRegisters.WHOLE_WARP);
            present |= waits ? group.mask() : 0;
        }
        return (warp.live() & ~present) == 0;
    }

    /// Requires two warps to be at the same product of the same matrices.
    private void requireSame(Warp one, LaneGroup leader, Warp other, LaneGroup group) {
        if (leader.pc() != group.pc()) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "warps of a warpgroup are at different products of matrices when they should"
                            + " be at the same");
        }
        int at = group.pc() * Code.STRIDE;
        var product = products.get(words[at + Code.X]);
        int list = words[at + Code.C] + product.results() + product.factorRegisters();
        int descriptors = product.firstUnits() > 0 ? 2 : 1;
        for (int i = 0; i < descriptors; i++) {
            long mine = value(one, leader, lists[list + i], leader.firstLane());
            long theirs = value(other, group, lists[list + i], group.firstLane());
            if (mine != theirs) {
                throw new LaneFault(
                        FaultKind.INVALID_BARRIER,
                        group.firstLane(),
                        "matrix descriptor of warp %d is 0x%x when it should be 0x%x as in warp %d"
                                .formatted(other.index(), theirs, mine, one.index()));
            }
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

    /// Computes the units that a warp reads: those of its rows of a, then those of b.
    private void select(Warp warp, List<LaneGroup> groups, WarpgroupMatrixProduct product) {
        int at = groups.getFirst().pc() * Code.STRIDE;
        int list = words[at + Code.C] + product.results() + product.factorRegisters();
        int first = product.firstUnits();
        int count = first + product.secondUnits();
        reads.begin(count);
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
