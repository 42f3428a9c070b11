package org.offloadtck.object.profile.compilation;

import org.offloadtck.object.offload.OffloadBinary;

/// How device images lie in a host object.
public sealed interface ImageCarrier {

    /// Each image is the raw content of a section named after kind and triple, written by
    /// `clang-offload-bundler`.
    ///
    /// @param prefix what the section names start with, before `openmp-<triple>`
    /// @param newDriverPrefix what they start with under `-fopenmp-new-driver`, before
    ///   `<triple>.<arch>.<stem>`
    record BundlerSections(String prefix, String newDriverPrefix) implements ImageCarrier {}

    /// One section holds offload binaries one after another.
    ///
    /// @param type ELF `sh_type`
    /// @param flags ELF `sh_flags`
    /// @param alignment in bytes
    /// @param version of the binaries
    record OffloadSection(
            String name, long type, long flags, long alignment, OffloadBinary.Version version)
            implements ImageCarrier {}
}
