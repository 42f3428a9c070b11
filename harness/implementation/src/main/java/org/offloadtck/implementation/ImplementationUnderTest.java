package org.offloadtck.implementation;

import java.util.List;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;

/// An implementation under test: its stages. The reference implementation runs in process. An
/// external toolchain runs a process for each stage, and returns [StageResult.Stopped] with the
/// verdict `UNSUPPORTED` if a tool is not installed.
///
/// A stage throws no exception for a defect of its input or of the implementation; it returns a
/// verdict.
public interface ImplementationUnderTest {

    /// The name in results: `reference`, `clang-19`.
    String id();

    /// The ABI profile of its artifacts.
    AbiProfile profile();

    /// Compiles `program` to a fat object.
    ///
    /// @param deviceCode the targets, and the code for each; the reference embeds these files, a
    ///   compiler compiles the source for their targets
    StageResult compile(CorpusProgram program, List<DeviceCode> deviceCode);

    /// Links objects and archives, in order, to an executable that registers its device images.
    StageResult link(String name, List<Artifact> inputs);

    /// Runs an executable made of `program` with the inputs of `testCase`.
    ///
    /// @param device runs the target regions; the caller closes it
    RunOutcome run(Artifact executable, CorpusProgram program, TestCase testCase, Device device);
}
