package org.offloadtck.implementation.reference;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.ImplementationUnderTest;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.frontend.DeviceCompiler;
import org.offloadtck.implementation.frontend.ProgramCompilation;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.linker.LinkResult;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.DeviceLinkException;

/// The reference implementation under one ABI profile.
///
/// Requirements: CP-01, CP-08.
public final class ReferenceImplementation implements ImplementationUnderTest {

    /// The symbols that a host program imports from libomptarget and the C library.
    private static final Imports RUNTIME = Imports.ofRuntime();

    private final AbiProfile profile;
    private final LinkerWrapper linker;
    private final DeviceCompiler deviceCompiler;

    ReferenceImplementation(
            AbiProfile profile, LinkerWrapper linker, DeviceCompiler deviceCompiler) {
        this.profile = profile;
        this.linker = linker;
        this.deviceCompiler = deviceCompiler;
    }

    /// Creates an implementation with the device assemblers and linkers that `ServiceLoader` finds.
    ///
    /// @param corpus returns the bytes of a corpus file, for device code
    public static ReferenceImplementation of(AbiProfile profile, Function<String, byte[]> corpus) {
        return new ReferenceImplementation(
                profile, LinkerWrapper.of(profile), DeviceCompiler.installed(corpus));
    }

    @Override
    public String id() {
        return "reference";
    }

    @Override
    public AbiProfile profile() {
        return profile;
    }

    @Override
    public StageResult compile(CorpusProgram program, List<DeviceCode> deviceCode) {
        return compile(program, deviceCode, DebugInformation.NONE);
    }

    /// Compiles `program` to a fat object. The result has the files between the steps.
    public StageResult compile(
            CorpusProgram program, List<DeviceCode> deviceCode, DebugInformation debug) {
        try {
            return new ProgramCompilation(
                            program, new LoweringOptions(profile, debug), deviceCompiler)
                    .run(deviceCode);
        } catch (DeviceLinkException malformed) {
            return stopped(VerdictKind.FAIL_COMPILE, malformed);
        }
    }

    @Override
    public StageResult link(String name, List<Artifact> inputs) {
        try {
            var line =
                    inputs.stream()
                            .map(input -> LinkInput.read(input.name(), input.bytes()))
                            .toList();
            var link = linker.link(line, RUNTIME);
            return new StageResult.Made(
                    Artifact.of(Stage.HOST_LINK, name, link.executable().elf().write()),
                    intermediates(link));
        } catch (LinkException | DeviceLinkException | MalformedObjectException fault) {
            return stopped(VerdictKind.FAIL_LINK, fault);
        }
    }

    @Override
    public RunOutcome run(
            Artifact executable, CorpusProgram program, TestCase testCase, Device device) {
        return new ReferenceRun(profile, program, device).run(executable, testCase);
    }

    private static List<Artifact> intermediates(LinkResult link) {
        var artifacts = new ArrayList<Artifact>();
        for (var image : link.linkedImages()) {
            var target = image.target().toString().replace(':', '-');
            artifacts.add(
                    Artifact.of(
                            Stage.DEVICE_LINK, target + ".img", image.bytes().toArray(JAVA_BYTE)));
        }
        for (var wrapper : link.wrappers()) {
            artifacts.add(Artifact.of(Stage.WRAPPER, wrapper.source(), wrapper.write()));
        }
        return artifacts;
    }

    private static StageResult stopped(VerdictKind kind, RuntimeException cause) {
        return stopped(kind, String.valueOf(cause.getMessage()));
    }

    private static StageResult stopped(VerdictKind kind, String reason) {
        return new StageResult.Stopped(Verdict.of(kind, reason));
    }
}
