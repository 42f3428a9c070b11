package org.offloadtck.implementation.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.lowering.HostIrModule;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.phase.CompilationFiles;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.profile.compilation.EmbeddingStep;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Compiles a program in the steps of
/// [CompilationPlan][org.offloadtck.implementation.phase.CompilationPlan], and keeps the files
/// between them.
public record ProgramCompilation(
        CorpusProgram program, LoweringOptions lowering, DeviceCompiler deviceCompiler) {

    /// Compiles to a fat object; the verdict is `UNSUPPORTED` if no assembler accepts a target.
    ///
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if device code is not well-formed
    public StageResult run(List<DeviceCode> deviceCode) {
        var files = new CompilationFiles(program.source());
        var kept = new ArrayList<Artifact>();
        kept.add(
                Artifact.of(
                        Stage.COMPILATION,
                        files.hostModule(),
                        HostIrModule.text(program, lowering).getBytes(UTF_8)));
        var objects = new ArrayList<DeviceObject>();
        for (var code : deviceCode) {
            var object = deviceCompiler.compile(code);
            if (object.isEmpty()) {
                return new StageResult.Stopped(
                        Verdict.of(
                                VerdictKind.UNSUPPORTED, "no assembler accepts " + code.target()));
            }
            objects.add(object.get());
            kept.add(artifact(Stage.DEVICE_COMPILATION, files.object(code), object.get()));
        }
        pack(objects, kept, files);
        var name = program.name() + ".o";
        var fatObject = FatObject.compile(name, program.unit(), objects, lowering);
        return new StageResult.Made(Artifact.of(Stage.FAT_OBJECT, name, fatObject.write()), kept);
    }

    private void pack(List<DeviceObject> objects, List<Artifact> kept, CompilationFiles files) {
        if (lowering.profile().compilation().embedding() == EmbeddingStep.PACKAGER
                && lowering.profile().fatObject().carrier()
                        instanceof ImageCarrier.OffloadSection carrier) {
            var packed = FatObject.pack(objects, carrier.version(), lowering);
            kept.add(Artifact.of(Stage.OFFLOAD_BINARY, files.packed(), packed));
        }
    }

    private static Artifact artifact(Stage stage, String name, DeviceObject object) {
        return new Artifact(stage, ObjectBytes.of(name, object.contents().toByteArray()));
    }
}
