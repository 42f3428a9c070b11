package org.offloadtck.conformance.classification;

/// The classification of a unit of a document.
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
