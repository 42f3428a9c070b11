package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.GlobalShadow;

/// Searches a copy to the host for uninitialised bytes.
///
/// Possible padding of a structure is no finding: less than 8 bytes, after initialised bytes, up to
/// a multiple of a power of two greater than their number. The bytes were never written, or were
/// moved as a part of a larger value, as structures are. A forgotten element of the same form is
/// not found.
public final class HostCopyCheck {

    private static final int MOST_PADDING = 8;
    private static final int WHOLE = 0xff;

    private final GlobalShadow memory;
    private final Origins origins;
    private final long start;
    private final long end;

    /// First byte of the uninitialised range that is scanned, or -1.
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

    /// The uninitialised bytes of a copy.
    ///
    /// @param first address of the first one
    /// @param bytes their number, possibly 0
    /// @param origin of the first one
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
