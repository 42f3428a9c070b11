package org.offloadtck.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The table of modules in `docs/architecture.md`.
///
/// @param rows in the order of the document
record ModuleTable(List<Row> rows) {

    private static final Path ROOT = Path.of("..", "..");

    private static final String PREFIX = "org.offloadtck.";

    private static final Pattern ROW =
            Pattern.compile("\\| `([a-z/-]+)` \\| `([a-z.]+)` \\| .* \\|([^|]*)\\|");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    ModuleTable {
        rows = List.copyOf(rows);
    }

    /// A module and what it may use.
    ///
    /// @param directory from the root of the repository
    /// @param name its root package, below `org.offloadtck`
    /// @param mayUse root packages of other modules
    record Row(String directory, String name, Set<String> mayUse) {}

    static ModuleTable ofDocumentation() {
        return new ModuleTable(
                lines(ROOT.resolve(Path.of("docs", "architecture.md")))
                        .map(ROW::matcher)
                        .filter(java.util.regex.Matcher::matches)
                        .map(row -> new Row(row.group(1), row.group(2), words(row.group(3))))
                        .toList());
    }

    private static Set<String> words(String cell) {
        return CODE.matcher(cell).results().map(word -> word.group(1)).collect(Collectors.toSet());
    }

    /// The directories of the modules that Maven builds and that hold main code.
    static Set<String> directoriesOfBuild() {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            return folders.filter(folder ->
                            Files.isDirectory(folder.resolve(Path.of("src", "main", "java"))))
                    .map(folder -> ROOT.relativize(folder).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    Set<String> directories() {
        return rows.stream().map(Row::directory).collect(Collectors.toCollection(TreeSet::new));
    }

    /// The module that a package belongs to: the one with the longest root package that fits.
    Optional<Row> moduleOf(String packageName) {
        return rows.stream()
                .filter(row -> isWithin(packageName, PREFIX + row.name()))
                .max(Comparator.comparingInt(row -> row.name().length()));
    }

    private static boolean isWithin(String packageName, String root) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    /// The packages of the modules that `module` may not use, as ArchUnit writes them.
    List<String> packagesOutside(Row module) {
        return rows.stream()
                .filter(row -> !row.equals(module) && !module.mayUse().contains(row.name()))
                .filter(row ->
                        Stream.concat(Stream.of(module.name()), module.mayUse().stream())
                                .noneMatch(used -> row.name().startsWith(used + ".")))
                .map(row -> PREFIX + row.name() + "..")
                .toList();
    }

    /// The Javadoc of a package; empty if the package has no `package-info`.
    String documentationOf(String packageName) {
        return moduleOf(packageName)
                .map(row -> ROOT.resolve(row.directory()).resolve(Path.of("src", "main", "java")))
                .map(source ->
                        source.resolve(packageName.replace('.', '/')).resolve("package-info.java"))
                .filter(Files::exists)
                .map(file -> lines(file).collect(Collectors.joining("\n")))
                .orElse("");
    }

    private static Stream<String> lines(Path file) {
        try {
            return Arrays.stream(Files.readString(file).split("\n"));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
