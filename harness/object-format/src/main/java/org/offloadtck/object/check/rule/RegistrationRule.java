package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.NOTE;
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
            "an offload link of the object fails on a second __dummy symbol, and a host link alone runs: tried with LLVM 16; written by LLVM 15 to 18 under -r"),
    EXTRACTED_AGAIN(
            WARNING,
            "OC-08",
            "The linked images of a relocatable object are not of the section type of unlinked images.",
            "a host linker links the object; an offload link with other objects links the images again, and"
                    + " the program aborts: tried with LLVM 19"),
    CLASHING_WRAPPERS(
            WARNING,
            "OC-13",
            "The wrappers in the members of an archive have symbols of their own.",
            "a link cannot have two of the members; seen in LLVM 15 to 18 under -r"),
    NOT_REGISTERED(
            ERROR,
            "OC-40",
            "A function that runs at start registers each descriptor and each fat binary.",
            "regions abort or run on the host; tried with LLVM 16 and 19"),
    WRONG_ARGUMENT(
            ERROR,
            "OC-40",
            "A registration function is called with the address of a descriptor or fat binary.",
            "the runtime reads other bytes as a descriptor and crashes; tried with LLVM 16 and 19"),
    NO_INITIALIZER(
            ERROR,
            "OC-40",
            "Each pointer of an initialization array points to a function.",
            "the program crashes when it starts or exits; tried with LLVM 16 and 19"),
    REGISTERED_TWICE(
            NOTE,
            "RG-01",
            "A descriptor is registered once.",
            "no other result with LLVM 16 and 19, in programs and in libraries that are closed"),
    STALE_REGISTRATION(
            ERROR,
            "OC-41",
            "A function that runs at exit unregisters each descriptor of a library.",
            "a region aborts after the library was closed and opened again; tried with LLVM 19"),
    UNMATCHED_UNREGISTRATION(
            NOTE,
            "OC-41",
            "A function that runs at exit unregisters each descriptor of a program.",
            "the process ends first: no message and no other result with LLVM 16 and 19"),
    IMAGE_COUNT(
            ERROR,
            "OC-42",
            "A descriptor counts its rows of images, and every linked image has one.",
            "too many: libomptarget crashes; too few: no image for a device, regions abort or run on"
                    + " the host"),
    IMAGE_BOUNDS(
            ERROR,
            "OC-42",
            "The bounds of a row are those of one linked image.",
            "libomptarget takes the image for foreign or loads other bytes: regions abort or run on"
                    + " the host"),
    REPEATED_IMAGE(
            ERROR,
            "OC-42",
            "Each linked image has one row.",
            "libomptarget loads one image of the two and misses the other"),
    ENTRY_BOUNDS(
            ERROR,
            "OC-43",
            "A descriptor and its rows have the bounds of one entry section.",
            "libomptarget aborts with a mismatch of the tables, or crashes; tried with LLVM 16 and"
                    + " 19"),
    LINKED_AGAIN(
            ERROR,
            "OC-44",
            "Images that a relocatable link linked are not linked again.",
            "the image needs a temporary file of the linker wrapper, so the first region aborts; tried"
                    + " with LLVM 19");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    RegistrationRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
