package org.offloadtck.implementation.lowering;

import java.util.List;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.SourceLocation;

/// The source locations that a unit's calls of the runtime pass, one `ident_t` for each.
///
/// Requirements: OE-23, OE-24.
///
/// @param places in the order of first use; without debug information one unknown location
public record SourceLocations(List<SourceLocation> places) {

    /// `OMP_IDENT_FLAG_KMPC`, which all locations of compiler-generated calls have.
    ///
    /// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPConstants.h, IdentFlag"
    public static final long KMPC = 0x2;

    /// Clang's name of an unnamed constant, numbered from 1.
    private static final String IDENT = "_unnamed_";

    private static final String TEXT = "location";

    public SourceLocations {
        places = List.copyOf(places);
    }

    public static SourceLocations of(TranslationUnit unit, DebugInformation debug) {
        return new SourceLocations(
                unit.operations().stream()
                        .map(operation -> place(operation, debug))
                        .distinct()
                        .toList());
    }

    /// The `ident_t` that the call for `operation` passes.
    public String symbol(HostOperation operation) {
        int index = places.indexOf(operation.location());
        return symbol(Math.max(index, 0));
    }

    private static SourceLocation place(HostOperation operation, DebugInformation debug) {
        return switch (debug) {
            case NONE -> SourceLocation.UNKNOWN;
            case FULL -> operation.location();
        };
    }

    private static String symbol(int index) {
        return HostSymbolNames.privateSymbol("_%s%d".formatted(IDENT, index + 1));
    }

    void write(HostObjectSections sections, LoweringOptions lowering) {
        for (int index = 0; index < places.size(); index++) {
            var place = places.get(index).format();
            long length =
                    lowering.profile().compilation().identLength()
                            ? HostObjectSections.terminated(place).length - 1L
                            : 0;
            var text = HostSymbolNames.privateSymbol("%s.%d".formatted(TEXT, index + 1));
            sections.string(".rodata.str1.1", 1, text, place);
            sections.add(
                    HostObjectSections.relocated(),
                    Long.BYTES,
                    SymbolDefinition.local(symbol(index), Ident.SIZE),
                    out -> out.u32(0).u32(KMPC).u32(0).u32(length).address(text, 0));
        }
    }
}
