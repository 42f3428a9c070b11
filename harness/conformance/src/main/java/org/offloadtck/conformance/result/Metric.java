package org.offloadtck.conformance.result;

/// One measured figure.
///
/// @param name what was counted: `thread-instructions`
/// @param unit `instructions`, `bytes`, `cycles`, `ns`
public record Metric(String name, long value, String unit, Exactness exactness) {

    /// Whether a figure repeats.
    public enum Exactness {
        /// The same run gives the same value everywhere.
        EXACT("exact"),
        /// A reading of a clock: left out when two documents are compared.
        SAMPLED("sampled");

        private final String word;

        Exactness(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
