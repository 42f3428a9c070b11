package org.offloadtck.implementation.lowering;

import org.offloadtck.implementation.program.EntryLocation;

/// An operand of the named metadata `omp_offload.info`, by which the host compilation passes a
/// shared symbol to the device compilation.
///
/// Requirements: DC-04, IC-02, IC-03, IC-04, IC-05, IC-06.
///
/// @see "Offloading Design & Internals, Generating Offloading Entries; LLVM 16,
///   llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, createOffloadEntriesAndInfoMetadata"
sealed interface OffloadInfoMetadata {

    /// A function that the runtime launches.
    ///
    /// @param parent the mangled name of the enclosing function, or its own name if there is none
    record Region(EntryLocation place, String parent) implements OffloadInfoMetadata {}

    /// A global variable of the device.
    ///
    /// @param flags bits of [org.offloadtck.object.offload.entry.OpenmpEntryFlag]
    record Variable(String name, long flags) implements OffloadInfoMetadata {}

    /// A function that is called through a pointer.
    ///
    /// @see "declare_target_indirect.md, Offload entry metadata"
    record IndirectFunction(String name) implements OffloadInfoMetadata {}

    /// The node in textual LLVM IR.
    ///
    /// @param order index of the symbol among all shared symbols, from 0
    /// @param regionFields the number of values in a region's node; with 6 there is no count
    default String node(int order, int regionFields) {
        return switch (this) {
            case Region(var place, var parent) ->
                    "!{i32 0, i32 %d, i32 %d, !\"%s\", i32 %d, %si32 %d}"
                            .formatted(
                                    (int) place.device(),
                                    (int) place.file(),
                                    parent,
                                    place.line(),
                                    regionFields == 6 ? "" : "i32 %d, ".formatted(place.count()),
                                    order);
            case Variable(var name, var flags) ->
                    "!{i32 1, !\"%s\", i32 %d, i32 %d}".formatted(name, flags, order);
            case IndirectFunction(var name) -> "!{i32 2, !\"%s\", i32 %d}".formatted(name, order);
        };
    }
}
