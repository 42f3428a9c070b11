package org.offloadtck.checks.suppression;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.suppression.Suppression.Accesses;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The suppressions of a file, in its order.
public record Suppressions(List<Suppression> all) {

    /// Suppresses nothing.
    public static final Suppressions NONE = new Suppressions(List.of());

    private static final String DEVICE_RUNTIMES = "device-runtimes.yaml";

    public Suppressions {
        all = List.copyOf(all);
    }

    /// The known defects of the device runtimes that the kit tests, from `device-runtimes.yaml`.
    public static Suppressions ofDeviceRuntimes() {
        try (var stream =
                Objects.requireNonNull(Suppressions.class.getResourceAsStream(DEVICE_RUNTIMES))) {
            return parse(DEVICE_RUNTIMES, new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads a suppression file.
    ///
    /// @param source name of the file, for messages
    /// @param yaml a list of mappings with the fields of [Suppression]
    /// @throws org.offloadtck.data.DataException if the text is not such a list
    public static Suppressions parse(String source, String yaml) {
        return new Suppressions(
                new DataText(source, yaml)
                        .yamlRows().stream().map(row -> row.all(Suppressions::row)).toList());
    }

    /// The suppressions of both, those of this first.
    public Suppressions and(Suppressions other) {
        return new Suppressions(Stream.concat(all.stream(), other.all.stream()).toList());
    }

    private static Suppression row(Fields row) {
        return new Suppression(
                row.text("id"),
                row.has("deviation") ? row.text("deviation") : "",
                row.has("first-release") ? row.integer("first-release") : 0,
                row.has("last-release") ? row.integer("last-release") : Integer.MAX_VALUE,
                EnumSet.copyOf(kinds(row)),
                new NamePattern(row.text("kernel")),
                row.has("kernel-variable") ? row.text("kernel-variable") : "",
                row.has("variable") ? new NamePattern(row.text("variable")) : NamePattern.ANY,
                row.has("function") ? new NamePattern(row.text("function")) : NamePattern.ANY,
                row.has("offset") ? List.of(row.number("offset")) : List.of(),
                row.has("accesses")
                        ? row.choice("accesses", Arrays.asList(Accesses.values()), Accesses::word)
                        : Accesses.ANY);
    }

    private static List<Kind> kinds(Fields row) {
        var kinds = row.choices("findings", Arrays.asList(Kind.values()), Suppressions::word);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("findings is empty when it should list kinds");
        }
        return kinds;
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The suppressions of a release of the toolchain.
    public Suppressions ofRelease(int release) {
        return new Suppressions(all.stream().filter(each -> each.isOfRelease(release)).toList());
    }

    /// The first suppression that matches memory that a process allocated, and not a kernel, and
    /// did not free.
    ///
    /// @param origins names of what allocated it and of what points to it
    public Optional<Suppression> matchingLeak(List<String> origins) {
        return all.stream().filter(each -> each.matchesLeak(origins)).findFirst();
    }

    /// The first suppression that matches a finding.
    public Optional<Suppression> matching(KernelFinding finding) {
        return all.stream().filter(each -> each.matches(finding)).findFirst();
    }
}
