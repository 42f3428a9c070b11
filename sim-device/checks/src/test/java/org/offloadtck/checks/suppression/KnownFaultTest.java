package org.offloadtck.checks.suppression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataException;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Which faults the known defects of device runtimes explain.
class KnownFaultTest {

    private static final Suppressions ALL = Suppressions.ofDeviceRuntimes();

    private static Optional<String> deviation(KernelFaultException fault) {
        return ALL.explaining(fault).map(KnownFault::deviation);
    }

    /// One iteration comes to the end of the loop, 1000 to its start.
    @ParameterizedTest
    @CsvSource({"O0, 1", "O0, 1000", "O2, 1", "O2, 1000"})
    void theDeadlockOfADynamicLoopIsKnown(String level, int iterations) {
        var path = "ptx/omp19_11_dynamic_schedule.%s.sm75.ptx".formatted(level);
        var machine = TestDevice.of(path, Corpus.text(path));
        var x = new DeviceBuffers(machine).of(new int[iterations]);

        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () ->
                                OpenMpLaunch.ofRegionAt(machine, 4)
                                        .run(1, 128, (long) iterations, x));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(deviation(fault)).contains("D22");
    }

    /// Threads below 64 wait in the device runtime for others.
    private static KernelFaultException fault(String kernel, String others) {
        var machine =
                TestDevice.of(
                        "test.ptx",
                        """
                        .version 7.0
                        .target sm_75
                        .address_size 64
                        .shared .u64 _ZL3Cnt;
                        .shared .u64 own;
                        .visible .entry %s(.param .u64 out) {
                        .shared .u64 _ZL9ThreadDST;
                        .reg .pred %%p1;
                        .reg .b32 %%r<2>;
                        .reg .b64 %%rd<2>;
                        mov.u32 %%r0, %%tid.x;
                        setp.lt.u32 %%p1, %%r0, 64;
                        @%%p1 bra first;
                        %s
                        ret;
                        first:
                        st.shared.u64 [_ZL9ThreadDST], 8;
                        barrier.sync 8;
                        ld.shared.u64 %%rd0, [_ZL9ThreadDST];
                        ret;
                        }
                        """
                                .formatted(kernel, others));
        return catchThrowableOfType(
                KernelFaultException.class,
                () ->
                        machine.launch(
                                machine.kernel(),
                                LaunchShape.of(1, 128),
                                machine.allocate("out", 4)));
    }

    @Test
    void aLoopThatAllThreadsHaveBegunIsKnown() {
        assertThat(
                        deviation(
                                fault(
                                        "__omp_offloading_1_2_f_l3",
                                        "bar.sync 0; st.shared.u64 [_ZL3Cnt], 0;")))
                .contains("D22");
    }

    /// The program has threads that do not come to the loop.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bar.sync 0;",
                "bar.sync 0; st.shared.u64 [own], 0;",
                "bar.sync 0; bar.sync 1; st.shared.u64 [_ZL3Cnt], 0;",
                "bar.sync 1; st.shared.u64 [_ZL3Cnt], 0;",
                "spin: bra spin;",
            })
    void aDeadlockOfTheProgramIsNot(String others) {
        var fault = fault("__omp_offloading_1_2_f_l3", others);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(deviation(fault)).isEmpty();
    }

    @Test
    void aKernelOfAnotherLanguageHasNoDeviceRuntime() {
        var fault = fault("own_kernel", "bar.sync 0; st.shared.u64 [_ZL3Cnt], 0;");

        assertThat(deviation(fault)).isEmpty();
    }

    @Test
    void selectsByRelease() {
        assertThat(ALL.ofRelease(19).faults()).isNotEmpty();
        assertThat(ALL.ofRelease(18).faults()).isEmpty();
        assertThat(ALL.ofFaults().all()).isEmpty();
        assertThat(ALL.ofFaults().faults()).isEqualTo(ALL.faults());
    }

    @Test
    void aRowOfTheUserExplainsAFault() {
        var own =
                Suppressions.parse(
                        "own.yaml",
                        "- {id: a, faults: [deadlock], kernel: own_*, defect: it is a test}");

        assertThat(Suppressions.NONE.and(own).explaining(fault("own_kernel", "bar.sync 0;")))
                .map(KnownFault::defect)
                .contains("it is a test");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "faults: []                    | faults is empty when it should list kinds",
                "faults: [race]                | faults is 'race'",
                "faults: [trap], first-release: 9, last-release: 8 | first-release is 9 when",
                "faults: [trap], variable: v   | has the unknown field variable",
            })
    void refusesAWrongRow(String fields, String problem) {
        assertThatThrownBy(() ->
                        Suppressions.parse(
                                "own.yaml",
                                "- {id: a, kernel: k, defect: d, %s}".formatted(fields)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(problem);
    }
}
