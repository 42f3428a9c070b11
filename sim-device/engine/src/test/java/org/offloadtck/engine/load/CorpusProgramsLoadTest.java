package org.offloadtck.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.text.PtxParser;

/// Every PTX file of the corpus loads, and all its instructions are simulated.
class CorpusProgramsLoadTest {

    /// All files but the units, which have to be linked.
    static List<String> files() {
        return Corpus.list("ptx/").stream()
                .filter(path -> path.endsWith(".ptx") && !path.startsWith("ptx/units/"))
                .toList();
    }

    private static List<String> problems(String path) {
        var module = PtxParser.parse(path, Corpus.text(path));
        var image = ProgramLoader.load(module, GlobalMemory.ofCapacity(16 << 20, Arena.ofAuto()));
        return image.code().problems();
    }

    @Test
    void thereAreFiles() {
        assertThat(files()).hasSizeGreaterThan(90);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyInstructionIsSimulated(String path) {
        assertThat(problems(path)).isEmpty();
    }
}
