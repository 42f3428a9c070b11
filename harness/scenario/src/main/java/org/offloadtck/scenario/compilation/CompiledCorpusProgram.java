package org.offloadtck.scenario.compilation;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.implementation.reference.ReferenceImplementation;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.World;

/// The corpus program of a scenario and its artifacts.
public final class CompiledCorpusProgram {

    /// Number of bytes of an artifact that the evidence contains.
    private static final int HEAD = 64;

    private final World world;
    private Optional<CorpusProgram> program = Optional.empty();
    private Optional<StageResult> compiled = Optional.empty();

    public CompiledCorpusProgram(World world) {
        this.world = world;
    }

    void use(String name) {
        var file = CorpusProgram.folder(name) + "program.yaml";
        program = Optional.of(ProgramReader.read(file, Corpus.text(file)));
    }

    CorpusProgram program() {
        return program.orElseThrow(() -> new IllegalStateException("no step chose a program"));
    }

    /// The device code with the label `label`, such as `clang-16-O2`.
    DeviceCode code(String label) {
        return program().deviceCode().stream()
                .filter(code -> code.label().equals(label))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s has no device code %s".formatted(program().name(), label)));
    }

    /// The reference implementation under the profile in force.
    ReferenceImplementation reference(Function<String, byte[]> corpus) {
        return ReferenceImplementation.of(world.profile(), corpus);
    }

    void compile(List<DeviceCode> codes, Function<String, byte[]> corpus) {
        keep(reference(corpus).compile(program(), codes));
    }

    /// Compiles without device code.
    void lower(DebugInformation debug) {
        keep(reference(Corpus::bytes).compile(program(), List.of(), debug));
    }

    private void keep(StageResult result) {
        compiled = Optional.of(result);
        if (result instanceof StageResult.Made(var object, _)) {
            show(object);
        }
    }

    StageResult compiled() {
        return compiled.orElseThrow(() -> new IllegalStateException("no step compiled"));
    }

    /// The compiled object.
    ElfObject object() {
        return ElfObject.parse(made().product().name(), made().product().bytes());
    }

    /// The intermediate file whose name ends in `suffix`.
    Artifact intermediate(String suffix) {
        return made().intermediates().stream()
                .filter(artifact -> artifact.name().endsWith(suffix))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no step made a file " + suffix));
    }

    private StageResult.Made made() {
        return switch (compiled()) {
            case StageResult.Made made -> made;
            case StageResult.Stopped(var verdict) -> throw new VerdictError(verdict);
        };
    }

    void show(Artifact artifact) {
        world.attach(
                Evidence.ArtifactExcerpt.of(
                        artifact.name(),
                        artifact.bytes(),
                        0,
                        HEAD,
                        "beginning of what the stage %s made".formatted(artifact.stage().id())));
    }
}
