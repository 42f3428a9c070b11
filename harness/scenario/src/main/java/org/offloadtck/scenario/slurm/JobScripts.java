package org.offloadtck.scenario.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.command.AheadOfTimeCache;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.scenario.replay.ShellText;

/// The scripts of the jobs.
///
/// @param kit the command `offload-tck` on this machine
record JobScripts(SlurmFolder folder, KitCommand kit, Installation installation) {

    /// Where the nodes have the kit.
    enum Installation {
        /// Where this machine has it: in a folder that all nodes see.
        SHARED,
        /// In the temporary folder of each node, to which a task copies it.
        COPIED
    }

    /// Enough of a SHA-256 to tell builds of the kit apart.
    private static final int DIGITS = 12;

    /// @throws IllegalArgumentException if a kit is to be copied that is no jar
    JobScripts {
        if (installation == Installation.COPIED && !Files.isRegularFile(jar(kit))) {
            throw new IllegalArgumentException(
                    "--copy is given when the kit should be a jar, and it is %s"
                            .formatted(kit.classPath()));
        }
    }

    /// Executes the shard that is the index of the task.
    ///
    /// @param options of `run`
    String task(List<String> options) {
        var words = new ArrayList<>(List.of("run", "--plan", folder.plan().toString()));
        words.addAll(List.of("--shard", "auto", "--report", folder.root().toString()));
        words.addAll(options);
        return script(words);
    }

    /// Collects the results.
    String collect() {
        return script(List.of("slurm", "collect", "--resubmit", folder.root().toString()));
    }

    private String script(List<String> words) {
        var arguments = words.stream().map(ShellText::quoted).collect(Collectors.joining(" "));
        return switch (installation) {
            case SHARED -> "#!/bin/bash\nexec %s %s\n".formatted(kit(""), arguments);
            case COPIED ->
                    "#!/bin/bash\nset -e\n%sexec %s %s\n"
                            .formatted(
                                    copying(),
                                    kit(jar(kit).resolveSibling("").toString()),
                                    arguments);
        };
    }

    /// The command of the kit, with the variable `kit` in place of a folder.
    private String kit(String replaced) {
        return kit.words().stream()
                .map(word ->
                        replaced.isEmpty()
                                ? ShellText.quoted(word)
                                : ShellText.quoted(word, replaced, "kit"))
                .collect(Collectors.joining(" "));
    }

    /// Copies the jar, and its caches if there are any, unless another task of the node has done
    /// so. Of several that begin at the same time, one gives its copy the name.
    private String copying() {
        var jar = jar(kit);
        var files = Stream.concat(Stream.of(jar), AheadOfTimeCache.beside(jar).stream());
        return """
        kit=${TMPDIR:-/tmp}/offload-tck-%s-$(id -u)
        if [ ! -d "$kit" ]; then
            mkdir "$kit.$$"
            cp -p %s "$kit.$$"
            mv -T "$kit.$$" "$kit" 2>/dev/null || rm -r "$kit.$$"
        fi
        """
                .formatted(
                        build(),
                        files.map(Path::toString)
                                .map(ShellText::quoted)
                                .collect(Collectors.joining(" ")));
    }

    private String build() {
        try {
            return PlainText.sha256OfBytes(kit.fingerprint().getBytes(UTF_8)).substring(0, DIGITS);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Path jar(KitCommand kit) {
        return kit.classPath().getFirst();
    }
}
