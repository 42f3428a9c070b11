package org.offloadtck.object.profile.compilation;

/// The step of a compilation in which device objects get to the host's.
public enum EmbeddingStep {
    /// The host's compiler is given each of them.
    OBJECTS,
    /// A packager joins them in an offload binary, which the host's compiler is given.
    PACKAGER,
    /// A bundler joins them and the host's object.
    BUNDLER
}
