package org.offloadtck.implementation.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.DeviceCodeChoice;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.object.profile.AbiProfiles;

/// A program that passes source locations and variable names to the runtime, on the simulated GPU.
final class DebugInformationTest {

    private static final String FILE = CorpusProgram.folder("declared") + "program.yaml";
    private static final CorpusProgram DECLARED = ProgramReader.read(FILE, Corpus.text(FILE));

    @ParameterizedTest
    @CsvSource({"llvm-16, NONE", "llvm-16, FULL", "llvm-19, FULL"})
    void changesNoResult(String profile, DebugInformation debug) {
        var reference =
                ReferenceImplementation.of(AbiProfiles.load().profile(profile), Corpus::bytes);
        var code = DeviceCodeChoice.forEachTarget(DECLARED, reference.profile(), "O2");
        var object = made(reference.compile(DECLARED, code, debug));
        var executable = made(reference.link("declared", List.of(object.product())));

        try (var device = SimulatedDevices.first()) {
            var inputs = DECLARED.expectation().testCase("wide").orElseThrow();
            RunOutcome outcome = reference.run(executable.product(), DECLARED, inputs, device);

            assertThat(outcome.verdict().text()).isEqualTo("PASS");
        }
    }

    private static StageResult.Made made(StageResult result) {
        assertThat(result).isInstanceOf(StageResult.Made.class);
        return (StageResult.Made) result;
    }
}
