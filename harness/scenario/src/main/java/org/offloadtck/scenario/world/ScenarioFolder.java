package org.offloadtck.scenario.world;

import io.cucumber.java.After;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.linker.tool.TemporaryDirectory;
import org.offloadtck.scenario.record.UnsupportedException;

/// The folder for the files of one scenario; runs programs of the machine in it.
public final class ScenarioFolder {

    /// Names of linkers in Debian: without a release only if its default package is installed.
    private static final List<String> LINKERS =
            List.of("ld.%s", "ld.%s-22", "ld.%s-19", "ld.%s-16");

    private final World world;
    private Optional<TemporaryDirectory> folder = Optional.empty();

    public ScenarioFolder(World world) {
        this.world = world;
    }

    /// Deletes the folder, after [ScenarioHooks] passed its path on.
    @After(order = ScenarioHooks.ORDER - 1)
    public void clear() {
        folder.ifPresent(TemporaryDirectory::close);
    }

    /// The path of the file `name`, which may not exist yet.
    public Path file(String name) {
        return folder().resolve(name);
    }

    /// Writes a file.
    ///
    /// @return its name
    public String put(String name, byte[] bytes) {
        try {
            Files.write(file(name), bytes);
            return name;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    public byte[] read(String name) {
        try {
            return Files.readAllBytes(file(name));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The names of the files, sorted.
    public List<String> files() {
        try (var files = Files.list(folder())) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Runs a program of the machine and requires that it succeeds.
    ///
    /// @return its standard output
    /// @throws UnsupportedException if it is not installed
    public String succeed(String tool, String... arguments) {
        return succeed(run(tool, arguments));
    }

    /// The standard output of a program that must have succeeded.
    public static String succeed(ProcessResult result) {
        if (!result.ending().isSuccess()) {
            throw new AssertionError(
                    "%s: %s: %s%s"
                            .formatted(
                                    String.join(" ", result.command().words()),
                                    result.ending(),
                                    result.errors(),
                                    result.output()));
        }
        return result.output();
    }

    /// Runs a program of the machine.
    ///
    /// @throws UnsupportedException if it is not installed
    public ProcessResult run(String tool, String... arguments) {
        return run(require(tool), List.of(arguments), Map.of());
    }

    /// Runs a program that a step built in the folder.
    public ProcessResult runBuilt(String program, Map<String, String> environment) {
        return run(new HostTool(file(program)), List.of(), environment);
    }

    private ProcessResult run(
            HostTool tool, List<String> arguments, Map<String, String> environment) {
        var result = tool.run(folder(), arguments, environment);
        world.attach(result.evidence());
        return result;
    }

    /// The option with which gcc links with `bfd` or `lld`, of any installed release.
    ///
    /// @throws UnsupportedException if none is installed
    public String linkingWith(String linker) {
        var found =
                LINKERS.stream()
                        .map(name -> name.formatted(linker))
                        .flatMap(name -> HostTool.find(name).stream())
                        .findFirst()
                        .orElseThrow(() ->
                                new UnsupportedException(
                                        "ld.%s is not installed".formatted(linker)));
        try {
            var link = file("ld." + linker);
            if (Files.notExists(link)) {
                Files.createSymbolicLink(link, found.program());
            }
            return "-B%s".formatted(folder());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The program `name` of the machine.
    ///
    /// @throws UnsupportedException if it is not installed
    public HostTool require(String name) {
        return HostTool.find(name)
                .orElseThrow(() -> new UnsupportedException(name + " is not installed"));
    }

    public Path folder() {
        if (folder.isEmpty()) {
            folder = Optional.of(TemporaryDirectory.create("offload-tck-"));
            world.holds("files", folder.get().path());
        }
        return folder.get().path();
    }
}
