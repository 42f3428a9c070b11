package org.offloadtck.reports.comparison;

import java.io.Reader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.RunSubject.Selection;

/// What a comparison needs of a run.
///
/// @param source file that it was read from
/// @param facts about what took part
/// @param results by their keys
public record Snapshot(
        String source, SortedMap<Fact, String> facts, SortedMap<String, JudgedResult> results) {

    /// The word before the seed on a command line.
    private static final String SEED = "--shuffle";

    public Snapshot {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
    }

    /// Reads the document of a run, whose results need not fit into the memory.
    ///
    /// @throws org.offloadtck.data.DataException if the text is no result document
    /// @throws java.io.UncheckedIOException if the text cannot be read
    static Snapshot read(String source, Reader json) {
        var results = new TreeMap<String, JudgedResult>();
        var rest =
                ResultDocument.read(
                        source, json, result -> putOnce(results, JudgedResult.of(result)));
        return new Snapshot(source, facts(rest), results);
    }

    private static void putOnce(Map<String, JudgedResult> results, JudgedResult result) {
        if (results.put(result.key(), result) != null) {
            throw new IllegalArgumentException(
                    "two results have the key %s".formatted(result.key()));
        }
    }

    private static SortedMap<Fact, String> facts(ResultDocument document) {
        var facts = new TreeMap<Fact, String>();
        var subject = document.subject();
        facts.put(
                new Fact(Aspect.KIT, ""),
                "%s (%s)".formatted(subject.kit().version(), subject.kit().commit()));
        facts.put(new Fact(Aspect.CATALOGUE, ""), subject.kit().catalogue());
        subject.kit()
                .requirements()
                .forEach((id, hash) -> facts.put(new Fact(Aspect.REQUIREMENT, id), hash));
        for (var scenario : document.scenarios()) {
            facts.put(
                    new Fact(Aspect.SCENARIO, scenario.id().text()),
                    PlainText.sha256(String.join("\n", scenario.steps())));
        }
        for (var row : subject.implementations()) {
            facts.put(
                    new Fact(Aspect.IMPLEMENTATION, row.implementation().toString()),
                    row.description());
        }
        for (var row : subject.devices()) {
            facts.put(new Fact(Aspect.DEVICE, row.identity().toString()), row.description());
        }
        facts.put(new Fact(Aspect.SELECTION, ""), selection(subject.selection()));
        facts.put(new Fact(Aspect.WAIVERS, ""), waivers(subject.selection()));
        facts.put(new Fact(Aspect.SEED, ""), seed(document.circumstances().command()));
        facts.put(new Fact(Aspect.HOST, ""), document.circumstances().host());
        return facts;
    }

    /// The options that select scenarios, as on the command line.
    private static String selection(Selection selection) {
        var words = new StringBuilder();
        var options =
                Map.of(
                        "--device", selection.devices(),
                        "--implementation", selection.implementations(),
                        "--profile", selection.profiles(),
                        "--tags",
                                selection.tags().isEmpty()
                                        ? List.<String>of()
                                        : List.of(selection.tags()));
        new TreeMap<>(options)
                .forEach((option, values) ->
                        values.forEach(value ->
                                words.append(option).append(' ').append(value).append(' ')));
        return words.toString().strip();
    }

    private static String waivers(Selection selection) {
        var ids = new StringBuilder();
        selection.waivers().forEach(use -> ids.append(use.waiver()).append('\n'));
        selection.exclusions().forEach(use -> ids.append(use.exclusion()).append('\n'));
        return ids.isEmpty()
                ? "none"
                : "%d waivers, %d exclusions, %.12s"
                        .formatted(
                                selection.waivers().size(),
                                selection.exclusions().size(),
                                PlainText.sha256(ids.toString()));
    }

    private static String seed(List<String> command) {
        for (int i = 0; i < command.size(); i++) {
            var word = command.get(i);
            if (word.startsWith(SEED + "=")) {
                return word.substring(SEED.length() + 1);
            }
            if (word.equals(SEED) && i + 1 < command.size()) {
                return command.get(i + 1);
            }
        }
        return "none";
    }
}
