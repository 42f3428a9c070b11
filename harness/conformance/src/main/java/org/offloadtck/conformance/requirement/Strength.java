package org.offloadtck.conformance.requirement;

import java.util.List;

/// How far a requirement binds, in the words of RFC 2119.
public enum Strength {
    MUST("must"),
    SHOULD("should"),
    MAY("may");

    static final List<Strength> ALL = List.of(values());

    private final String word;

    Strength(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
