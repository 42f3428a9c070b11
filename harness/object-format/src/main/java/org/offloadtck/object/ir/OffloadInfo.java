package org.offloadtck.object.ir;

import java.util.Locale;

/// A row of the named metadata `omp_offload.info`, by which the host module states which symbols a
/// device module must export. `order` is the order in which the front end encountered the entries.
///
/// Requirements: DC-03, DC-04.
public sealed interface OffloadInfo {

    /// Prefix of the names of target regions: LLVM, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp,
    /// `TargetRegionEntryInfo::getTargetRegionEntryFnName`.
    String REGION_PREFIX = "__omp_offloading_";

    /// The symbol that the device module must export.
    String name();

    long order();

    /// The row in words: `variable counter, flags 0x0, order 1`.
    default String description() {
        return switch (this) {
            case Region _ -> "region %s, order %d".formatted(name(), order());
            case Variable(_, var flags, _) ->
                    "variable %s, flags 0x%x, order %d".formatted(name(), flags, order());
            case IndirectFunction _ -> "indirect function %s, order %d".formatted(name(), order());
        };
    }

    /// A target region; kind 0.
    ///
    /// @param device unsigned id of the file system device with the source file
    /// @param file unsigned id of the source file on it
    /// @param parent mangled name of the enclosing function; of a constructor or destructor of a
    ///   global variable, the name of its entry
    /// @param line of the directive
    /// @param count number of earlier regions on the same line; 0 if the release does not state it
    record Region(
            long device,
            long file,
            String parent,
            long line,
            long count,
            Operands operands,
            long order)
            implements OffloadInfo {

        @Override
        public String name() {
            if (parent.startsWith(REGION_PREFIX)) {
                return parent;
            }
            var name = "%s%x_%x_%s_l%d".formatted(REGION_PREFIX, device, file, parent, line);
            return count == 0 ? name : "%s_%d".formatted(name, count);
        }
    }

    /// The number of operands in the row of a region.
    enum Operands {
        /// Without a count, up to LLVM 15.
        SIX,
        /// With a count, since LLVM 16.
        SEVEN;

        /// The name in profiles.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A variable of a declare target directive; kind 1.
    ///
    /// @param flags as of its offload entry
    record Variable(String name, long flags, long order) implements OffloadInfo {}

    /// A function of a declare target directive with the clause `indirect`; kind 2:
    /// declare_target_indirect.md, Offload entry metadata. No release writes it.
    record IndirectFunction(String name, long order) implements OffloadInfo {}
}
