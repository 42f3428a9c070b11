package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of descriptors and of the functions that register them.
public enum RegistrationRule implements Rule {
    MALFORMED_REGISTRATION(
            ERROR,
            "WR-03",
            "The structures of the registration lie in the file.",
            "libomptarget reads outside its data"),
    UNREGISTERED_ENTRIES(
            ERROR,
            "OC-13",
            "A registered range contains every entry section.",
            "regions run on the host or abort; seen when the toolchain of one edition links objects of another"),
    SHARED_TABLE(
            WARNING,
            "OC-13",
            "The descriptor of a relocatable object covers its own entries only.",
            "after a link it registers the entries of other objects too; seen in LLVM 15 to 18 under -r"),
    LINKED_BESIDE_UNLINKED(
            ERROR,
            "OC-08",
            "An object has linked images or unlinked images.",
            "both are registered; seen in LLVM 15 to 18 under -r"),
    EXTRACTED_AGAIN(
            WARNING,
            "OC-08",
            "The linked images of a relocatable object are not of the section type of unlinked images.",
            "a further offload link extracts them; seen in LLVM 15 to 23 under -r"),
    CLASHING_WRAPPERS(
            WARNING,
            "OC-13",
            "The wrappers in the members of an archive have symbols of their own.",
            "a link cannot have two of the members; seen in LLVM 15 to 18 under -r");

    private final Contract contract;

    RegistrationRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
