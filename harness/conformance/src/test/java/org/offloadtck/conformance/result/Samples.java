package org.offloadtck.conformance.result;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.waiver.Exclusion;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.conformance.waiver.WaiverUse;

/// Identities and documents for the tests of this package.
public final class Samples {

    static final DeviceIdentity SIMULATED = new DeviceIdentity("sim", "sm_75");

    private Samples() {}

    static ResultIdentity launch(String... values) {
        return new ResultIdentity(
                ScenarioId.of("zaxpy", "The result equals the host's"),
                List.of(values).stream().map(value -> new ExampleParameter("n", value)).toList(),
                "llvm-16",
                Stage.KERNEL_LAUNCH,
                ImplementationIdentity.REFERENCE,
                SIMULATED);
    }

    static Result result(ResultIdentity identity, Verdict verdict, Evidence... evidence) {
        return new Result(
                identity,
                "The result equals the host's",
                List.of("KL-01"),
                verdict,
                List.of(evidence));
    }

    static ResultDocument document(Result... results) {
        return new ResultDocument(
                new RunSubject(
                        new RunSubject.Kit("0.1.0", "d7621adf", "00ff", Map.of("KL-10", "0a0b")),
                        new RunSubject.Selection(
                                List.of("sim"),
                                List.of("llvm-16"),
                                List.of("clang-16"),
                                "@KL-01",
                                List.of(
                                        new WaiverUse(
                                                new Waiver(
                                                        "W1",
                                                        "zaxpy.*",
                                                        "rounds twice",
                                                        "someone",
                                                        "#1",
                                                        LocalDate.of(2026, 12, 31)),
                                                WaiverUse.State.USED,
                                                6,
                                                1)),
                                List.of(
                                        new ExclusionUse(
                                                new Exclusion(
                                                        "E1",
                                                        List.of("llvm-16"),
                                                        List.of("KL-01"),
                                                        List.of("zaxpy.*"),
                                                        "no such edition"),
                                                1))),
                        List.of(
                                new ImplementationRecord(
                                        ImplementationIdentity.REFERENCE, "reference pipeline")),
                        List.of(
                                new DeviceRecord(
                                        SIMULATED,
                                        DeviceRecord.Presence.PRESENT,
                                        "simulated sm_75"))),
                List.of(
                        new ScenarioRecord(
                                ScenarioId.of("zaxpy", "The result equals the host's"),
                                Stage.KERNEL_LAUNCH,
                                "The result equals the host's",
                                "features/kernel-launch/zaxpy.feature",
                                12,
                                List.of("Then the result equals the host's"))),
                List.of(results),
                new Circumstances(
                        "2026-11-22T20:00:00Z",
                        1200,
                        "a host",
                        List.of("offload-tck", "run"),
                        Map.of(launch("1").key(), 7L),
                        new ResultDocument.PlanPart("00ab", List.of(0, 2))));
    }

    /// One result of every verdict that carries a detail, with every kind of evidence.
    public static ResultDocument everyShape() {
        return document(
                result(
                        launch("1"),
                        new Verdict.Crash("SIGSEGV", "in the device link"),
                        Evidence.CommandOutput.of(
                                List.of("ld", "a.o"),
                                new Evidence.CommandSetting(
                                        "replay/0/a", Map.of("A", "b"), "120 s"),
                                139,
                                "segmentation fault")),
                result(
                        launch("2"),
                        new Verdict.ExpectedFailure("W1", "2 values differ"),
                        new Evidence.PlantedFaultLine(
                                "images",
                                "kernel-hidden",
                                List.of("a.o"),
                                List.of("symbol KERNEL visibility = 2"),
                                List.of("symbol-not-exported"),
                                List.of("KL-01"),
                                ".symtab at 0x40",
                                "aborts",
                                "LLVM 16: aborts",
                                List.of("symbol-not-exported"),
                                Evidence.PlantedFaultLine.Outcome.REPORTED),
                        new Evidence.Finding("BOUNDS", "a.o: offset 0x10", "ends at 0x8")),
                result(
                        launch("3"),
                        new Verdict.UnexpectedPass("W2", "holds now"),
                        Evidence.TextExcerpt.of("a.ptx", "one\ntwo\nthree\n", 2, 1, "traps")),
                result(launch("6"), new Verdict.Excluded("E1", "no such edition")),
                result(
                        launch("4"),
                        new Verdict.Flaky(1, 3, "2 values differ"),
                        new Evidence.Measurements(
                                "kernel zaxpy",
                                List.of(
                                        new Metric(
                                                "thread-instructions",
                                                4711,
                                                "instructions",
                                                Metric.Exactness.EXACT))),
                        new Evidence.BudgetLine(
                                "zaxpy-sim",
                                "kernel zaxpy",
                                new Metric("bytes", 64, "bytes", Metric.Exactness.SAMPLED),
                                60,
                                10,
                                VerdictKind.PASS,
                                "measured")),
                result(
                        launch("5"),
                        Verdict.pass(),
                        new Evidence.Assertion(
                                "Then the result equals the host's", List.of("4711")),
                        Evidence.ArtifactExcerpt.of(
                                "a.o", new byte[] {0x7f, 'E', 'L', 'F'}, 0, 4, "magic")));
    }
}
