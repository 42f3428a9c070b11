package org.offloadtck.conformance.classification;

/// What a unit of a document is to the kit.
public enum Standing {
    REQUIREMENT("requirement"),
    INFORMATIVE("informative"),
    UNCLASSIFIED("unclassified");

    private final String word;

    Standing(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
