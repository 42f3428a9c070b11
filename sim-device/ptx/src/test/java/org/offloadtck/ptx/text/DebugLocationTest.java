package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.DebugLocation.InlinedCall;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;
import org.offloadtck.ptx.ir.PtxModule;

/// Debug locations are parsed and printed.
class DebugLocationTest {

    private static final String FILE = "\n.file 1 \"dir/a.cpp\", 12, 34\n";

    private static final String INLINED =
            PtxSamples.kernel(
                            """
                            .loc 1 20 3
                            .loc 1 9 5, function_name names+4, inlined_at 1 20 3
                            .loc 2 7 2, function_name names, inlined_at 1 9 5
                            ret;
                            """)
                    + """
                    .file 1 "a.cpp"
                    .file 2 "b.h"
                    .section .debug_str
                    {
                    names:
                    .b8 112,117,116 // put
                    .b8 0,114,117,110,0
                    }
                    """;

    private static List<DebugLocation> origins(PtxModule module) {
        return module.functions().getFirst().body().instructions().stream()
                .map(instruction -> instruction.location().debugLocation())
                .toList();
    }

    @Test
    void aLocationAppliesUntilTheNext() {
        var text = PtxSamples.kernel("ret; .loc 1 7 2\nret; ret;") + FILE;

        assertThat(origins(PtxSamples.parse(text)))
                .containsExactly(
                        DebugLocation.Unknown.UNKNOWN,
                        new SourceLine("dir/a.cpp", 7, 2),
                        new SourceLine("dir/a.cpp", 7, 2));
    }

    @Test
    void anUnnamedFileIsItsNumber() {
        assertThat(origins(PtxSamples.parse(PtxSamples.kernel(".loc 3 7 2\nret;"))))
                .containsExactly(new SourceLine("3", 7, 2));
    }

    @Test
    void anInlinedLineHasItsCallsInnermostFirst() {
        assertThat(origins(PtxSamples.parse(INLINED)))
                .containsExactly(
                        new SourceLine(
                                "b.h",
                                7,
                                2,
                                List.of(
                                        new InlinedCall("put", "a.cpp", 9, 5),
                                        new InlinedCall("run", "a.cpp", 20, 3))));
    }

    @ParameterizedTest
    @CsvSource({
        "'.debug_str', put",
        "'.debug_str + 0', put",
        "'.debug_str+4', run",
        "'.debug_str + 99', .debug_str"
    })
    void aNameMayBeAnOffsetInTheSection(String function, String name) {
        var text = INLINED.replace("function_name names,", "function_name " + function + ",");

        assertThat(origins(PtxSamples.parse(text)).getFirst())
                .isInstanceOfSatisfying(
                        SourceLine.class,
                        line -> assertThat(line.inlined().getFirst().function()).isEqualTo(name));
    }

    @Test
    void aMissingNameIsItsLabel() {
        var text = PtxSamples.kernel(".loc 1 7 2, function_name g, inlined_at 1 9 9\nret;") + FILE;

        assertThat(origins(PtxSamples.parse(text)))
                .containsExactly(
                        new SourceLine(
                                "dir/a.cpp",
                                7,
                                2,
                                List.of(new InlinedCall("g", "dir/a.cpp", 9, 9))));
    }

    @Test
    void printingKeepsLinesAndCalls() {
        var module = PtxSamples.parse(INLINED);

        assertThat(origins(PtxSamples.parse(PtxPrinter.print(module)))).isEqualTo(origins(module));
    }
}
