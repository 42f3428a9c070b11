package org.offloadtck.cli.linkbuild;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.cli.CommandRun;

/// Performs builds with a release's linker wrapper and with `offload-tck link`.
final class LinkComparison {

    private final Path folder;
    private final Path toolkit;
    private final Map<String, LinkFiles> files = new HashMap<>();

    LinkComparison(Path folder) {
        this.folder = folder;
        this.toolkit = folder.resolve("kit");
        new CommandRun().execute("toolkit", toolkit.toString());
    }

    /// The outcome of a build with both.
    ///
    /// @param status of the release's wrapper
    /// @param kitStatus of the kit's
    /// @param images of the release's output
    /// @param kitOutput what the kit printed
    /// @param ran whether both programs were run
    /// @param differences empty if there are none
    record Outcome(
            LinkBuild build,
            int status,
            int kitStatus,
            List<String> images,
            String output,
            String kitOutput,
            boolean ran,
            List<String> differences) {}

    Outcome compare(LinkBuild build, ClangRelease release, boolean runs) {
        var inputs =
                files.computeIfAbsent(
                        build.release() + build.options(), _ -> files(build, release));
        Path real = inputs.folder().resolve("real").resolve("prog");
        Path kit = inputs.folder().resolve("kit").resolve("prog");
        var words = words(build, inputs, real);
        var reference =
                CommandProcess.run(inputs.folder(), words(release.wrapper(), words, build, real));
        var run = new CommandRun();
        var kitWords =
                words.stream().map(word -> word.replace(real.toString(), kit.toString())).toList();
        var command = words("link", kitWords, build, kit);
        command.add(1, "--profile=" + release.profile());
        int status = run.execute(command.toArray(String[]::new));
        return outcome(build, reference, status, run.err(), real, kit, runs, release);
    }

    private LinkFiles files(LinkBuild build, ClangRelease release) {
        Path own = folder.resolve("%s-%s".formatted(build.release(), build.options()));
        for (String side : List.of("real", "kit")) {
            if (!own.resolve(side).toFile().mkdirs()) {
                throw new IllegalStateException("cannot create " + own);
            }
        }
        return new LinkFiles(release, build.options(), toolkit, own);
    }

    private static List<String> words(LinkBuild build, LinkFiles inputs, Path real) {
        var words =
                inputs.wrapperWords(build.form().words(inputs), real)
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "the driver runs no linker wrapper for " + build));
        var kept = new ArrayList<>(words);
        if (ClangRelease.of(build.release()).runtime().isEmpty()) {
            kept.removeIf(word -> word.startsWith("-lomp"));
        }
        return kept;
    }

    /// The command, with its words in a response file if the build has one.
    private static List<String> words(
            String program, List<String> words, LinkBuild build, Path output) {
        var command = new ArrayList<>(List.of(program));
        if (!build.form().usesResponseFile()) {
            command.addAll(words);
            return command;
        }
        Path response = output.resolveSibling("words.rsp");
        LinkFiles.write(
                response,
                String.join(
                        "\n",
                        words.stream()
                                .map(word -> "\"" + word.replaceAll("[\"\\\\]", "\\\\$0") + "\"")
                                .toList()));
        command.add("@" + response);
        return command;
    }

    private static Outcome outcome(
            LinkBuild build,
            CommandProcess reference,
            int status,
            String kitOutput,
            Path real,
            Path kit,
            boolean runs,
            ClangRelease release) {
        var differences = new ArrayList<String>();
        List<String> images = List.of();
        boolean ran = false;
        if ((reference.status() == 0) != (status == 0)) {
            differences.add(
                    "the release's wrapper exits with %d, the kit's with %d"
                            .formatted(reference.status(), status));
        } else if (status == 0) {
            var theirs = LinkedFile.read(real);
            var ours = LinkedFile.read(kit);
            images = theirs.images();
            compare("images", theirs.images(), ours.images(), differences);
            compare("entries", theirs.entries(), ours.entries(), differences);
            compare("registration", theirs.registration(), ours.registration(), differences);
            compare("findings", theirs.findings(), ours.findings(), differences);
            if (runs && release.runtime().isPresent()) {
                ran = true;
                compare("run", run(build, real, release), run(build, kit, release), differences);
            }
        }
        real.toFile().delete();
        kit.toFile().delete();
        return new Outcome(
                build,
                reference.status(),
                status,
                images,
                reference.output(),
                kitOutput,
                ran,
                differences);
    }

    private static void compare(
            String what, List<String> theirs, List<String> ours, List<String> differences) {
        if (!theirs.equals(ours)) {
            var lacking = new ArrayList<>(theirs);
            lacking.removeAll(ours);
            var added = new ArrayList<>(ours);
            added.removeAll(theirs);
            differences.add(
                    "%s: the release has %s, the kit %s"
                            .formatted(
                                    what,
                                    lacking.isEmpty() && added.isEmpty() ? theirs : lacking,
                                    lacking.isEmpty() && added.isEmpty() ? ours : added));
        }
    }

    private static List<String> run(LinkBuild build, Path program, ClangRelease release) {
        var words = new ArrayList<String>();
        if (build.options().hasGpu()) {
            words.addAll(CommandProcess.kit());
            words.addAll(List.of("exec", "--"));
        }
        words.add(program.toString());
        var run =
                CommandProcess.run(
                        program.getParent(),
                        Map.of(
                                "LD_LIBRARY_PATH",
                                release.runtime().orElseThrow().toString(),
                                "LIBOMP_NUM_HIDDEN_HELPER_THREADS",
                                "1",
                                "OMP_TARGET_OFFLOAD",
                                "MANDATORY"),
                        words);
        var lines = new ArrayList<String>();
        lines.add("status " + run.status());
        run.output()
                .lines()
                .map(line -> line.replace(program.toString(), "PROGRAM"))
                .map(line -> line.replaceAll("0x[0-9a-f]+", "ADDRESS"))
                .forEach(lines::add);
        return lines;
    }

    /// Whether `build` can be performed on this machine: the reason why not.
    static Optional<String> reasonAgainst(LinkBuild build) {
        return ClangRelease.of(build.release()).reasonAgainst(build.options());
    }
}
