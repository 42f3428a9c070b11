package org.offloadtck.emulation.inject;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A fault that the driver reports on request: `no-device`, `oom@3`.
///
/// @param ordinal the number of the event that fails, from 1; 0 for a fault without an event
public record InjectedFault(Kind kind, long ordinal) {

    private static final Pattern SPEC = Pattern.compile("([a-z-]+)(?:@([1-9]\\d{0,17}))?");

    /// The kind of a fault.
    public enum Kind {
        /// There is not a device: `cuInit` returns `CUDA_ERROR_NO_DEVICE`.
        NO_DEVICE(CountedEvent.NOTHING),
        /// An allocation of any kind of memory returns `CUDA_ERROR_OUT_OF_MEMORY`.
        OOM(CountedEvent.ALLOCATIONS),
        /// A launch is accepted and fails while it runs, with `CUDA_ERROR_LAUNCH_FAILED`.
        LAUNCH_FAILURE(CountedEvent.LAUNCHES),
        /// A copy moves nothing and returns `CUDA_ERROR_UNKNOWN`.
        COPY_FAILURE(CountedEvent.COPIES),
        /// A call, and every call after it, returns `CUDA_ERROR_DEVICE_UNAVAILABLE`.
        DEVICE_LOST(CountedEvent.CALLS);

        private final CountedEvent counted;

        Kind(CountedEvent counted) {
            this.counted = counted;
        }

        /// The events that the ordinal counts.
        public CountedEvent counted() {
            return counted;
        }

        /// The word for the kind in a specification.
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        String form() {
            return counted == CountedEvent.NOTHING ? word() : word() + "@N";
        }
    }

    /// The events of a process that locate a fault.
    public enum CountedEvent {
        NOTHING,
        ALLOCATIONS,
        LAUNCHES,
        COPIES,
        CALLS
    }

    /// Parses a specification.
    ///
    /// @throws InjectionSyntaxException if it is malformed
    public static InjectedFault parse(String text) {
        var matcher = SPEC.matcher(text);
        if (matcher.matches()) {
            boolean hasOrdinal = matcher.group(2) != null;
            for (var kind : Kind.values()) {
                boolean isComplete = hasOrdinal == (kind.counted() != CountedEvent.NOTHING);
                if (isComplete && kind.word().equals(matcher.group(1))) {
                    return new InjectedFault(
                            kind, hasOrdinal ? Long.parseLong(matcher.group(2)) : 0);
                }
            }
        }
        throw new InjectionSyntaxException(text, forms());
    }

    /// All forms of specifications, for messages.
    public static String forms() {
        return Arrays.stream(Kind.values()).map(Kind::form).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return kind.counted() == CountedEvent.NOTHING ? kind.word() : kind.word() + "@" + ordinal;
    }
}
