package org.offloadtck.implementation.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.StagePipeline;
import org.offloadtck.implementation.element.BufferComparison;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;

/// Runs the PTX that real compilers made of zaxpy through every stage on the simulated GPU.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ZaxpyOnSimulatedDeviceTest {

    static final List<String> CASES =
            ZaxpyPipeline.ZAXPY.expectation().cases().stream().map(one -> one.name()).toList();

    private List<Device> devices = List.of();

    @BeforeAll
    void findDevice() {
        devices = SimulatedDevices.all();
    }

    @AfterAll
    void closeDevices() {
        devices.forEach(Device::close);
    }

    private RunOutcome run(String profile, String optimization, String testCase) {
        var reference =
                ReferenceImplementation.of(AbiProfiles.load().profile(profile), Corpus::bytes);
        var inputs = ZaxpyPipeline.ZAXPY.expectation().testCase(testCase).orElseThrow();
        return new StagePipeline(reference, optimization)
                .run(ZaxpyPipeline.ZAXPY, inputs, devices.getFirst())
                .outcome();
    }

    @ParameterizedTest
    @CsvSource({"llvm-16, O2", "llvm-16, O0", "llvm-19, O2", "llvm-19, O0"})
    void everyCompilersCodeYieldsTheHostsBits(String profile, String optimization) {
        assertExact(run(profile, optimization, "rounding"));
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void everyCaseYieldsTheHostsBits(String testCase) {
        assertExact(run("documented", "O2", testCase));
    }

    @Test
    void aDeviceAbiTheProgramHasNoCodeForIsUnsupported() {
        var verdict = run("llvm-23", "O2", "source").verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.UNSUPPORTED);
        assertThat(verdict.reason())
                .startsWith("zaxpy has no code for nvptx64-nvidia-cuda of device ABI D23 at O2");
    }

    private static void assertExact(RunOutcome outcome) {
        assertThat(outcome.verdict().text()).isEqualTo("PASS");
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        RunOutcome.Completed.class,
                        completed -> {
                            assertThat(completed.launches()).isEqualTo(1);
                            assertThat(completed.buffers())
                                    .hasSize(3)
                                    .hasOnlyElementsOfType(BufferComparison.Exact.class);
                        });
    }
}
