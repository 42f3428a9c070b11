package org.offloadtck.conformance.result;

/// The implementation under test. Its parts may come from different makers.
///
/// @param compiler id of what made the fat objects
/// @param linkerWrapper id of what linked them
/// @param runtime id of what ran the program
public record Implementation(String compiler, String linkerWrapper, String runtime) {

    /// The kit's own pipeline in every part.
    public static final Implementation REFERENCE = of("reference");

    /// One maker for every part.
    public static Implementation of(String id) {
        return new Implementation(id, id, id);
    }

    /// The id if one maker made all; otherwise the three ids joined by `+`.
    @Override
    public String toString() {
        return compiler.equals(linkerWrapper) && compiler.equals(runtime)
                ? compiler
                : "%s+%s+%s".formatted(compiler, linkerWrapper, runtime);
    }
}
