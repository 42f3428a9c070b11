package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.GlobalShadow;

/// Looks through what the host gets for bytes that hold no value.
///
/// What may pad a structure is no finding: less than 8 bytes, after bytes that hold values, up to a
/// multiple of a power of two greater than their number; bytes that nobody wrote, or that were
/// moved as a part of more, as structures are. An element that was forgotten may look so, too, and
/// is not found then.
public final class HostCopyCheck {

    private static final int MOST_PADDING = 8;
    private static final int WHOLE = 0xff;

    private final GlobalShadow memory;
    private final Origins origins;
    private final long start;
    private final long end;

    /// First byte of the hole that is looked at, or -1.
    private long hole = -1;

    private int origin;
    private long first = -1;
    private int firstOrigin;
    private long bytes;

    public HostCopyCheck(GlobalShadow memory, Origins origins, long start, long bytes) {
        this.memory = memory;
        this.origins = origins;
        this.start = start;
        this.end = start + bytes;
    }

    /// What was found.
    ///
    /// @param first address of the first byte
    /// @param bytes how many, 0 when there is nothing to tell
    /// @param origin where the first came from
    public record Result(long first, long bytes, int origin) {}

    public Result scan() {
        for (long at = start; at < end; ) {
            var page = memory.page(at);
            int offset = GlobalShadow.offset(at);
            if ((offset & 3) == 0 && page.known[offset >> 2] == -1) {
                close(at);
                at = Math.min(end, at + 4);
            } else {
                if (page.known(offset, 1) == WHOLE) {
                    close(at);
                } else {
                    open(at, page.origin(offset));
                }
                at++;
            }
        }
        close(end);
        return new Result(first, bytes, firstOrigin);
    }

    private void open(long at, int from) {
        if (hole < 0) {
            hole = at;
            origin = Origins.UNKNOWN;
        }
        origin = origin == Origins.UNKNOWN ? from : origin;
    }

    private void close(long at) {
        if (hole < 0) {
            return;
        }
        if (!isPadding(hole, at)) {
            if (first < 0) {
                first = hole;
                firstOrigin = origin;
            }
            bytes += at - hole;
        }
        hole = -1;
    }

    private boolean isPadding(long from, long to) {
        long length = to - from;
        long alignment = 2 * Long.highestOneBit(length);
        boolean isPart = origin == Origins.UNKNOWN || origins.bytes(origin) > length;
        return isPart && length < MOST_PADDING && from > start && to % alignment == 0;
    }
}
