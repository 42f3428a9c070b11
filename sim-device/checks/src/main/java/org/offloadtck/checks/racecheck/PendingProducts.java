package org.offloadtck.checks.racecheck;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.checks.racecheck.PendingCopies.Conflict;
import org.offloadtck.checks.racecheck.PendingCopies.Issuer;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.ptx.matrix.WarpgroupProduct;

/// The matrix products of the warpgroups of a CTA that are pending: no warp has waited for them, so
/// that a GPU may not have read their factors in shared memory yet.
///
/// The warps of a warpgroup execute the same products. A wait of one of them is a wait for the
/// parts of all: one thread may permit others to overwrite the factors.
final class PendingProducts {

    /// Products that are kept; earlier ones count as complete.
    private static final int MOST = 64;

    private final List<Product> pending = new ArrayList<>();
    private final Map<Integer, Integer> issued = new HashMap<>();

    /// By warp, the number of its last product in each group that it has committed.
    private final Map<Integer, List<Integer>> committed = new HashMap<>();

    /// A product.
    ///
    /// @param warpgroup of the CTA
    /// @param number in its warpgroup, from 1
    /// @param units of shared memory that it reads
    private record Product(int warpgroup, int number, Issuer issuer, int pc, BitSet units) {}

    void begin() {
        pending.clear();
        issued.clear();
        committed.clear();
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /// A warp executes its part of a product: the first warp of a warpgroup, then the others.
    void issue(int warp, Issuer issuer, int pc, MatrixReads reads) {
        int warpgroup = warp / WarpgroupProduct.WARPS;
        if (warp % WarpgroupProduct.WARPS == 0) {
            if (pending.size() == MOST) {
                pending.removeFirst();
            }
            int number = issued.merge(warpgroup, 1, Integer::sum);
            pending.add(new Product(warpgroup, number, issuer, pc, new BitSet()));
        }
        var units = pending.getLast().units();
        for (int i = 0; i < reads.count(); i++) {
            units.set(unit(reads.address(i)));
        }
    }

    private static int unit(long address) {
        return Math.toIntExact((address - AddressSpace.SHARED) / MatrixReads.UNIT);
    }

    /// A warp puts its products since the last group into a group.
    void commit(int warp) {
        int last = issued.getOrDefault(warp / WarpgroupProduct.WARPS, 0);
        committed.computeIfAbsent(warp, _ -> new ArrayList<>()).add(last);
    }

    /// A warp waits until at most `most` of its groups are pending.
    void await(int warp, long most) {
        var groups = committed.getOrDefault(warp, List.of());
        int complete = (int) Math.max(0, groups.size() - most);
        if (complete > 0) {
            int last = groups.get(complete - 1);
            int warpgroup = warp / WarpgroupProduct.WARPS;
            pending.removeIf(each -> each.warpgroup == warpgroup && each.number <= last);
        }
    }

    /// The pending product that a write conflicts with.
    ///
    /// @param range of at least one byte
    Optional<Conflict> conflict(Range range) {
        boolean isShared = (range.address() & ~0xffff_ffffL) == AddressSpace.SHARED;
        for (var product : pending) {
            if (isShared && reads(product, range)) {
                return Optional.of(new Conflict(product.issuer, product.pc));
            }
        }
        return Optional.empty();
    }

    private static boolean reads(Product product, Range range) {
        int first = product.units.nextSetBit(unit(range.address()));
        return first >= 0 && first <= unit(range.address() + range.bytes() - 1);
    }
}
