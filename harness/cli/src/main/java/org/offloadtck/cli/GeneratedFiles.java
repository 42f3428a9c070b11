package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.offloadtck.command.KitVersion;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.conformance.trace.DeviationsPage;
import org.offloadtck.object.check.rule.ContractsPage;

/// Writes what the build derives from the sources: the places of the code that name requirements,
/// for `trace`; the commit, for results; the pages of deviations, contracts and commands, of which
/// copies are checked in as `docs/deviations.md`, `docs/contracts.md` and `docs/commands`; and the
/// completion for shells.
public final class GeneratedFiles {

    private GeneratedFiles() {}

    /// Writes all of them.
    ///
    /// @param arguments the root of the repository, the folder of classes, the folder of generated
    ///   documents
    public static void main(String[] arguments) throws IOException, InterruptedException {
        write(Path.of(arguments[1], KitVersion.COMMIT), commit(Path.of(arguments[0])));
        var places = CodePlaces.ofSources(Path.of(arguments[0]));
        write(Path.of(arguments[1], CodePlaces.RESOURCE), places.text());
        write(Path.of(arguments[2], "deviations.md"), DeviationsPage.of(catalogue()));
        write(Path.of(arguments[2], "contracts.md"), ContractsPage.text());
        for (var page : CommandPages.pages().entrySet()) {
            write(Path.of(arguments[2], "commands", page.getKey()), page.getValue());
        }
        write(Path.of(arguments[2], "offload-tck.bash"), CommandPages.completion());
    }

    /// The commit as git names it; empty if there is no git or no repository.
    private static String commit(Path root) throws IOException, InterruptedException {
        Process git;
        try {
            git =
                    new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=40")
                            .directory(root.toFile())
                            .redirectError(Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            return "";
        }
        try (var output = git.inputReader(UTF_8)) {
            var line = output.readLine();
            return git.waitFor() == 0 && line != null ? line + "\n" : "";
        }
    }

    private static Catalogue catalogue() {
        return Catalogue.load(
                SpecificationFolder.ofResources(
                        GeneratedFiles.class.getClassLoader(), "corpus/spec"));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
