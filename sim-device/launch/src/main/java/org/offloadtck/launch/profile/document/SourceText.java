package org.offloadtck.launch.profile.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.launch.profile.LineProfile;
import org.offloadtck.launch.profile.LineProfile.Place;

/// The text of source lines, from the files that line tables name, as they are when a document is
/// written. A file that changed after it was compiled shows its new text.
final class SourceText {

    /// The largest file that is read.
    private static final long MOST_BYTES = 8 << 20;

    /// The longest text of a line that is shown, in characters.
    private static final int MOST_CHARACTERS = 120;

    /// The lines of each file; none if it cannot be read.
    private final Map<String, List<String>> files = new HashMap<>();

    /// The text of a line without its indentation; empty if the line is of PTX, blank, or of a file
    /// that cannot be read.
    Optional<String> of(LineProfile line) {
        var place = line.place();
        if (place.text() != Place.Text.SOURCE) {
            return Optional.empty();
        }
        var lines = files.computeIfAbsent(place.file(), SourceText::read);
        return place.line() > lines.size()
                ? Optional.empty()
                : Optional.of(shortened(lines.get(place.line() - 1).strip()))
                        .filter(text -> !text.isEmpty());
    }

    private static List<String> read(String file) {
        try {
            var path = Path.of(file);
            return Files.isRegularFile(path) && Files.size(path) <= MOST_BYTES
                    ? new String(Files.readAllBytes(path), UTF_8).lines().toList()
                    : List.of();
        } catch (IOException | InvalidPathException _) {
            return List.of();
        }
    }

    /// A line without control characters, which terminals would execute.
    private static String shortened(String text) {
        var printable = text.replaceAll("\\p{Cntrl}", " ");
        return printable.length() <= MOST_CHARACTERS
                ? printable
                : printable.substring(0, MOST_CHARACTERS - 1) + "…";
    }
}
