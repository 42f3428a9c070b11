package org.offloadtck.plugin.process;

import java.time.Duration;
import java.util.Optional;

/// The process of a plugin ended during a call, or did not answer it; the cause of a
/// [org.offloadtck.plugin.DeviceException] of `DEVICE_LOST`.
public final class PluginProcessException extends RuntimeException {

    private final transient Optional<String> signal;
    private final transient Optional<Duration> limit;

    private PluginProcessException(String text, Optional<String> signal, Optional<Duration> limit) {
        super(text);
        this.signal = signal;
        this.limit = limit;
    }

    static PluginProcessException ended(String text) {
        return new PluginProcessException(text, Optional.empty(), Optional.empty());
    }

    static PluginProcessException signalled(String signal, String text) {
        return new PluginProcessException(text, Optional.of(signal), Optional.empty());
    }

    static PluginProcessException outOfTime(Duration limit) {
        return new PluginProcessException(
                "the process of the plugin has not answered for %d ms, and was ended"
                        .formatted(limit.toMillis()),
                Optional.empty(),
                Optional.of(limit));
    }

    /// The signal that ended the process, `SIGSEGV`; empty if none did.
    public Optional<String> signal() {
        return signal;
    }

    /// The time in which the process has not answered; empty if it ended by itself.
    public Optional<Duration> limit() {
        return limit;
    }
}
