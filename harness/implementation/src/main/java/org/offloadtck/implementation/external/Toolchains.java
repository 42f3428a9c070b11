package org.offloadtck.implementation.external;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.command.InputFile;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// The descriptors of toolchains: those of the corpus, and those of users.
public final class Toolchains {

    private static final String FOLDER = "implementations/";
    private static final String EXTENSION = ".yaml";

    private Toolchains() {}

    /// The ids of the toolchains that the corpus describes, in alphabetical order.
    public static List<String> ids() {
        return Corpus.list(FOLDER).stream()
                .filter(path -> path.endsWith(EXTENSION))
                .map(path -> path.substring(FOLDER.length(), path.length() - EXTENSION.length()))
                .sorted()
                .toList();
    }

    /// The text of the corpus's descriptor of `id`, with its comments.
    public static String text(String id) {
        return Corpus.text(FOLDER + id + EXTENSION);
    }

    /// The toolchain `id` of the corpus.
    public static Toolchain shipped(String id) {
        return ToolchainReader.read(new DataText(FOLDER + id + EXTENSION, text(id)));
    }

    /// Reads the descriptor of a user. Paths with a `/` that are relative count from its folder.
    ///
    /// @throws DataException naming the field that cannot be read
    public static Toolchain read(Path file) {
        var read = ToolchainReader.read(new DataText(file.toString(), InputFile.readText(file)));
        return new Toolchain(
                read.id(),
                read.description(),
                read.profile(),
                resolved(file, read.tools()),
                read.files().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        each ->
                                                each.getValue().stream()
                                                        .map(path -> resolved(file, path))
                                                        .toList())),
                read.languages(),
                read.levels(),
                read.commands(),
                read.environment(),
                read.limits());
    }

    private static Map<String, String> resolved(Path file, Map<String, String> paths) {
        return paths.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey, each -> resolved(file, each.getValue())));
    }

    private static String resolved(Path file, String path) {
        return path.contains("/") && !path.startsWith(ToolchainLookup.UNPACKED)
                ? file.toAbsolutePath().resolveSibling(path).normalize().toString()
                : path;
    }
}
