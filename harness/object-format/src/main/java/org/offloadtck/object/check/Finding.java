package org.offloadtck.object.check;

import java.util.Locale;

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
        MALFORMED_FILE(Severity.ERROR),
        /// A section or file that should hold offload binaries breaks their format.
        MALFORMED_OFFLOAD_BINARY(Severity.ERROR),
        /// An entry section holds no table of entries.
        MALFORMED_ENTRIES(Severity.ERROR),
        /// The registration's structures point outside the file.
        MALFORMED_REGISTRATION(Severity.ERROR),
        /// Linked and unlinked images lie in one object, and both get registered. Seen in LLVM 15
        /// to 18 under `-r`.
        LINKED_BESIDE_UNLINKED(Severity.ERROR),
        /// A relocatable object's linked images have the section type by which a device linker
        /// finds unlinked ones. Seen in LLVM 15 to 23 under `-r`.
        EXTRACTED_AGAIN(Severity.WARNING),
        /// An executable's entry section is in no registered range of entries.
        UNREGISTERED_ENTRIES(Severity.ERROR),
        /// An executable's legacy table starts with an entry without address, by which the runtimes
        /// of LLVM 20 and later take it for one of the newer layout.
        LEGACY_TABLE_STARTS_NULL(Severity.WARNING);

        private final Severity severity;

        Rule(Severity severity) {
            this.severity = severity;
        }

        public Severity severity() {
            return severity;
        }

        /// The rule in reports, such as `extracted-again`.
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
