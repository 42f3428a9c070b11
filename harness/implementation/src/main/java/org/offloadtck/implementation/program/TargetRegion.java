package org.offloadtck.implementation.program;

/// An outlined target region.
///
/// @param kernel the entry's name, with the device and file ids of the compilation that made the
///   device code
public record TargetRegion(String kernel) {

    /// The prefix of the names of all regions.
    ///
    /// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPIRBuilder.h,
    ///   TargetRegionEntryInfo::KernelNamePrefix"
    private static final String PREFIX = "__omp_offloading_";

    public TargetRegion {
        if (!kernel.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "kernel is '%s' when it should begin with %s".formatted(kernel, PREFIX));
        }
        EntryLocation.parse(kernel.substring(PREFIX.length()));
    }

    /// The source location of the region.
    public EntryLocation place() {
        return EntryLocation.parse(kernel.substring(PREFIX.length()));
    }
}
