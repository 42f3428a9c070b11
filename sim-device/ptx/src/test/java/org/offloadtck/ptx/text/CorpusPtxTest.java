package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.ir.Instruction.Operation;

/// The output of real compilers is parsed, and printed without loss.
class CorpusPtxTest {

    static Stream<String> files() {
        return Corpus.list("ptx/").stream().filter(path -> path.endsWith(".ptx"));
    }

    static Stream<String> optimised() {
        return files().filter(path -> !path.contains(".O0."));
    }

    @ParameterizedTest
    @MethodSource("files")
    void parsesTheCorpusWithoutWarnings(String path) {
        assertThat(PtxParser.read(path, Corpus.text(path)).warnings()).isEmpty();
    }

    /// `ptxas` of CUDA 13.0 assembles all files but one, whose `.local` variable of the module it
    /// rejects (`ptx/opcodes.md`).
    @ParameterizedTest
    @MethodSource("files")
    void hasTheReleaseAndArchitectureOfEachForm(String path) {
        var module = PtxParser.parse(path, Corpus.text(path));

        assertThat(module.functions())
                .flatMap(function -> function.body().instructions())
                .filteredOn(Operation.class::isInstance)
                .flatMap(operation -> FormRequirement.unmet((Operation) operation, module))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("optimised")
    void parsesPrintedTextToTheSameModule(String path) {
        String printed = PtxPrinter.print(PtxParser.parse(path, Corpus.text(path)));

        assertThat(PtxPrinter.print(PtxParser.parse(path, printed))).isEqualTo(printed);
    }

    /// What a function is parsed to does not depend on when it is parsed.
    @ParameterizedTest
    @MethodSource("files")
    void parsesCompactFunctionsToTheSameStatements(String path) {
        for (var function : PtxParser.parse(path, Corpus.text(path)).functions()) {
            var compact = function.compact();

            assertThat(compact.body()).isEqualTo(function.body());
            assertThat(compact.body()).isNotSameAs(compact.body());
            assertThat(function.body()).isSameAs(function.body());
            assertThat(compact.compact()).isEqualTo(compact);
        }
    }
}
