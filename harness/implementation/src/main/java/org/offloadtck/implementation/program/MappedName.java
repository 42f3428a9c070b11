package org.offloadtck.implementation.program;

import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.profile.compilation.MappedNamePosition;

/// The debug information of a mapped variable.
///
/// @param text the variable, or the mapped expression
/// @param file of its declaration
/// @param line from 1; 0 if unknown
/// @param column likewise
public record MappedName(String text, String file, int line, int column) {

    /// The name of a variable that a compiler maps implicitly.
    public static final MappedName UNKNOWN =
            new MappedName(
                    SourceLocation.UNKNOWN.function(),
                    SourceLocation.UNKNOWN.file(),
                    SourceLocation.UNKNOWN.line(),
                    SourceLocation.UNKNOWN.column());

    /// The form in which the runtime gets the name.
    public SourceLocation as(MappedNamePosition place) {
        return switch (place) {
            case FUNCTION -> new SourceLocation(file, text, line, column);
            case FILE -> new SourceLocation(text, file, line, column);
        };
    }
}
