package org.offloadtck.simt.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.memory.GlobalMemory;

/// Every PTX file of the corpus loads, and what it holds that cannot be executed is known.
class CorpusLoadsTest {

    private static final String KNOWN =
            "wmma|tex|suld|sust|cp\\.async|fma\\.rn\\.f16|add\\.f16x2|atom\\.add\\.noftz\\.f16x2";

    static List<String> files() {
        return Corpus.list("ptx/").stream().filter(path -> path.endsWith(".ptx")).toList();
    }

    private static List<String> problems(String path) {
        var module = PtxParser.parse(path, Corpus.text(path));
        var image = DeviceImage.load(module, GlobalMemory.ofCapacity(16 << 20));
        return image.code().problems();
    }

    @Test
    void thereAreFiles() {
        assertThat(files()).hasSizeGreaterThan(90);
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatCannotBeExecutedIsForTensorsTexturesHalvesAndAsynchronousCopies(String path) {
        var unexpected = new TreeSet<String>();
        for (String problem : problems(path)) {
            boolean known = problem.matches("instruction '(%s)[^']*'.*".formatted(KNOWN));
            if (!known) {
                unexpected.add(problem);
            }
        }

        assertThat(unexpected).isEmpty();
    }
}
