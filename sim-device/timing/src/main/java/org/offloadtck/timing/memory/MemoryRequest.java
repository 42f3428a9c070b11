package org.offloadtck.timing.memory;

import java.util.Arrays;

/// A request of a multiprocessor to the shared memory system, for one line, or a message to another
/// multiprocessor.
public final class MemoryRequest {

    /// The kind of a request.
    public enum Kind {
        LOAD,
        STORE,
        ATOMIC,
        /// Sectors of shared memory of another multiprocessor: the line is its number.
        REMOTE_LOAD,
        /// The same that are written there.
        REMOTE_STORE,
        /// An arrival at a barrier of a CTA of another multiprocessor. That one receives the
        /// answer.
        SIGNAL
    }

    /// Something that waits for the answers to requests.
    public interface Waiter {

        /// It waits for one request more.
        void await();

        /// A request is answered.
        ///
        /// @param when as [TaggedTime] has it
        /// @param now the cycle of the replay
        void arrive(long when, long now);
    }

    private static final Waiter NO_WAITER =
            new Waiter() {
                @Override
                public void await() {}

                @Override
                public void arrive(long when, long now) {}
            };

    private static final Waiter[] NO_WAITERS = {};

    /// Stands for no request.
    public static final MemoryRequest NONE = new MemoryRequest(Kind.LOAD, 0, 0, 0);

    private final Kind kind;
    private final long time;
    private final long line;
    private final int sectors;
    private int sharing = 1;
    private int place = -1;
    private Waiter first = NO_WAITER;

    /// All waiters but the first one; most requests have no other.
    private Waiter[] others = NO_WAITERS;

    private int waiting;
    private long answered = TaggedTime.UNKNOWN;

    /// @param time when it leaves the multiprocessor
    /// @param sectors of the line, a bit for each; of a message, their number
    public MemoryRequest(Kind kind, long time, long line, int sectors) {
        this.kind = kind;
        this.time = time;
        this.line = line;
        this.sectors = sectors;
    }

    Kind kind() {
        return kind;
    }

    /// Which multiprocessor receives the answer.
    ///
    /// @param sender number of the multiprocessor that sent the request
    public int receiver(int sender) {
        return kind == Kind.SIGNAL ? (int) line : sender;
    }

    public long time() {
        return time;
    }

    public long line() {
        return line;
    }

    public int sectors() {
        return sectors;
    }

    /// How many threads share the address of an atomic that most share.
    int sharing() {
        return sharing;
    }

    public void setSharing(int threads) {
        sharing = threads;
    }

    /// The place of the line in the first-level cache; none when negative.
    public int place() {
        return place;
    }

    public void setPlace(int place) {
        this.place = place;
    }

    /// When it was answered, as [TaggedTime] has it.
    public long answered() {
        return answered;
    }

    /// Adds a waiter.
    public void add(Waiter waiter) {
        waiter.await();
        if (waiting == 0) {
            first = waiter;
        } else {
            if (waiting > others.length) {
                others = Arrays.copyOf(others, 2 * waiting);
            }
            others[waiting - 1] = waiter;
        }
        waiting++;
    }

    /// Whether somebody waits for its answer.
    public boolean isAwaited() {
        return waiting > 0;
    }

    /// Answers it.
    ///
    /// @param when as [TaggedTime] has it
    public void answer(long when) {
        answered = when;
    }

    /// Passes the answer to all waiters.
    ///
    /// @param now the cycle of the replay
    public void tell(long now) {
        first.arrive(answered, now);
        for (int i = 1; i < waiting; i++) {
            others[i - 1].arrive(answered, now);
        }
        first = NO_WAITER;
        others = NO_WAITERS;
        waiting = 0;
    }
}
