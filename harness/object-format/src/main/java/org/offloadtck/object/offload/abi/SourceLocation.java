package org.offloadtck.object.offload.abi;

import java.util.Optional;
import java.util.regex.Pattern;

/// The place in a program that a runtime names in its messages, stored as
/// `;filename;function;line;column;;`. The names of mapped variables have the same form, with the
/// variable in the place of the function.
///
/// Source: "Offloading Design & Internals", Debugging Information.
///
/// @param file may itself hold `;`, as file names may
/// @param line from 1; 0 where unknown
/// @param column from 1; 0 where unknown
public record SourceLocation(String file, String function, int line, int column) {

    /// What a compiler writes without debugging information. Source: LLVM,
    /// `llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp`, `getOrCreateDefaultSrcLocStr`.
    public static final SourceLocation UNKNOWN = new SourceLocation("unknown", "unknown", 0, 0);

    private static final Pattern FORM = Pattern.compile(";(.*);([^;]*);(\\d{1,9});(\\d{1,9});;");

    /// Reads the text of an [Ident]; empty if it has another form, which a runtime prints as it is.
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

    /// The text of an [Ident], without the NUL that ends it.
    public String format() {
        return ";%s;%s;%d;%d;;".formatted(file, function, line, column);
    }
}
