package org.offloadtck.simt.timing;

import java.util.Arrays;

/// What a multiprocessor asks of the memory that all share, a line at a time.
final class Request {

    /// What is asked.
    enum Kind {
        LOAD,
        STORE,
        ATOMIC
    }

    private static final Fetch[] NOBODY = {};

    /// Nothing is asked.
    static final Request NONE = new Request(Kind.LOAD, 0, 0, 0);

    private final Kind kind;
    private final long time;
    private final long line;
    private final int sectors;
    private int sharing = 1;
    private int place = -1;
    private Fetch[] fetches = NOBODY;
    private int waiting;
    private long answered = Waiting.UNKNOWN;

    /// @param time when it leaves the multiprocessor
    /// @param sectors of the line, a bit for each
    Request(Kind kind, long time, long line, int sectors) {
        this.kind = kind;
        this.time = time;
        this.line = line;
        this.sectors = sectors;
    }

    Kind kind() {
        return kind;
    }

    long time() {
        return time;
    }

    long line() {
        return line;
    }

    int sectors() {
        return sectors;
    }

    /// How many threads share the address of an atomic that most share.
    int sharing() {
        return sharing;
    }

    void setSharing(int threads) {
        sharing = threads;
    }

    /// The place of the line in the first-level cache; none when negative.
    int place() {
        return place;
    }

    void setPlace(int place) {
        this.place = place;
    }

    /// When it was answered, as [Waiting] has it.
    long answered() {
        return answered;
    }

    /// Lets a load wait for it.
    void add(Fetch fetch) {
        fetch.await();
        if (waiting == fetches.length) {
            fetches = Arrays.copyOf(fetches, Math.max(1, 2 * waiting));
        }
        fetches[waiting++] = fetch;
    }

    /// It is answered.
    ///
    /// @param when as [Waiting] has it
    void answer(long when, long now) {
        answered = when;
        for (int i = 0; i < waiting; i++) {
            fetches[i].arrive(when, now);
        }
        fetches = NOBODY;
        waiting = 0;
    }
}
