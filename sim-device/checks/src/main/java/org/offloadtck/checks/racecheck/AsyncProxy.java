package org.offloadtck.checks.racecheck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.BulkTransfer.Effect;

/// The bulk copies of a CTA that are pending: no thread has waited for them, so that a GPU may not
/// have read their source or written their destination yet.
///
/// A copy that an `mbarrier` counts is pending until a thread tests the `mbarrier` after the phase
/// has completed. One of a bulk group is pending until its thread has waited for the group; after
/// `.read`, only its destination is. Threads that do not wait are ordered after the thread that
/// does by other synchronisation, or race with the thread that issued the copy.
final class AsyncProxy {

    /// Copies that are kept; earlier ones count as complete.
    private static final int MOST = 64;

    private final List<PendingCopy> pending = new ArrayList<>();

    /// Bulk groups that each thread has committed.
    private final Map<Issuer, Integer> committed = new HashMap<>();

    private int lastFence;

    /// The thread that issued a copy.
    ///
    /// @param actor its warp, by its number in the grid
    record Issuer(int actor, int lane) {}

    /// A copy that is pending.
    private static final class PendingCopy {

        private static final long NO_MBARRIER = -1;
        private static final int NO_GROUP = -1;

        private final Issuer issuer;
        private final int pc;
        private final Range target;
        private final Range source;
        private final Effect effect;
        private long mbarrier = NO_MBARRIER;
        private int group = NO_GROUP;
        private boolean isComplete;
        private boolean hasRead;

        PendingCopy(Issuer issuer, int pc, BulkTransfer transfer) {
            int lane = issuer.lane();
            this.issuer = issuer;
            this.pc = pc;
            this.target = new Range(transfer.target(lane), transfer.bytes(lane));
            this.source = new Range(transfer.source(lane), transfer.bytes(lane));
            this.effect = transfer.effect();
        }
    }

    /// Bytes of memory, in the flat address space.
    record Range(long address, long bytes) {

        private boolean overlaps(Range other) {
            return address < other.address + other.bytes && other.address < address + bytes;
        }
    }

    /// How an access uses its bytes.
    enum Use {
        READS,
        WRITES,
        /// A bulk reduction, which is atomic beside others.
        REDUCES
    }

    /// A copy that an access conflicts with.
    record Conflict(Issuer issuer, int pc) {}

    /// A CTA starts.
    void begin() {
        pending.clear();
        committed.clear();
        lastFence = 0;
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    void issue(Issuer issuer, int pc, BulkTransfer transfer) {
        if (pending.size() == MOST) {
            pending.removeFirst();
        }
        pending.add(new PendingCopy(issuer, pc, transfer));
    }

    /// The bytes of the last copy of a thread are transactions of an `mbarrier`.
    void count(Issuer issuer, int copyPc, long mbarrier) {
        for (var copy : pending.reversed()) {
            if (copy.issuer.equals(issuer)) {
                copy.mbarrier =
                        copy.pc == copyPc && copy.mbarrier == PendingCopy.NO_MBARRIER
                                ? mbarrier
                                : copy.mbarrier;
                return;
            }
        }
    }

    /// The current phase of an `mbarrier` completes.
    void complete(long mbarrier) {
        for (var copy : pending) {
            copy.isComplete |= copy.mbarrier == mbarrier;
        }
    }

    /// A thread tests the phase of an `mbarrier`.
    void test(long mbarrier) {
        pending.removeIf(copy -> copy.mbarrier == mbarrier && copy.isComplete);
    }

    /// A thread puts its copies since the last group into a bulk group.
    void commit(Issuer issuer) {
        int group = committed.merge(issuer, 1, Integer::sum);
        for (var copy : pending) {
            boolean joins =
                    copy.issuer.equals(issuer)
                            && copy.group == PendingCopy.NO_GROUP
                            && copy.mbarrier == PendingCopy.NO_MBARRIER;
            copy.group = joins ? group : copy.group;
        }
    }

    /// A thread waits until at most `most` of its bulk groups are pending.
    void await(Issuer issuer, long most) {
        long last = committed.getOrDefault(issuer, 0) - most;
        pending.removeIf(copy -> isInGroup(copy, issuer, last));
    }

    /// A thread waits until at most `most` of its bulk groups have not read their sources.
    void awaitReads(Issuer issuer, long most) {
        long last = committed.getOrDefault(issuer, 0) - most;
        for (var copy : pending) {
            copy.hasRead |= isInGroup(copy, issuer, last);
        }
    }

    private static boolean isInGroup(PendingCopy copy, Issuer issuer, long last) {
        return copy.issuer.equals(issuer)
                && copy.group != PendingCopy.NO_GROUP
                && copy.group <= last;
    }

    /// The pending copy that an access conflicts with.
    Optional<Conflict> conflict(Range range, Use use) {
        for (var copy : pending) {
            boolean commutes = use == Use.REDUCES && copy.effect == Effect.REDUCES;
            boolean conflicts =
                    (!commutes && range.overlaps(copy.target))
                            || (use != Use.READS && !copy.hasRead && range.overlaps(copy.source));
            if (conflicts) {
                return Optional.of(new Conflict(copy.issuer, copy.pc));
            }
        }
        return Optional.empty();
    }

    /// A thread executes `fence.proxy.async` for shared memory.
    ///
    /// @param last number of the last access so far
    void fence(int last) {
        lastFence = last;
    }

    /// The last access before the last `fence.proxy.async` of a thread of the CTA.
    int lastFence() {
        return lastFence;
    }

    void renumber(AccessRenumbering by) {
        lastFence = by.of(lastFence);
    }
}
