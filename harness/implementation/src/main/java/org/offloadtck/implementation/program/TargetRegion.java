package org.offloadtck.implementation.program;

/// A target region that was outlined.
///
/// @param kernel the entry's name, with the device and file ids of the compilation that made the
///   device code
public record TargetRegion(String kernel) {

    /// What the names of all regions begin with.
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

    /// Where the region is.
    public EntryLocation place() {
        return EntryLocation.parse(kernel.substring(PREFIX.length()));
    }
}
