package org.offloadtck.ptx.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtxTargetTest {

    /// What `ptxas` 13.0 compiles for which `-arch`; that of `sm_90a` takes `sm_90a`.
    @ParameterizedTest(name = "{0} on sm_{1}: {2}")
    @CsvSource({
        "sm_75, 75, true",
        "sm_75, 70, false",
        "sm_75, 120, true",
        "sm_90a, 90, true",
        "sm_90a, 100, false",
        "sm_100a, 103, false",
        "sm_100f, 90, false",
        "sm_100f, 100, true",
        "sm_100f, 103, true",
        "sm_100f, 110, false",
        "sm_100f, 120, false",
        "sm_120f, 121, true",
        "sm_121f, 120, false",
        "sm_120, 110, false",
    })
    void ptxRunsOnLaterArchitecturesUnlessItIsForOneOrForAFamily(
            String architecture, int device, boolean runs) {
        assertThat(new PtxModule.Target(architecture, List.of()).runsOn(device)).isEqualTo(runs);
    }
}
