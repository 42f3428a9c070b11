package org.offloadtck.scenario.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.VerdictKind;

/// The folders `replay/ID` of a report, one for each failed result.
///
/// @param report the folder of the report
public record ReplayFolders(Path report) {

    private static final String NAME = "replay";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{12}");

    /// A folder of a scenario, as evidence names it before the report has it.
    private static final Pattern FOLDER = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

    /// Where the files of scenarios that fail are kept while they run.
    public Path root() {
        return report.resolve(NAME);
    }

    /// The results with the paths of kept files in their evidence. Folders of results that did not
    /// fail after all, or of an earlier run, are removed.
    public List<Result> located(List<Result> results) {
        var failed =
                results.stream()
                        .filter(ReplayFolders::isReplayed)
                        .map(result -> result.identity().shortId())
                        .collect(Collectors.toSet());
        removeOthers(failed);
        return results.stream().map(this::located).toList();
    }

    /// A stale waiver is no failure of the implementation.
    private static boolean isReplayed(Result result) {
        return result.verdict().standing().isFailure()
                && result.verdict().kind() != VerdictKind.XPASS;
    }

    private Result located(Result result) {
        var folder = folder(result);
        return isReplayed(result)
                ? result.edited(text ->
                        FOLDER.matcher(text).replaceAll(name -> located(folder, name.group(1))))
                : result;
    }

    /// The path of a folder of the scenario, or its name in braces if it was not kept.
    private String located(Path folder, String name) {
        var kept = folder.resolve(name);
        return Files.isDirectory(report.resolve(kept)) ? kept.toString() : "{%s}".formatted(name);
    }

    /// Replaces the folders by those of the failed results of a document that was made of several
    /// reports. Of a result that failed in several, it is that of the first. Reports that have lost
    /// theirs are left out.
    public void copyFrom(List<Path> reports, ResultDocument document) {
        removeOthers(Set.of());
        for (var result : document.results()) {
            if (isReplayed(result)) {
                reports.stream()
                        .map(each -> each.resolve(folder(result)))
                        .filter(Files::isDirectory)
                        .findFirst()
                        .ifPresent(from -> copy(from, report.resolve(folder(result))));
            }
        }
    }

    private static void copy(Path from, Path to) {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(
                            file,
                            target,
                            LinkOption.NOFOLLOW_LINKS,
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Writes scripts and results of all failed results.
    ///
    /// @param document the results, located
    /// @param implementations the words after which the run chose each implementation, by its id,
    ///   with absolute paths
    /// @param environment of this process
    public void write(
            ResultDocument document,
            Map<String, String> implementations,
            Map<String, String> environment) {
        for (var result : document.results()) {
            if (isReplayed(result)) {
                write(alone(document, result, implementations), result, environment);
            }
        }
    }

    private void write(ResultDocument alone, Result result, Map<String, String> environment) {
        try {
            var folder = Files.createDirectories(report.resolve(folder(result)));
            Files.writeString(folder.resolve("results.json"), alone.toJson());
            writeScript(folder.resolve(NAME), new ReplayScript(alone, result, environment).text());
            writeScript(
                    folder.resolve("commands.sh"),
                    new CommandScript(result, folder(result).toString()).text());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static void writeScript(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// The document of one result, which selects its implementation only.
    private static ResultDocument alone(
            ResultDocument document, Result result, Map<String, String> implementations) {
        var subject = document.subject();
        var tried = result.identity().implementation();
        var selection = subject.selection();
        var word = implementations.get(tried.toString());
        return new ResultDocument(
                new RunSubject(
                        subject.kit(),
                        new RunSubject.Selection(
                                selection.devices(),
                                selection.profiles(),
                                word == null ? List.of() : List.of(word),
                                selection.tags(),
                                List.of(),
                                List.of()),
                        subject.implementations().stream()
                                .filter(each -> each.implementation().equals(tried))
                                .toList(),
                        subject.devices()),
                document.scenario(result.identity().scenario()).stream().toList(),
                List.of(result),
                document.circumstances().of(result.identity().key()));
    }

    /// The folder of a result, from the folder of the report.
    private static Path folder(Result result) {
        return Path.of(NAME, result.identity().shortId());
    }

    private void removeOthers(Set<String> kept) {
        if (!Files.isDirectory(root())) {
            return;
        }
        try (var folders = Files.list(root())) {
            for (var folder : folders.toList()) {
                var id = String.valueOf(folder.getFileName());
                if (ID.matcher(id).matches() && !kept.contains(id)) {
                    delete(folder);
                }
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.toList().reversed()) {
                Files.delete(file);
            }
        }
    }
}
