package org.offloadtck.object.profile.compilation;

/// The compilation step that embeds device objects in the host object.
public enum EmbeddingStep {
    /// The host's compiler receives each device object.
    OBJECTS,
    /// A packager packs them into an offload binary, which the host's compiler receives.
    PACKAGER,
    /// A bundler bundles them with the host object.
    BUNDLER
}
