package org.offloadtck.reports.comparison;

import java.util.List;

/// What became of a result, a figure or a requirement from one run to the other.
public enum ChangeKind {
    /// It was as required, or its failure was waived, and it is a failure.
    REGRESSED("regressed", true),
    /// It fails in some of several runs, and did not before.
    FLAKY("flaky", true),
    /// It was judged, and the implementation or the device now lacks what it needs, or it was not
    /// run.
    NOT_JUDGED("no longer judged", true),
    /// It is missing although its scenario took part as before.
    LOST("lost", true),
    /// It is missing, and the selection differs, or its scenario is gone or another one.
    REMOVED("removed", false),
    /// It was a failure and is as required.
    FIXED("fixed", false),
    /// The other run has no such result.
    NEW("new", false),
    /// The verdict is another one of the same standing, or a failure that is waived now.
    CHANGED("changed", false),
    /// A figure that a budget covers has another value.
    BUDGET_MOVED("budget moved", false),
    /// The sentence of a requirement, its strength or its profiles are others.
    REWORDED("reworded", false);

    static final List<ChangeKind> ALL = List.of(values());

    private final String word;
    private final boolean isRegression;

    ChangeKind(String word, boolean isRegression) {
        this.word = word;
        this.isRegression = isRegression;
    }

    public String word() {
        return word;
    }

    /// Whether such a change has to stop a gate.
    public boolean isRegression() {
        return isRegression;
    }
}
