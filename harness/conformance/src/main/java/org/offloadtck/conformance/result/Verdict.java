package org.offloadtck.conformance.result;

import java.util.Optional;

/// The verdict about one result identity, with the reason.
///
/// Most kinds need only a reason and are [Plain]; the others carry the details that make them
/// actionable.
public sealed interface Verdict {

    VerdictKind kind();

    /// Why, in a phrase; empty for a plain pass.
    String reason();

    /// What the kind carries, as printed in parentheses after it; empty for a plain one.
    String detail();

    static Verdict pass() {
        return new Plain(VerdictKind.PASS, "");
    }

    static Verdict of(VerdictKind kind, String reason) {
        return new Plain(kind, reason);
    }

    /// The same verdict for another reason.
    default Verdict withReason(String other) {
        return switch (this) {
            case Plain(var kind, _) -> new Plain(kind, other);
            case Crash(var signal, _) -> new Crash(signal, other);
            case ExpectedFailure(var id, _) -> new ExpectedFailure(id, other);
            case UnexpectedPass(var id, _) -> new UnexpectedPass(id, other);
            case Excluded(var id, _) -> new Excluded(id, other);
            case Flaky(var failed, var runs, _) -> new Flaky(failed, runs, other);
        };
    }

    /// `CRASH(SIGSEGV)`: the kind as reports print it.
    default String label() {
        return detail().isEmpty() ? kind().name() : "%s(%s)".formatted(kind(), detail());
    }

    /// `CRASH(SIGSEGV): in the device link`: label and reason.
    default String text() {
        return reason().isEmpty() ? label() : "%s: %s".formatted(label(), reason());
    }

    /// The id of the waiver that decided the verdict; empty if none did.
    default Optional<String> waiverId() {
        return switch (this) {
            case ExpectedFailure(var id, _) -> Optional.of(id);
            case UnexpectedPass(var id, _) -> Optional.of(id);
            case Plain _, Crash _, Flaky _, Excluded _ -> Optional.empty();
        };
    }

    default VerdictClass standing() {
        return kind().standing();
    }

    /// A verdict whose reason says everything.
    record Plain(VerdictKind kind, String reason) implements Verdict {

        public Plain {
            switch (kind) {
                case CRASH, XFAIL, XPASS, EXCLUDED, FLAKY ->
                        throw new IllegalArgumentException("a %s carries a detail".formatted(kind));
                case PASS,
                        FAIL_FORMAT,
                        FAIL_COMPILE,
                        FAIL_LINK,
                        FAIL_RUNTIME,
                        FAIL_VALUE,
                        HANG,
                        HOST_FALLBACK,
                        UNSUPPORTED,
                        PERF_REGRESSED,
                        PERF_IMPROVED,
                        NOT_RUN,
                        HARNESS_ERROR -> {
                    if (kind != VerdictKind.PASS && reason.isBlank()) {
                        throw new IllegalArgumentException("a %s has a reason".formatted(kind));
                    }
                }
            }
        }

        @Override
        public String detail() {
            return "";
        }
    }

    /// A process ended by a signal.
    ///
    /// @param signal its name, `SIGSEGV`
    record Crash(String signal, String reason) implements Verdict {

        @Override
        public VerdictKind kind() {
            return VerdictKind.CRASH;
        }

        @Override
        public String detail() {
            return signal;
        }
    }

    /// A failure that a waiver expects.
    ///
    /// @param waiver its id
    /// @param reason the failure that was expected
    record ExpectedFailure(String waiver, String reason) implements Verdict {

        @Override
        public VerdictKind kind() {
            return VerdictKind.XFAIL;
        }

        @Override
        public String detail() {
            return waiver;
        }
    }

    /// A pass that a waiver did not expect.
    ///
    /// @param waiver its id
    record UnexpectedPass(String waiver, String reason) implements Verdict {

        @Override
        public VerdictKind kind() {
            return VerdictKind.XPASS;
        }

        @Override
        public String detail() {
            return waiver;
        }
    }

    /// What the edition does not have.
    ///
    /// @param exclusion its id
    record Excluded(String exclusion, String reason) implements Verdict {

        @Override
        public VerdictKind kind() {
            return VerdictKind.EXCLUDED;
        }

        @Override
        public String detail() {
            return exclusion;
        }
    }

    /// A failure in some of several runs of the same thing.
    record Flaky(int failed, int runs, String reason) implements Verdict {

        public Flaky {
            if (failed < 1 || failed >= runs) {
                throw new IllegalArgumentException(
                        "failed is %d when it should be from 1 to %d, one less than the runs"
                                .formatted(failed, runs - 1));
            }
        }

        @Override
        public VerdictKind kind() {
            return VerdictKind.FLAKY;
        }

        @Override
        public String detail() {
            return "%d/%d".formatted(failed, runs);
        }
    }
}
