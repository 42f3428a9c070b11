package org.offloadtck.emulation.resource;

import java.util.Arrays;
import java.util.Optional;

/// The kind of object that a handle names. The handles of a kind lie in a range of their own, so a
/// handle reveals its kind even after its object is destroyed.
public enum HandleKind {
    CONTEXT(1, "a context"),
    MODULE(2, "a module"),
    FUNCTION(3, "a function"),
    STREAM(4, "a stream"),
    EVENT(5, "an event"),
    MEMORY(6, "a memory handle"),
    POOL(7, "a memory pool"),
    LINK(8, "a link"),
    GRAPH(9, "a graph"),
    NODE(10, "a node of a graph"),
    EXEC(11, "an executable graph"),
    ARRAY(12, "an array"),
    MIPMAPPED_ARRAY(13, "a mipmapped array"),
    LIBRARY(14, "a library"),
    KERNEL(15, "a kernel of a library"),
    USER_OBJECT(16, "a user object"),
    CONDITION(17, "a condition of a graph");

    /// Size of a range. All ranges lie below global memory and above the integers that a program
    /// may pass by mistake.
    private static final long RANGE = 0x0100_0000_0000L;

    /// Distance of two handles: the alignment of objects in memory, which handles of a driver are.
    public static final long STEP = 16;

    private final int place;
    private final String noun;

    HandleKind(int place, String noun) {
        this.place = place;
        this.noun = noun;
    }

    /// The first handle of the kind.
    public long first() {
        return place * RANGE + STEP;
    }

    /// The name of the kind, with its article.
    String noun() {
        return noun;
    }

    /// The kind whose range `handle` is in.
    public static Optional<HandleKind> of(long handle) {
        return Arrays.stream(values())
                .filter(kind -> handle / RANGE == kind.place && handle % STEP == 0)
                .findFirst();
    }
}
