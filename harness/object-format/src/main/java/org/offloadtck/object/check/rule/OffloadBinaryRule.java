package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.NOTE;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of offload binaries.
public enum OffloadBinaryRule implements Rule {
    MALFORMED_OFFLOAD_BINARY(
            ERROR,
            "OB-04",
            "An offload binary keeps its format.",
            "clang-linker-wrapper rejects the file"),
    NO_IMAGE(
            ERROR,
            "OC-30",
            "A section or file of offload binaries has an image.",
            "the device code is lost: regions abort or run on the host"),
    UNLINKABLE_TRIPLE(
            ERROR,
            "OC-31",
            "An image states a triple that a linker wrapper links.",
            "the link fails; an unknown operating system of a CPU fails in LLVM 16, and later releases link the image apart from those of the right triple"),
    FOREIGN_VENDOR(
            WARNING,
            "OC-31",
            "The triple of a GPU has the vendor that compilers write.",
            "the image is linked apart from the device code and libraries of the usual triple; it links alone"),
    ARCH_OF_OTHER_TRIPLE(
            ERROR,
            "OC-31",
            "The architecture of an image is one of its triple.",
            "the device linker rejects the architecture"),
    GPU_ARCH_OF_CPU(
            NOTE,
            "OC-31",
            "The architecture of an image for a CPU is no GPU.",
            "none: LLVM 16, 19 and 22 ignore it or print a warning"),
    NO_IMAGE_OF_KIND(
            ERROR,
            "OC-34",
            "An object with entries and images has an image of the entries' offload kind.",
            "the device code is registered with another runtime, or with none: the link fails or regions abort"),
    KERNELS_OF_OTHER_KIND(
            ERROR,
            "OC-34",
            "An image of an object is of the offload kind of the entries that name its kernels.",
            "the runtime of the entries has no image for that device: kernels are not found, or regions abort");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    OffloadBinaryRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
