package org.offloadtck.engine.code;

/// Kinds of collective operations, the [Code#X] of their instructions.
public final class CollectiveKind {

    /// Votes, matches and barrier reductions.
    public static final int ALL = 0;

    public static final int ANY = 1;
    public static final int UNIFORM = 2;
    public static final int BALLOT = 3;
    public static final int COUNT = 4;

    /// The match that is an election: the result is the first lane, for which alone the predicate
    /// holds.
    public static final int FIRST = 5;

    /// Shuffles.
    public static final int UP = 0;

    public static final int DOWN = 1;
    public static final int BUTTERFLY = 2;
    public static final int INDEXED = 3;

    /// The [Code#Y] of shuffles and votes without a lane mask: the lanes that execute the
    /// instruction together take part.
    public static final int UNMASKED = 1;

    private CollectiveKind() {}

    /// Of a warp reduction, at [Code#Y]: the function is applied to the value of the first lane and
    /// itself, too.
    public static final int IDEMPOTENT = 1;
}
