package org.offloadtck.checks.happensbefore;

import org.offloadtck.checks.shadow.AccessRenumbering;

/// What threads of a warp published at a moment: that accesses up to certain numbers were made.
///
/// @param actor the warp, by its number in the grid
/// @param lanes the threads, all of whose own accesses count
/// @param number the last number given when they did
/// @param joined up to which number the accesses of all threads of the warp count
/// @param barrier up to which number those of all threads of the CTA do
/// @param reach whether threads of other CTAs may rely on it
/// @param order its place among the releases of where it was published
public record Release(
        int actor, int lanes, int number, int joined, int barrier, SyncScope reach, int order) {

    /// Who may rely on a release.
    public enum SyncScope {
        CTA,
        DEVICE
    }

    /// Whether an access of the same CTA was made before.
    boolean covers(int access, int by, int lane) {
        boolean own = by == actor && (lanes >>> lane & 1) != 0 && access <= number;
        return own || access <= barrier || (by == actor && access <= joined);
    }

    Release at(int newOrder) {
        return new Release(actor, lanes, number, joined, barrier, reach, newOrder);
    }

    /// The same when accesses are numbered anew.
    Release renumbered(AccessRenumbering by) {
        return new Release(
                actor, lanes, by.of(number), by.of(joined), by.of(barrier), reach, order);
    }
}
