package org.offloadtck.implementation.program;

import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.profile.compilation.MappedNamePosition;

/// What debug information tells the runtime of a mapped variable.
///
/// @param text the variable, or the expression that was mapped
/// @param file where it is declared
/// @param line from 1; 0 where unknown
/// @param column likewise
public record MappedName(String text, String file, int line, int column) {

    /// Of what a compiler maps without being told to.
    public static final MappedName UNKNOWN =
            new MappedName(
                    SourceLocation.UNKNOWN.function(),
                    SourceLocation.UNKNOWN.file(),
                    SourceLocation.UNKNOWN.line(),
                    SourceLocation.UNKNOWN.column());

    /// The form in which the runtime is told.
    public SourceLocation as(MappedNamePosition place) {
        return switch (place) {
            case FUNCTION -> new SourceLocation(file, text, line, column);
            case FILE -> new SourceLocation(text, file, line, column);
        };
    }
}
