package org.offloadtck.reports.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictClass;

/// The results of a run, by requirement.
///
/// @param requirements in the order of the catalogue
/// @param orphans ids that results speak for and the catalogue does not have
public record RunTrace(
        ResultDocument document,
        Catalogue catalogue,
        List<RequirementTrace> requirements,
        List<String> orphans) {

    public RunTrace {
        requirements = List.copyOf(requirements);
        orphans = List.copyOf(orphans);
    }

    public static RunTrace of(ResultDocument document, Catalogue catalogue) {
        var results = byRequirement(document);
        var requirements =
                catalogue.requirements().stream()
                        .map(row ->
                                new RequirementTrace(
                                        row, results.getOrDefault(row.id(), List.of())))
                        .toList();
        var orphans =
                document.results().stream()
                        .flatMap(result -> result.requirements().stream())
                        .filter(id -> catalogue.requirement(id).isEmpty())
                        .distinct()
                        .sorted()
                        .toList();
        return new RunTrace(document, catalogue, requirements, orphans);
    }

    private static Map<String, List<Result>> byRequirement(ResultDocument document) {
        var results = new HashMap<String, List<Result>>();
        for (var result : document.results()) {
            for (var id : new LinkedHashSet<>(result.requirements())) {
                results.computeIfAbsent(id, _ -> new ArrayList<>()).add(result);
            }
        }
        return results;
    }

    /// The unexpected results, then those in which the kit failed. Results of one scenario with one
    /// verdict and reason are grouped.
    public List<List<Result>> attention() {
        var alike = new LinkedHashMap<String, List<Result>>();
        for (var standing : List.of(VerdictClass.UNEXPECTED, VerdictClass.HARNESS_FAULT)) {
            for (var result : results(standing)) {
                var same = "%s %s".formatted(result.identity().scenario(), result.verdict().text());
                alike.computeIfAbsent(same, _ -> new ArrayList<>()).add(result);
            }
        }
        return List.copyOf(alike.values());
    }

    /// What a reader has to know first of a run in which nothing held: that waivers and exclusions
    /// decided everything that was judged. Empty for any other run.
    public Optional<String> fullyWaived() {
        var counts = VerdictCounts.of(document.results());
        int waived = counts.of(VerdictClass.WAIVED);
        int excluded = counts.of(VerdictClass.EXCLUDED);
        int notJudged = counts.of(VerdictClass.NOT_JUDGED);
        return waived + excluded == 0 || waived + excluded + notJudged < counts.total()
                ? Optional.empty()
                : Optional.of(
                        "Fully waived: no result held; %d failed as waivers expect, %d excluded, %d not judged."
                                .formatted(waived, excluded, notJudged));
    }

    /// The devices results were obtained on, none first, then by name.
    public List<DeviceIdentity> devices() {
        return document.results().stream()
                .map(result -> result.identity().device())
                .distinct()
                .sorted(
                        Comparator.comparing((DeviceIdentity device) ->
                                        !device.equals(DeviceIdentity.NONE))
                                .thenComparing(DeviceIdentity::toString))
                .toList();
    }

    /// The device as columns are headed.
    public static String name(DeviceIdentity device) {
        return device.equals(DeviceIdentity.NONE) ? "no device" : device.toString();
    }

    public List<RequirementTrace> of(Stage stage) {
        return requirements.stream().filter(row -> row.requirement().stage() == stage).toList();
    }

    public List<RequirementTrace> of(Document quoted) {
        return requirements.stream()
                .filter(row -> row.requirement().quote().document().equals(quoted.id()))
                .toList();
    }

    public List<Result> results(Stage stage) {
        return document.results().stream()
                .filter(result -> result.identity().stage() == stage)
                .toList();
    }

    public List<Result> results(VerdictClass standing) {
        return document.results().stream()
                .filter(result -> result.verdict().standing() == standing)
                .toList();
    }

    public Map<RequirementStatus, Integer> statuses() {
        return statuses(requirements);
    }

    /// The number of requirements of each status that occurs, in the order of [RequirementStatus].
    public static Map<RequirementStatus, Integer> statuses(List<RequirementTrace> requirements) {
        var counts = new EnumMap<RequirementStatus, Integer>(RequirementStatus.class);
        requirements.forEach(row -> counts.merge(row.status(), 1, Integer::sum));
        return counts;
    }
}
