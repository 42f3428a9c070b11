package org.offloadtck.conformance.requirement;

import java.util.List;

/// A kind of test that a requirement needs before it counts as covered.
public enum TestKind {
    /// The bytes of an artifact are as required.
    FORMAT("format"),
    /// A program behaves as required.
    RUNTIME("runtime"),
    /// What the requirement forbids is refused.
    NEGATIVE("negative"),
    /// A program costs no more than required.
    PERFORMANCE("performance");

    static final List<TestKind> ALL = List.of(values());

    private final String word;

    TestKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
