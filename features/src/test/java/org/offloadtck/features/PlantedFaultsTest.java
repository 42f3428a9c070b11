package org.offloadtck.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.rule.LinkSetRule;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.fault.FaultGroup;
import org.offloadtck.scenario.fault.FaultVerdict;
import org.offloadtck.scenario.fault.PlantedFault;

/// The bench of planted faults is complete: of every rule, with a scenario for every row.
class PlantedFaultsTest {

    private static final String FEATURE = "features/object-check/planted-faults.feature";

    private static Stream<PlantedFault> faults() {
        return FaultGroup.ALL.stream().flatMap(group -> group.faults().stream());
    }

    @Test
    void atLeastThreeHundredFaultsArePlantedOfEveryGroup() {
        assertThat(faults()).hasSizeGreaterThanOrEqualTo(300);
        assertThat(FaultGroup.ALL).allSatisfy(group -> assertThat(group.faults()).isNotEmpty());
    }

    /// Rules about several files and about a profile that is demanded have scenarios of their own
    /// (files-together.feature, agreement.feature).
    @Test
    void everyRuleIsPlanted() {
        assertThat(
                        faults().filter(fault -> !fault.missed())
                                .flatMap(fault -> fault.rules().stream()))
                .containsAll(
                        Rule.all().stream()
                                .filter(rule -> !(rule instanceof LinkSetRule))
                                .filter(rule -> rule != ProfileRule.OTHER_PROFILE)
                                .map(Rule::id)
                                .toList());
    }

    @Test
    void everyRowThatIsReportedHasItsScenario() throws IOException {
        var rows =
                FaultGroup.ALL.stream()
                        .flatMap(group ->
                                group.faults().stream()
                                        .filter(fault -> !fault.missed())
                                        .map(fault -> List.of(group.word(), fault.row())))
                        .distinct()
                        .toList();

        assertThat(examples().values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void everyScenarioIsTaggedWithTheRequirementsOfItsRules() throws IOException {
        var requirements = requirements();

        examples()
                .forEach((tags, rows) ->
                        assertThat(List.of(tags.split(" ")))
                                .containsExactlyElementsOf(
                                        requirements.get(rows.getFirst().getFirst())));
    }

    @Test
    void missedFaultsAreStillMissed() {
        var check = new ArtifactCheck(AbiProfiles.load());

        assertThat(faults().filter(PlantedFault::missed))
                .noneMatch(fault -> FaultVerdict.of(fault, check).isRight());
    }

    @Test
    void everyFaultThatBreaksHasARuleThatIsAnError() {
        var severities =
                Rule.all().stream()
                        .collect(
                                groupingBy(
                                        Rule::id,
                                        mapping(Rule::severity, toCollection(TreeSet::new))));

        assertThat(faults().filter(fault -> !fault.missed()))
                .filteredOn(fault -> fault.consequence().severity() == Severity.ERROR)
                .allSatisfy(fault ->
                        assertThat(fault.rules())
                                .isNotEmpty()
                                .anySatisfy(rule ->
                                        assertThat(severities.get(rule)).contains(Severity.ERROR)));
    }

    /// The requirements of the rules that are planted, by group.
    private static Map<String, SortedSet<String>> requirements() {
        var byRule = new LinkedHashMap<String, String>();
        Rule.all().forEach(rule -> byRule.put(rule.id(), rule.requirement()));
        var byGroup = new LinkedHashMap<String, SortedSet<String>>();
        for (var group : FaultGroup.ALL) {
            var tags = new TreeSet<String>();
            group.faults().stream()
                    .filter(fault -> !fault.missed())
                    .flatMap(fault -> fault.rules().stream())
                    .forEach(rule -> tags.add("@" + byRule.get(rule)));
            byGroup.put(group.word(), tags);
        }
        return byGroup;
    }

    /// The rows of the outlines, as group and fault, by the line of tags.
    private static Map<String, List<List<String>>> examples() throws IOException {
        var examples = new LinkedHashMap<String, List<List<String>>>();
        var tags = "";
        for (var line : feature().lines().map(String::strip).toList()) {
            if (line.startsWith("@")) {
                tags = line;
            } else if (line.startsWith("|") && !line.contains("| fault")) {
                var cells = line.split("\\|", -1);
                examples.computeIfAbsent(tags, _ -> new ArrayList<>())
                        .add(List.of(cells[1].strip(), cells[2].strip()));
            }
        }
        return examples;
    }

    private static String feature() throws IOException {
        var loader = PlantedFaultsTest.class.getClassLoader();
        try (var stream = Objects.requireNonNull(loader.getResourceAsStream(FEATURE), FEATURE)) {
            return new String(stream.readAllBytes(), UTF_8);
        }
    }
}
