package org.offloadtck.reports.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.trace.CodePlace;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.RequirementTrace;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.ScenarioTrace;

/// What the templates show: the results of a run, joined with the catalogue and the code.
public final class Site {

    /// Units of a document that are shown before and after a quoted one.
    private static final int CONTEXT = 2;

    /// Results that one page shows at most; the others are in `results.json`. A page of 5,000 opens
    /// in less than half a second (`SiteInBrowserTest`, 2026-11-23).
    static final int MOST_RESULTS = 5_000;

    private final RunTrace trace;
    private final CodePlaces code;
    private final Map<String, List<ClassifiedUnit>> units = new TreeMap<>();
    private final Map<String, List<Passage>> sections = new TreeMap<>();
    private final List<Subject> implementations;
    private final List<Subject> devices;
    private final List<ScenarioTrace> scenarios;
    private final Map<String, List<FaultRow>> plantedFaults;
    private final List<List<Result>> attention;
    private final List<BudgetRow> budgets = new ArrayList<>();
    private final Map<ScenarioId, Set<Result>> shown = new HashMap<>();

    Site(RunTrace trace, CodePlaces code) {
        this.trace = trace;
        this.code = code;
        Classification.of(trace.catalogue())
                .units()
                .forEach(unit ->
                        units.computeIfAbsent(unit.document(), _ -> new ArrayList<>()).add(unit));
        trace.catalogue()
                .documents()
                .forEach(document -> sections.put(document.id(), cutSections(document)));
        this.implementations = implementations(trace);
        this.devices = devices(trace);
        this.scenarios = ScenarioTrace.of(trace.document().results());
        this.attention = trace.attention();
        this.plantedFaults = FaultRow.byGroup(readEvidence(trace.document().results()));
        scenarios.stream()
                .filter(scenario -> hidden(scenario) > 0)
                .forEach(scenario -> shown.put(scenario.id(), identities(shown(scenario))));
    }

    /// The budgets that a result compared with what it measured.
    public record BudgetRow(Result result, List<BudgetLine> lines) {

        public BudgetRow {
            lines = List.copyOf(lines);
        }
    }

    /// Takes what pages of their own show from the evidence of each result, which is read once: it
    /// may be on disk.
    private List<FaultRow> readEvidence(List<Result> results) {
        var faults = new ArrayList<FaultRow>();
        for (var result : results) {
            var evidence = List.copyOf(result.evidence());
            faults.addAll(FaultRow.of(result, evidence));
            var lines =
                    evidence.stream()
                            .filter(BudgetLine.class::isInstance)
                            .map(BudgetLine.class::cast)
                            .toList();
            if (!lines.isEmpty()) {
                budgets.add(new BudgetRow(result, lines));
            }
        }
        return faults;
    }

    private static Set<Result> identities(List<Result> results) {
        var set = Collections.<Result>newSetFromMap(new IdentityHashMap<>());
        set.addAll(results);
        return set;
    }

    /// The results that the page of a scenario shows: at most [#MOST_RESULTS], those that were not
    /// expected before the others.
    public List<Result> shown(ScenarioTrace scenario) {
        var all = scenario.unexpectedFirst();
        return all.subList(0, all.size() - hidden(scenario));
    }

    /// How many results of a scenario no page shows.
    public int hidden(ScenarioTrace scenario) {
        return Math.max(0, scenario.results().size() - MOST_RESULTS);
    }

    /// The address of a result, or that of its scenario if no page shows the result.
    public String address(Links links, Result result) {
        var scenario = result.identity().scenario();
        var few = shown.get(scenario);
        return few == null || few.contains(result)
                ? links.to(result)
                : links.to(Page.scenario(scenario));
    }

    public RunTrace trace() {
        return trace;
    }

    public ResultDocument document() {
        return trace.document();
    }

    public Catalogue catalogue() {
        return trace.catalogue();
    }

    /// The implementations with results, the reference first, then by name.
    public List<Subject> implementations() {
        return implementations;
    }

    /// The devices with results, none first, then by name.
    public List<Subject> devices() {
        return devices;
    }

    public List<ScenarioTrace> scenarios() {
        return scenarios;
    }

    public List<ScenarioTrace> scenarios(Stage stage) {
        return scenarios.stream()
                .filter(row -> row.results().getFirst().identity().stage() == stage)
                .toList();
    }

    /// The stages with requirements or results.
    public List<Stage> stages() {
        return List.of(Stage.values()).stream()
                .filter(stage -> !trace.of(stage).isEmpty() || !trace.results(stage).isEmpty())
                .toList();
    }

    public List<CodePlace> code(RequirementTrace row) {
        return code.of(row.requirement().id());
    }

    /// The sections of a document, in its order.
    public List<Passage> sections(Document document) {
        return sections.getOrDefault(document.id(), List.of());
    }

    private List<Passage> cutSections(Document document) {
        var found = new ArrayList<Passage>();
        var all = units.getOrDefault(document.id(), List.of());
        int first = 0;
        for (int i = 1; i <= all.size(); i++) {
            if (i == all.size() || !all.get(i).section().equals(all.get(first).section())) {
                found.add(
                        new Passage(
                                document, all.get(first).section(), first, all.subList(first, i)));
                first = i;
            }
        }
        return List.copyOf(found);
    }

    /// The places of all documents that have words of the requirement, with their neighbours; the
    /// document that it quotes first. An edition that words the sentence otherwise shows so.
    public List<Passage> passages(RequirementTrace row) {
        var id = row.requirement().id();
        var passages = new ArrayList<Passage>();
        for (var document : catalogue().documents()) {
            for (var section : sections(document)) {
                passages.addAll(around(section, id));
            }
        }
        var quoted = row.requirement().quote().document();
        passages.sort(Comparator.comparing(each -> !each.document().id().equals(quoted)));
        return passages;
    }

    /// The passages of [#passages], grouped by the words that the requirement marks in them: one
    /// group if no edition differs.
    public List<List<Passage>> wordings(RequirementTrace row) {
        var id = row.requirement().id();
        var byWords = new LinkedHashMap<String, List<Passage>>();
        for (var passage : passages(row)) {
            byWords.computeIfAbsent(passage.marked(id), _ -> new ArrayList<>()).add(passage);
        }
        return List.copyOf(byWords.values());
    }

    private static List<Passage> around(Passage section, String id) {
        var passages = new ArrayList<Passage>();
        var all = section.units();
        int end = -1;
        for (int i = 0; i < all.size(); i++) {
            if (i > end && all.get(i).requirements().contains(id)) {
                int last = i;
                while (last + 1 < all.size() && all.get(last + 1).requirements().contains(id)) {
                    last++;
                }
                int from = Math.max(0, i - CONTEXT);
                end = Math.min(all.size() - 1, last + CONTEXT);
                passages.add(
                        new Passage(
                                section.document(),
                                section.section(),
                                section.first() + from,
                                all.subList(from, end + 1)));
            }
        }
        return passages;
    }

    /// The number of units of each classification.
    public String counts(Document document) {
        var all = units.getOrDefault(document.id(), List.of());
        var words = new ArrayList<String>();
        Classification.counts(all)
                .forEach((status, count) -> words.add("%d %s".formatted(count, status.word())));
        return "%d units: %s".formatted(all.size(), String.join(", ", words));
    }

    /// What needs attention, see [RunTrace#attention]. Every page has its number.
    public List<List<Result>> attention() {
        return attention;
    }

    /// The results that carry budgets.
    public List<BudgetRow> budgets() {
        return Collections.unmodifiableList(budgets);
    }

    /// The first [#MOST_RESULTS] of a long list of results.
    public static <T> List<T> few(List<T> results) {
        return results.subList(0, Math.min(results.size(), MOST_RESULTS));
    }

    /// The faults that results planted, by group.
    public Map<String, List<FaultRow>> plantedFaults() {
        return plantedFaults;
    }

    /// The planted faults of all groups.
    public List<FaultRow> allPlantedFaults() {
        return plantedFaults.values().stream().flatMap(List::stream).toList();
    }

    /// The ids of the requirements that a deviation affects.
    public List<String> affected(String deviation) {
        return catalogue().requirements().stream()
                .filter(row -> row.deviations().contains(deviation))
                .map(row -> row.id())
                .toList();
    }

    /// The state of the run in a sentence.
    public String headline() {
        if (trace.fullyWaived().isPresent()) {
            return trace.fullyWaived().get();
        }
        var statuses = trace.statuses();
        int total = trace.requirements().size();
        int broken = statuses.getOrDefault(RequirementStatus.BROKEN, 0);
        int undecided = statuses.getOrDefault(RequirementStatus.UNDECIDED, 0);
        if (broken > 0) {
            return "%d of %d requirements %s broken."
                    .formatted(broken, total, broken == 1 ? "is" : "are");
        }
        if (undecided > 0) {
            return "The kit failed on %d of %d requirements.".formatted(undecided, total);
        }
        int held = statuses.getOrDefault(RequirementStatus.HELD, 0);
        return held == total
                ? "All %d requirements hold.".formatted(total)
                : "%d of %d requirements hold, and none is broken.".formatted(held, total);
    }

    private static List<Subject> implementations(RunTrace trace) {
        return trace.document().results().stream()
                .map(result -> result.identity().implementation())
                .distinct()
                .sorted(
                        Comparator.comparing((ImplementationIdentity each) ->
                                        !each.equals(ImplementationIdentity.REFERENCE))
                                .thenComparing(ImplementationIdentity::toString))
                .map(each -> implementation(each, trace))
                .toList();
    }

    private static Subject implementation(ImplementationIdentity identity, RunTrace trace) {
        return new Subject(
                "implementation",
                identity.toString(),
                trace.document().implementations().stream()
                        .filter(row -> row.implementation().equals(identity))
                        .map(ImplementationRecord::description)
                        .findFirst()
                        .orElse("the results name no version"),
                Page.implementation(identity),
                trace.document().results().stream()
                        .filter(row -> row.identity().implementation().equals(identity))
                        .toList(),
                trace.requirements().stream()
                        .map(row -> row.of(identity))
                        .filter(row -> !row.results().isEmpty())
                        .toList());
    }

    private static List<Subject> devices(RunTrace trace) {
        return trace.devices().stream().map(each -> device(each, trace)).toList();
    }

    private static Subject device(DeviceIdentity identity, RunTrace trace) {
        var description =
                identity.equals(DeviceIdentity.NONE)
                        ? "results that need no device"
                        : trace.document().devices().stream()
                                .filter(row -> row.identity().equals(identity))
                                .map(DeviceRecord::description)
                                .findFirst()
                                .orElse("the results do not describe it");
        return new Subject(
                "device",
                RunTrace.name(identity),
                description,
                Page.device(identity),
                trace.document().results().stream()
                        .filter(row -> row.identity().device().equals(identity))
                        .toList(),
                trace.requirements().stream()
                        .map(row -> new RequirementTrace(row.requirement(), row.on(identity)))
                        .filter(row -> !row.results().isEmpty())
                        .toList());
    }
}
