package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of device images that are LLVM bitcode.
public enum BitcodeRule implements Rule {
    MALFORMED_BITCODE(
            ERROR, "OC-50", "Bitcode keeps its format.", "the device link rejects the image"),
    UNKNOWN_EPOCH(
            ERROR,
            "OC-50",
            "Bitcode has an epoch that LLVM reads.",
            "the device link rejects the image"),
    BITCODE_FOR_OTHER_TARGET(
            ERROR,
            "OC-51",
            "A module of bitcode has the architecture of the triple that its container states.",
            "the device link fails, or the image is of another machine than the plugin that gets it"),
    DATA_LAYOUT_OF_OTHER_TARGET(
            ERROR,
            "OC-51",
            "A module of bitcode has a data layout of its triple.",
            "the device link fails, or variables lie elsewhere than the host expects"),
    ENTRY_NOT_IN_BITCODE(
            ERROR,
            "OC-52",
            "Every entry of the host is defined by the bitcode of its only target.",
            "libomptarget fails at the first use; CUDA and HIP find no kernel"),
    ENTRY_NOT_IN_BITCODE_OF_ONE_TARGET(
            WARNING,
            "OC-52",
            "Every entry of the host is defined by the bitcode of each target.",
            "libomptarget fails at the first use on that target; other targets work"),
    FUNCTION_IS_NO_KERNEL(
            ERROR,
            "OC-52",
            "The entry of a region or kernel is defined as a kernel.",
            "the image has a function that no runtime can launch"),
    DEFINITION_NOT_EXPORTED(
            ERROR,
            "OC-52",
            "What the host has an entry for is global and not hidden.",
            "the device link drops it or its symbol, and no runtime finds it"),
    VARIABLE_SIZE_DIFFERS(
            ERROR,
            "OC-52",
            "The entry of a variable has the size of its definition in bitcode.",
            "libomptarget copies too few or too many bytes"),
    KERNEL_WITHOUT_ENTRY(
            ERROR,
            "OC-52",
            "The host has an entry for every region that bitcode defines.",
            "the construct of the region ends the program or runs on the host"),
    SYMBOL_TABLE_DIFFERS(
            ERROR,
            "OC-53",
            "The symbol table of bitcode lists the symbols of its modules.",
            "the device link resolves other symbols than the module has: it drops or misses them"),
    DEFINED_TWICE(
            ERROR,
            "OC-53",
            "One input of a device link defines a symbol that is not weak.",
            "the device link fails");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    BitcodeRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
