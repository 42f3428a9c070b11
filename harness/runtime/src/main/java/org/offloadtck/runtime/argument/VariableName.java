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

    /// Parses `;variable;file;line;column;;` of clang, or `;file;variable;line;column;;` of flang,
    /// whose files are absolute paths. Text of another form is the name.
    public static VariableName parse(String text) {
        return SourceLocation.parse(text).map(VariableName::of).orElseGet(() -> of(text));
    }

    private static VariableName of(SourceLocation fields) {
        if (fields.file().startsWith("/")) {
            return new VariableName(fields.function(), fields);
        }
        String variable = fields.file();
        String file = fields.function();
        return new VariableName(
                variable, new SourceLocation(file, variable, fields.line(), fields.column()));
    }

    /// Whether the compiler passed a name.
    public boolean isPresent() {
        return !name.equals(NONE.name);
    }

    /// The end of a message about a variable without a name: ` at file:line:column`, or nothing.
    public String place() {
        return declaration.line() == 0
                ? ""
                : " at %s:%d:%d"
                        .formatted(
                                declaration.fileName(), declaration.line(), declaration.column());
    }

    @Override
    public String toString() {
        return name;
    }
}
