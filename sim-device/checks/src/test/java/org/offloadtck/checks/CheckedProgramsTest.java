package org.offloadtck.checks;

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
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppression;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.corpus.CudaBarrierProgramsTest;
import org.offloadtck.engine.corpus.CudaMathProgramsTest;
import org.offloadtck.engine.corpus.CudaProgramsTest;
import org.offloadtck.engine.corpus.CudaWarpProgramsTest;
import org.offloadtck.engine.corpus.OpenMpDataTest;
import org.offloadtck.engine.corpus.OpenMpKernelsTest;
import org.offloadtck.engine.corpus.OpenMpLoopsTest;
import org.offloadtck.engine.corpus.OpenMpProgramsTest;
import org.offloadtck.engine.corpus.PeerKernelsTest;
import org.offloadtck.engine.fixture.TestDevice;

/// The programs of the corpus, in every form, with all checks on: their results are the same, and
/// what is found is what `ptx/findings.tsv` says, no more and no less.
class CheckedProgramsTest {

    /// The findings of each file that was loaded, as rows of the table.
    private static final Map<String, NavigableSet<String>> FOUND = new TreeMap<>();

    private static final Suppressions KNOWN_DEFECTS = Suppressions.ofDeviceRuntimes();

    private final List<TestDevice> machines = new ArrayList<>();

    private TestDevice watched(String path) {
        var rows = FOUND.computeIfAbsent(path, _ -> new TreeSet<>());
        var machine =
                CheckedLaunch.device(
                        path, Corpus.text(path), finding -> rows.add(row(path, finding)));
        machines.add(machine);
        return machine;
    }

    /// A line of the table but for its last column: the file, the deviation that excuses it, the
    /// kind, and the kernel.
    private static String row(String path, KernelFinding finding) {
        var cause = KNOWN_DEFECTS.matching(finding).map(Suppression::deviation).orElse("-");
        var kernel = finding.sites().getFirst().thread().kernel();
        return String.join("\t", path, cause, finding.kind().name(), kernel);
    }

    @AfterEach
    void nothingIsHeldBack() {
        machines.forEach(TestDevice::end);
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
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Loops extends OpenMpLoopsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Programs extends OpenMpProgramsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Data extends OpenMpDataTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Cuda extends CudaProgramsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class CudaBarriers extends CudaBarrierProgramsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class CudaMath extends CudaMathProgramsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class CudaWarps extends CudaWarpProgramsTest {
        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }

    @Nested
    class Peers extends PeerKernelsTest {
        Peers(String path) {
            super(path);
        }

        @Override
        public TestDevice load(String path) {
            return watched(path);
        }
    }
}
