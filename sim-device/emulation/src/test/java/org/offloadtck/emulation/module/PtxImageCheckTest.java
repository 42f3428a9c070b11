package org.offloadtck.emulation.module;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

/// PTX that the simulator could run and a driver does not compile. The results are those of an
/// NVIDIA H200, driver 580.159 (2026-11-26).
class PtxImageCheckTest {

    private static DriverResult load(String head, String text) {
        try (var program = ClientProgram.run("--device", "h200").ready()) {
            return program.result(DriverFunction.CU_MODULE_LOAD_DATA, head + "\n" + text);
        }
    }

    private static String head(String version, String target) {
        return ".version %s\n.target %s\n.address_size 64".formatted(version, target);
    }

    @ParameterizedTest(name = "{1} of release {0}: {2}")
    @CsvSource({
        "1.4, sm_10, INVALID_PTX",
        "6.0, sm_30, SUCCESS",
        "7.0, sm_80, SUCCESS",
        "7.0, sm_90, INVALID_PTX",
        "7.8, sm_90, SUCCESS",
        "8.0, sm_90a, SUCCESS",
        "8.6, sm_100, INVALID_PTX",
        "9.0, sm_75, SUCCESS",
        "9.1, sm_75, SUCCESS",
        "9.5, sm_90, SUCCESS",
        "9.6, sm_75, UNSUPPORTED_PTX_VERSION"
    })
    void aReleaseHasItsArchitectures(String version, String target, DriverResult result) {
        assertThat(load(head(version, target), ".visible .entry k() { ret; }")).isEqualTo(result);
    }

    /// As `ptxas` 13.0 with `-arch`, but for `sm_100a` on its own device, which the JIT compiler
    /// takes.
    @ParameterizedTest(name = "{0} on {1}: {2}")
    @CsvSource({
        "sm_90a, b200, INVALID_PTX",
        "sm_100a, b200, SUCCESS",
        "sm_100f, b200, SUCCESS",
        "sm_100f, rtx5090, INVALID_PTX",
        "sm_103, b200, INVALID_PTX",
        "sm_110, rtx5090, SUCCESS",
        "sm_120f, rtx5090, SUCCESS",
    })
    void ptxForAFamilyOrAnArchitectureRunsThere(String target, String device, DriverResult result) {
        try (var program = ClientProgram.run("--device", device).ready()) {
            var text = head("9.0", target) + "\n.visible .entry k() { ret; }";

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, text)).isEqualTo(result);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".entry k() { foo.u32; ret; }",
                ".entry k() { .local .b32 l; .reg .b32 %r; ld.volatile.local.u32 %r, [l]; ret; }",
                ".extern .func f();\n.entry k() { call f; ret; }",
                ".extern .func (.param .b64 r) __nv_sqrt(.param .b64 x);\n.entry k() {\n"
                        + "{ .param .b64 x; .param .b64 r; call (r), __nv_sqrt, (x); }\nret; }",
                ".extern .func (.param .b32 r) __kmpc_get_warp_size();\n.entry k() {\n"
                        + "{ .param .b32 r; call (r), __kmpc_get_warp_size, (); }\nret; }",
                ".extern .func f();\n.entry k() { .reg .b64 %r; mov.u64 %r, f; ret; }",
                ".entry a() { ret; }\n.entry k() { call a; ret; }",
                ".const .b8 c[65537];\n.entry k() { ret; }",
                ".entry k(.param .b8 p[4353]) { ret; }",
                ".entry k() { cp.async.wait_all; ret; }",
                ".shared .b64 bar;\n.entry k() { mbarrier.init.shared.b64 [bar], 4; ret; }"
            })
    void whatPtxasRejectsIsNotLoaded(String text) {
        assertThat(load(head("7.0", "sm_70"), text)).isEqualTo(DriverResult.INVALID_PTX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".extern .func f();\n.entry k() { ret; }",
                ".func f() { ret; }\n.alias g, f;\n.entry k() { call f; ret; }",
                ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.entry k() {\n"
                        + "{ .param .b64 n; .param .b64 r; call (r), malloc, (n); }\nret; }",
                ".const .b8 c[65536];\n.entry k() { ret; }",
                ".entry k(.param .b8 p[4352]) { ret; }"
            })
    void otherTextIsLoaded(String text) {
        assertThat(load(head("7.0", "sm_70"), text)).isEqualTo(DriverResult.SUCCESS);
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource({
        "9.0, local, INVALID_PTX",
        "9.1, local, SUCCESS",
        "9.3, const, INVALID_PTX",
    })
    void volatileAccessesToLocalMemoryAreOfLaterReleases(
            String version, String space, DriverResult result) {
        var text =
                ".%1$s .b32 l;\n.entry k() { .reg .b32 %%r; ld.volatile.%1$s.b32 %%r, [l]; ret; }"
                        .formatted(space);

        assertThat(load(head(version, "sm_70"), text)).isEqualTo(result);
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource({
        "7.8, sm_90, INVALID_PTX",
        "8.0, sm_90, SUCCESS",
        "8.0, sm_80, INVALID_PTX",
    })
    void aFormIsLoadedFromItsReleaseAndArchitectureOn(
            String version, String target, DriverResult result) {
        var text = ".shared .b64 bar;\n.entry k() { mbarrier.expect_tx.shared.b64 [bar], 4; ret; }";

        assertThat(load(head(version, target), text)).isEqualTo(result);
    }

    @Test
    void addressesHave64Bits() {
        var narrow = ".version 7.0\n.target sm_70\n.address_size 32";

        assertThat(load(narrow, ".entry k() { ret; }")).isEqualTo(DriverResult.INVALID_PTX);
        assertThat(load(".version 7.0\n.target sm_70", ".entry k() { ret; }"))
                .isEqualTo(DriverResult.SUCCESS);
    }

    @Test
    void textWithoutAReleaseIsNoImage() {
        assertThat(load("x", "")).isEqualTo(DriverResult.INVALID_IMAGE);
    }
}
