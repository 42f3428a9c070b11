package org.offloadtck.engine.tensor;

import java.util.Arrays;
import java.util.Optional;

/// The swizzling modes of shared memory (PTX ISA 9.0 §5.5.6), and their codes in a map
/// (§9.7.9.26.1.1, `.swizzle_mode`): within each span, chunks of 16 bytes are exchanged by the
/// exclusive or of their number and the bits of the address from 128 bytes on.
public enum SwizzleMode {
    NONE(0, 0),
    SPAN_32(1, 32),
    SPAN_64(2, 64),
    SPAN_128(3, 128),
    /// Of `sm_103a`; not simulated.
    SPAN_96(4, 96);

    /// Bytes that stay together.
    static final int CHUNK = 16;

    /// Between the bits of the number of a chunk and the bits that are combined with them.
    private static final int DISTANCE = 3;

    private final int code;
    private final int span;

    SwizzleMode(int code, int span) {
        this.code = code;
        this.span = span;
    }

    static Optional<SwizzleMode> of(int code) {
        return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
    }

    public int code() {
        return code;
    }

    /// Bytes within which chunks are exchanged; 0 without swizzling.
    public int span() {
        return span;
    }

    /// The address in shared memory of a byte that would be at `address` without swizzling.
    long apply(long address) {
        long chunks = Math.max(0, span - CHUNK);
        return address ^ (address >>> DISTANCE & chunks);
    }
}
