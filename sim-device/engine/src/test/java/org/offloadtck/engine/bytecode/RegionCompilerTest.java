package org.offloadtck.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.InstructionView.Instrumentation;
import org.offloadtck.engine.bytecode.analysis.InstructionView.Sharing;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.analysis.ScalarRegion;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.text.PtxParser;

/// HotSpot compiles the methods of regions: it interprets larger ones for ever.
class RegionCompilerTest {

    /// `HugeMethodLimit` of HotSpot.
    private static final int LARGEST = 8000;

    private static final long CAPACITY = 64L << 20;

    static List<String> modules() {
        return Corpus.list("ptx/").stream()
                .filter(path ->
                        path.endsWith(".O0.sm75.ptx") || path.endsWith("peer_kernels.sm75.ptx"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyRegionOfAFunctionIsAMethodThatHotSpotCompiles(String path) {
        try (var arena = Arena.ofConfined()) {
            var memory = GlobalMemory.ofCapacity(CAPACITY, arena);
            var program = ProgramLoader.load(PtxParser.parse(path, Corpus.text(path)), memory);

            for (var instrumentation : Instrumentation.values()) {
                assertThat(regions(program, instrumentation))
                        .isNotEmpty()
                        .allMatch(size -> size < LARGEST);
            }
        }
    }

    private static List<Integer> regions(LoadedProgram program, Instrumentation instrumentation) {
        var code = program.code();
        var view = new InstructionView(code, instrumentation, Sharing.DEVICE);
        var compiler = new RegionCompiler(view, List.of(code.laneFunctions()));
        return program.functions().stream()
                .flatMap(function -> {
                    var liveness = new Liveness(view, function);
                    return ScalarRegion.of(view, function).stream()
                            .flatMap(region ->
                                    sizes(compiler.bytes(region, liveness, new ArrayList<>())));
                })
                .toList();
    }

    private static Stream<Integer> sizes(byte[] type) {
        return ClassFile.of().parse(type).methods().stream()
                .map(MethodModel::code)
                .flatMap(code -> code.stream())
                .map(code -> ((CodeAttribute) code).codeLength());
    }
}
