package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.figures.TimedDevice;

/// The outcome of a timed launch is the same on any number of threads of the host.
@Timeout(120)
final class ThreadCountTest {

    private static final long BYTES = 4 << 20;

    private static final String MEMORY =
            """
            add.u64 %rd4, %rd1, %rd3;
            add.u64 %rd5, %rd2, %rd3;
            and.b32 %r6, %r5, 15;
            add.u32 %r6, %r6, 2;
            round:
            ld.global.f32 %f1, [%rd4];
            fma.rn.f32 %f2, %f1, %f1, %f2;
            sub.u32 %r6, %r6, 1;
            setp.ne.u32 %p1, %r6, 0;
            @%p1 bra round;
            st.global.f32 [%rd5], %f2;
            """;

    private static final String BARRIERS =
            """
            mov.u32 %r10, s;
            shl.b32 %r11, %r2, 5;
            and.b32 %r11, %r11, 4095;
            add.u32 %r10, %r10, %r11;
            st.shared.u32 [%r10], %r3;
            bar.sync 0;
            ld.shared.u32 %r12, [%r10];
            div.rn.f32 %f1, %f1, 0f40400000;
            bar.sync 1;
            """
                    + MEMORY;

    private static final String EARLY_EXITS =
            """
            and.b32 %r7, %r3, 96;
            setp.eq.u32 %p2, %r7, 32;
            @%p2 exit;
            and.b32 %r8, %r5, 3;
            setp.eq.u32 %p3, %r8, 3;
            @%p3 ret;
            """
                    + MEMORY;

    /// Of the threads of a launch that record an atomic whose result is not read.
    private static final String ATOMICS = MEMORY + "red.global.add.u32 [%rd2], 1;\n";

    /// CTAs run in order, for they read what others wrote.
    private static final String IN_ORDER = MEMORY + "atom.global.add.u32 %r12, [%rd2], 1;\n";

    private static final String DOUBLES =
            MEMORY + "cvt.f64.f32 %d1, %f2;\nfma.rn.f64 %d2, %d1, %d1, %d1;\n";

    private static final String TRAP =
            """
            setp.eq.u32 %p4, %r5, 600;
            @%p4 trap;
            """;

    /// A launch, by name.
    record Case(String name, String device, String body, LaunchShape shape) {

        @Override
        public String toString() {
            return name;
        }

        TimedKernel kernel() {
            return TimedKernel.of(device, BYTES, body);
        }
    }

    private static Stream<Case> cases() {
        return Stream.of(
                new Case("memory", "t4", MEMORY, LaunchShape.of(900, 96)),
                new Case("one CTA on each", "t4", MEMORY, LaunchShape.of(700, 1024)),
                new Case("small CTAs", "a100", MEMORY, LaunchShape.of(3000, 32)),
                new Case("barriers", "t4", BARRIERS, LaunchShape.of(700, 128)),
                new Case("few CTAs", "t4", BARRIERS, LaunchShape.of(9, 512)),
                new Case("early exits", "h200", EARLY_EXITS, LaunchShape.of(2000, 128)),
                new Case("atomics", "t4", ATOMICS, LaunchShape.of(700, 96)),
                new Case("CTAs in order", "t4", IN_ORDER, LaunchShape.of(300, 96)),
                new Case("shared units", "t4", DOUBLES, LaunchShape.of(500, 128)));
    }

    private static <T> void isSame(IntFunction<T> launch) {
        var one = launch.apply(1);
        for (int threads = 1; threads <= 4; threads++) {
            assertThat(launch.apply(threads)).as("%d threads", threads).isEqualTo(one);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTimingIsTheSame(Case each) {
        var kernel = each.kernel();

        isSame(threads -> kernel.run(each.shape(), 0, threads));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theProfileIsTheSame(Case each) {
        var kernel = each.kernel();

        isSame(threads -> kernel.profile(each.shape(), 0, threads));
        assertThat(kernel.profile(each.shape(), 0, 4).instructions()).isNotEmpty();
    }

    @Test
    void theTimingOnSmallDevicesIsTheSame() {
        var spec = DeviceSpec.named("t4").orElseThrow();
        var timing = TimedDevice.of(spec).timing();
        var kernel = TimedKernel.of("t4", BYTES, BARRIERS);
        for (int multiprocessors : new int[] {1, 2, 3}) {
            var small =
                    new TimedDevice(spec.withMultiprocessors(multiprocessors, 1_000_000), timing);

            isSame(threads -> kernel.on(small, LaunchShape.of(300, 128), threads));
        }
    }

    @Test
    void theTimingsOfASweepAreTheSame() {
        var kernel = TimedKernel.of("t4", BYTES, BARRIERS);
        var devices =
                Stream.of("t4", "rtx2060")
                        .map(name -> TimedDevice.of(DeviceSpec.named(name).orElseThrow()))
                        .toList();

        isSame(threads -> kernel.sweep(devices, LaunchShape.of(700, 128), threads));
    }

    @Test
    void aFaultIsTheSameAndItsTimeIsUnknown() {
        var kernel = TimedKernel.of("t4", BYTES, TRAP + BARRIERS);

        isSame(threads -> kernel.fault(LaunchShape.of(700, 128), threads));
        assertThat(kernel.fault(LaunchShape.of(700, 128), 3))
                .contains("TRAP", "it did not come to its end");
    }
}
