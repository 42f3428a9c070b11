package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Arguments and results match the parameters of the function as `ptxas` of CUDA 13.0 compares
/// them: each row is one that it accepted or refused, but for other alignments, which it refused.
class CallArgumentsTest {

    private static final String REFUSED =
            """
            .param .b32 x               | .param .b64 y            | is .b64 when 'x' is .b32
            .param .b64 x               | .param .b32 y            | is .b32 when 'x' is .b64
            .param .f32 x               | .param .s32 y            | is .s32 when 'x' is .f32
            .param .u64 x               | .param .f64 y            | is .f64 when 'x' is .u64
            .param .align 8 .b8 x[8]    | .param .b64 y            | is .b64 when 'x' is .b8[8]
            .param .b64 x               | .param .align 8 .b8 y[8] | is .b8[8] when 'x' is .b64
            .param .b32 x[1]            | .param .b32 y            | is .b32 when 'x' is .b32[1]
            .param .align 4 .b8 x[8]    | .param .align 4 .b8 y[12]| is .b8[12] when 'x' is .b8[8]
            .param .align 4 .b8 x[12]   | .param .align 4 .b8 y[8] | is .b8[8] when 'x' is .b8[12]
            .reg .b32 x                 | .reg .b64 y              | is .b64 when 'x' is .b32
            .reg .f32 x                 | .reg .u32 y              | is .u32 when 'x' is .f32
            .param .b32 x               | .reg .b64 y              | is .b64 when 'x' is .b32
            .reg .b64 x                 | .param .b32 y            | is .b32 when 'x' is .b64
            .reg .b32 x                 | .reg .pred y             | is .pred when 'x' is .b32
            """;

    private static String call(String formal, String argument) {
        String name = argument.contains(" ") ? "y" : argument;
        String declaration = argument.contains(" ") ? argument + ";" : "";
        return PtxSamples.HEADER
                + ".func f(%s) { ret; }\n.entry k() { %s call f, (%s); }\n"
                        .formatted(formal, declaration, name);
    }

    private static void rejects(String text, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", text))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = REFUSED)
    void anArgumentThatDiffersIsRefused(String formal, String argument, String problem) {
        rejects(call(formal, argument), "argument 1 of the call of 'f' " + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = REFUSED)
    void aResultThatDiffersIsRefused(String formal, String result, String problem) {
        String text =
                PtxSamples.HEADER
                        + ".func (%s) f() { ret; }\n.entry k() { %s; call (y), f; }\n"
                                .formatted(formal, result);

        rejects(text, "result 1 of the call of 'f' " + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = REFUSED)
    void anArgumentThatDiffersFromAPrototypeIsRefused(
            String formal, String argument, String problem) {
        String text =
                PtxSamples.HEADER
                        + """
                        .entry k() { .reg .b64 t; %s;
                        p: .callprototype _ (%s);
                        call t, (y), p; }
                        """
                                .formatted(argument, formal);

        rejects(text, "argument 1 of the call of 't' " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    .param .align 8 .b8 x[] | .param .b64 y            | is .b64 when 'x' is .b8[]
                    .param .f32 x            | 7   | is an integer when 'x' is .f32
                    .param .u32 x            | 1.5 | is a floating-point number when 'x' is .u32
                    .param .align 8 .b8 x[8] | 7   | is an integer when 'x' is .b8[8]
                    """)
    void aNumberOrAnArrayOfUnstatedSizeThatDiffersIsRefused(
            String formal, String argument, String problem) {
        rejects(call(formal, argument), "argument 1 of the call of 'f' " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".param .b32 x            | .param .u32 y",
                ".param .b32 x            | .param .f32 y",
                ".param .u32 x            | .param .s32 y",
                ".param .f64 x            | .param .b64 y",
                ".param .align 4 .b32 x   | .param .b32 y",
                ".param .align 2 .b32 x   | .param .b32 y",
                ".param .align 1 .b8 x[8] | .param .b8 y[8]",
                ".param .b32 x[2]         | .param .align 4 .b8 y[8]",
                ".param .b32 x[2]         | .param .f32 y[2]",
                ".param .align 8 .b8 x[]  | .param .align 8 .b8 y[16]",
                ".param .align 8 .b8 x[]  | .param .align 8 .b8 y[1]",
                ".param .b128 x           | .param .b128 y",
                ".reg .b32 x              | .reg .f32 y",
                ".reg .b32 x              | .param .b32 y",
                ".param .b32 x            | .reg .b32 y",
                ".param .b32 x            | 1.5",
                ".param .b64 x            | 7",
                ".param .b16 x            | 1.5",
            })
    void anArgumentOfTheSameSizeIsAccepted(String row) {
        accepts(row);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".param .align 4 .b8 x[8] | .param .align 8 .b8 y[8]",
                ".param .align 8 .b8 x[8] | .param .align 4 .b8 y[8]",
                ".param .align 8 .b8 x[8] | .param .b8 y[8]",
                ".param .align 8 .b32 x | .param .b32 y",
                ".param .b64 x | .param .align 16 .b64 y",
                ".param .align 2 .b32 x[2] | .param .align 2 .b8 y[8]",
                ".param .align 8 .b32 x | .reg .b32 y"
            })
    void anArgumentOfAnotherAlignmentIsAccepted(String row) {
        accepts(row);
    }

    private static void accepts(String row) {
        var cells = row.split("\\|", -1);

        assertThat(PtxParser.parse("a.ptx", call(cells[0].trim(), cells[1].trim())).functions())
                .hasSize(2);
    }
}
