package org.offloadtck.scenario.record;

import org.offloadtck.conformance.result.Verdict;

/// A failed assertion that knows its verdict: a wrong value, a broken budget, a host fallback.
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
