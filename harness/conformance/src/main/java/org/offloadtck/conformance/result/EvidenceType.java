package org.offloadtck.conformance.result;

import java.util.List;

/// The kinds of evidence, as documents name them.
enum EvidenceType {
    ARTIFACT("artifact"),
    COMMAND("command"),
    MEASUREMENTS("measurements"),
    FINDING("finding"),
    TEXT("text"),
    BUDGET("budget"),
    ASSERTION("assertion"),
    PLANTED_FAULT("planted-fault");

    static final List<EvidenceType> ALL = List.of(values());

    private final String word;

    EvidenceType(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
