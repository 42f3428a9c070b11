package org.offloadtck.scenario.record;

import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.TestCase;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.requirement.Coverage;
import org.offloadtck.conformance.requirement.TaggedScenario;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.ScenarioEvidence;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.Toolchains;

/// A scenario, or an example of an outline, as the feature files have it.
///
/// @param file its URI
/// @param line at which it starts; of an example, that of its row
/// @param steps their texts with the values of the example, without keywords
/// @param record of the scenario, or of the outline with the title of this example
public record ListedScenario(
        ExampleOfScenario example,
        TaggedScenario tagged,
        URI file,
        int line,
        List<String> steps,
        ScenarioRecord record) {

    /// Starts of the steps that set an ABI profile, a toolchain and a device.
    private static final String PROFILE = "the ABI profile ";

    private static final String TOOLCHAIN = "the toolchain ";

    private static final String DEVICE = "the device ";

    /// The folder of all features.
    private static final String FEATURES = "features/";

    /// The end of the title of a scenario about a deviation.
    private static final Pattern DEVIATION = Pattern.compile("\\bas D\\d+");

    public ListedScenario {
        steps = List.copyOf(steps);
    }

    static ListedScenario of(TestCase scenario, FeatureOutline outline) {
        int line = scenario.getLocation().getLine();
        var entry = outline.at(scenario.getUri().toString(), line);
        var tagged =
                new TaggedScenario(
                        feature(scenario.getUri()),
                        entry.line(),
                        scenario.getName(),
                        scenario.getTags());
        return new ListedScenario(
                new ExampleOfScenario(entry.id(), entry.parameters()),
                tagged,
                scenario.getUri(),
                line,
                steps(scenario),
                new ScenarioRecord(
                        entry.id(),
                        stage(scenario.getUri()),
                        tagged.title(),
                        tagged.feature(),
                        entry.line(),
                        entry.steps()));
    }

    private static List<String> steps(TestCase scenario) {
        return scenario.getTestSteps().stream()
                .filter(PickleStepTestStep.class::isInstance)
                .map(PickleStepTestStep.class::cast)
                .map(step -> step.getStep().getText())
                .toList();
    }

    /// `features/executable-run/suites.feature`, wherever the folder is.
    private static String feature(URI file) {
        var path = file.getSchemeSpecificPart();
        return path.substring(Math.max(0, path.lastIndexOf(FEATURES)));
    }

    /// The stage of a feature: the name of its folder.
    private static Stage stage(URI feature) {
        var parts = feature.toString().split("/", -1);
        var folder = parts.length < 2 ? "" : parts[parts.length - 2];
        return Arrays.stream(Stage.values())
                .filter(stage -> stage.id().equals(folder))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "%s: folder is '%s' when it should be a stage"
                                        .formatted(feature, folder)));
    }

    /// Whether a step sets the ABI profile `id`.
    public boolean sets(String id) {
        return steps.contains(PROFILE + id);
    }

    /// The toolchains that build programs in it.
    public List<String> toolchains() {
        return after(TOOLCHAIN).toList();
    }

    /// Whether `platform` is a device on which it runs: a tag or a step names it.
    public boolean runsOn(String platform) {
        return tagged.tags().contains(platform) || steps.contains(DEVICE + platform);
    }

    /// Whether it states what a release does wrong.
    public boolean isAboutDeviation() {
        return DEVIATION.matcher(tagged.title()).find();
    }

    private Stream<String> after(String start) {
        return steps.stream()
                .filter(step -> step.startsWith(start))
                .map(step -> step.substring(start.length()));
    }

    /// The title, with the id of the toolchain that is judged.
    public String title(Optional<JudgedToolchain> judged) {
        return judged.map(each -> each.title(tagged.title())).orElse(tagged.title());
    }

    /// The result of a run of it.
    Result result(ScenarioEvidence attached, Verdict verdict, List<Evidence> evidence) {
        return result(JudgedToolchain.current(), attached, verdict, evidence)
                .edited(attached::withoutPaths);
    }

    ResultIdentity identity(ScenarioEvidence attached) {
        return new ResultIdentity(
                example.id(),
                example.parameters(),
                attached.profile(),
                record.stage(),
                attached.implementation(),
                attached.device());
    }

    private Result result(
            Optional<JudgedToolchain> judged,
            ScenarioEvidence attached,
            Verdict verdict,
            List<Evidence> evidence) {
        return new Result(
                identity(attached),
                title(judged),
                Coverage.requirements(tagged),
                verdict,
                evidence);
    }

    /// The result if it is not run. Its profile and device are those that its steps name.
    ///
    /// @param judged the toolchain that takes the place of the one that the steps name
    public Result notRun(Optional<JudgedToolchain> judged, String reason) {
        var toolchain =
                judged.map(JudgedToolchain::toolchain)
                        .or(() -> toolchains().stream().findFirst().map(Toolchains::shipped));
        var attached =
                new ScenarioEvidence(
                        toolchain
                                .map(Toolchain::profile)
                                .or(() -> after(PROFILE).findFirst())
                                .orElse(""),
                        toolchain
                                .map(each -> ImplementationIdentity.of(each.id()))
                                .orElse(ImplementationIdentity.REFERENCE),
                        after(DEVICE)
                                .filter(each -> !each.contains(" "))
                                .findFirst()
                                .map(platform -> new DeviceIdentity(platform, ""))
                                .orElse(DeviceIdentity.NONE),
                        Map.of(),
                        List.of());
        return result(judged, attached, Verdict.of(VerdictKind.NOT_RUN, reason), List.of());
    }
}
