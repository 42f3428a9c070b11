package org.offloadtck.implementation.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.profile.compilation.EmbeddingStep;

/// The phases that compile a program to a fat object, in order: host, devices, embedding.
///
/// Requirements: CP-05, CP-07.
public final class CompilationPlan {

    private static final String COMPILER = "clang";
    private static final String ASSEMBLER = "NVPTX::Assembler";
    private static final String PACKAGER = "Offload::Packager";
    private static final String BUNDLER = "offload bundler";
    private static final String LINKER = "Offload::Linker";

    /// The architecture whose compiler writes assembly for a separate assembler.
    ///
    /// @see "LLVM 16, clang/lib/Driver/ToolChains/Cuda.cpp, CudaToolChain::buildAssembler"
    private static final String ASSEMBLED = "nvptx64";

    private final CompilationFiles files;
    private final List<CompilationPhase> phases = new ArrayList<>();

    private CompilationPlan(CompilationFiles files) {
        this.files = files;
    }

    /// The phases that compile `program` with `deviceCode` to the file `output`.
    public static List<CompilationPhase> of(
            CorpusProgram program,
            List<DeviceCode> deviceCode,
            EmbeddingStep embedding,
            String output) {
        var plan = new CompilationPlan(new CompilationFiles(program.source()));
        plan.host(List.of(program.source()), plan.files.hostModule());
        deviceCode.forEach(plan::device);
        plan.embed(deviceCode.stream().map(plan.files::object).toList(), embedding, output);
        return List.copyOf(plan.phases);
    }

    /// The phase that links `object`, for a compilation without `-c`.
    public static CompilationPhase link(String object, String executable) {
        return new CompilationPhase(
                CompilationFiles.HOST_TRIPLE, LINKER, List.of(object), executable);
    }

    private void device(DeviceCode code) {
        var object = files.object(code);
        if (code.optimization().equals(DeviceCode.SOURCE)) {
            return;
        }
        if (code.target().triple().startsWith(ASSEMBLED)) {
            compile(code, files.assembly(code));
            phase(code.target().triple(), ASSEMBLER, List.of(files.assembly(code)), object);
        } else {
            compile(code, object);
        }
    }

    private void compile(DeviceCode code, String output) {
        var inputs = List.of(files.source(), files.hostModule());
        phase(code.target().triple(), COMPILER, inputs, output);
    }

    private void embed(List<String> objects, EmbeddingStep embedding, String output) {
        switch (embedding) {
            case OBJECTS -> host(with(files.hostModule(), objects), output);
            case PACKAGER -> {
                phase(CompilationFiles.HOST_TRIPLE, PACKAGER, objects, files.packed());
                host(List.of(files.hostModule(), files.packed()), output);
            }
            case BUNDLER -> {
                host(List.of(files.hostModule()), files.hostObject());
                phase(
                        CompilationFiles.HOST_TRIPLE,
                        BUNDLER,
                        with(files.hostObject(), objects),
                        output);
            }
        }
    }

    private static List<String> with(String first, List<String> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    private void host(List<String> inputs, String output) {
        phase(CompilationFiles.HOST_TRIPLE, COMPILER, inputs, output);
    }

    private void phase(String triple, String tool, List<String> inputs, String output) {
        phases.add(new CompilationPhase(triple, tool, inputs, output));
    }
}
