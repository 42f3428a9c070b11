package org.offloadtck.runtime.table;

/// The reference counts of a mapping: of dynamic constructs, and of structured constructs of
/// OpenACC (hold). The mapping exists while either is not zero.
///
/// Requirements: DM-02, DM-09.
///
/// @param dynamic [#INFINITE] for `declare target` variables, which are never unmapped
/// @see "LLVM 22, offload/include/OpenMP/Mapping.h, HostDataToTargetTy"
public record ReferenceCounts(long dynamic, long hold) {

    /// A count that never changes.
    public static final long INFINITE = Long.MAX_VALUE;

    static final ReferenceCounts NONE = new ReferenceCounts(0, 0);

    /// The count that a construct uses.
    public enum Kind {
        DYNAMIC,
        HOLD
    }

    public static ReferenceCounts infinite() {
        return new ReferenceCounts(INFINITE, 0);
    }

    public static ReferenceCounts first(Kind kind) {
        return switch (kind) {
            case DYNAMIC -> new ReferenceCounts(1, 0);
            case HOLD -> new ReferenceCounts(0, 1);
        };
    }

    public boolean isInfinite() {
        return dynamic == INFINITE;
    }

    /// The sum of both counts; [#INFINITE] if either is infinite.
    public long total() {
        return isInfinite() ? INFINITE : dynamic + hold;
    }

    long of(Kind kind) {
        return switch (kind) {
            case DYNAMIC -> dynamic;
            case HOLD -> hold;
        };
    }

    public ReferenceCounts incremented(Kind kind) {
        return with(kind, of(kind) == INFINITE ? INFINITE : of(kind) + 1);
    }

    /// These counts with one decremented, at least zero.
    public ReferenceCounts decremented(Kind kind) {
        return with(kind, of(kind) == INFINITE ? INFINITE : Math.max(0, of(kind) - 1));
    }

    /// These counts without the effect of a construct that changed `before` to `after`; at least
    /// zero.
    ReferenceCounts undone(ReferenceCounts before, ReferenceCounts after) {
        return new ReferenceCounts(
                isInfinite() ? INFINITE : Math.max(0, dynamic - (after.dynamic - before.dynamic)),
                Math.max(0, hold - (after.hold - before.hold)));
    }

    /// These counts with one set to 1, unless infinite: the effect of `delete` before the count is
    /// decremented.
    public ReferenceCounts reset(Kind kind) {
        return with(kind, of(kind) == INFINITE ? INFINITE : 1);
    }

    /// Whether the mapping ends when the count is decremented, after a reset if `deletes`.
    public boolean isLast(Kind kind, boolean deletes) {
        long other =
                switch (kind) {
                    case DYNAMIC -> hold;
                    case HOLD -> dynamic;
                };
        return other == 0 && (deletes ? of(kind) != INFINITE : of(kind) == 1);
    }

    private ReferenceCounts with(Kind kind, long count) {
        return switch (kind) {
            case DYNAMIC -> new ReferenceCounts(count, hold);
            case HOLD -> new ReferenceCounts(dynamic, count);
        };
    }

    @Override
    public String toString() {
        return isInfinite() ? "INF" : hold == 0 ? "" + dynamic : dynamic + "+" + hold;
    }
}
