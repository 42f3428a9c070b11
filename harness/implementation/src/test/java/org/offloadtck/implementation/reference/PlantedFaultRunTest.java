package org.offloadtck.implementation.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.budget.Budgets;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.StagePipeline;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;

/// Slow-downs and errors planted in descriptions and PTX of the corpus, run on the simulated GPU:
/// the shipped budgets and tolerances find each.
final class PlantedFaultRunTest {

    private List<Device> devices = List.of();

    @BeforeEach
    void findDevice() {
        devices = SimulatedDevices.all();
        device().timeLaunches("h200");
    }

    @AfterEach
    void closeDevices() {
        devices.forEach(Device::close);
    }

    @Test
    void keepsEveryBudgetWithoutAFault() {
        assertThat(budgets("saxpy", Map.of())).isEqualTo(Verdict.pass());
    }

    /// Neighbouring threads add elements that are 33 apart.
    @Test
    void uncoalescedAccessesAreNamedBySectors() {
        var verdict =
                budgets(
                        "saxpy",
                        Map.of(
                                ".reg .b32 \t%r<24>;",
                                ".reg .b32 %r<26>;",
                                ".reg .b64 \t%rd<14>;",
                                ".reg .b64 %rd<15>;",
                                "add.s64 \t%rd11, %rd1, %rd13;",
                                """
                                cvt.u32.u64 %r24, %rd13;
                                shr.u32 %r24, %r24, 2;
                                mul.lo.u32 %r24, %r24, 33;
                                rem.u32 %r25, %r24, 2000;
                                mul.wide.u32 %rd14, %r25, 4;
                                add.s64 %rd11, %rd1, %rd14;
                                """,
                                "add.s64 \t%rd12, %rd3, %rd13;",
                                "add.s64 %rd12, %rd3, %rd14;"));

        assertRegressed(verdict, "global-sectors");
    }

    /// The sums of a tile are stored by columns: half a warp's are in one bank.
    @Test
    void bankConflictsAreNamedByPasses() {
        var verdict =
                budgets(
                        "tiled",
                        Map.of(
                                ".reg .b32 \t%r<148>;",
                                ".reg .b32 %r<150>;",
                                "mul.wide.s32 \t%rd29, %r143, 8;",
                                transposed("%rd29", "%r143"),
                                "mul.wide.s32 \t%rd42, %r146, 8;",
                                transposed("%rd42", "%r146")));

        assertRegressed(verdict, "shared-passes");
    }

    private static String transposed(String offset, String index) {
        return """
        and.b32 %%r148, %2$s, 15;
        shl.b32 %%r148, %%r148, 4;
        shr.u32 %%r149, %2$s, 4;
        or.b32 %%r148, %%r148, %%r149;
        mul.wide.s32 %1$s, %%r148, 8;
        """
                .formatted(offset, index);
    }

    @Test
    void lostOccupancyIsNamed() {
        var verdict =
                budgets(
                        "saxpy",
                        Map.of("trip-count: N", "trip-count: N\n      team-memory: 40000"));

        assertRegressed(verdict, "occupancy");
    }

    @Test
    void aDoubledTransferIsNamedByItsDirection() {
        var verdict =
                budgets(
                        "saxpy",
                        Map.of(
                                "{buffer: x, bytes: 4 * N, types: [to, target-param]}",
                                "{buffer: x, bytes: 4 * N, types: [to, from, target-param]}"));

        assertThat(verdict)
                .isEqualTo(
                        Verdict.of(
                                VerdictKind.PERF_REGRESSED,
                                "bytes-from-device is 16000 bytes when the budget is 8000"
                                        + " (+8000)"));
    }

    @Test
    void anErrorWithinTheToleranceIsAPass() {
        assertThat(run("montecarlo", meanTimes("0d3FA0000010000000")).outcome().verdict())
                .isEqualTo(Verdict.pass());
    }

    @Test
    void anErrorBeyondTheToleranceIsNamedByItsWorstElement() {
        var verdict = run("montecarlo", meanTimes("0d3FA0000100000000")).outcome().verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.FAIL_VALUE);
        assertThat(verdict.reason())
                .matches(
                        "decay\\[\\d+]: is 0\\.\\d+ when it should be 0\\.\\d+; \\d+ ulp apart,"
                                + " with 6 allowed; 256 of 256 elements differ, the first is .*");
    }

    /// The tolerance is that of real numbers.
    @Test
    void anIntegerThatIsOffByOneIsAnError() {
        var verdict =
                run(
                                "montecarlo",
                                Map.of(
                                        "setp.lt.f64 \t%p3, %fd10, 0d3FF0000000000000;",
                                        "setp.lt.f64 %p3, %fd10, 0d3FF0040000000000;"))
                        .outcome()
                        .verdict();

        assertThat(verdict.reason()).startsWith("hits[").contains("; 1 ulp apart, with 0 allowed;");
    }

    /// The lanes of a warp read one count before any of them writes it.
    @Test
    void aPlainAdditionLosesCounts() {
        var verdict =
                run(
                                "histogram",
                                Map.of(
                                        "atom.global.add.u32 \t%r21, [%rd11], 1;",
                                        """
                                        ld.global.u32 %r21, [%rd11];
                                        add.s32 %r21, %r21, 1;
                                        st.global.u32 [%rd11], %r21;
                                        """))
                        .outcome()
                        .verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.FAIL_VALUE);
        assertThat(verdict.reason()).startsWith("bins[");
    }

    @Test
    void aTrapFailsItsRunAlone() {
        assertFailsAlone(
                Map.of("ld.global.f32 \t%f1, [%rd2];", "trap;\n\tld.global.f32 %f1, [%rd2];"),
                "trap");
    }

    @Test
    void aKernelWithoutAnEndFailsItsRunAlone() {
        assertFailsAlone(
                Map.of(
                        "ld.global.f32 \t%f1, [%rd2];",
                        "$Lforever:\n\tbra.uni $Lforever;\n\tld.global.f32 %f1, [%rd2];"),
                "no thread can make progress");
    }

    /// The next run on the same device passes.
    private void assertFailsAlone(Map<String, String> edits, String reason) {
        var verdict = run("saxpy", edits).outcome().verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.FAIL_RUNTIME);
        assertThat(verdict.reason()).contains(reason);
        assertThat(run("saxpy", Map.of()).outcome().verdict()).isEqualTo(Verdict.pass());
    }

    /// 1/32, the factor of a sum of 32, replaced by `factor`.
    private static Map<String, String> meanTimes(String factor) {
        return Map.of("0d3FA0000000000000", factor);
    }

    private static void assertRegressed(Verdict verdict, String metric) {
        assertThat(verdict.kind()).isEqualTo(VerdictKind.PERF_REGRESSED);
        assertThat(verdict.reason()).contains(metric + " is ");
    }

    /// The verdict of the shipped budgets on a run whose results are right.
    private Verdict budgets(String program, Map<String, String> edits) {
        var run = run(program, edits);
        assertThat(run.outcome().verdict()).isEqualTo(Verdict.pass());
        var file = "budgets/%s.yaml".formatted(program);
        var identity = new DeviceIdentity("sim", device().description().target().arch());
        return Budgets.verdict(
                Budgets.load(new DataText(file, Corpus.text(file)))
                        .judge(run.measurements(), identity));
    }

    /// Runs a program whose files have the edits: what is replaced, and by what.
    private StagePipeline.Execution run(String name, Map<String, String> edits) {
        var file = CorpusProgram.folder(name) + "program.yaml";
        var program = ProgramReader.read(file, edited(file, edits));
        var implementation =
                ReferenceImplementation.of(
                        AbiProfiles.load().profile("llvm-19"),
                        code -> edited(code, edits).getBytes(UTF_8));
        return new StagePipeline(implementation, "O2")
                .run(program, program.expectation().testCase("source").orElseThrow(), device());
    }

    private static String edited(String file, Map<String, String> edits) {
        var text = Corpus.text(file);
        for (var edit : edits.entrySet()) {
            text = text.replace(edit.getKey(), edit.getValue());
        }
        return text;
    }

    private Device device() {
        return devices.getFirst();
    }
}
