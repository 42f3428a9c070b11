package org.offloadtck.scenario.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.scenario.execution.EarlierRun;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The results of an interrupted run, which this run completes.
public final class ResumeOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--resume",
            paramLabel = "RESULTS_OR_DIR",
            description =
                    "Take over the results of this results.json, or of the report in this folder,"
                            + " and run what it lacks. Give the other options of that run too.")
    private Optional<Path> place = Optional.empty();

    /// A property of a run, as the earlier run has it and as this one has it.
    private record Property(String name, Object earlier, Object now) {

        boolean differs() {
            return !earlier.equals(now);
        }
    }

    /// The results of the earlier run; none without the option.
    ///
    /// @param subject of this run, by its results
    /// @param retries the further runs of a scenario that fails. The failures of the earlier run
    ///   may lack some, and are not taken over.
    /// @throws ParameterException if the file cannot be read as results, or is of a run of another
    ///   kit, another implementation or another selection
    EarlierRun run(Function<List<Result>, RunSubject> subject, int retries) {
        return place.map(path -> run(path, subject, retries)).orElse(EarlierRun.NONE);
    }

    private EarlierRun run(Path path, Function<List<Result>, RunSubject> subject, int retries) {
        var file = Files.isDirectory(path) ? path.resolve("results.json") : path;
        var document = UserData.results(spec, file);
        requireSame(file, document.subject(), subject.apply(EarlierRun.judged(document.results())));
        var circumstances = document.circumstances();
        return new EarlierRun(
                EarlierRun.judged(document.results()).stream()
                        .filter(result ->
                                retries == 0
                                        || result.verdict().standing() != VerdictClass.UNEXPECTED)
                        .toList(),
                circumstances.times(),
                circumstances.milliseconds());
    }

    private void requireSame(Path file, RunSubject earlier, RunSubject now) {
        properties(earlier, now).stream()
                .filter(Property::differs)
                .findFirst()
                .ifPresent(property -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "--resume is '%s', in which %s is %s when it should be %s, as in this run"
                                    .formatted(
                                            file,
                                            property.name(),
                                            property.earlier(),
                                            property.now()));
                });
    }

    private static List<Property> properties(RunSubject earlier, RunSubject now) {
        var then = earlier.selection();
        var today = now.selection();
        var properties =
                new ArrayList<>(
                        List.of(
                                new Property("the kit", earlier.kit(), now.kit()),
                                new Property("--device", then.devices(), today.devices()),
                                new Property("--profile", then.profiles(), today.profiles()),
                                new Property(
                                        "--implementation",
                                        then.implementations(),
                                        today.implementations()),
                                new Property("--tags", quoted(then.tags()), quoted(today.tags())),
                                new Property("--waivers", waivers(then), waivers(today)),
                                new Property("--exclusions", exclusions(then), exclusions(today))));
        properties.addAll(
                described("the implementation ", implementations(earlier), implementations(now)));
        properties.addAll(described("the device ", devices(earlier), devices(now)));
        return properties;
    }

    /// The descriptions of what both runs judged: a tool or a driver may have been replaced.
    private static List<Property> described(
            String kind, Map<String, String> earlier, Map<String, String> now) {
        return earlier.entrySet().stream()
                .map(each ->
                        new Property(
                                kind + each.getKey(),
                                quoted(each.getValue()),
                                quoted(now.getOrDefault(each.getKey(), each.getValue()))))
                .toList();
    }

    private static Map<String, String> implementations(RunSubject subject) {
        var texts = new TreeMap<String, String>();
        subject.implementations()
                .forEach(each -> texts.put(each.implementation().toString(), each.description()));
        return texts;
    }

    private static Map<String, String> devices(RunSubject subject) {
        var texts = new TreeMap<String, String>();
        subject.devices()
                .forEach(each -> texts.put(each.identity().toString(), each.description()));
        return texts;
    }

    private static String quoted(String text) {
        return "'%s'".formatted(text);
    }

    private static List<String> waivers(RunSubject.Selection selection) {
        return selection.waivers().stream().map(use -> use.waiver().id()).toList();
    }

    private static List<String> exclusions(RunSubject.Selection selection) {
        return selection.exclusions().stream().map(use -> use.exclusion().id()).toList();
    }
}
