package org.offloadtck.simt.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.check.KnownDefect;

/// The programs of the corpus, in every form, with all checks on: their results are the same, and
/// what is found is what `ptx/findings.tsv` says, no more and no less.
class WatchedProgramsTest {

    /// The findings of each file that was loaded, as rows of the table.
    private static final Map<String, NavigableSet<String>> FOUND = new TreeMap<>();

    private final List<Machine> machines = new ArrayList<>();

    private Machine watched(String path) {
        var rows = FOUND.computeIfAbsent(path, _ -> new TreeSet<>());
        var machine =
                Machine.watched(path, Corpus.text(path), finding -> rows.add(row(path, finding)));
        machines.add(machine);
        return machine;
    }

    /// A line of the table but for its last column: the file, the deviation that excuses it, the
    /// kind, and the kernel.
    private static String row(String path, Finding finding) {
        var cause = KnownDefect.of(finding).map(KnownDefect::deviation).orElse("-");
        var kernel = finding.sites().getFirst().culprit().kernel();
        return String.join("\t", path, cause, finding.kind().name(), kernel);
    }

    @AfterEach
    void nothingIsHeldBack() {
        machines.forEach(Machine::end);
    }

    @AfterAll
    static void whatIsFoundIsWhatTheTableSays() {
        var rows =
                Corpus.text("ptx/findings.tsv")
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(0, line.lastIndexOf('\t')))
                        .filter(line -> FOUND.containsKey(line.substring(0, line.indexOf('\t'))))
                        .toList();

        assertThat(FOUND.values().stream().flatMap(NavigableSet::stream))
                .containsExactlyInAnyOrderElementsOf(rows);
    }

    @Nested
    class Kernels extends OpenMpKernelsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Loops extends OpenMpLoopsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Programs extends OpenMpProgramsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Data extends OpenMpDataTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Cuda extends CudaProgramsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class CudaMath extends CudaMathProgramsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class CudaWarps extends CudaWarpProgramsTest {
        @Override
        Machine load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Peers extends PeerKernelsTest {
        Peers(String path) {
            super(path);
        }

        @Override
        Machine load(String path) {
            return watched(path);
        }
    }
}
