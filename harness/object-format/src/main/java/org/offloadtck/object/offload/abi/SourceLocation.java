package org.offloadtck.object.offload.abi;

import java.util.Optional;
import java.util.regex.Pattern;

/// A source location in the messages of a runtime, stored as `;filename;function;line;column;;`.
/// Names of mapped variables have the same form, with the variable in place of the function.
///
/// Source: "Offloading Design & Internals", Debugging Information.
///
/// Requirements: OE-06, OE-27, OE-28.
///
/// @param file may contain `;`, because file names may
/// @param line from 1; 0 if unknown
/// @param column from 1; 0 if unknown
public record SourceLocation(String file, String function, int line, int column) {

    /// The location that a compiler writes without debug information. Source: LLVM,
    /// `llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp`, `getOrCreateDefaultSrcLocStr`.
    public static final SourceLocation UNKNOWN = new SourceLocation("unknown", "unknown", 0, 0);

    private static final Pattern FORM = Pattern.compile(";(.*);([^;]*);(\\d{1,9});(\\d{1,9});;");

    /// Parses the text of an [Ident]; empty if it has another form, which a runtime prints
    /// unchanged.
    public static Optional<SourceLocation> parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new SourceLocation(
                        matcher.group(1),
                        matcher.group(2),
                        Integer.parseInt(matcher.group(3)),
                        Integer.parseInt(matcher.group(4))));
    }

    /// The name of the file without its directories.
    public String fileName() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /// The text of an [Ident], without its terminating NUL.
    public String format() {
        return ";%s;%s;%d;%d;;".formatted(file, function, line, column);
    }
}
