package org.offloadtck.checks.racecheck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.memory.SharedWindow;

/// The bulk copies of a cluster that are pending: no thread has waited for them, so that a GPU may
/// not have read their source or written their destination yet.
///
/// A copy that an `mbarrier` counts is pending until a thread tests the `mbarrier` after the phase
/// has completed. One of a bulk group is pending until its thread has waited for the group; after
/// `.read`, only its destination is. Threads that do not wait are ordered after the thread that
/// does by other synchronisation, or race with the thread that issued the copy.
///
/// Addresses of shared memory name the rank of their CTA ([SharedWindow]).
final class PendingCopies {

    /// Copies that are kept for each CTA of the cluster; earlier ones count as complete.
    private static final int MOST = 64;

    private final int most;
    private final List<PendingCopy> pending = new ArrayList<>();

    /// Bulk groups that each thread has committed.
    private final Map<Issuer, Integer> committed = new HashMap<>();

    /// @param ctas of the cluster
    PendingCopies(int ctas) {
        most = MOST * ctas;
    }

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
        private final Ranges ranges;
        private long mbarrier = NO_MBARRIER;
        private int group = NO_GROUP;
        private boolean isComplete;
        private boolean hasRead;

        PendingCopy(Issuer issuer, int pc, Ranges ranges) {
            this.issuer = issuer;
            this.pc = pc;
            this.ranges = ranges;
        }

        /// Whether no `mbarrier` counts the copy, which an instruction has issued.
        private boolean isUncounted(int issuedAt) {
            return pc == issuedAt && mbarrier == NO_MBARRIER;
        }

        private boolean isInCtaOf(long address) {
            return SharedWindow.rank(ranges.target.hull().address(), 0)
                    == SharedWindow.rank(address, 0);
        }
    }

    /// The bytes that a pending bulk copy reads or writes: one range, or many of a box of a tensor.
    ///
    /// @param ranges that do not touch each other, in ascending order
    /// @param hull from the first to the last byte; empty if there are no ranges
    record CopyRanges(List<Range> ranges, Range hull) {

        CopyRanges {
            ranges = List.copyOf(ranges);
        }

        static CopyRanges of(List<Range> ranges) {
            if (ranges.isEmpty()) {
                return new CopyRanges(ranges, new Range(0, 0));
            }
            long start = ranges.getFirst().address();
            long end = ranges.getLast().address() + ranges.getLast().bytes();
            return new CopyRanges(ranges, new Range(start, end - start));
        }

        /// Whether an access of these bytes accesses a byte of the copy.
        boolean overlap(Range access) {
            if (!hull.overlaps(access)) {
                return false;
            }
            int low = 0;
            int high = ranges.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                var range = ranges.get(middle);
                if (range.address() + range.bytes() <= access.address()) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < ranges.size() && ranges.get(low).overlaps(access);
        }
    }

    /// What a copy reads and writes.
    record Ranges(CopyRanges source, CopyRanges target, Effect effect) {

        /// Of a copy of one range.
        Ranges(Range source, Range target, Effect effect) {
            this(CopyRanges.of(List.of(source)), CopyRanges.of(List.of(target)), effect);
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

    void clear() {
        pending.clear();
        committed.clear();
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    void add(Issuer issuer, int pc, Ranges ranges) {
        if (pending.size() == most) {
            pending.removeFirst();
        }
        pending.add(new PendingCopy(issuer, pc, ranges));
    }

    /// The bytes of the last copy of a thread are transactions of an `mbarrier`. A multicast has a
    /// copy for each CTA, which the `mbarrier` of that CTA counts.
    void count(Issuer issuer, int copyPc, long mbarrier) {
        var ofLast =
                pending.reversed().stream()
                        .filter(copy -> copy.issuer.equals(issuer))
                        .takeWhile(copy -> copy.isUncounted(copyPc))
                        .toList();
        ofLast.stream()
                .filter(copy -> copy.isInCtaOf(mbarrier))
                .findFirst()
                .or(() -> ofLast.stream().findFirst())
                .ifPresent(copy -> copy.mbarrier = mbarrier);
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
            boolean commutes = use == Use.REDUCES && copy.ranges.effect == Effect.REDUCES;
            boolean conflicts =
                    (!commutes && copy.ranges.target.overlap(range))
                            || (use != Use.READS
                                    && !copy.hasRead
                                    && copy.ranges.source.overlap(range));
            if (conflicts) {
                return Optional.of(new Conflict(copy.issuer, copy.pc));
            }
        }
        return Optional.empty();
    }
}
