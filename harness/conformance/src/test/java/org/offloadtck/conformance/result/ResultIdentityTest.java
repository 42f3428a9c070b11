package org.offloadtck.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;

class ResultIdentityTest {

    @Test
    void writesItsPartsInTheOrderOfThePipeline() {
        var identity = Samples.launch("1024");

        assertThat(identity.key())
                .isEqualTo(
                        "zaxpy.the-result-equals-the-host-s/n=1024/llvm-16/kernel-launch"
                                + " -> reference/sim:sm_75");
    }

    @Test
    void writesADashForAnEmptyPart() {
        var identity =
                identity(List.of(), "", ImplementationIdentity.REFERENCE, DeviceIdentity.NONE);

        assertThat(identity.key()).isEqualTo("elf.reads/-/-/object-check -> reference/none");
    }

    @Test
    void namesTheMakersOfAMixedToolchain() {
        var mixed = new ImplementationIdentity("clang-16", "reference", "libomptarget-16");

        assertThat(identity(List.of(), "llvm-16", mixed, DeviceIdentity.NONE).key())
                .endsWith("-> clang-16+reference+libomptarget-16/none");
    }

    @Test
    void escapesWhatSeparatesTheParts() {
        var parameters =
                List.of(
                        new ExampleParameter("file", "a/b=c,d é"),
                        new ExampleParameter("size", ""));

        assertThat(
                        identity(
                                        parameters,
                                        "",
                                        ImplementationIdentity.of("a+b"),
                                        DeviceIdentity.NONE)
                                .key())
                .isEqualTo(
                        "elf.reads/file=a%2Fb%3Dc%2Cd%20%C3%A9,size=-/-/object-check ->"
                                + " a%2Bb/none");
    }

    @Test
    void tellsADashFromAnEmptyValue() {
        assertThat(Samples.launch("-").key()).isNotEqualTo(Samples.launch("").key());
    }

    @Test
    void ordersByStageBeforeScenario() {
        var check = identity(List.of(), "", ImplementationIdentity.REFERENCE, DeviceIdentity.NONE);

        assertThat(Samples.launch("1")).isLessThan(check);
    }

    private static ResultIdentity identity(
            List<ExampleParameter> parameters,
            String profile,
            ImplementationIdentity implementation,
            DeviceIdentity device) {
        return new ResultIdentity(
                ScenarioId.of("ELF", "reads"),
                parameters,
                profile,
                Stage.OBJECT_CHECK,
                implementation,
                device);
    }
}
