package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.plan.Matrix;
import org.offloadtck.conformance.plan.PlannedCell;
import org.offloadtck.conformance.plan.ResourceClass;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.execution.ScenarioGroup;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;
import org.offloadtck.scenario.suite.SuiteReader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The scenarios that the rows of a matrix select, as `run` selects them by its options.
final class MatrixScenarios implements Matrix.Names {

    /// The fields of a row that stand for options.
    private static final Map<String, String> FIELDS =
            Map.of(
                    "--implementation", "implementations",
                    "--device", "devices",
                    "--profile", "profiles",
                    "--tags", "tags");

    private final CommandSpec spec;
    private final List<DevicePlugin> plugins;
    private final List<ListedScenario> scenarios = ScenarioRun.list();
    private final Map<String, PlannedCell> cells = new LinkedHashMap<>();
    private final SuiteReader suites;

    /// @param base the folder of the matrix
    MatrixScenarios(CommandSpec spec, List<DevicePlugin> plugins, Path base) {
        this.spec = spec;
        this.plugins = plugins;
        this.suites = new SuiteReader(base);
    }

    /// Reads a matrix, and selects its scenarios.
    ///
    /// @throws ParameterException if the file is no matrix, or a row names something that there is
    ///   not or selects nothing
    Matrix read(Path file) {
        var text = new DataText(file.toString(), InputFile.readText(file));
        return UserData.read(spec, () -> Matrix.parse(text, this));
    }

    /// Adds the tests of suites.
    ///
    /// @param listed their scenarios
    void addTests(List<ListedScenario> listed) {
        add(new ScenarioGroup(Optional.empty(), listed), "");
    }

    @Override
    public TestSuite suite(Fields fields) {
        return suites.read(fields);
    }

    /// The cells of the matrices that were read.
    List<PlannedCell> cells() {
        return List.copyOf(cells.values());
    }

    /// Selects the scenarios of a row.
    @Override
    public void verify(Matrix.Row row) {
        try {
            var selection = selection(row);
            selection.require(plugins);
            var judged = judged(row.implementations());
            var groups = selection.groups(scenarios, judged, Optional.empty());
            for (int i = 0; i < groups.size(); i++) {
                add(groups.get(i), judged.isEmpty() ? "" : judged.get(i).option());
            }
        } catch (ParameterException fault) {
            throw new IllegalArgumentException(inTermsOfFields(fault), fault);
        }
    }

    private static String inTermsOfFields(ParameterException fault) {
        var message = String.valueOf(fault.getMessage());
        return FIELDS.entrySet().stream()
                .filter(field -> message.startsWith(field.getKey() + " "))
                .findFirst()
                .map(field -> field.getValue() + message.substring(field.getKey().length()))
                .orElse(message);
    }

    private SelectionOption selection(Matrix.Row row) {
        return new SelectionOption(spec, row.devices(), row.profiles(), row.tags());
    }

    private List<Judged> judged(List<String> words) {
        return words.stream().map(new ImplementationOption(spec)::judged).toList();
    }

    private void add(ScenarioGroup group, String word) {
        for (var scenario : group.scenarios()) {
            var cell =
                    new PlannedCell(
                            key(scenario, group.judged()),
                            group.judged().isEmpty() ? "" : word,
                            resource(scenario),
                            1);
            var known = cells.putIfAbsent(cell.key(), cell);
            if (known != null && !known.implementation().equals(cell.implementation())) {
                throw new IllegalArgumentException(
                        "implementations has '%s' and '%s', which have one id, when each should have another"
                                .formatted(known.implementation(), cell.implementation()));
            }
        }
    }

    /// The key of a scenario's result before it has run.
    static String key(ListedScenario scenario, Optional<JudgedToolchain> judged) {
        return scenario.notRun(judged, "planned").identity().key();
    }

    private static ResourceClass resource(ListedScenario scenario) {
        if (Stream.of("cuda", "offload").anyMatch(scenario::runsOn)) {
            return ResourceClass.GPU;
        }
        return scenario.runsOn("opencl") ? ResourceClass.OPENCL : ResourceClass.NONE;
    }

    /// The selection of a run of all rows, as results state it.
    static SelectionOption selection(CommandSpec spec, Matrix matrix) {
        var rows = matrix.rows();
        var tags = rows.stream().map(Matrix.Row::tags).distinct().toList();
        return new SelectionOption(
                spec,
                union(rows.stream().map(Matrix.Row::devices).toList()),
                union(rows.stream().map(Matrix.Row::profiles).toList()),
                tags.size() == 1
                        ? tags.getFirst()
                        : String.join(
                                " or ",
                                union(
                                        tags.stream()
                                                .map(each ->
                                                        each.isBlank()
                                                                ? List.<String>of()
                                                                : List.of("(%s)".formatted(each)))
                                                .toList())));
    }

    /// All values of the lists; none if a list is empty, because that one selects every value.
    private static List<String> union(List<List<String>> lists) {
        return lists.stream().anyMatch(List::isEmpty)
                ? List.of()
                : lists.stream().flatMap(List::stream).distinct().toList();
    }
}
