package org.offloadtck.checks.happensbefore;

import org.offloadtck.checks.shadow.AccessRenumbering;

/// A release by threads of a warp: accesses up to certain numbers happen before whatever acquires
/// it.
///
/// @param actor the warp, by its number in the grid
/// @param lanes the releasing threads
/// @param number of the last access of these threads
/// @param joined last access of all threads of the warp that the release covers
/// @param barrier last access of all threads of the CTA that the release covers
/// @param reach the threads that may acquire the release
/// @param order position among the releases of its sync object
public record Release(
        int actor, int lanes, int number, int joined, int barrier, SyncScope reach, int order) {

    /// The scope of a release: the threads that may acquire it.
    public enum SyncScope {
        CTA,
        DEVICE
    }

    /// Whether the release covers an access of the same CTA.
    boolean covers(int access, int by, int lane) {
        boolean own = by == actor && (lanes >>> lane & 1) != 0 && access <= number;
        return own || access <= barrier || (by == actor && access <= joined);
    }

    /// Whether it covers an access of the same CTA for a thread.
    ///
    /// @param known releases of the sync object that the thread has acquired
    /// @param needed the least scope that includes the thread
    boolean covers(int known, SyncObject.Access access, SyncScope needed) {
        return order <= known
                && (reach == SyncScope.DEVICE || needed == SyncScope.CTA)
                && covers(access.number(), access.actor(), access.lane());
    }

    /// Whether it covers all that another release by the same threads does, for the same threads.
    boolean includes(Release other) {
        return number >= other.number
                && joined >= other.joined
                && barrier >= other.barrier
                && (reach == other.reach || reach == SyncScope.DEVICE);
    }

    boolean isOfSameThreads(Release other) {
        return actor == other.actor && lanes == other.lanes;
    }

    Release at(int newOrder) {
        return new Release(actor, lanes, number, joined, barrier, reach, newOrder);
    }

    /// The same release to other threads.
    Release to(SyncScope threads) {
        return new Release(actor, lanes, number, joined, barrier, threads, order);
    }

    /// The same release after accesses were renumbered.
    Release renumbered(AccessRenumbering by) {
        return new Release(
                actor, lanes, by.of(number), by.of(joined), by.of(barrier), reach, order);
    }
}
