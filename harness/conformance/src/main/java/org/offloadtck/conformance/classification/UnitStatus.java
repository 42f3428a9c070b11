package org.offloadtck.conformance.classification;

/// What a unit of a document is to the kit.
public enum UnitStatus {
    REQUIREMENT("requirement"),
    INFORMATIVE("informative"),
    UNCLASSIFIED("unclassified");

    private final String word;

    UnitStatus(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
