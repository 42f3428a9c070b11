package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Declarations and definitions of one name agree as `ptxas` of CUDA 13.0 compares them: each row
/// is one that it accepted or refused.
class RedeclarationTest {

    private static String text(String first, String second) {
        return PtxSamples.HEADER + first + "\n" + second + "\n.visible .entry k() { ret; }\n";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    .func (.param .b32 x) f(.param .b64 y); | .func (.param .b32 r) f(.param .b64 a) { ret; }
                    .func f(.param .b32 a); | .func f(.param .b32 b);
                    .func f(.param .b32 a) .noreturn; | .func f(.param .b32 a) .noreturn { ret; }
                    .func f(.param .align 4 .b32 a); | .func f(.param .b32 a) { ret; }
                    .func f(.param .b8 a[]); | .func f(.param .b8 a[]) { ret; }
                    .visible .func f(.param .b32 a); | .func f(.param .b32 a) { ret; }
                    .visible .func f(.param .b32 a); | .visible .func f(.param .b32 a) { ret; }
                    .weak .func f(.param .b32 a); | .func f(.param .b32 a) { ret; }
                    .weak .func f(.param .b32 a); | .weak .func f(.param .b32 a) { ret; }
                    .visible .func f(); | .func f();
                    .visible .entry f(); | .visible .entry f() .maxntid 32, 1, 1 { ret; }
                    .extern .global .b8 v[]; | .visible .global .b8 v[16];
                    .extern .global .align 8 .b8 v[16]; | .visible .global .align 16 .b8 v[16];
                    .extern .const .b32 v; | .visible .global .b32 v;
                    .extern .global .b32 v; | .weak .global .b32 v;
                    .extern .global .b32 v; | .extern .global .b32 v;
                    .extern .global .b32 v; | .visible .global .b32 v = 3;
                    .visible .global .b32 v; | .extern .global .b32 v;
                    .extern .shared .align 16 .b8 s[]; | .extern .shared .align 16 .b8 s[];
                    """)
    void aDeclarationThatAgreesIsAccepted(String first, String second) {
        assertThat(PtxParser.parse("a.ptx", text(first, second)).functions()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    .func (.param .b32 r) f(.param .b32 a); | .func (.param .b32 r) f(.param .b64 a) { ret; } | 5:23 | parameter 1 of 'f' is .b64 when it is .b32 at 4:23
                    .func f(.param .b64 a); | .func f(.param .u64 a) { ret; } | 5:7 | parameter 1 of 'f' is .u64 when it is .b64 at 4:7
                    .func f(.param .s64 a); | .func f(.param .u64 a) { ret; } | 5:7 | parameter 1 of 'f' is .u64 when it is .s64 at 4:7
                    .func f(.param .b32 a, .param .b16 b); | .func f(.param .b32 a, .param .f16 b) { ret; } | 5:7 | parameter 2 of 'f' is .f16 when it is .b16 at 4:7
                    .func (.param .f32 r) f(.param .b64 a); | .func (.param .b32 r) f(.param .b64 a) { ret; } | 5:23 | result 1 of 'f' is .b32 when it is .f32 at 4:23
                    .func f(.param .b64 a); | .func (.param .b32 r) f(.param .b64 a) { ret; } | 5:23 | 'f' has 1 result when it has 0 results at 4:7
                    .func (.param .b32 r) f(.param .b64 a); | .func f(.param .b64 a) { ret; } | 5:7 | 'f' has 0 results when it has 1 result at 4:23
                    .func f(.param .b64 a, .param .b32 b); | .func f(.param .b64 a) { ret; } | 5:7 | 'f' has 1 parameter when it has 2 parameters at 4:7
                    .func f(.param .align 4 .b8 a[8]); | .func f(.param .align 4 .b8 a[12]) { ret; } | 5:7 | parameter 1 of 'f' is .b8[12] when it is .b8[8] at 4:7
                    .func f(.param .align 4 .b8 a[8]); | .func f(.param .align 4 .b32 a[2]) { ret; } | 5:7 | parameter 1 of 'f' is .b32[2] when it is .b8[8] at 4:7
                    .func f(.param .align 8 .b8 a[8]); | .func f(.param .b64 a) { ret; } | 5:7 | parameter 1 of 'f' is .b64 when it is .b8[8] at 4:7
                    .func f(.param .align 4 .b8 a[8]); | .func f(.param .align 8 .b8 a[8]) { ret; } | 5:7 | parameter 1 of 'f' has alignment 8 when it has alignment 4 at 4:7
                    .func f(.param .align 8 .b32 a); | .func f(.param .b32 a) { ret; } | 5:7 | parameter 1 of 'f' has alignment 4 when it has alignment 8 at 4:7
                    .func f(.reg .b64 a); | .func f(.param .b64 a) { ret; } | 5:7 | parameter 1 of 'f' is in .param when it is in .reg at 4:7
                    .func f(.reg .f32 a); | .func f(.reg .b32 a) { ret; } | 5:7 | parameter 1 of 'f' is .b32 when it is .f32 at 4:7
                    .func f(.reg .v2 .b32 a); | .func f(.reg .b32 a) { ret; } | 5:7 | parameter 1 of 'f' is .b32 when it is .v2 .b32 at 4:7
                    .func f(.param .b32 a) .noreturn; | .func f(.param .b32 a) { ret; } | 5:7 | 'f' has no .noreturn when it has .noreturn at 4:7
                    .func f(.param .b32 a); | .func f(.param .b32 a) .noreturn { ret; } | 5:7 | 'f' has .noreturn when it has no .noreturn at 4:7
                    .extern .func f(); | .visible .func f() { ret; } | 5:16 | 'f' is .visible when it is .extern at 4:15
                    .extern .func f(); | .func f() { ret; } | 5:7 | 'f' has no linking directive when it is .extern at 4:15
                    .func f(); | .visible .func f() { ret; } | 5:16 | 'f' is .visible when it has no linking directive at 4:7
                    .weak .func f(); | .visible .func f() { ret; } | 5:16 | 'f' is .visible when it is .weak at 4:13
                    .func f(); | .visible .func f(); | 5:16 | 'f' is .visible when it has no linking directive at 4:7
                    .extern .func f(.param .b32 a); | .extern .func f(.param .b64 a); | 5:15 | parameter 1 of 'f' is .b64 when it is .b32 at 4:15
                    .entry f(.param .b32 a); | .func f(.param .b32 a) { ret; } | 5:7 | 'f' is a function when it is a kernel at 4:8
                    .func f(.param .b32 a); | .visible .entry f(.param .b32 a) { ret; } | 5:17 | 'f' is a kernel when it is a function at 4:7
                    .visible .entry f(); | .visible .entry f(.param .b64 a) { ret; } | 5:17 | 'f' has 1 parameter when it has 0 parameters at 4:17
                    .func f() { ret; } | .func f(); | 5:7 | 'f' is defined twice, first at 4:7
                    .extern .global .b8 v[16]; | .visible .global .b8 v[8]; | 5:22 | 'v' is .b8[8] when it is .b8[16] at 4:21
                    .extern .global .u32 v; | .visible .global .b32 v; | 5:23 | 'v' is .b32 when it is .u32 at 4:22
                    .extern .global .b32 v; | .global .b32 v; | 5:14 | 'v' has no linking directive when it is .extern at 4:22
                    .extern .global .b32 v; | .extern .global .b64 v; | 5:22 | 'v' is .b64 when it is .b32 at 4:22
                    .visible .global .b32 v; | .extern .global .b64 v; | 5:22 | 'v' is .b64 when it is .b32 at 4:23
                    .extern .shared .align 16 .b8 s[]; | .extern .shared .align 8 .b32 s[]; | 5:31 | 's' is .b32[] when it is .b8[] at 4:31
                    """)
    void aDeclarationThatDiffersIsRefused(
            String first, String second, String position, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", text(first, second)))
                .satisfies(e ->
                        assertThat(e.span() + ": " + e.problem())
                                .isEqualTo(position + ": " + problem));
    }
}
