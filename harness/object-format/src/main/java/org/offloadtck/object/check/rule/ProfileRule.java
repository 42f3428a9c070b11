package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;

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
            "no release links and runs the file: each reads some field otherwise");

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
