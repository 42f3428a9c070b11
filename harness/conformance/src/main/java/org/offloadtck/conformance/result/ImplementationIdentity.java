package org.offloadtck.conformance.result;

/// The implementation under test. Its parts may come from different makers.
///
/// @param compiler id of what made the fat objects
/// @param linkerWrapper id of what linked them
/// @param runtime id of what ran the program
public record ImplementationIdentity(String compiler, String linkerWrapper, String runtime) {

    /// The kit's own pipeline in every part.
    public static final ImplementationIdentity REFERENCE = of("reference");

    /// One maker for every part.
    public static ImplementationIdentity of(String id) {
        return new ImplementationIdentity(id, id, id);
    }

    /// The id if one maker made all; otherwise the three ids joined by `+`.
    @Override
    public String toString() {
        return compiler.equals(linkerWrapper) && compiler.equals(runtime)
                ? compiler
                : "%s+%s+%s".formatted(compiler, linkerWrapper, runtime);
    }
}
