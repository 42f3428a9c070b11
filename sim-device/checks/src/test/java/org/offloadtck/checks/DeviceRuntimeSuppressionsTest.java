package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppression;
import org.offloadtck.checks.suppression.Suppressions;

/// Kernels that do as device runtimes do, and programs that come near it.
final class DeviceRuntimeSuppressionsTest {

    private static final String TABLE = "_ZN4ompx5state12ThreadStatesE";

    private static String deviation(KernelFinding finding) {
        return Suppressions.ofDeviceRuntimes()
                .matching(finding)
                .map(Suppression::deviation)
                .orElse("-");
    }

    /// What is found in a region with these lines in its body.
    private static List<KernelFinding> findings(String body) {
        return findings(
                ".global .align 8 .u64 __omp_offloading_1_2_f_l3_kernel_environment[6];", body);
    }

    /// As [#findings(String)], in a module that begins with a declaration.
    private static List<KernelFinding> findings(String declaration, String body) {
        return CheckedKernel.of(
                        "test.ptx",
                        """
                        .version 7.0
                        .target sm_75
                        .address_size 64
                        %s
                        .shared .align 8 .u64 _ZN4ompx5state12ThreadStatesE;
                        .shared .align 8 .u64 own;
                        .shared .align 8 .b8 _ZN4ompx5state9TeamStateE[40];
                        .shared .align 4 .u32 _ZN4ompx5state9TeamStateE_$_1;
                        .shared .align 4 .u32 _shared_$_0;
                        .extern .func (.param .b64 r) malloc(.param .b64 n);
                        .extern .func free(.param .b64 p);
                        .visible .entry __omp_offloading_1_2_f_l3(.param .u64 out)
                        {
                        .reg .pred %%p<10>;
                        .reg .b32 %%r<20>;
                        .reg .b64 %%rd<10>;
                        mov.u32 %%r0, %%tid.x;
                        ld.param.u64 %%rd9, [out];
                        mad.wide.u32 %%rd0, %%r0, 4, %%rd9;
                        """
                                        .formatted(declaration)
                                + body
                                + "\nret;\n}\n")
                .run(1, 64);
    }

    /// The first thread allocates a table and keeps its address in a variable, then asks an
    /// element.
    private static String table(String variable) {
        return """
        setp.ne.u32 %%p1, %%r0, 0;
        @%%p1 ret;
        {
        .param .b64 n;
        .param .b64 p;
        st.param.b64 [n], 512;
        call (p), malloc, (n);
        ld.param.b64 %%rd1, [p];
        }
        st.shared.u64 [%s], %%rd1;
        ld.u64 %%rd2, [%%rd1+8];
        setp.ne.u64 %%p2, %%rd2, 0;
        @%%p2 bra E;
        E:
        {
        .param .b64 q;
        st.param.b64 [q], %%rd1;
        call free, (q);
        }
        """
                .formatted(variable);
    }

    @Test
    void theTableOfThreadStatesIsKnown() {
        assertThat(findings(table(TABLE)))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("D73");
    }

    @Test
    void aProgramsOwnTableIsNot() {
        assertThat(findings(table("own")))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource({TABLE + ", D73, D86", "own, -, -"})
    void theElementBehindTheTableIsKnown(String variable, String unset, String outside) {
        var findings = findings(table(variable).replace("%rd1+8", "%rd1+512"));

        assertThat(findings)
                .hasSize(2)
                .allSatisfy(found ->
                        assertThat(found.toString())
                                .contains("0 bytes past the end of 'malloc' (512 bytes at ")
                                .contains("to which '%s' (8 bytes) points".formatted(variable)));
        assertThat(findings)
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .containsExactly(unset, outside);
    }

    @ParameterizedTest
    @CsvSource({"32, D70", "24, -"})
    void anUnsetFunctionOfARegionIsKnown(int offset, String known) {
        var found =
                findings(
                        """
                        ld.shared.u64 %%rd1, [_ZN4ompx5state9TeamStateE+%d];
                        setp.ne.u64 %%p1, %%rd1, 0;
                        @%%p1 bra E;
                        E:
                        """
                                .formatted(offset));

        assertThat(found)
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo(known);
    }

    /// The second warp reads a variable while thread 0 stores to it.
    private static String read(String variable) {
        return """
        setp.ne.u32 %%p1, %%r0, 0;
        @!%%p1 st.shared.u32 [%1$s], 1;
        setp.lt.u32 %%p2, %%r0, 32;
        @%%p2 bra A;
        ld.shared.u32 %%r1, [%1$s];
        st.global.u32 [%%rd0], %%r1;
        A:
        """
                .formatted(variable);
    }

    @ParameterizedTest
    @CsvSource({
        "_ZN4ompx5state9TeamStateE+4, D85",
        "_ZN4ompx5state9TeamStateE+8, D85",
        "_ZN4ompx5state9TeamStateE+24, D85",
        "_ZN4ompx5state9TeamStateE+28, D70",
        "_ZN4ompx5state9TeamStateE+12, -",
        "_ZN4ompx5state9TeamStateE_$_1, D85",
    })
    void theStateOfTheNextRegionIsReadWhileItIsStored(String variable, String deviation) {
        assertThat(findings(read(variable)))
                .isNotEmpty()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .containsOnly(deviation);
    }

    /// All threads load what the first then stores to; `after` follows the barrier.
    private static String guarded(String after) {
        return """
        setp.ne.u32 %%p1, %%r0, 0;
        @%%p1 bra A;
        st.shared.u32 [_shared_$_0], 5;
        A: bar.sync 0;
        ld.shared.u32 %%r1, [_shared_$_0];
        @%%p1 bra B;
        add.u32 %%r2, %%r1, 1;
        st.shared.u32 [_shared_$_0], %%r2;
        B: bar.sync 0;
        %s
        """
                .formatted(after);
    }

    @Test
    void aLoadOfNoUseBesideAGuardedStoreIsKnown() {
        assertThat(findings(guarded("")))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("D71");
    }

    @Test
    void itIsNotInModulesBeforeLlvm17() {
        assertThat(findings("", guarded("")))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("-");
    }

    @Test
    void aLoadThatOnlyLaterStoresOfTheFirstThreadUseIsKnown() {
        assertThat(
                        findings(
                                guarded(
                                        """
                                        shl.b32 %r3, %r1, 1;
                                        @%p1 bra C;
                                        st.global.u32 [%rd0], %r3;
                                        C: bar.sync 0;
                                        """)))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("D71");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shl.b32 %r3, %r1, 1; setp.ne.u32 %p2, %r0, 1; @%p2 bra C; st.global.u32 [%rd0], %r3; C:",
                "shl.b32 %r3, %r1, 1; @!%p1 bra C; st.global.u32 [%rd0], %r3; C:",
                "setp.eq.u32 %p2, %r1, 5; @%p2 bra C; st.global.u32 [%rd0], 1; C:",
                "st.global.u32 [%rd0], %r1;",
                "mov.u32 %r1, 7; st.global.u32 [%rd0], 1;",
                "@%p1 add.u32 %r3, %r1, 1;"
            })
    void oneThatIsUsedElsewhereIsNot(String after) {
        assertThat(findings(guarded(after)))
                .singleElement()
                .extracting(DeviceRuntimeSuppressionsTest::deviation)
                .isEqualTo("-");
    }
}
