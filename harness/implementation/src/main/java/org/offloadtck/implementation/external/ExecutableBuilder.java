package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.implementation.process.ProgramCommand;

/// Builds one program in a directory of its own, with a process for every stage.
final class ExecutableBuilder {

    private final Toolchain toolchain;
    private final CommandTemplate names;
    private final Path folder;
    private final Path sources;
    private final Path runFolder;
    private final List<BuildStep> steps = new ArrayList<>();

    /// Creates a builder.
    ///
    /// @param toolkit the device toolkit
    /// @param folder an empty directory for the products
    /// @param runFolder the working directory of the program, which gets a copy of it
    ExecutableBuilder(
            ToolchainLookup.Found installation,
            String level,
            Path toolkit,
            Path folder,
            Path runFolder) {
        this.toolchain = installation.toolchain();
        this.folder = folder;
        this.runFolder = runFolder;
        this.sources = folder.resolve("sources");
        this.names =
                CommandTemplate.of(installation)
                        .with("toolkit", toolkit)
                        .with("sources", sources)
                        .with("level", toolchain.level(level));
    }

    /// Builds a program.
    ///
    /// @param corpus returns the bytes of a corpus file
    BuildResult build(SourceProgram program, Function<String, byte[]> corpus) {
        var missing = missingStage(program);
        if (missing.isPresent()) {
            return new BuildResult.Stopped(missing.get(), List.of());
        }
        program.files().distinct().forEach(path -> lay(sources, path, corpus.apply(path)));
        var words = plan(program);
        var evidence = new ArrayList<Evidence>();
        for (var step : steps) {
            var failure = step.run(folder, evidence).or(() -> step.judge(folder, evidence));
            if (failure.isPresent()) {
                return new BuildResult.Stopped(failure.get(), evidence);
            }
        }
        return made(program, words, evidence);
    }

    /// The result of a build whose products are there. They are judged again.
    ///
    /// @param evidence of the steps that made them
    BuildResult rebuilt(SourceProgram program, List<Evidence> evidence) {
        var words = plan(program);
        var faults = new ArrayList<Evidence>();
        for (var step : steps) {
            var failure = step.judge(folder, faults);
            if (failure.isPresent()) {
                return new BuildResult.Stopped(
                        failure.get(), Stream.concat(evidence.stream(), faults.stream()).toList());
            }
        }
        return made(program, words, evidence);
    }

    /// The steps of a build, with each command line.
    List<BuildStep> steps(SourceProgram program) {
        var _ = plan(program);
        return List.copyOf(steps);
    }

    private BuildResult made(SourceProgram program, List<String> words, List<Evidence> evidence) {
        var command = new ProgramCommand(program.id(), words, folder, environment());
        return new BuildResult.Made(command.copiedTo(runFolder), evidence);
    }

    private Optional<Verdict> missingStage(SourceProgram program) {
        return Stream.of(Stage.RELOCATABLE, Stage.HOST_LINK)
                .filter(stage -> !program.relocated().isEmpty())
                .filter(stage -> toolchain.command(stage).isEmpty())
                .findFirst()
                .map(stage ->
                        Verdict.of(
                                VerdictKind.UNSUPPORTED,
                                "%s declares no stage %s".formatted(toolchain.id(), stage.word())));
    }

    /// Plans the steps, and returns the command line of the built program.
    private List<String> plan(SourceProgram program) {
        var options = names.with("options", program.options());
        if (!program.relocated().isEmpty()) {
            var members = compile(program.relocated(), options);
            var object = make(Stage.RELOCATABLE, program.id() + ".o", members, options);
            return List.of(make(Stage.HOST_LINK, program.id(), List.of(object), options));
        }
        var inputs = compile(program.units(), options);
        if (!program.archived().isEmpty()) {
            var members = compile(program.archived(), options);
            inputs.add(make(Stage.ARCHIVE, "lib%s.a".formatted(program.id()), members, options));
        }
        var words = new ArrayList<String>();
        words.add(make(Stage.LINK, program.id(), inputs, options));
        if (!program.library().isEmpty()) {
            var members = compile(program.library(), options);
            words.add(make(Stage.LIBRARY, "lib%s.so".formatted(program.id()), members, options));
        }
        return words;
    }

    private List<String> compile(List<String> units, CommandTemplate options) {
        var objects = new ArrayList<String>();
        for (var unit : units) {
            var object = unit.substring(0, unit.lastIndexOf('.')).replace('/', '-') + ".o";
            var named =
                    options.with("input", sources.resolve(unit))
                            .with("language", toolchain.language(unit));
            objects.add(make(Stage.COMPILE, object, List.of(), named));
        }
        return objects;
    }

    private String make(Stage stage, String product, List<String> inputs, CommandTemplate options) {
        var output = folder.resolve(product);
        var filled = options.with("inputs", inputs).with("output", output);
        steps.add(new BuildStep(toolchain, stage, product, filled.fill(toolchain.command(stage))));
        return output.toString();
    }

    private Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        toolchain.environment().forEach((name, value) -> environment.put(name, names.text(value)));
        return environment;
    }

    /// Writes a source file below `folder`.
    static void lay(Path folder, String path, byte[] bytes) {
        try {
            var file = folder.resolve(path);
            Files.createDirectories(file.resolveSibling(""));
            Files.write(file, bytes);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
