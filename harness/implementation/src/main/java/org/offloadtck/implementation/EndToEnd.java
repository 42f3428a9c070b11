package org.offloadtck.implementation;

import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.plugin.Device;

import java.util.ArrayList;
import java.util.List;

/// Takes a program through every stage of an implementation.
///
/// @param optimization which of the program's device code is meant: `O0`, `O2`
public record EndToEnd(Implementation implementation, String optimization) {

    /// What a program left behind on its way.
    ///
    /// @param artifacts of every stage that was reached, in order
    public record Trail(List<Artifact> artifacts, RunOutcome outcome) {
        public Trail {
            artifacts = List.copyOf(artifacts);
        }
    }

    /// Compiles `program` for `device`, links it, and runs it there with the inputs of `testCase`.
    public Trail run(CorpusProgram program, TestCase testCase, Device device) {
        return switch (DeviceCodeChoice.of(
                program, device, implementation.profile(), optimization)) {
            case DeviceCodeChoice.Unsupported(var reason) ->
                    new Trail(
                            List.of(),
                            new RunOutcome.Stopped(Verdict.of(VerdictKind.UNSUPPORTED, reason)));
            case DeviceCodeChoice.Chosen(var code) -> {
                var artifacts = new ArrayList<Artifact>();
                var outcome =
                        switch (keep(implementation.compile(program, List.of(code)), artifacts)) {
                            case StageResult.Stopped(var verdict) ->
                                    new RunOutcome.Stopped(verdict);
                            case StageResult.Made(var fatObject, _) ->
                                    linkAndRun(fatObject, artifacts, program, testCase, device);
                        };
                yield new Trail(artifacts, outcome);
            }
        };
    }

    private RunOutcome linkAndRun(
            Artifact fatObject,
            List<Artifact> artifacts,
            CorpusProgram program,
            TestCase testCase,
            Device device) {
        var linked = keep(implementation.link(program.name(), List.of(fatObject)), artifacts);
        return switch (linked) {
            case StageResult.Stopped(var verdict) -> new RunOutcome.Stopped(verdict);
            case StageResult.Made(var executable, _) ->
                    implementation.run(executable, program, testCase, device);
        };
    }

    private static StageResult keep(StageResult result, List<Artifact> artifacts) {
        if (result instanceof StageResult.Made(var product, var intermediates)) {
            artifacts.addAll(intermediates);
            artifacts.add(product);
        }
        return result;
    }
}
