package org.offloadtck.launch.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.ptx.text.PtxParser;

/// The clusters that the directives of a kernel state.
class LaunchShapeValidatorTest {

    private static LaunchShape shape(String device, String directives, int ctas) {
        String text =
                ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k()\n%s\n{ ret; }\n"
                        .formatted(directives);
        var memory = GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
        var program = ProgramLoader.load(PtxParser.parse("k.ptx", text), memory);
        var request =
                new LaunchRequest(
                        KernelSelection.Only.ONLY,
                        Extent3D.of(ctas),
                        Extent3D.of(32),
                        0,
                        List.of(),
                        List.of());
        return new LaunchShapeValidator(
                        DeviceSpec.named(device).orElseThrow(), program.kernel("k").orElseThrow())
                .shape(request);
    }

    @Test
    void aKernelStatesItsClusters() {
        assertThat(shape("h100", ".reqnctapercluster 2, 1, 1", 4).cluster())
                .isEqualTo(ClusterShape.of(Extent3D.of(2)));
        assertThat(shape("h100", "", 4).cluster()).isEqualTo(ClusterShape.NONE);
    }

    @Test
    void aGridMayBeOfClusters() {
        var shape = shape("h100", ".blocksareclusters\n.reqntid 32\n.reqnctapercluster 2, 1, 1", 4);

        assertThat(shape.grid()).isEqualTo(Extent3D.of(8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h100 | .explicitcluster | 4 | kernel 'k': launch states no clusters when the kernel"
                        + " requires them",
                "h100 | .reqnctapercluster 2 | 3 | kernel 'k': grid is (3, 1, 1) when it should be a"
                        + " multiple of clusters (2, 1, 1)",
                "h100 | .reqnctapercluster 17 | 17 | kernel 'k' has clusters of 17 CTAs when they may have"
                        + " 16",
                "t4 | .reqnctapercluster 2 | 2 | kernel 'k' has clusters of 2 CTAs when they may have 1",
            })
    void clustersAreChecked(String device, String directives, int ctas, String problem) {
        assertThatExceptionOfType(SimulationException.class)
                .isThrownBy(() -> shape(device, directives, ctas))
                .withMessage(problem);
    }
}
