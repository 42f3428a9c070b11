package org.offloadtck.scenario.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EmbedEvent;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestRunFinished;
import io.cucumber.plugin.event.TestStepFinished;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.ScenarioEvidence;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.data.DataText;

/// A Cucumber plugin that collects the results of a run. As `…ResultRecorder:FILE` it writes them
/// when the run ends; a caller in the same process calls [#results] instead.
public final class ResultRecorder implements ConcurrentEventListener {

    /// The media type of the [ScenarioEvidence] that a scenario attaches.
    public static final String EVIDENCE_TYPE = "application/vnd.offload-tck.scenario-evidence+json";

    private final Optional<Path> file;
    private final Optional<FailedFiles> failedFiles;
    private final FeatureOutline outline = new FeatureOutline();
    private final Map<UUID, ScenarioEvidence> evidence = new HashMap<>();
    private final Map<UUID, List<Evidence>> assertions = new HashMap<>();
    private final Set<UUID> failed = new HashSet<>();
    private final List<Ended> results = new ArrayList<>();
    private final Map<ScenarioId, ScenarioRecord> records = new LinkedHashMap<>();
    private final Map<String, Long> times = new HashMap<>();

    /// @param at the time of [System#nanoTime]
    private record Ended(Result result, long at) {}

    /// A recorder whose results are read with [#results].
    public ResultRecorder() {
        this(Optional.empty(), Optional.empty());
    }

    /// A recorder that keeps the files of scenarios that fail.
    ///
    /// @param replays where: see [FailedFiles]
    public static ResultRecorder keeping(Path replays) {
        return new ResultRecorder(Optional.empty(), Optional.of(new FailedFiles(replays)));
    }

    private ResultRecorder(Optional<Path> file, Optional<FailedFiles> failedFiles) {
        this.file = file;
        this.failedFiles = failedFiles;
    }

    /// A recorder that writes the results to `file` when the run ends. Cucumber calls this
    /// constructor.
    public ResultRecorder(String file) {
        this(Optional.of(Path.of(file)), Optional.empty());
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(
                Envelope.class, envelope -> envelope.getGherkinDocument().ifPresent(this::add));
        publisher.registerHandlerFor(EmbedEvent.class, this::attached);
        publisher.registerHandlerFor(TestStepFinished.class, this::stepped);
        publisher.registerHandlerFor(TestCaseFinished.class, this::finished);
        publisher.registerHandlerFor(TestRunFinished.class, _ -> write());
    }

    /// The results so far, in the order in which scenarios ended.
    public synchronized List<Result> results() {
        return results.stream()
                .filter(each ->
                        !each.result().verdict().standing().isFailure()
                                || !Interruption.mayExplain(each.at()))
                .map(Ended::result)
                .toList();
    }

    /// Milliseconds of each result so far, by its key.
    public synchronized Map<String, Long> times() {
        return Map.copyOf(times);
    }

    private synchronized void add(GherkinDocument document) {
        outline.add(document);
    }

    private synchronized void attached(EmbedEvent event) {
        if (event.getMediaType().equals(EVIDENCE_TYPE)) {
            var json = new DataText(event.getName(), new String(event.getData(), UTF_8));
            var attached = ScenarioEvidence.parse(json);
            evidence.put(event.getTestCase().getId(), attached);
            if (failed.contains(event.getTestCase().getId())) {
                var id =
                        ListedScenario.of(event.getTestCase(), outline)
                                .identity(attached)
                                .shortId();
                failedFiles.ifPresent(files -> files.keep(id, attached.folders()));
            }
        }
    }

    /// Keeps a step that passed and asserted something, with the values that it examined.
    private synchronized void stepped(TestStepFinished event) {
        var observed = RecordedAssertions.drain();
        if (event.getResult().getStatus() == Status.FAILED) {
            failed.add(event.getTestCase().getId());
        }
        if (event.getTestStep() instanceof PickleStepTestStep step
                && event.getResult().getStatus() == Status.PASSED
                && (StepText.isOutcome(step) || !observed.isEmpty())) {
            assertions
                    .computeIfAbsent(event.getTestCase().getId(), _ -> new ArrayList<>())
                    .add(Evidence.Assertion.of(StepText.of(step), observed));
        }
    }

    /// Keeps no result of a scenario that an [Interruption] may have ended.
    private synchronized void finished(TestCaseFinished event) {
        if (Interruption.isRequested()) {
            return;
        }
        var scenario = ListedScenario.of(event.getTestCase(), outline);
        records.putIfAbsent(scenario.example().id(), scenario.record());
        var id = event.getTestCase().getId();
        var attached = Optional.ofNullable(evidence.remove(id)).orElse(ScenarioEvidence.NONE);
        var shown = new ArrayList<>(attached.evidence());
        shown.addAll(Optional.ofNullable(assertions.remove(id)).orElse(List.of()));
        var verdict = ScenarioVerdict.of(scenario.record().stage(), event.getResult());
        var result = scenario.result(attached, verdict, shown);
        times.put(result.identity().key(), event.getResult().getDuration().toMillis());
        results.add(new Ended(result, System.nanoTime()));
    }

    private synchronized void write() {
        if (file.isEmpty()) {
            return;
        }
        var subject =
                new RunSubject(
                        new RunSubject.Kit("unpackaged", "", "", Map.of()),
                        RunSubject.Selection.ALL,
                        List.of(),
                        List.of());
        var document =
                new ResultDocument(
                        subject,
                        List.copyOf(records.values()),
                        results(),
                        ResultDocument.Circumstances.NONE);
        try {
            Files.writeString(file.get(), document.toJson());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
