package org.offloadtck.conformance.waiver;

/// A waiver and its effect on a run.
///
/// @param covered number of results that it names
/// @param decided number of results of which it decided the verdict
public record WaiverUse(Waiver waiver, State state, int covered, int decided) {

    /// The effect of a waiver.
    public enum State {
        /// It decided a verdict.
        USED("used"),
        /// It is in force and decided none.
        UNUSED("unused"),
        /// Its last day is past.
        EXPIRED("expired");

        private final String word;

        State(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// What the waiver did, and what to do about it if it did nothing.
    public String effect() {
        return switch (state) {
            case USED -> "decides %s".formatted(results(decided));
            case UNUSED ->
                    covered == 0
                            ? "unused: no result of this run has such a key; remove it"
                            : "unused: covers %s, which earlier waivers decide or which were not judged"
                                    .formatted(results(covered));
            case EXPIRED ->
                    "expired on %s: waives nothing, and covers %s; renew or remove it"
                            .formatted(waiver.expires(), results(covered));
        };
    }

    private static String results(int count) {
        return count == 1 ? "1 result" : "%d results".formatted(count);
    }
}
