package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of offload entries, and between entries and images.
public enum EntryRule implements Rule {
    MALFORMED_ENTRIES(
            ERROR,
            "OC-16",
            "An entry section is an array of entries of one layout.",
            "libomptarget reads entries at wrong offsets"),
    ENTRY_NOT_IN_IMAGE(
            WARNING,
            "OC-12",
            "Every entry of the host is defined by an image of each target.",
            "libomptarget fails at the first use on that target, 19 and 22 crash; other targets work"),
    ENTRY_SIZE_DIFFERS(
            ERROR,
            "OC-12",
            "The entry of a variable has the size of its definition in the image.",
            "libomptarget copies too few or too many bytes"),
    LEGACY_TABLE_STARTS_NULL(
            WARNING,
            "OC-13",
            "The first entry of a legacy table has an address.",
            "LLVM 20 and later read the table as one of the newer layout; earlier releases read it");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    EntryRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
