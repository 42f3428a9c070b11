package org.offloadtck.checks.racecheck;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.offloadtck.checks.racecheck.PendingCopies.Conflict;
import org.offloadtck.checks.racecheck.PendingCopies.CopyRanges;
import org.offloadtck.checks.racecheck.PendingCopies.Issuer;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.TensorMemoryUse.Cells;

/// The operations of tensor cores of a cluster (`tcgen05.mma`, `.cp` and `.shift`) that are
/// pending: a GPU may not have read what they read or written what they write yet.
///
/// An operation is pending until a thread tests an `mbarrier` at which its thread has committed it,
/// after the phase has completed (PTX ISA 9.0 §9.7.16.6). Threads that do not wait are ordered
/// after the thread that does by other synchronisation. Operations of one thread are ordered among
/// themselves: §9.7.16.6.2 has pairs of which that is so, and CUTLASS relies on it for a copy of
/// scale factors after the product that reads those before.
///
/// Addresses of shared memory name the rank of their CTA.
///
/// Requirement: SD-37.
final class PendingTensorOperations {

    /// Operations that are kept for each CTA of the cluster; earlier ones count as complete.
    private static final int MOST = 128;

    private final int most;

    /// The `mbarrier` objects of the commits of each operation, and whether the phase of each has
    /// completed since.
    private final LinkedHashMap<Operation, Map<Long, Boolean>> pending = new LinkedHashMap<>();

    /// @param ctas of the cluster
    PendingTensorOperations(int ctas) {
        most = MOST * ctas;
    }

    /// A part of an operation.
    ///
    /// @param factors in shared memory, which it reads
    /// @param cells of tensor memory
    record Operation(Issuer issuer, int pc, CopyRanges factors, TensorMemoryUse cells) {}

    void clear() {
        pending.clear();
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /// A thread issues an operation. It completes after those before it, also after the same one.
    void add(Operation operation) {
        pending.remove(operation);
        if (pending.size() == most) {
            pending.pollFirstEntry();
        }
        pending.put(operation, new HashMap<>());
    }

    /// A thread commits its operations, all of which are complete if the current phase of an
    /// `mbarrier` is. Later commits wait for them, too.
    void commit(Issuer issuer, long mbarrier) {
        pending.forEach((operation, commits) -> {
            if (operation.issuer().equals(issuer)) {
                commits.putIfAbsent(mbarrier, false);
            }
        });
    }

    /// The current phase of an `mbarrier` completes.
    void complete(long mbarrier) {
        pending.values().forEach(commits -> commits.replace(mbarrier, true));
    }

    /// A thread tests the phase of an `mbarrier`.
    void test(long mbarrier) {
        pending.values().removeIf(commits -> commits.getOrDefault(mbarrier, false));
    }

    /// The pending operation that reads bytes of shared memory, which are about to be written.
    Optional<Conflict> conflict(Range range) {
        return pending.keySet().stream()
                .filter(operation -> operation.factors().overlap(range))
                .findFirst()
                .map(operation -> new Conflict(operation.issuer(), operation.pc()));
    }

    /// An operation that an access of tensor memory conflicts with.
    ///
    /// @param cells of both
    record CellConflict(Conflict with, Cells cells) {}

    /// The pending operation that a load or store of a warp conflicts with.
    Optional<CellConflict> conflict(TensorMemoryUse use) {
        return conflict(use, _ -> true);
    }

    /// The pending operation of another thread that an operation conflicts with.
    Optional<CellConflict> conflict(Issuer issuer, TensorMemoryUse use) {
        return conflict(use, operation -> !operation.issuer().equals(issuer));
    }

    private Optional<CellConflict> conflict(TensorMemoryUse use, Predicate<Operation> concerns) {
        return pending.keySet().stream()
                .filter(concerns)
                .flatMap(operation ->
                        use.conflict(operation.cells()).stream()
                                .map(cells ->
                                        new CellConflict(
                                                new Conflict(operation.issuer(), operation.pc()),
                                                cells)))
                .findFirst();
    }
}
