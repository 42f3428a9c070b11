package org.offloadtck.launch.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.timing.WarpState;

/// What a profile says of kernels whose fault is known.
class KernelProfileTest {

    @ParameterizedTest
    @CsvSource({
        "UNCOALESCED, UNCOALESCED_ACCESS",
        "BANK_CONFLICTS, BANK_CONFLICTS",
        "LOW_OCCUPANCY, LOW_OCCUPANCY",
        "COMPUTE_BOUND, COMPUTE",
        "COALESCED, MEMORY_BANDWIDTH",
        "ONE_THREAD, LAUNCH_AND_TAIL"
    })
    void namesThePlantedFaultFirst(ProfiledKernel kernel, Cause.Kind cause) {
        assertThat(kernel.profile().causes().getFirst().kind()).isEqualTo(cause);
    }

    @ParameterizedTest
    @EnumSource(ProfiledKernel.class)
    void attributesEveryCycleToOneCause(ProfiledKernel kernel) {
        assertThat(kernel.profile().causes().stream().mapToDouble(Cause::share).sum())
                .isCloseTo(1, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(ProfiledKernel.class)
    void noResourceIsUsedBeyondItsPeak(ProfiledKernel kernel) {
        assertThat(kernel.profile().speed().uses())
                .isNotEmpty()
                .allSatisfy(use -> assertThat(use.share()).isBetween(0.0, 1.01));
    }

    @ParameterizedTest
    @EnumSource(ProfiledKernel.class)
    void noPointLiesAboveItsRoofs(ProfiledKernel kernel) {
        var roofline = kernel.profile().roofline();

        for (var point : roofline.points()) {
            double roof = peak(kernel.profile(), point.precision());
            double slope =
                    roofline.slopes().stream()
                            .filter(each -> each.level() == point.level())
                            .mapToDouble(Roofline.Slope::bandwidth)
                            .sum();
            assertThat(point.performance())
                    .isLessThanOrEqualTo(1.01 * Math.min(roof, slope * point.intensity()));
        }
    }

    @Test
    void countsExcessiveSectorsOfTheLineThatCausesThem() {
        var line = ProfiledKernel.UNCOALESCED.profile().launches().lines().getFirst();

        assertThat(line.place()).hasToString("k.cu:7");
        assertThat(line.place().text()).isEqualTo(LineProfile.Place.Text.SOURCE);
        assertThat(line.instruction()).isIn("ld.global.f32", "add.f32");
        // 512 CTAs of 8 warps read 4 times 32 sectors, when 4 would do.
        assertThat(line.memory().excessiveSectors()).isEqualTo(512 * 8 * 4 * 28L);
    }

    @Test
    void countsPassesThatConflictsCost() {
        var loads = ProfiledKernel.BANK_CONFLICTS.profile().launches();

        assertThat(loads.accesses(MemoryAccessKind.SHARED_LOAD).excessive())
                .isEqualTo(320 * 8 * 40 * 31L);
        assertThat(loads.lines().getFirst().memory().excessivePasses())
                .isEqualTo(320 * 8 * 40 * 31L);
    }

    @Test
    void countsFloatingPointOperations() {
        var profile = ProfiledKernel.COMPUTE_BOUND.profile();

        assertThat(profile.launches().operations())
                .containsExactly(entry(Precision.SINGLE, 320 * 256 * 60 * 8 * 2L));
        // The T4 data sheet: 8.1 TFLOPS of single precision, at 1590 MHz.
        assertThat(peak(profile, Precision.SINGLE)).isCloseTo(8141, within(1.0));
        assertThat(peak(profile, Precision.MATRIX)).isCloseTo(65_126, within(10.0));
    }

    private static double peak(KernelProfile profile, Precision precision) {
        return profile.roofline().roofs().stream()
                .filter(roof -> roof.precision() == precision)
                .mapToDouble(Roofline.Roof::peak)
                .sum();
    }

    @Test
    void saysWhatLimitsOccupancy() {
        var profile = ProfiledKernel.LOW_OCCUPANCY.profile();

        assertThat(profile.causes().getFirst().text())
                .contains("the size of shared memory permits 3.1 %");
        assertThat(profile.limits())
                .extracting(OccupancyLimit::ctas)
                .containsExactly(16, 32, 128, 1);
    }

    @Test
    void saysWhatWarpsWaitedFor() {
        assertThat(ProfiledKernel.BANK_CONFLICTS.profile().states().getFirst().state())
                .isIn(WarpState.QUEUE, WarpState.SHARED);
        assertThat(ProfiledKernel.COMPUTE_BOUND.profile().states())
                .extracting(KernelProfile.StateShare::state)
                .startsWith(WarpState.UNIT);
    }

    @Test
    void launchesOfOneConfigurationAddUp() {
        var one = ProfiledKernel.COALESCED.profiles().getFirst();

        var both = one.plus(one);

        assertThat(both.launches()).isEqualTo(2);
        assertThat(both.cycles()).isEqualTo(2 * one.cycles());
        assertThat(both.lines()).hasSameSizeAs(one.lines());
        assertThat(Sums.of(both.warpCycles())).isEqualTo(2 * Sums.of(one.warpCycles()));
        assertThat(KernelProfile.of(both).causes().getFirst().share())
                .isEqualTo(KernelProfile.of(one).causes().getFirst().share());
    }
}
