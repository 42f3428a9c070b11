package org.offloadtck.reports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.conformance.result.DeviceRecord.Presence.ABSENT;
import static org.offloadtck.conformance.result.DeviceRecord.Presence.PRESENT;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.DocumentUnit;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.Quote;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Deviation;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.Strength;
import org.offloadtck.conformance.requirement.TestKind;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.conformance.waiver.Exclusion;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.conformance.waiver.WaiverUse;

/// A small run against a small catalogue, for the tests of every report.
public final class Samples {

    public static final DeviceIdentity SIMULATED = new DeviceIdentity("sim", "sm_75");
    public static final DeviceIdentity OPENCL = new DeviceIdentity("opencl", "pocl");

    private Samples() {}

    public static Catalogue catalogue() {
        return new Catalogue(
                List.of("llvm-16", "llvm-22"),
                List.of(
                        new Document(
                                "guide",
                                "A guide",
                                "here",
                                "guide.md",
                                "0123456789abcdef",
                                List.of(
                                        new DocumentSection(
                                                "Entries",
                                                List.of(
                                                        sentence(
                                                                "An entry of a table has a"
                                                                        + " <name>."),
                                                        sentence("Tables are long."),
                                                        sentence("This is a guide.")))))),
                List.of(
                        new Deviation(
                                "D1",
                                "Bigger entries",
                                "guide",
                                "An entry has 32 bytes.",
                                "An entry has 56 bytes.",
                                "zaxpy.o",
                                List.of("llvm-22"))),
                List.of(
                        requirement("OE-01", "An entry of a ``table`` has a <name>.", "D1"),
                        requirement("OE-02", "A table is not empty & not endless.", "")),
                List.of(
                        new InformativePassage(
                                "guide",
                                "Entries",
                                List.of("This is a guide."),
                                new InformativePassage.Role.Informs("says what the document is"))));
    }

    public static ResultDocument document(Result... results) {
        return document(List.of(), List.of(), results);
    }

    public static ResultDocument document(
            List<WaiverUse> waivers, List<ExclusionUse> exclusions, Result... results) {
        return new ResultDocument(
                new RunSubject(
                        new RunSubject.Kit("0.1.0", "d7621adf", "00ffee", Map.of()),
                        new RunSubject.Selection(
                                List.of(), List.of(), List.of(), "@OE-01", waivers, exclusions),
                        List.of(
                                new ImplementationRecord(
                                        ImplementationIdentity.REFERENCE, "the kit's own")),
                        List.of(
                                new DeviceRecord(SIMULATED, PRESENT, "simulated, 40 SMs"),
                                new DeviceRecord(OPENCL, ABSENT, "no platform found"))),
                List.of(
                        new ScenarioRecord(
                                ScenarioId.of("table", "runs"),
                                Stage.OFFLOAD_ENTRIES,
                                "The table runs",
                                "features/offload-entries/table.feature",
                                12,
                                List.of("When it runs", "Then y is <2>"))),
                List.of(results),
                new Circumstances(
                        "2026-11-22T20:00:00Z",
                        61_500,
                        "a host",
                        List.of("offload-tck", "run"),
                        Map.of(
                                "table.runs/-/llvm-16/offload-entries -> reference/sim:sm_75",
                                1234L)));
    }

    /// A run in which nothing held: a failure that a waiver expects, and an excluded result. A
    /// second waiver is unused, a third one expired.
    public static ResultDocument waived() {
        return document(
                List.of(
                        waiver("W1", WaiverUse.State.USED, 1, 1),
                        waiver("W2", WaiverUse.State.UNUSED, 0, 0),
                        waiver("W3", WaiverUse.State.EXPIRED, 2, 0)),
                List.of(
                        new ExclusionUse(
                                new Exclusion(
                                        "E1",
                                        List.of("llvm-22"),
                                        List.of("OE-01"),
                                        List.of(),
                                        "the edition has no table"),
                                1)),
                result("runs", "llvm-16", SIMULATED, new Verdict.ExpectedFailure("W1", "y is 1")),
                result(
                        "names",
                        "llvm-22",
                        DeviceIdentity.NONE,
                        new Verdict.Excluded("E1", "the edition has no table")));
    }

    private static WaiverUse waiver(String id, WaiverUse.State state, int covered, int decided) {
        return new WaiverUse(
                new Waiver(
                        id,
                        "table.*",
                        "rounds twice",
                        "someone",
                        "example.org/" + id,
                        LocalDate.of(2026, 12, 31)),
                state,
                covered,
                decided);
    }

    /// Five results: two passes, a wrong value with evidence, one regression, one not run.
    public static ResultDocument run() {
        return document(
                result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass()),
                result("names", "llvm-22", DeviceIdentity.NONE, Verdict.pass()),
                result(
                        "runs",
                        "llvm-16",
                        SIMULATED,
                        Verdict.of(VerdictKind.FAIL_VALUE, "y[3] is <1> when it should be 2"),
                        Evidence.ArtifactExcerpt.of(
                                "zaxpy.o", "\0zaxpy & co".getBytes(UTF_8), 0, 11, "name")),
                result(
                        "costs",
                        "llvm-16",
                        SIMULATED,
                        Verdict.of(VerdictKind.PERF_REGRESSED, "12000 when the budget is 11000"),
                        new Evidence.PlantedFaultLine(
                                "images",
                                "kernel-hidden",
                                List.of("a.o"),
                                List.of("symbol KERNEL visibility = 2"),
                                List.of("symbol-not-exported"),
                                List.of("OE-01"),
                                ".symtab at 0x40",
                                "aborts",
                                "LLVM 16: aborts",
                                List.of("symbol-not-exported"),
                                Evidence.PlantedFaultLine.Outcome.REPORTED),
                        new Evidence.PlantedFaultLine(
                                "images",
                                "kernel-hidden",
                                List.of("b.o"),
                                List.of("symbol KERNEL visibility = 2"),
                                List.of("symbol-not-exported"),
                                List.of("OE-01"),
                                ".symtab at 0x40",
                                "aborts",
                                "LLVM 16: aborts",
                                List.of(),
                                Evidence.PlantedFaultLine.Outcome.MISSED),
                        budget()),
                result(
                        "runs",
                        "llvm-16",
                        OPENCL,
                        Verdict.of(VerdictKind.NOT_RUN, "no platform found")));
    }

    public static Result result(
            String scenario,
            String profile,
            DeviceIdentity device,
            Verdict verdict,
            Evidence... evidence) {
        var identity =
                new ResultIdentity(
                        ScenarioId.of("table", scenario),
                        List.of(),
                        profile,
                        Stage.OFFLOAD_ENTRIES,
                        ImplementationIdentity.REFERENCE,
                        device);
        return new Result(
                identity,
                "The table %s".formatted(scenario),
                List.of("OE-01"),
                verdict,
                List.of(evidence));
    }

    public static Evidence budget() {
        return new Evidence.BudgetLine(
                "zaxpy-sim",
                "zaxpy",
                new Metric("instructions", 12_000, "instructions", Metric.Exactness.EXACT),
                11_000,
                0,
                VerdictKind.PERF_REGRESSED,
                "measured");
    }

    private static DocumentUnit sentence(String text) {
        return new DocumentUnit(DocumentUnit.Kind.SENTENCE, text);
    }

    private static Requirement requirement(String id, String quote, String deviation) {
        return new Requirement(
                id,
                Stage.OFFLOAD_ENTRIES,
                new Quote(quote, "guide", "Entries", PlainText.sha256(quote)),
                Strength.MUST,
                List.of(TestKind.FORMAT),
                List.of("llvm-16", "llvm-22"),
                deviation.isEmpty() ? List.of() : List.of(deviation),
                "");
    }
}
