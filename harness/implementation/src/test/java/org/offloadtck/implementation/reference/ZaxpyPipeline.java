package org.offloadtck.implementation.reference;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.StagePipeline;
import org.offloadtck.implementation.frontend.DeviceCompiler;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// The reference implementation with zaxpy's OpenCL C, and a device that runs it in Java.
final class ZaxpyPipeline {

    static final CorpusProgram ZAXPY =
            ProgramReader.read(
                    "programs/zaxpy/program.yaml", Corpus.text("programs/zaxpy/program.yaml"));

    static final TestCase SOURCE = ZAXPY.expectation().testCase("source").orElseThrow();

    /// OpenCL C needs no linker: the image is the source.
    private static final DeviceLinker COPY =
            new DeviceLinker() {
                @Override
                public boolean links(TargetId target) {
                    return target.equals(JavaDevice.TARGET);
                }

                @Override
                public MemorySegment link(TargetId target, List<Input> inputs) {
                    return inputs.getFirst().bytes();
                }
            };

    private ZaxpyPipeline() {}

    static ReferenceImplementation reference(String profile) {
        var abi = AbiProfiles.load().profile(profile);
        return new ReferenceImplementation(
                abi,
                new LinkerWrapper(abi, new DeviceLinkers(List.of(COPY))),
                new DeviceCompiler(List.of(), Corpus::bytes));
    }

    static StagePipeline.Execution run(String profile, JavaDevice device) {
        return new StagePipeline(reference(profile), "O2").run(ZAXPY, SOURCE, device);
    }

    static RunOutcome run(String profile, Artifact executable, JavaDevice device) {
        return reference(profile).run(executable, ZAXPY, SOURCE, device);
    }

    static Artifact executable(String profile) {
        return run(profile, zaxpyDevice()).artifacts().getLast();
    }

    static JavaDevice zaxpyDevice() {
        return JavaDevice.running(ZaxpyPipeline::zaxpy);
    }

    /// The body of zaxpy's target region.
    static void zaxpy(List<Argument> arguments) {
        var n = ((Argument.Value) arguments.get(0)).bytes().get(JAVA_LONG_UNALIGNED, 0);
        var y = JavaDevice.bytes(arguments.get(1));
        var d = JavaDevice.bytes(arguments.get(2));
        var x = JavaDevice.bytes(arguments.get(3));
        for (long at = 0; at < 16 * n; at += 16) {
            double re = part(d, 0) * part(x, at) - part(d, 8) * part(x, at + 8);
            double im = part(d, 8) * part(x, at) + part(d, 0) * part(x, at + 8);
            y.set(JAVA_DOUBLE_UNALIGNED, at, re + part(y, at));
            y.set(JAVA_DOUBLE_UNALIGNED, at + 8, im + part(y, at + 8));
        }
    }

    private static double part(MemorySegment memory, long at) {
        return memory.get(JAVA_DOUBLE_UNALIGNED, at);
    }
}
