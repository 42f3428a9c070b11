package org.offloadtck.implementation;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.plugin.Device;

/// Runs a program through every stage of an implementation.
///
/// Requirement: CP-01.
///
/// @param optimization selects the program's device code: `O0`, `O2`
public record StagePipeline(ImplementationUnderTest implementation, String optimization) {

    /// The artifacts and the outcome of a program.
    ///
    /// @param subject the name of the run in budgets: `zaxpy/clang-16-O2`
    /// @param artifacts of every stage that was reached, in order
    public record Execution(String subject, List<Artifact> artifacts, RunOutcome outcome) {

        public Execution {
            artifacts = List.copyOf(artifacts);
        }

        /// The exact figures of the whole run; none unless it ran to its end.
        public Evidence.Measurements measurements() {
            return new Evidence.Measurements(
                    subject,
                    switch (outcome) {
                        case RunOutcome.Completed completed -> completed.totals();
                        case RunOutcome.Stopped _ -> List.of();
                    });
        }
    }

    /// Compiles `program` for `device`, links it, and runs it with the inputs of `testCase`.
    public Execution run(CorpusProgram program, TestCase testCase, Device device) {
        return switch (DeviceCodeChoice.of(
                program, device, implementation.profile(), optimization)) {
            case DeviceCodeChoice.Unsupported(var reason) ->
                    new Execution(
                            program.name(),
                            List.of(),
                            new RunOutcome.Stopped(Verdict.of(VerdictKind.UNSUPPORTED, reason)));
            case DeviceCodeChoice.Chosen(var code) -> run(program, code, testCase, device);
        };
    }

    /// As above with `code`, whether or not it matches the device.
    public Execution run(CorpusProgram program, DeviceCode code, TestCase testCase, Device device) {
        var artifacts = new ArrayList<Artifact>();
        var outcome =
                switch (keep(implementation.compile(program, List.of(code)), artifacts)) {
                    case StageResult.Stopped(var verdict) -> new RunOutcome.Stopped(verdict);
                    case StageResult.Made(var fatObject, _) ->
                            linkAndRun(fatObject, artifacts, program, testCase, device);
                };
        var subject = "%s/%s".formatted(program.name(), code.label());
        return new Execution(subject, artifacts, outcome);
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
