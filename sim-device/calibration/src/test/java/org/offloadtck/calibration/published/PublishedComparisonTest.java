package org.offloadtck.calibration.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.ModellingDevice;

/// Streams and throughputs are compared by the scenarios of TM-09: they take longer.
class PublishedComparisonTest {

    @Test
    void latenciesAreModelledAndListedWithTheirSources() {
        try (var device = ModellingDevice.open()) {
            var compared =
                    PublishedComparison.of(
                            device, EnumSet.of(FigureKind.LATENCY), List.of("rtx2060"));

            assertThat(compared.meanError()).isLessThan(0.1);
            assertThat(compared.text())
                    .containsPattern("TITAN RTX +fma.rn.f32 +1 x 32 +0 +4.0 +4.0 cycles +\\+0.0 %")
                    .containsPattern("RTX 2070 +chase_past_l1 .* 236.0 +236.0 cycles .*sjfeng1999")
                    .containsPattern("latency, held out +\\d+ +\\d+.\\d %")
                    .containsPattern("all held out +\\d+ ")
                    .doesNotContain("stream");
        }
    }
}
