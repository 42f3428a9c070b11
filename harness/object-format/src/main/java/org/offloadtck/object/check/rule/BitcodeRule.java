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
            "LTO of LLVM 16 and 19 crashes, lld 22 does not infer a machine"),
    COMPILED_FOR_OTHER_PROCESSOR(
            WARNING,
            "OC-51",
            "A module for an AMD GPU is compiled for the processor that its container states.",
            "the device rejects instructions of another processor, unless both processors have them"),
    NO_DATA_LAYOUT(
            ERROR,
            "OC-51",
            "A module of bitcode has a data layout.",
            "LTO of LLVM 16 and 19 rejects the module"),
    POINTERS_OF_OTHER_TARGET(
            ERROR,
            "OC-51",
            "The data layout of a module for AMD GPUs has pointers of 64 bits.",
            "the code generator of LLVM 22 ends with an error"),
    DATA_LAYOUT_OF_OTHER_TARGET(
            WARNING,
            "OC-51",
            "A module of bitcode has a data layout of its triple.",
            "LTO of LLVM 16 and 19 links and runs such modules for nvptx64: it sets a layout of its own"),
    ENTRY_NOT_IN_BITCODE(
            ERROR,
            "OC-52",
            "Every entry of the host is defined by the bitcode of some target, and every OpenMP entry of one compilation by that of each.",
            "libomptarget 16 and 19 end the program at the first use; CUDA and HIP find no kernel"),
    ENTRY_NOT_IN_BITCODE_OF_ONE_TARGET(
            WARNING,
            "OC-52",
            "Every entry of CUDA, HIP and files of several compilations is defined by the bitcode of each target.",
            "the runtime fails at the first use on that target; other targets work"),
    FUNCTION_IS_NO_KERNEL(
            ERROR,
            "OC-52",
            "The entry of a region or kernel is defined as a kernel.",
            "libomptarget 16 and 19 end the program: the driver finds no kernel"),
    DEFINITION_NOT_EXPORTED(
            ERROR,
            "OC-52",
            "What the host has an entry for is global and not hidden.",
            "libomptarget 16 ends the program at the first use, the device link of 19 crashes"),
    VARIABLE_SIZE_DIFFERS(
            ERROR,
            "OC-52",
            "The entry of a variable has the size of its definition in bitcode.",
            "libomptarget 16 and 19 end the program with a size mismatch"),
    KERNEL_WITHOUT_ENTRY(
            ERROR,
            "OC-52",
            "The host has an entry for every region that bitcode defines.",
            "the construct of the region ends the program or runs on the host"),
    SYMBOL_TABLE_DIFFERS(
            ERROR,
            "OC-53",
            "The symbol table of bitcode lists the symbols of its modules.",
            "LTO goes by the table: a kernel that is hidden or local there is dropped, and ptxas fails"),
    DEFINED_TWICE(
            ERROR,
            "OC-53",
            "One input of a device link for AMD GPUs defines a symbol that is not weak.",
            "lld of LLVM 22 ends with a duplicate symbol"),
    DEFINED_TWICE_IN_LTO(
            WARNING,
            "OC-53",
            "One input of a device link defines a symbol that is not weak.",
            "the definitions may differ: LTO of LLVM 16 and 19 links the first without an error");

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
