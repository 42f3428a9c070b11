package org.offloadtck.ptx.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;

/// What real compilers write is read, and written without loss.
class CorpusPtxTest {

    /// Texture, surface and tensor instructions, whose meaning is nowhere modelled.
    private static final List<String> UNMODELLED = List.of("tex.", "suld.", "sust.", "wmma.");

    static Stream<String> files() {
        return Corpus.list("ptx/").stream().filter(path -> path.endsWith(".ptx"));
    }

    static Stream<String> optimised() {
        return files().filter(path -> !path.contains(".O0."));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyInstructionIsInTheTableUnlessItIsUnmodelled(String path) {
        var module = PtxParser.parse(path, Corpus.text(path));

        assertThat(opaque(module))
                .allMatch(mnemonic -> UNMODELLED.stream().anyMatch(mnemonic::startsWith));
    }

    @ParameterizedTest
    @MethodSource("optimised")
    void printedTextIsReadAsTheSameModule(String path) {
        String printed = PtxPrinter.print(PtxParser.parse(path, Corpus.text(path)));

        assertThat(PtxPrinter.print(PtxParser.parse(path, printed))).isEqualTo(printed);
    }

    private static Stream<String> opaque(PtxModule module) {
        return module.functions().stream()
                .flatMap(function -> function.body().instructions().stream())
                .filter(Instruction.Opaque.class::isInstance)
                .map(instruction -> ((Instruction.Opaque) instruction).mnemonic());
    }
}
