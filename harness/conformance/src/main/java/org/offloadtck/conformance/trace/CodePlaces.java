package org.offloadtck.conformance.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The places of the kit's source that name requirements. A comment that holds `Requirement:` or
/// `Requirements:`, ids separated by commas, and a full stop refers to the declaration below it.
///
/// The build scans the sources and puts [#text] beside the classes, so that a released jar knows
/// them too.
///
/// @param places by requirement, then file and line
public record CodePlaces(List<CodePlace> places) {

    /// Where the build puts the list, on the class path.
    public static final String RESOURCE = "org/offloadtck/code-places.tsv";

    private static final Pattern MENTION =
            Pattern.compile("Requirements?:((?:[\\s/*,]|[A-Z]{2}-\\d{2}\\b)+)\\.");

    private static final Pattern ID = Pattern.compile("[A-Z]{2}-\\d{2}");

    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|interface|record|enum|package)\\s+([\\w.]+)");

    private static final Pattern MEMBER = Pattern.compile("(\\w+)\\s*(?:[(;={,]|$)");

    private static final Comparator<CodePlace> ORDER =
            Comparator.comparing(CodePlace::requirement)
                    .thenComparing(CodePlace::file)
                    .thenComparingInt(CodePlace::line);

    public CodePlaces {
        places = places.stream().sorted(ORDER).toList();
    }

    /// Scans the main sources below `root`, Java and C.
    public static CodePlaces ofSources(Path root) throws IOException {
        var places = new ArrayList<CodePlace>();
        for (var source : sources(root)) {
            var file = root.relativize(source).toString().replace('\\', '/');
            places.addAll(ofSource(file, Files.readString(source)));
        }
        return new CodePlaces(places);
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> isMainSource(root.relativize(file).toString())).toList();
        }
    }

    private static boolean isMainSource(String file) {
        boolean isJava = file.contains("/src/main/java/") && file.endsWith(".java");
        boolean isC = file.contains("/src/main/c/") && file.matches(".*\\.[ch]");
        return (isJava || isC) && !file.contains("/target/");
    }

    /// The places of one source.
    static List<CodePlace> ofSource(String file, String text) {
        return MENTION.matcher(text)
                .results()
                .flatMap(mention -> ofMention(file, text, mention))
                .toList();
    }

    private static Stream<CodePlace> ofMention(String file, String text, MatchResult mention) {
        int number = (int) text.substring(0, mention.end()).lines().count();
        var lines = text.lines().toList();
        while (number < lines.size() && isBeforeDeclaration(lines.get(number))) {
            number++;
        }
        if (number == lines.size()) {
            return Stream.of();
        }
        int line = number + 1;
        var declaration = name(lines.get(number));
        return ID.matcher(mention.group(1))
                .results()
                .map(id -> new CodePlace(id.group(), file, line, declaration));
    }

    private static boolean isBeforeDeclaration(String line) {
        return line.isBlank() || line.strip().matches("(///|//|\\*|/\\*|@(?!interface)).*");
    }

    private static String name(String declaration) {
        var type = TYPE.matcher(declaration);
        if (type.find()) {
            return type.group(1);
        }
        var member = MEMBER.matcher(declaration);
        return member.find() ? member.group(1) : declaration.strip();
    }

    /// The list that the build left on the class path; empty if there is none.
    public static CodePlaces ofBuild(ClassLoader loader) throws IOException {
        try (InputStream stream = loader.getResourceAsStream(RESOURCE)) {
            return stream == null
                    ? new CodePlaces(List.of())
                    : parse(new String(stream.readAllBytes(), UTF_8));
        }
    }

    /// A place a line: requirement, file, line and declaration, separated by tabs.
    public String text() {
        return places.stream()
                .map(place ->
                        "%s\t%s\t%d\t%s\n"
                                .formatted(
                                        place.requirement(),
                                        place.file(),
                                        place.line(),
                                        place.declaration()))
                .collect(Collectors.joining());
    }

    private static CodePlaces parse(String text) {
        return new CodePlaces(text.lines().map(CodePlaces::place).toList());
    }

    private static CodePlace place(String row) {
        var cells = row.split("\t", -1);
        return new CodePlace(cells[0], cells[1], Integer.parseInt(cells[2]), cells[3]);
    }

    /// The places of one requirement.
    public List<CodePlace> of(String requirement) {
        return places.stream().filter(place -> place.requirement().equals(requirement)).toList();
    }
}
