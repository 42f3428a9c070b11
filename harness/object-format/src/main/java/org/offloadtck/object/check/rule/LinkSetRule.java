package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of the files of one link, and of a program and its runtime.
public enum LinkSetRule implements Rule {
    NO_COMMON_TARGET(
            ERROR,
            "OC-73",
            "Objects with regions that are linked together have images for a common target.",
            "every image lacks regions of one object, whose execution ends the program; seen in LLVM 16 and 19"),
    REGION_OF_OTHER_CODE(
            WARNING,
            "OC-74",
            "Regions of one name that are linked together have the same code.",
            "the link takes the code of one for all, so that results are wrong unless the regions mean the same; seen in LLVM 16 and 19"),
    ENTRY_LOST(
            ERROR,
            "OC-75",
            "A linked file has the entries of the objects that it was linked from.",
            "the region or variable is unknown to the runtime, which ends the program or runs the region on the host"),
    RUNTIME_OF_OTHER_RELEASE(
            ERROR,
            "OC-78",
            "A runtime reads the entries, images and kernels of the programs that it is used with.",
            "the runtime crashes when it registers entries of 56 bytes as of 32, finds no image, or launches kernels with other arguments; seen with the runtimes of LLVM 15, 16, 19 and 22");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    LinkSetRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
