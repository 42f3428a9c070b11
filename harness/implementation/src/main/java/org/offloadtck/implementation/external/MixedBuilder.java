package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.implementation.process.ProgramCommand;

/// Builds mixed programs in one directory, each product once. What is linked is not judged: whether
/// toolchains fit each other is what the programs are built for.
final class MixedBuilder {

    /// Of compilations and links.
    private static final String LEVEL = "O2";

    private final Path folder;
    private final Path sources;
    private final Path toolkit;
    private final Function<String, byte[]> corpus;

    /// The verdict on a product that could not be made.
    private static final class StoppedException extends Exception {

        private final transient Verdict verdict;

        StoppedException(Verdict verdict) {
            super(verdict.text(), null, false, false);
            this.verdict = verdict;
        }
    }

    /// @param corpus returns the bytes of a corpus file
    MixedBuilder(Path folder, Path toolkit, Function<String, byte[]> corpus) {
        this.folder = folder;
        this.sources = folder.resolve("sources");
        this.toolkit = toolkit;
        this.corpus = corpus;
    }

    Path folder() {
        return folder;
    }

    BuildResult build(MixedProgram program) {
        var source = program.source();
        var evidence = new ArrayList<Evidence>();
        source.files()
                .distinct()
                .forEach(path -> ExecutableBuilder.lay(sources, path, corpus.apply(path)));
        try {
            var command = List.of(link(program, evidence));
            return new BuildResult.Made(
                    new ProgramCommand(source.id(), command, folder, Map.of()), evidence);
        } catch (StoppedException stopped) {
            return new BuildResult.Stopped(stopped.verdict, evidence);
        }
    }

    private String link(MixedProgram program, List<Evidence> evidence) throws StoppedException {
        var units = program.source().units();
        var inputs = new ArrayList<>(objects(program.first(), units.subList(0, 1), evidence));
        var others = objects(program.others(), units.subList(1, units.size()), evidence);
        var linker = program.linker();
        return switch (program.form()) {
            case OBJECTS -> {
                inputs.addAll(others);
                yield make(linker, Stage.LINK, program.file(), inputs, evidence);
            }
            case ARCHIVE -> {
                var archive = "%s.a".formatted(program.others().toolchain().id());
                inputs.add(make(program.others(), Stage.ARCHIVE, archive, others, evidence));
                yield make(linker, Stage.LINK, program.file(), inputs, evidence);
            }
            case PRODUCT -> {
                inputs.addAll(others);
                var product = program.file() + ".o";
                var object = make(linker, Stage.RELOCATABLE, product, inputs, evidence);
                yield make(linker, Stage.HOST_LINK, program.file(), List.of(object), evidence);
            }
        };
    }

    private List<String> objects(
            ToolchainLookup.Found installation, List<String> units, List<Evidence> evidence)
            throws StoppedException {
        var objects = new ArrayList<String>();
        for (var unit : units) {
            var toolchain = installation.toolchain();
            var stem = unit.substring(unit.lastIndexOf('/') + 1, unit.lastIndexOf('.'));
            var names =
                    names(installation)
                            .with("input", sources.resolve(unit))
                            .with("language", toolchain.language(unit));
            objects.add(
                    make(
                            installation,
                            Stage.COMPILE,
                            "%s-%s.o".formatted(toolchain.id(), stem),
                            names,
                            evidence));
        }
        return objects;
    }

    private String make(
            ToolchainLookup.Found installation,
            Stage stage,
            String product,
            List<String> inputs,
            List<Evidence> evidence)
            throws StoppedException {
        return make(
                installation, stage, product, names(installation).with("inputs", inputs), evidence);
    }

    /// Makes a product that is not there yet.
    private String make(
            ToolchainLookup.Found installation,
            Stage stage,
            String product,
            CommandTemplate names,
            List<Evidence> evidence)
            throws StoppedException {
        var output = folder.resolve(product);
        if (!Files.exists(output)) {
            var toolchain = installation.toolchain();
            if (toolchain.command(stage).isEmpty()) {
                throw new StoppedException(
                        Verdict.of(
                                VerdictKind.UNSUPPORTED,
                                "%s declares no stage %s".formatted(toolchain.id(), stage.word())));
            }
            var command = names.with("output", output).fill(toolchain.command(stage));
            var failure = new BuildStep(toolchain, stage, product, command).run(folder, evidence);
            if (failure.isPresent()) {
                throw new StoppedException(failure.get());
            }
        }
        return output.toString();
    }

    private CommandTemplate names(ToolchainLookup.Found installation) {
        return CommandTemplate.of(installation)
                .with("toolkit", toolkit)
                .with("sources", sources)
                .with("level", installation.toolchain().level(LEVEL))
                .with("options", List.of());
    }

    /// A directory with the runtime of `runtime` under the name that a program of `linker` loads.
    /// Upstream, the name is the same for all releases.
    Path runtime(ToolchainLookup.Found linker, ToolchainLookup.Found runtime) {
        var library = runtime.place(Toolchain.RUNTIME);
        var name = Optional.ofNullable(linker.place(Toolchain.RUNTIME).getFileName()).orElseThrow();
        var names =
                folder.resolve(
                        "runtime-%s-for-%s"
                                .formatted(runtime.toolchain().id(), linker.toolchain().id()));
        var link = names.resolve(name);
        try {
            if (!Files.exists(link)) {
                Files.createDirectories(names);
                Files.createSymbolicLink(link, library);
            }
            return names;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
