package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;

/// Contracts of a file as a container.
public enum FileRule implements Rule {
    MALFORMED_FILE(
            ERROR, "FO-08", "An ELF file or archive keeps its format.", "linkers reject the file");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    FileRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
