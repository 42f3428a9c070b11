package org.offloadtck.object.profile.compilation;

import org.offloadtck.object.offload.OffloadBinary;

/// How a host object carries device images.
///
/// Requirement: FO-21.
public sealed interface ImageCarrier {

    /// Each image is the whole content of a section that `clang-offload-bundler` names by kind and
    /// triple.
    ///
    /// @param prefix of the section names, before `openmp-<triple>`
    /// @param newDriverPrefix of the section names under `-fopenmp-new-driver`, before
    ///   `<triple>.<arch>.<stem>`
    record BundlerSections(String prefix, String newDriverPrefix) implements ImageCarrier {}

    /// One section has consecutive offload binaries.
    ///
    /// @param type ELF `sh_type`
    /// @param flags ELF `sh_flags`
    /// @param alignment in bytes
    /// @param version of the binaries
    record OffloadSection(
            String name, long type, long flags, long alignment, OffloadBinary.Version version)
            implements ImageCarrier {}
}
