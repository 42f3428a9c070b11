package org.offloadtck.scenario.record;

import org.offloadtck.conformance.result.Verdict;

/// A failed assertion with its verdict: a wrong value, an exceeded budget, a host fallback.
public final class VerdictError extends AssertionError {

    private final transient Verdict verdict;

    public VerdictError(Verdict verdict) {
        super(verdict.text());
        this.verdict = verdict;
    }

    public Verdict verdict() {
        return verdict;
    }
}
