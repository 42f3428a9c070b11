package org.offloadtck.object.check.report;

import java.util.Locale;
import java.util.Optional;

/// Something wrong with a file.
///
/// @param section where; empty if the file has no sections
/// @param offset where, in bytes from the start of the file
/// @param problem what is, and what it should be
public record Finding(Rule rule, String section, long offset, String problem) {

    /// How bad it is.
    public enum Severity {
        /// The file cannot do what it is for.
        ERROR,
        /// Some link or run of the file goes wrong.
        WARNING
    }

    /// What can be wrong with a file.
    public enum Rule {
        /// The file, an archive or ELF, breaks its format.
        MALFORMED_FILE(Severity.ERROR, "FO-08"),
        /// A section or file that should hold offload binaries breaks their format.
        MALFORMED_OFFLOAD_BINARY(Severity.ERROR, "OB-04"),
        /// A section or file that should be a fat binary, or a bundle, breaks its format.
        MALFORMED_FAT_BINARY(Severity.ERROR),
        /// A device image breaks the format it starts like.
        MALFORMED_IMAGE(Severity.ERROR, "OC-11"),
        /// An entry section holds no table of entries.
        MALFORMED_ENTRIES(Severity.ERROR),
        /// The registration's structures point outside the file.
        MALFORMED_REGISTRATION(Severity.ERROR, "WR-03"),
        /// A device image is for another machine or architecture than the strings around it say.
        IMAGE_FOR_OTHER_TARGET(Severity.ERROR, "OC-10"),
        /// A registered image is still a linker's input.
        IMAGE_NOT_LINKED(Severity.ERROR, "OC-11"),
        /// The host has an entry for something that no image of a target defines: on that target it
        /// does not run. Runtimes find out at the first launch, and LLVM 19 and 22 crash.
        ENTRY_NOT_IN_IMAGE(Severity.WARNING, "OC-12"),
        /// A variable's entry and its definition in an image differ in size.
        ENTRY_SIZE_DIFFERS(Severity.ERROR, "OC-12"),
        /// Several linked images suit one device, of which runtimes up to LLVM 20 load the last and
        /// later ones the first.
        IMAGES_FOR_ONE_DEVICE(Severity.WARNING, "OC-14"),
        /// An input went into a device link twice. Seen in LLVM 19 to 22 when an archive is named
        /// twice.
        INPUT_LINKED_TWICE(Severity.WARNING, "OC-14"),
        /// The runtimes of profiles that agree with the file load no image with such a header. Seen
        /// in LLVM 18 to 20 with images of CUDA 13.
        IMAGE_REFUSED(Severity.WARNING, "OC-11"),
        /// Linked and unlinked images lie in one object, and both get registered. Seen in LLVM 15
        /// to 18 under `-r`.
        LINKED_BESIDE_UNLINKED(Severity.ERROR, "OC-08"),
        /// A relocatable object's linked images have the section type by which a device linker
        /// finds unlinked ones. Seen in LLVM 15 to 23 under `-r`.
        EXTRACTED_AGAIN(Severity.WARNING, "OC-08"),
        /// A relocatable object's descriptor covers an entry section that is not its own: after a
        /// link, the entries of other objects lie in it, too. Seen in LLVM 15 to 18 under `-r`, and
        /// for HIP in LLVM 21 before pull request 143964.
        SHARED_TABLE(Severity.WARNING, "OC-13"),
        /// An entry section is in no registered range of entries. Seen when objects of one edition
        /// are linked by the toolchain of another.
        UNREGISTERED_ENTRIES(Severity.ERROR, "OC-13"),
        /// A legacy table starts with an entry without address, by which the runtimes of LLVM 20
        /// and later take it for one of the newer layout.
        LEGACY_TABLE_STARTS_NULL(Severity.WARNING, "OC-13"),
        /// Members of an archive define the same external symbol of their wrappers, so that no link
        /// takes two of them. Seen in LLVM 15 to 18 under `-r`.
        CLASHING_WRAPPERS(Severity.WARNING, "OC-13"),
        /// The module of a GPU has offload entries.
        ENTRIES_ON_DEVICE(Severity.ERROR, "DC-06"),
        /// A device's module does not export what the host asks for.
        MISSING_EXPORT(Severity.ERROR, "DC-03"),
        /// A device's module exports what the host asks for as something else.
        WRONG_EXPORT(Severity.ERROR, "DC-03"),
        /// A device's module exports a kernel or variable that the host does not ask for.
        UNASKED_EXPORT(Severity.WARNING, "DC-08"),
        /// A variable or function of a device can be preempted by one of another image.
        PREEMPTIBLE_SYMBOL(Severity.ERROR, "DC-11"),
        /// Device code calls the device runtime, which is left to the link of the image.
        RUNTIME_LEFT_OUT(Severity.WARNING, "DC-12"),
        /// The device runtime is in a module, and functions it calls are not.
        RUNTIME_INCOMPLETE(Severity.ERROR, "DC-14");

        private final Severity severity;
        private final String requirement;

        Rule(Severity severity) {
            this(severity, "");
        }

        Rule(Severity severity, String requirement) {
            this.severity = severity;
            this.requirement = requirement;
        }

        public Severity severity() {
            return severity;
        }

        /// The requirement of the catalogue that a file with such a finding breaks; empty where
        /// none says it.
        public Optional<String> requirement() {
            return requirement.isEmpty() ? Optional.empty() : Optional.of(requirement);
        }

        /// The rule in reports, such as `extracted-again`.
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
