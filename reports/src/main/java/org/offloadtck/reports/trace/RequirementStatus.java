package org.offloadtck.reports.trace;

/// The status of a requirement after a run, in the order of summaries.
public enum RequirementStatus {
    HELD("held", "every result passed"),
    PARTLY_HELD("held in part", "every result that was judged passed, and others were not judged"),
    BROKEN("broken", "a result failed that nobody expected to"),
    WAIVED("waived", "the only failures are expected by a waiver"),
    UNDECIDED("undecided", "the kit failed before it could tell"),
    EXCLUDED("excluded", "the edition does not have it, as an exclusion says"),
    NOT_JUDGED("not judged", "its scenarios were not run, or need what is not there"),
    EXCUSED("untested", "no scenario tests it, for the reason given"),
    UNCOVERED("uncovered", "no scenario of this run speaks for it");

    private final String word;
    private final String meaning;

    RequirementStatus(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    public String word() {
        return word;
    }

    public String meaning() {
        return meaning;
    }
}
