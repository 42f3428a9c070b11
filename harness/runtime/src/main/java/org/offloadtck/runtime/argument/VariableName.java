package org.offloadtck.runtime.argument;

import org.offloadtck.object.offload.abi.SourceLocation;

/// The name of a mapped variable and the place of its declaration, as far as the compiler passed
/// them.
///
/// @param name of the variable, or the expression of its map clause
/// @param declaration [SourceLocation#UNKNOWN] if the compiler did not pass it
/// @see "LLVM 22, offload/include/Shared/SourceInfo.h"
public record VariableName(String name, SourceLocation declaration) {

    /// A variable that the compiler did not name.
    ///
    /// @see "LLVM 16, openmp/libomptarget/include/SourceInfo.h, getNameFromMapping"
    public static final VariableName NONE = of("unknown");

    /// A name without a place.
    public static VariableName of(String name) {
        return new VariableName(name, SourceLocation.UNKNOWN);
    }

    /// Parses `;variable;file;line;column;;`. Text of another form is the name.
    public static VariableName parse(String text) {
        return SourceLocation.parse(text).map(VariableName::of).orElseGet(() -> of(text));
    }

    /// The variable is in the place in which an `ident_t` has the file, its file in that of the
    /// function.
    private static VariableName of(SourceLocation fields) {
        String variable = fields.file();
        String file = fields.function();
        return new VariableName(
                variable, new SourceLocation(file, variable, fields.line(), fields.column()));
    }

    /// Whether the compiler passed a name.
    public boolean isPresent() {
        return !name.equals(NONE.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
