package org.offloadtck.implementation;

import java.util.List;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;

/// An implementation under test, as its stages. The reference runs in process; an external
/// toolchain runs a process for each call, and answers with [StageResult.Stopped] and the verdict
/// `UNSUPPORTED` for a tool that is not there.
///
/// No stage throws for what is wrong with its input or the implementation: that is a verdict.
public interface ImplementationUnderTest {

    /// The name in results: `reference`, `clang-19`.
    String id();

    /// The ABI its artifacts have.
    AbiProfile profile();

    /// Compiles `program` to a fat object.
    ///
    /// @param deviceCode for which targets and how; the reference embeds these files, a compiler
    ///   compiles the source for their targets
    StageResult compile(CorpusProgram program, List<DeviceCode> deviceCode);

    /// Links objects and archives, in order, to an executable that registers its device images.
    StageResult link(String name, List<Artifact> inputs);

    /// Runs an executable made of `program` with the inputs of `testCase`.
    ///
    /// @param device where target regions run; the caller closes it
    RunOutcome run(Artifact executable, CorpusProgram program, TestCase testCase, Device device);
}
