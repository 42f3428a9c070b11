package org.offloadtck.plugin;

/// One measured figure of a kernel launch.
///
/// @param metric what was counted, `thread-instructions`, `global-bytes-read`, `elapsed`
/// @param unit of the value: `instructions`, `bytes`, `ns`, `cycles`
/// @param exact whether the same launch gives the same value on every run and host; budgets compare
///   exact figures exactly and others with a margin
public record Measurement(String metric, long value, String unit, Exactness exact) {

    /// Whether a figure repeats.
    public enum Exactness {
        /// The same launch gives the same value on every run and host.
        EXACT,
        /// A reading of a clock.
        SAMPLED
    }
}
