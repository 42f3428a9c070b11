package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.CheckedKernel.Texels;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.fixture.TexelObjects;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.texture.TexelGrid;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.thread.LaunchShape;

/// Texels are memory to the detectors. The texture's handle is 1, the surface's 2.
final class TexelChecksTest {

    private static final String HANDLES =
            """
            mov.u64 %rd1, 1;
            mov.u64 %rd2, 2;
            setp.eq.u32 %p1, %r0, 0;
            mov.f32 %f0, 0f3F000000;
            mov.b32 %r9, 9;
            """;

    private static List<KernelFinding> found(
            Texels state, FilterMode filter, String body, int threads) {
        return CheckedKernel.running(HANDLES + body).withTexels(state, filter).run(1, threads);
    }

    private static List<KernelFinding> found(String body) {
        return found(Texels.SET, FilterMode.POINT, body, 64);
    }

    private static final String FETCH =
            "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f0, %f0}];";

    @Test
    void aFetchRacesWithAStoreToItsTexel() {
        var findings = found("@%p1 sust.b.2d.b32.trap [%rd2, {0, 0}], {%r9};" + FETCH);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.RACE);
        assertThat(findings.getFirst().toString())
                .contains("fetch of a texel at 0x", "0 bytes into 'texels'", "store of 4 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // ordered by a barrier
                "@%p1 sust.b.2d.b32.trap [%rd2, {0, 0}], {%r9}; bar.sync 0;" + FETCH,
                // another texel
                "@%p1 sust.b.2d.b32.trap [%rd2, {4, 0}], {%r9};" + FETCH,
                // outside
                "@%p1 sust.b.2d.b32.zero [%rd2, {-4, 0}], {%r9};" + FETCH,
                // the same value by all
                "sust.b.2d.b32.trap [%rd2, {0, 0}], {%r9};",
                // only loads
                FETCH + "suld.b.2d.b32.trap {%r1}, [%rd2, {0, 0}];"
            })
    void whatIsOrderedOrApartRacesWithNothing(String body) {
        assertThat(found(body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // different values
                "sust.b.2d.b32.trap [%rd2, {0, 0}], {%r0};",
                "@%p1 sust.b.2d.b32.trap [%rd2, {0, 0}], {%r9}; suld.b.2d.b32.trap {%r1}, [%rd2, {0, 0}];",
                // the elements of a vector
                "@%p1 sust.b.2d.v2.b32.trap [%rd2, {0, 0}], {%r9, %r9};"
                        + " @!%p1 sust.b.2d.b32.trap [%rd2, {4, 0}], {%r0};",
            })
    void unorderedStoresRace(String body) {
        assertThat(found(body)).isNotEmpty().allMatch(each -> each.kind() == Kind.RACE);
    }

    /// At 0.75 of a row, a filter reads texels 0 and 1.
    @Test
    void aFilterReadsTheNeighbour() {
        String body =
                "@%p1 sust.b.2d.b32.trap [%rd2, {4, 0}], {%r9}; mov.f32 %f0, 0f3F400000;" + FETCH;

        assertThat(found(Texels.SET, FilterMode.POINT, body, 64)).isEmpty();
        assertThat(found(Texels.SET, FilterMode.LINEAR, body, 64)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FETCH + "setp.eq.f32 %p2, %f1, %f0;",
                FETCH + "setp.eq.f32 %p2, %f4, %f0;",
                "suld.b.2d.b32.trap {%r1}, [%rd2, {0, 0}]; setp.eq.u32 %p2, %r1, 0;",
                "suld.b.2d.v2.b32.zero {%r1, %r2}, [%rd2, {0, 0}]; setp.eq.u32 %p2, %r2, 0;",
            })
    void anUnsetTexelThatDecidesIsReported(String body) {
        var findings = found(Texels.UNSET, FilterMode.POINT, body + "@%p2 bra E; E:", 32);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.UNINITIALISED);
        assertThat(findings.getFirst().toString()).contains("0 bytes into 'texels'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // nothing depends on it
                FETCH + "st.global.f32 [%rd0], %f1;",
                // it was stored before
                "@%p1 sust.b.2d.b32.trap [%rd2, {0, 0}], {%r9}; bar.sync 0;"
                        + FETCH
                        + "setp.eq.f32 %p2, %f1, %f0; @%p2 bra E; E:",
                // it is outside, where a load is 0
                "suld.b.2d.b32.zero {%r1}, [%rd2, {0, 9}]; setp.eq.u32 %p2, %r1, 0; @%p2 bra E; E:",
            })
    void aTexelThatDecidesNothingOrIsSetIsNoFinding(String body) {
        assertThat(found(Texels.UNSET, FilterMode.POINT, body, 32)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f9}];",
                "tex.level.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f0}], %f9;",
                "suld.b.2d.b32.zero {%r1}, [%rd2, {0, %r8}];",
                "sust.b.2d.b32.zero [%rd2, {%r8, 0}], {%r9};",
            })
    void anUnsetCoordinateIsAnUnsetAddress(String body) {
        var findings = found(Texels.SET, FilterMode.POINT, body, 32);

        assertThat(findings)
                .hasSize(1)
                .allMatch(each -> each.kind() == Kind.UNINITIALISED)
                .allMatch(each -> each.toString().contains("an address depends on"));
    }

    /// An unset value that is stored to a surface is unset when it is fetched.
    @Test
    void anUnsetValueStaysUnsetInATexel() {
        String body =
                "@%p1 sust.b.2d.b32.trap [%rd2, {0, 0}], {%r8}; bar.sync 0;"
                        + FETCH
                        + "setp.eq.f32 %p2, %f1, %f0; @%p2 bra E; E:";

        assertThat(found(body)).hasSize(1).allMatch(each -> each.kind() == Kind.UNINITIALISED);
    }

    /// Memory of a host process has no shadow, and an address without memory is a fault.
    @Test
    void texelsOutsideOfDeviceMemoryHaveNoShadow() {
        var kernel = CheckedKernel.running(HANDLES + FETCH);
        var grid = new TexelGrid(1L << 46, 32, 64, 8, 2, 1, TexelObjects.SINGLE);
        kernel.memory().textures().add(TexelObjects.texture(grid));
        var out = kernel.allocate("out", 128);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> kernel.launch(kernel.kernel(), LaunchShape.of(1, 32), out))
                .withMessageContaining(
                        "load of 4 bytes at 0x400000000000 is outside device memory");
    }
}
