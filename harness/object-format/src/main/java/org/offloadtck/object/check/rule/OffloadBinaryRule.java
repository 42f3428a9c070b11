package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;

/// Contracts of offload binaries.
public enum OffloadBinaryRule implements Rule {
    MALFORMED_OFFLOAD_BINARY(
            ERROR,
            "OB-04",
            "An offload binary keeps its format.",
            "clang-linker-wrapper rejects the file");

    private final Contract contract;

    OffloadBinaryRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
