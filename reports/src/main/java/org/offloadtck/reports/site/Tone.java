package org.offloadtck.reports.site;

import org.offloadtck.conformance.result.Evidence.PlantedFaultLine.Outcome;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.reports.trace.RequirementStatus;

/// The colour of a verdict or a status; the style sheet has a class of each word.
public enum Tone {
    HELD("held"),
    PARTLY("partly"),
    BROKEN("broken"),
    WAIVED("waived"),
    QUIET("quiet"),
    FAULT("fault");

    private final String word;

    Tone(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Tone of(VerdictClass standing) {
        return switch (standing) {
            case HELD -> HELD;
            case WAIVED -> WAIVED;
            case EXCLUDED -> QUIET;
            case UNEXPECTED -> BROKEN;
            case NOT_JUDGED -> QUIET;
            case HARNESS_FAULT -> FAULT;
        };
    }

    public static Tone of(WaiverUse.State state) {
        return switch (state) {
            case USED -> WAIVED;
            case UNUSED, EXPIRED -> BROKEN;
        };
    }

    public static Tone of(Outcome outcome) {
        return switch (outcome) {
            case REPORTED, ACCEPTED -> HELD;
            case MISSED, FALSE_ALARM -> BROKEN;
        };
    }

    public static Tone of(RequirementStatus status) {
        return switch (status) {
            case HELD -> HELD;
            case PARTLY_HELD -> PARTLY;
            case BROKEN -> BROKEN;
            case WAIVED -> WAIVED;
            case UNDECIDED -> FAULT;
            case EXCLUDED, NOT_JUDGED, EXCUSED, UNCOVERED -> QUIET;
        };
    }
}
