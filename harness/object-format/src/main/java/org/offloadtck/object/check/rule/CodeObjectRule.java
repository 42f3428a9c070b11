package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of code objects for AMD GPUs.
public enum CodeObjectRule implements Rule {
    CODE_OBJECT_VERSION(
            ERROR,
            "OC-54",
            "A code object is for HSA, of version 4, 5 or 6.",
            "the loader rejects it, or the plugin reads its flags and arguments as of another version"),
    CODE_OBJECT_FOR_OTHER_PROCESSOR(
            ERROR,
            "OC-54",
            "The flags of a code object have the processor and features that its container states.",
            "the plugin does not load the image on the device for which it is registered"),
    METADATA_FOR_OTHER_PROCESSOR(
            ERROR,
            "OC-54",
            "The metadata of a code object has the processor and features of its flags.",
            "the loader of HIP rejects the image"),
    MALFORMED_METADATA(
            ERROR,
            "OC-55",
            "The notes of a code object keep their format.",
            "the plugin and the loader of HIP reject the image"),
    CODE_OBJECT_WITHOUT_METADATA(
            WARNING,
            "OC-55",
            "A code object with kernels has metadata.",
            "HIP finds no kernel; libomptarget loads the image without it"),
    KERNEL_WITHOUT_METADATA(
            WARNING,
            "OC-55",
            "The metadata of a code object describes every kernel.",
            "HIP does not find the kernel; libomptarget launches it by its descriptor alone"),
    KERNEL_WITHOUT_DESCRIPTOR(
            ERROR,
            "OC-55",
            "Every kernel of the metadata or of a host entry has a descriptor among the symbols.",
            "the runtime looks up the descriptor and finds none"),
    DESCRIPTOR_MALFORMED(
            ERROR,
            "OC-55",
            "A kernel descriptor has 64 bytes in a section of the image.",
            "the runtime reads other bytes as the descriptor"),
    DESCRIPTOR_NOT_EXPORTED(
            ERROR,
            "OC-55",
            "The descriptor of a linked code object is a global symbol that is not hidden.",
            "no linker lists such a symbol for loaders; no runtime was tried"),
    DESCRIPTOR_LEADS_ELSEWHERE(
            ERROR,
            "OC-55",
            "A kernel descriptor leads to the function of its name.",
            "a launch runs other code"),
    ARGUMENT_SIZES_DIFFER(
            ERROR,
            "OC-55",
            "The descriptor and the metadata of a kernel have one size of its arguments.",
            "a runtime allocates fewer bytes of arguments than the kernel reads");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    CodeObjectRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
