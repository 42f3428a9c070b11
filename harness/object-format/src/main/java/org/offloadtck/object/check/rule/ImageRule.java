package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of device images, and between images and their containers.
public enum ImageRule implements Rule {
    MALFORMED_FAT_BINARY(
            ERROR,
            "OC-17",
            "A fat binary or bundle keeps its format.",
            "the driver rejects the module"),
    MALFORMED_IMAGE(
            ERROR,
            "OC-11",
            "A device image keeps the format whose magic it has.",
            "the device linker or the driver rejects the image"),
    IMAGE_FOR_OTHER_TARGET(
            ERROR,
            "OC-10",
            "A device image is for the machine and architecture that its container states.",
            "the plugin does not load the image"),
    IMAGE_NOT_LINKED(
            ERROR,
            "OC-11",
            "A registered image is linked.",
            "the plugin does not load a relocatable object"),
    IMAGES_FOR_ONE_DEVICE(
            WARNING,
            "OC-14",
            "One registered image suits a device.",
            "one of them is never loaded: LLVM 20 and earlier load the last, later releases the first"),
    INPUT_LINKED_TWICE(
            WARNING,
            "OC-14",
            "A device link has each input once.",
            "two copies of local variables; seen in LLVM 19 to 22 when an archive is named twice"),
    IMAGE_REFUSED(
            WARNING,
            "OC-11",
            "The runtimes of all agreeing profiles load a linked image.",
            "runtimes of some releases reject the image: LLVM 18 to 20 those of CUDA 13");

    private final Contract contract;

    ImageRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
