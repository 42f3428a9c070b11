package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.text.declaration.PtxWarning;

class UnknownPtxTest {

    @Test
    void keepsTheWordsOfAnUnknownInstructionAndResolvesItsNames() {
        assertThat(PtxSamples.instruction("frob.x::y %r1, {%rs2,  1}, [g+4], @nobody;"))
                .isInstanceOfSatisfying(
                        Instruction.Opaque.class,
                        opaque -> {
                            assertThat(opaque.mnemonic()).isEqualTo("frob.x::y");
                            assertThat(opaque.words())
                                    .containsExactly(
                                            new Word.Name(new Register("%r1", PtxType.B32, 0)),
                                            new Word.Verbatim(", {"),
                                            new Word.Name(new Register("%rs2", PtxType.B16, 1)),
                                            new Word.Verbatim(", 1}, ["),
                                            new Word.Name(
                                                    new Operand.Address(
                                                            new PtxSymbol.Global("g"), 0)),
                                            new Word.Verbatim("+4], @nobody"));
                        });
    }

    @Test
    void warnsAboutUnknownInstructionsAndModifiers() {
        assertThat(warnings(PtxSamples.kernel("frob.s32 %r1;\nadd.frob.s32 %r1, %r1, 1;\nfrob;")))
                .containsExactly(
                        "a.ptx:9:1: unknown instruction 'frob.s32'",
                        "a.ptx:10:1: unknown instruction 'add.frob.s32'",
                        "a.ptx:11:1: unknown instruction 'frob'");
    }

    @Test
    void doesNotWarnAboutKnownInstructions() {
        assertThat(warnings(PtxSamples.kernel("ret;"))).isEmpty();
    }

    @Test
    void skipsUnknownDirectivesWithAWarning() {
        String text =
                PtxSamples.HEADER
                        + """
                        .frob "x", 3;
                        .frobs { .b8 1; { a } }
                        .visible .entry k() .frobbed 3, 4
                        {
                        .frob %x, {1};
                        .reg .b32 %a;
                        mov.b32 %a, 0;
                        }
                        """;
        assertThat(warnings(text))
                .containsExactly(
                        "a.ptx:4:1: unknown directive '.frob'",
                        "a.ptx:5:1: unknown directive '.frobs'",
                        "a.ptx:6:21: unknown directive '.frobbed'",
                        "a.ptx:8:1: unknown directive '.frob'");
        assertThat(instructions(PtxParser.parse("a.ptx", text))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "frob;",
                "frob.s32 %r1;",
                "@!%p1 frob %r1|%p2, (%r1, g), !%p3, -1.5, %tid.x, [%rd1, {%r1}], {g, _};",
                "frob.u8x4 %v, %v.y;",
                "{ .reg .b32 %r1; frob %r1; } frob %r1;"
            })
    void parsesAPrintedUnknownInstructionToTheSame(String statement) {
        var text = PtxSamples.kernel(".reg .v2 .u32 %v; " + statement);
        String printed = PtxPrinter.print(PtxSamples.parse(text));
        assertThat(PtxPrinter.print(PtxSamples.parse(printed))).isEqualTo(printed);
        assertThat(printed).contains("frob");
    }

    @Test
    void distinguishesRegistersOfOneNameInAnUnknownInstruction() {
        String text = PtxSamples.kernel("{ .reg .b32 a; frob a; } { .reg .b32 a; frob a; }");
        assertThat(PtxPrinter.print(PtxSamples.parse(text))).contains("frob a;", "frob a$2;");
    }

    private static List<String> warnings(String text) {
        return PtxParser.read("a.ptx", text).warnings().stream().map(PtxWarning::toString).toList();
    }

    private static List<Instruction> instructions(PtxModule module) {
        return module.functions().stream()
                .map(Function::body)
                .flatMap(body -> body.instructions().stream())
                .toList();
    }
}
