package org.offloadtck.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The files of the corpus, by their path below `corpus/`, as `objects/t16.o`.
public final class Corpus {

    private static final String ROOT = "/corpus/";

    private static final List<CorpusFile> FILES =
            Manifest.parse(new String(read("MANIFEST.csv"), UTF_8));

    private Corpus() {}

    /// Every file, ordered by path.
    public static List<CorpusFile> files() {
        return FILES;
    }

    /// The paths that begin with `prefix`, in order.
    public static List<String> list(String prefix) {
        return FILES.stream()
                .map(CorpusFile::path)
                .filter(path -> path.startsWith(prefix))
                .toList();
    }

    /// A fresh copy of the file's bytes.
    public static byte[] bytes(String path) {
        if (FILES.stream().noneMatch(file -> file.path().equals(path))) {
            throw new IllegalArgumentException("the corpus has no file %s".formatted(path));
        }
        return read(path);
    }

    public static String text(String path) {
        return new String(bytes(path), UTF_8);
    }

    private static byte[] read(String path) {
        try (var stream = Corpus.class.getResourceAsStream(ROOT + path)) {
            if (stream == null) {
                throw new IllegalStateException("%s%s is not packaged".formatted(ROOT, path));
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
