package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts between the values of a file and the releases that read it.
public enum ProfileRule implements Rule {
    UNKNOWN_VALUE(
            ERROR,
            "OC-03",
            "A field has a value that some release writes.",
            "the linker wrapper ignores the device code, or the runtime misreads the entry or image"),
    NO_PROFILE(
            ERROR,
            "OC-15",
            "All fields of a file have the values of one release.",
            "no release links and runs the file: each reads some field otherwise"),
    OTHER_PROFILE(
            ERROR,
            "OC-76",
            "A file has the values of the profile that a check demands.",
            "the release that is demanded reads some field otherwise"),
    MIXED_RELEASES(
            WARNING,
            "OC-27",
            "The objects and the wrapper of a file are of one release.",
            "none by itself: objects of 16 and 19 in one program run on the runtime of 19, linked by"
                    + " 16 or 19; an older runtime crashes"),
    MIXED_ARCHIVE(
            ERROR,
            "OC-29",
            "One linker wrapper registers the entries of all members of an archive.",
            "regions of some members abort: each wrapper registers the sections of its release only");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    ProfileRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
