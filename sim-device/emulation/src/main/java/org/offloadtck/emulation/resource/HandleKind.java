package org.offloadtck.emulation.resource;

import java.util.Arrays;
import java.util.Optional;

/// What a handle can name. Handles of a kind lie in a range of their own, so that a handle tells
/// what it is, or was, wherever it turns up.
public enum HandleKind {
    CONTEXT(1, "a context"),
    MODULE(2, "a module"),
    FUNCTION(3, "a function"),
    STREAM(4, "a stream"),
    EVENT(5, "an event"),
    MEMORY(6, "a memory handle");

    /// Size of a range. All ranges together lie below global memory and above whatever `int`s and
    /// small numbers a program may mistake for a handle.
    private static final long RANGE = 0x0100_0000_0000L;

    /// Distance of two handles, as between objects in memory, which the handles of a driver are.
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

    /// With its article.
    String noun() {
        return noun;
    }

    String nounWithout() {
        return noun.substring(noun.indexOf(' ') + 1);
    }

    /// The kind whose range `handle` is in.
    public static Optional<HandleKind> of(long handle) {
        return Arrays.stream(values())
                .filter(kind -> handle / RANGE == kind.place && handle % STEP == 0)
                .findFirst();
    }
}
