package org.offloadtck.implementation.reference;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.element.BufferComparison;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;

/// Every stage under every profile, with a device whose kernels are Java.
final class ReferencePipelineTest {

    static final List<String> PROFILES = AbiProfiles.load().ids();

    @ParameterizedTest
    @FieldSource("PROFILES")
    void zaxpyYieldsTheHostsBits(String profile) {
        var device = JavaDevice.running(ZaxpyPipeline::zaxpy);

        var trail = ZaxpyPipeline.run(profile, device);

        assertThat(trail.outcome().verdict().text()).isEqualTo("PASS");
        assertThat(trail.outcome())
                .isInstanceOfSatisfying(
                        RunOutcome.Completed.class,
                        completed -> {
                            assertThat(completed.launches()).isEqualTo(1);
                            assertThat(completed.buffers())
                                    .hasOnlyElementsOfType(BufferComparison.Exact.class);
                        });
        assertThat(device.calls()).endsWith("close program");
    }

    @Test
    void keepsTheArtifactsOfEveryStage() {
        var trail = ZaxpyPipeline.run("llvm-19", JavaDevice.running(ZaxpyPipeline::zaxpy));

        assertThat(trail.artifacts())
                .extracting(Artifact::stage)
                .containsExactly(
                        Stage.COMPILATION,
                        Stage.DEVICE_COMPILATION,
                        Stage.OFFLOAD_BINARY,
                        Stage.FAT_OBJECT,
                        Stage.DEVICE_LINK,
                        Stage.WRAPPER,
                        Stage.HOST_LINK);
    }

    @Test
    void countsExactlyWhatMoves() {
        var trail = ZaxpyPipeline.run("llvm-19", JavaDevice.running(ZaxpyPipeline::zaxpy));

        var measurements = ((RunOutcome.Completed) trail.outcome()).measurements();

        assertThat(measurements.getLast().metrics())
                .extracting(Metric::name, Metric::value)
                .contains(
                        tuple("bytes-to-device", 2 * 16384L + 16),
                        tuple("bytes-from-device", 16384L + 16));
    }

    @Test
    void aWrongElementIsNamed() {
        var device =
                JavaDevice.running(arguments -> {
                    ZaxpyPipeline.zaxpy(arguments);
                    JavaDevice.bytes(arguments.get(1))
                            .set(JAVA_DOUBLE_UNALIGNED, 16 * 5, Math.nextUp(10.0));
                });

        var verdict = ZaxpyPipeline.run("llvm-22", device).outcome().verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.FAIL_VALUE);
        assertThat(verdict.reason())
                .isEqualTo(
                        "Y[5]: is (10.000000000000002, 12.0) when it should be (10.0, 12.0); 1 ulp"
                                + " apart, with 0 allowed; 1 of 1024 elements differ");
    }

    @ParameterizedTest
    @EnumSource(names = {"KERNEL_FAULT", "DEVICE_LOST", "OUT_OF_RESOURCES", "BACKEND_FAILURE"})
    void anErrorOfTheDeviceFailsItsRunAlone(DeviceError error) {
        var device =
                JavaDevice.running(_ -> {
                    throw new DeviceException("java:0", "launch", error, "it stopped");
                });

        var verdict = ZaxpyPipeline.run("llvm-22", device).outcome().verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.FAIL_RUNTIME);
        assertThat(verdict.reason()).isEqualTo("java:0: launch: it stopped");
        assertThat(ZaxpyPipeline.run("llvm-22", ZaxpyPipeline.zaxpyDevice()).outcome().verdict())
                .isEqualTo(Verdict.pass());
    }

    @Test
    void aDeviceWithoutWhatTheProgramNeedsIsUnsupported() {
        var device = new JavaDevice(ZaxpyPipeline::zaxpy, Set.of());

        var trail = ZaxpyPipeline.run("llvm-22", device);

        assertThat(trail.artifacts()).isEmpty();
        assertThat(trail.outcome().verdict().text())
                .isEqualTo("UNSUPPORTED: zaxpy needs DOUBLE_PRECISION, which java:0 lacks");
    }
}
