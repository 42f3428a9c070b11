package org.offloadtck.object.check.report;

import java.util.Locale;
import java.util.Optional;

/// A fault of a file.
///
/// Requirement: OC-06.
///
/// @param section at fault; empty if the file has no sections
/// @param offset in bytes from the start of the file
/// @param problem what is wrong and what is expected
public record Finding(Rule rule, String section, long offset, String problem) {

    /// The severity of a fault.
    public enum Severity {
        /// The file cannot serve its purpose.
        ERROR,
        /// Some link or execution of the file fails.
        WARNING
    }

    /// The rules that a file can break.
    public enum Rule {
        /// The file, an archive or ELF, breaks its format.
        MALFORMED_FILE(Severity.ERROR, "FO-08"),
        /// A section or file of offload binaries breaks their format.
        MALFORMED_OFFLOAD_BINARY(Severity.ERROR, "OB-04"),
        /// A fat binary or bundle breaks its format.
        MALFORMED_FAT_BINARY(Severity.ERROR),
        /// A device image breaks the format whose magic it has.
        MALFORMED_IMAGE(Severity.ERROR, "OC-11"),
        /// An entry section has no valid table of entries.
        MALFORMED_ENTRIES(Severity.ERROR),
        /// The structures of the registration point outside the file.
        MALFORMED_REGISTRATION(Severity.ERROR, "WR-03"),
        /// A device image is for another machine or architecture than the strings of its carrier
        /// state.
        IMAGE_FOR_OTHER_TARGET(Severity.ERROR, "OC-10"),
        /// A registered image is a linker's input.
        IMAGE_NOT_LINKED(Severity.ERROR, "OC-11"),
        /// The host has an entry that no image of a target defines, so it cannot be used on that
        /// target. Runtimes detect this at the first launch; LLVM 19 and 22 crash.
        ENTRY_NOT_IN_IMAGE(Severity.WARNING, "OC-12"),
        /// A variable's entry and its definition in an image differ in size.
        ENTRY_SIZE_DIFFERS(Severity.ERROR, "OC-12"),
        /// Several linked images suit the same device. Runtimes up to LLVM 20 load the last of
        /// them, later ones the first.
        IMAGES_FOR_ONE_DEVICE(Severity.WARNING, "OC-14"),
        /// A device linker linked an input twice. Seen in LLVM 19 to 22 when an archive is named
        /// twice.
        INPUT_LINKED_TWICE(Severity.WARNING, "OC-14"),
        /// The runtimes of agreeing profiles reject images with such a header. Seen in LLVM 18 to
        /// 20 with images of CUDA 13.
        IMAGE_REFUSED(Severity.WARNING, "OC-11"),
        /// An object has linked and unlinked images, so both are registered. Seen in LLVM 15 to 18
        /// under `-r`.
        LINKED_BESIDE_UNLINKED(Severity.ERROR, "OC-08"),
        /// The linked images of a relocatable object have the section type by which a device linker
        /// finds unlinked images. Seen in LLVM 15 to 23 under `-r`.
        EXTRACTED_AGAIN(Severity.WARNING, "OC-08"),
        /// The descriptor of a relocatable object covers an entry section that other objects share:
        /// after a link, it also registers their entries. Seen in LLVM 15 to 18 under `-r`, and for
        /// HIP in LLVM 21 before pull request 143964.
        SHARED_TABLE(Severity.WARNING, "OC-13"),
        /// No registered range contains an entry section. Seen when the toolchain of one edition
        /// links objects of another.
        UNREGISTERED_ENTRIES(Severity.ERROR, "OC-13"),
        /// A legacy table starts with an entry without address, so the runtimes of LLVM 20 and
        /// later read it as a table of the newer layout.
        LEGACY_TABLE_STARTS_NULL(Severity.WARNING, "OC-13"),
        /// Members of an archive define the same external symbol of their wrappers, so a link
        /// cannot have two of them. Seen in LLVM 15 to 18 under `-r`.
        CLASHING_WRAPPERS(Severity.WARNING, "OC-13"),
        /// The module of a GPU has offload entries.
        ENTRIES_ON_DEVICE(Severity.ERROR, "DC-06"),
        /// A device module does not export a symbol that the host requests.
        MISSING_EXPORT(Severity.ERROR, "DC-03"),
        /// A device module exports a requested symbol as something else.
        WRONG_EXPORT(Severity.ERROR, "DC-03"),
        /// A device module exports a kernel or variable that the host does not request.
        UNASKED_EXPORT(Severity.WARNING, "DC-08"),
        /// A variable or function of a device module can be preempted by one of another image.
        PREEMPTIBLE_SYMBOL(Severity.ERROR, "DC-11"),
        /// Device code calls the device runtime, which has to be linked with the image.
        RUNTIME_LEFT_OUT(Severity.WARNING, "DC-12"),
        /// A module has the device runtime, but not all functions it calls.
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

        /// The requirement that a file with such a finding breaks; empty if the catalogue has none.
        public Optional<String> requirement() {
            return requirement.isEmpty() ? Optional.empty() : Optional.of(requirement);
        }

        /// The name of the rule in reports, such as `extracted-again`.
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
