package org.offloadtck.checks.suppression;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// The known defects of a file, in its order: suppressions, and defects that explain faults.
public record Suppressions(List<Suppression> all, List<KnownFault> faults) {

    /// Suppresses and explains nothing.
    public static final Suppressions NONE = new Suppressions(List.of(), List.of());

    private static final String DEVICE_RUNTIMES = "device-runtimes.yaml";

    public Suppressions {
        all = List.copyOf(all);
        faults = List.copyOf(faults);
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
    /// @param yaml a list of mappings, each with the fields of [Suppression], or with `faults` and
    ///   the fields of [KnownFault]
    /// @throws org.offloadtck.data.DataException if the text is not such a list
    public static Suppressions parse(String source, String yaml) {
        var all = new ArrayList<Suppression>();
        var faults = new ArrayList<KnownFault>();
        for (var row : new DataText(source, yaml).yamlRows()) {
            if (row.has("faults")) {
                faults.add(row.all(Suppressions::knownFault));
            } else {
                all.add(row.all(Suppressions::row));
            }
        }
        return new Suppressions(all, faults);
    }

    /// The known defects of both, those of this first.
    public Suppressions and(Suppressions other) {
        return new Suppressions(
                Stream.concat(all.stream(), other.all.stream()).toList(),
                Stream.concat(faults.stream(), other.faults.stream()).toList());
    }

    /// These without those that suppress findings.
    public Suppressions ofFaults() {
        return new Suppressions(List.of(), faults);
    }

    private static Suppression row(Fields row) {
        return new Suppression(
                row.text("id"),
                row.has("deviation") ? row.text("deviation") : "",
                releases(row),
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

    private static ReleaseRange releases(Fields row) {
        return new ReleaseRange(
                row.has("first-release") ? row.integer("first-release") : 0,
                row.has("last-release") ? row.integer("last-release") : Integer.MAX_VALUE);
    }

    private static KnownFault knownFault(Fields row) {
        return new KnownFault(
                row.text("id"),
                row.has("deviation") ? row.text("deviation") : "",
                releases(row),
                EnumSet.copyOf(faultKinds(row)),
                new NamePattern(row.text("kernel")),
                row.has("waits") ? row.rows("waits", Suppressions::condition) : List.of(),
                row.text("defect"));
    }

    private static List<FaultKind> faultKinds(Fields row) {
        var kinds = row.choices("faults", Arrays.asList(FaultKind.values()), Suppressions::word);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("faults is empty when it should list kinds");
        }
        return kinds;
    }

    private static KnownFault.Wait condition(Fields row) {
        return new KnownFault.Wait(
                row.integer("barrier"),
                row.has("before") ? new NamePattern(row.text("before")) : NamePattern.ANY,
                row.has("after") ? new NamePattern(row.text("after")) : NamePattern.ANY);
    }

    private static List<Kind> kinds(Fields row) {
        var kinds = row.choices("findings", Arrays.asList(Kind.values()), Suppressions::word);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("findings is empty when it should list kinds");
        }
        return kinds;
    }

    private static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The known defects of a release of the toolchain.
    public Suppressions ofRelease(int release) {
        return new Suppressions(
                all.stream().filter(each -> each.releases().contains(release)).toList(),
                faults.stream().filter(each -> each.releases().contains(release)).toList());
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

    /// The first known defect that explains a fault.
    public Optional<KnownFault> explaining(KernelFaultException fault) {
        return faults.stream().filter(each -> each.explains(fault)).findFirst();
    }
}
