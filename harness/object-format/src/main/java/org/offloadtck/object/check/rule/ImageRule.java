package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.NOTE;
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
            "runtimes of some releases reject the image: LLVM 18 to 20 those of CUDA 13"),
    UNKNOWN_CUDA_ABI(
            ERROR,
            "OC-11",
            "An image for NVIDIA GPUs has an ABI version that a runtime knows.",
            "runtimes of LLVM 21 and later reject the image; none reads its architecture"),
    LEFTOVER_IMAGE(
            NOTE,
            "OC-39",
            "Every image in the section of linked images is registered.",
            "none: LLVM 16, 19 and 22 run the program and never load the image"),
    EMPTY_IMAGE(
            ERROR,
            "OC-30",
            "An image has contents.",
            "the device link succeeds without the device code; the launch fails or crashes"),
    UNKNOWN_CONTENT(
            ERROR,
            "OC-32",
            "An image begins with the magic of its format.",
            "the device linker rejects the image, or no plugin recognises it"),
    CONTENT_OF_OTHER_KIND(
            ERROR,
            "OC-32",
            "The contents of an image are of its image kind.",
            "LLVM 16 and 19 compile the temporary file as another language: the device link fails"),
    KIND_NOT_OF_CONTENT(
            NOTE,
            "OC-32",
            "The image kind is the one a packager infers from the contents.",
            "none: LLVM 16, 19 and 22 go by the contents"),
    INCOMPLETE_PTX(
            ERROR,
            "OC-38",
            "The text of a PTX image is whole.",
            "ptxas or the driver rejects the text, or drops what follows a NUL"),
    REPEATED_DEFINITION(
            ERROR,
            "OC-33",
            "One image of a target defines a strong symbol.",
            "the device link fails"),
    NOT_LOADABLE(
            ERROR,
            "OC-35",
            "An image for a CPU is a relocatable object before the device link, and then has the header and the segments of a shared object.",
            "the device link leaves its kernels out, or dlopen fails: seen with LLVM 16, 19 and 22"),
    SYMBOL_NOT_EXPORTED(
            ERROR,
            "OC-36",
            "An image exports the kernels and variables that entries name.",
            "libomptarget 16 aborts, 19 and 22 crash at the launch or keep the host's value"),
    SYMBOL_FOUND_BY_ENTRY(
            WARNING,
            "OC-36",
            "An image of LLVM 15 or earlier exports the kernels and variables that entries name.",
            "none in LLVM 15 and earlier, whose plugins read the image's own entries; later releases find no symbol"),
    KERNEL_MISPLACED(
            ERROR,
            "OC-56",
            "The symbol of a kernel leads to the start of a function.",
            "the plugin finds no kernel, or the launch crashes or runs other code: seen with LLVM 16 and 19"),
    IMPOSSIBLE_EXEC_MODE(
            ERROR,
            "OC-37",
            "A kernel states an execution mode of the runtime.",
            "plugins of LLVM 14 to 17 reject the image; later ones launch the threads of another mode");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    ImageRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
