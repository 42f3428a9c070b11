package org.offloadtck.implementation.lowering;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.implementation.phase.CompilationFiles;
import org.offloadtck.implementation.program.CorpusProgram;

/// The host module that the host compilation passes to the device compilations: textual LLVM IR
/// with the metadata of all shared symbols.
///
/// Requirements: DC-01, DC-04.
///
/// @see "Offloading Design & Internals, Compilation Process: create metadata to indicate which
///   entries are on the device"
public final class HostIrModule {

    private HostIrModule() {}

    /// The module of `program`.
    public static String text(CorpusProgram program, LoweringOptions lowering) {
        var metadata = DeviceSharedSymbols.of(program.unit(), lowering.profile()).metadata();
        return """
        ; ModuleID = '%1$s'
        source_filename = "%1$s"
        target triple = "%2$s"

        !omp_offload.info = !{%3$s}

        %4$s\
        """
                .formatted(
                        program.source(),
                        CompilationFiles.HOST_TRIPLE,
                        references(metadata.size()),
                        nodes(metadata, lowering.profile().compilation().regionInfoFields()));
    }

    private static String references(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> "!" + index)
                .collect(Collectors.joining(", "));
    }

    private static String nodes(List<OffloadInfoMetadata> metadata, int regionFields) {
        return IntStream.range(0, metadata.size())
                .mapToObj(index ->
                        "!%d = %s\n"
                                .formatted(index, metadata.get(index).node(index, regionFields)))
                .collect(Collectors.joining());
    }
}
