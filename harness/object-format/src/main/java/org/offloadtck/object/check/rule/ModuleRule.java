package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of modules of LLVM IR and PTX.
public enum ModuleRule implements Rule {
    ENTRIES_ON_DEVICE(
            ERROR,
            "DC-06",
            "The module of a GPU has no offload entries.",
            "the device link keeps references to host names and fails"),
    MISSING_EXPORT(
            ERROR,
            "DC-03",
            "A device module exports every symbol that the host requests.",
            "libomptarget finds no symbol for the entry: the launch fails"),
    WRONG_EXPORT(
            ERROR,
            "DC-03",
            "A requested symbol is of the requested kind.",
            "the plugin launches data, or copies to code"),
    UNASKED_EXPORT(
            WARNING,
            "DC-08",
            "A device module exports only what the host requests.",
            "none by itself: an error only if another image defines the name too"),
    PREEMPTIBLE_SYMBOL(
            ERROR,
            "DC-11",
            "Exported variables and functions are protected.",
            "another image can replace the definition"),
    RUNTIME_LEFT_OUT(
            WARNING,
            "DC-12",
            "The device runtime is linked with the code that calls it.",
            "the device link fails unless it is given the device runtime"),
    RUNTIME_INCOMPLETE(
            ERROR,
            "DC-14",
            "A module that has the device runtime has all functions it calls.",
            "the device link fails");

    private final Contract contract;

    ModuleRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
