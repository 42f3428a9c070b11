package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// The text of every diagnostic. The first tests assert the whole message, the tables the problem
/// and its position.
class PtxDiagnosticsTest {

    @Test
    void quotesTheLineAndMarksTheSpan() {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", ".version 7.8\n  .targte sm_75\n"))
                .withMessage(
                        """
                        a.ptx:2:3: expected '.target', found '.targte'
                            .targte sm_75
                            ^^^^^^^\
                        """);
    }

    @Test
    void keepsTabsSoThatTheCaretsAreAligned() {
        String text = ".version 7.8\n.target sm_75\n.entry k() {\n\tmov.u32\t%r1, 0;\n}";

        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", text))
                .withMessage(
                        """
                        a.ptx:4:10: undeclared register '%r1'
                          \tmov.u32\t%r1, 0;
                          \t       \t^^^\
                        """);
    }

    @Test
    void omitsTheCarriageReturn() {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", ".version x\r\n"))
                .withMessage(
                        """
                        a.ptx:1:10: expected a version, found 'x'
                          .version x
                                   ^\
                        """);
    }

    @Test
    void marksTheEndOfTheTextAfterItsLastCharacter() {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", ".version 7.8\n.target"))
                .withMessage(
                        """
                        a.ptx:2:8: expected a name, found the end of the text
                          .target
                                 ^\
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"# 1 \"a.cu\"", "#line 77 \"a.cu\"", " \t# 9 \"b.h\" 1 3", "#1 \"a\"\r"})
    void aLineMarkerOfAPreprocessorLeavesTheLineNumbers(String marker) {
        String text = marker + "\n" + PtxSamples.HEADER + marker + "\nfrob";

        rejects(text, "6:1", "expected a directive, found 'frob'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    .global .b8 a = #;               | 4:17 | unexpected character '#'
                    .global .b8 ä;                   | 4:13 | unexpected character U+00E4
                    /* .global                       | 4:1  | the comment has no end
                    .pragma "nounroll;               | 4:9  | the string has no end on its line
                    .global . b8 a;                  | 4:9  | a dot stands alone
                    .visible .globl .b8 a;           | 4:10 | unknown directive '.globl'
                    .frob { a { }                    | 4:14 | expected '}', found the end of the text
                    .frob a                          | 4:8  | expected ';', found the end of the text
                    global .b8 a;                    | 4:1  | expected a directive, found 'global'
                    .global .b9 a;                   | 4:9  | unknown type '.b9'
                    .global .b8 a                    | 4:14 | expected ';', found the end of the text
                    .global .align 3 .b8 a;          | 4:16 | alignment 3 is not a power of two
                    .global .b8 a[0x];               | 4:15 | '0x' is not an integer of up to 64 bits
                    .global .b8 a = 0xZ;              | 4:17 | '0xZ' is not an integer of up to 64 bits
                    .global .b8 a = 09;               | 4:17 | '09' is not an integer of up to 64 bits
                    .global .b8 a = 18446744073709551616; | 4:17 | '18446744073709551616' is not an integer of up to 64 bits
                    .global .f32 a = 0f3F8;          | 4:18 | '0f3F8' is not '0f' and 8 hexadecimal digits
                    .global .f64 a = 0d3F800000;     | 4:18 | '0d3F800000' is not '0d' and 16 hexadecimal digits
                    .global .f64 a = 1.5x;           | 4:18 | '1.5x' is not a decimal fraction
                    .global .f64 a = 1.5e;           | 4:18 | '1.5e' is not a decimal fraction
                    .global .f64 a = 1e;             | 4:18 | '1e' is not an integer of up to 64 bits
                    .global .f64 a = 1e3x;           | 4:18 | '1e3x' is not a decimal fraction
                    .global .f64 a = .5x;            | 4:18 | expected a number, found '.5x'
                    .global .f64 a = .e3;            | 4:18 | expected a number, found '.e3'
                    .global .f64 a = 1..5;           | 4:20 | expected ';', found '.5'
                    # line "a.cu"                    | 4:1  | unexpected character '#'
                    .global .b8 a; # 1 "a.cu"        | 4:16 | unexpected character '#'
                    .global .b8 a[2] = {1, 2, 3};    | 4:27 | value 3 of a variable of 2
                    .global .b8 a[2] = {{1}, 2};     | 4:21 | the initialiser has more levels than the variable
                    .global .b8 a[2] = {1, };        | 4:24 | expected a number, found '}'
                    .global .b8 a[] = {};            | 4:20 | expected a number, found '}'
                    .global .b8 a[1][2] = {{}, {}};  | 4:29 | value 3 of a variable of 2
                    .global .u64 a = generic(b);     | 4:26 | undeclared name 'b'
                    .global .b8 a; .global .b8 a;    | 4:28 | 'a' is defined twice, first at 4:13
                    .func f(); .global .b8 f;        | 4:24 | 'f' is defined twice, first at 4:7
                    .func f() {} .func f() {}        | 4:20 | 'f' is defined twice, first at 4:7
                    .func f(.param .b32 a, .param .b32 a) {} | 4:36 | parameter 'a' is declared twice
                    .func f(.global .b8 a);          | 4:9  | expected '.param', found '.global'
                    .entry k() .maxntid 4294967296 {} | 4:21 | the value is 4294967296 when 2147483647 is the most
                    .address_size 16                 | 4:15 | address size is 16 when it is 32 or 64
                    .alias a, b;                     | 4:11 | undeclared function 'b'
                    """)
    void reportsAMalformedDeclaration(String text, String position, String problem) {
        rejects(PtxSamples.HEADER + text, position, problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    mov.u32 %r1, %q;            | 9:14 | undeclared register '%q'
                    mov.u32 %r1, %tid.q;        | 9:14 | undeclared register '%tid'
                    mov.u32 %r1, nowhere;       | 9:14 | undeclared name 'nowhere'
                    mov.u32 %r9, 0;             | 9:9  | undeclared register '%r9'
                    bra nowhere;                | 9:5  | undefined label 'nowhere'
                    L: L: ret;                  | 9:4  | 'L' is already declared in this scope
                    .reg .b32 %x; .reg .b64 %x; | 9:25 | '%x' is already declared in this scope
                    .local .b8 p; .local .b8 p; | 9:12 | 'p' is already declared in this scope
                    add.s32 %r1, %r2;           | 9:1  | 'add.s32' has 2 operands when it takes 3
                    setp.eq.s32 %p1;            | 9:1  | 'setp.eq.s32' has 1 operand when it takes 3 or 4
                    add.s32 3, %r1, %r2;        | 9:9  | operand 1 of 'add.s32' is a number when it takes a register
                    add.s32 %r1, %p1, %r2;      | 9:14 | operand 2 of 'add.s32' is a predicate when it takes a value
                    and.pred %p1, %r1, %p2;     | 9:15 | operand 2 of 'and.pred' is a register when it takes a predicate
                    setp.eq.s32 %r1, %r2, %r3;  | 9:13 | operand 1 of 'setp.eq.s32' is a register when it takes a predicate
                    selp.b32 %r1, %r2, %r3, %r4;| 9:25 | operand 4 of 'selp.b32' is a register when it takes a predicate
                    shl.b32 %r1, %r2, %p1;      | 9:19 | operand 3 of 'shl.b32' is a predicate when it takes a 32-bit value
                    ld.global.u32 %r1, %rd1;    | 9:20 | operand 2 of 'ld.global.u32' is a register when it takes an address in brackets
                    ld.global.u32 %r1, g;       | 9:20 | operand 2 of 'ld.global.u32' is an address when it takes an address in brackets
                    atom.add.u32 %r1, g[1], 1;  | 9:19 | operand 2 of 'atom.add.u32' is an address when it takes an address in brackets
                    st.u32 [g], g[1];           | 9:13 | operand 2 of 'st.u32' is an address in brackets when it takes a value
                    ld.param.u32 %r1, n[0];     | 9:19 | 'n' has an index and is not an array
                    ld.u32 %r1, %rd1[0];        | 9:13 | '%rd1' has an index and is not an array
                    mov.u64 %rd1, callee[0];    | 9:15 | 'callee' has an index and is not an array
                    mov.u64 %rd1, g[1][2];      | 9:19 | expected ';', found '['
                    mov.u64 %rd1, g[1]+4;       | 9:19 | expected ';', found '+'
                    mov.u64 %rd1, g+4[1];       | 9:18 | expected ';', found '['
                    mov.u64 %rd1, g[1.5];       | 9:17 | the index is an .f64 number when it should be an integer
                    mov.u64 %rd1, g[%f1];       | 9:17 | the index '%f1' has the type .f32 when it should be an integer of up to 64 bits
                    mov.u64 %rd1, g[%p1];       | 9:17 | the index '%p1' has the type .pred when it should be an integer of up to 64 bits
                    mov.u64 %rd1, g[g];         | 9:17 | the index 'g' is no register when it should be a register or a number
                    mov.u64 %rd1, g[%tid.x];    | 9:17 | the index '%tid' is no register when it should be a register or a number
                    mov.u64 %rd1, g[%r9];       | 9:17 | undeclared register '%r9'
                    mov.u64 %rd1, g[%r1-1];     | 9:20 | expected ']', found '-'
                    mov.u64 %rd1, g[%r1*1];     | 9:20 | expected ']', found '*'
                    mov.u64 %rd1, g[%r1+%r2];   | 9:21 | expected a number, found '%r2'
                    mov.u64 %rd1, g[1+%r1];     | 9:19 | expected a number, found '%r1'
                    mov.u64 %rd1, g[-%r1];      | 9:18 | expected a number, found '%r1'
                    mov.u64 %rd1, g[%r1][%r2];  | 9:21 | expected ';', found '['
                    mov.u64 %rd1, g[%r1]+4;     | 9:21 | expected ';', found '+'
                    ld.u32 %r1, [g[%r2]];       | 9:15 | expected ']', found '['
                    mov.u32 %r1, g[%r2];        | 9:14 | the address of 'g' has 64 bits when the instruction moves .u32
                    mov.f64 %fd1, g[%r2];       | 9:15 | the address of 'g' has 64 bits when the instruction moves .f64
                    ld.shared.u32 %r1, g[%r2];  | 9:20 | 'g' is in .global when the instruction takes .shared
                    cvta.shared.u64 %rd1, g[%r2]; | 9:23 | 'g' is in .global when the instruction takes .shared
                    mov.u64 g[%r1], %rd1;       | 9:9  | the index of 'g' is a register when only 'ld', 'ldu', 'st', 'mov' and 'cvta' take elements
                    add.u64 %rd1, g[%r1], 1;    | 9:15 | the index of 'g' is a register when only 'ld', 'ldu', 'st', 'mov' and 'cvta' take elements
                    atom.add.u32 %r1, g[%r2], 1;| 9:19 | the index of 'g' is a register when only 'ld', 'ldu', 'st', 'mov' and 'cvta' take elements
                    cvta.to.global.u64 %rd1, g[%r1]; | 9:26 | the index of 'g' is a register when only 'ld', 'ldu', 'st', 'mov' and 'cvta' take elements
                    .const .b32 c[4]; ld.u32 %r1, c[%r2]; | 9:31 | 'c' is in .const when the instruction takes a generic address
                    st.global.u32 [%rd1], g[%r1]; | 9:23 | operand 2 of 'st.global.u32' is an address in brackets when it takes a value
                    { .param .b32 z[4]; st.param.b32 z[%r1], %r2; } | 9:34 | the index of 'z' is a register when an argument or result of a call takes a number
                    { .param .b32 z[4]; ld.u32 %r1, z[%r1]; } | 9:33 | the index of 'z' is a register when an argument or result of a call takes a number
                    mov.u64 %rd1, g[];          | 9:17 | expected a number, found ']'
                    mov.u64 %rd1, g[1;          | 9:18 | expected ']', found ';'
                    mov.b64 %rd1, {g[1], %r1};  | 9:17 | expected '}', found '['
                    ld.u32 %r1, [g[1]];         | 9:15 | expected ']', found '['
                    ld.global.v2.u32 %r1, [g];  | 9:18 | the operand has 1 element when the instruction moves 2
                    add.s32 %r1, %r2, %rd1;     | 9:19 | '%rd1' has 64 bits when it should have 32
                    mul.wide.s32 %r1, %r2, 4;   | 9:14 | '%r1' has 32 bits when it should have 64
                    popc.b64 %rd1, %rd2;        | 9:10 | '%rd1' has 64 bits when it should have 32
                    shl.b64 %rd1, %rd2, %rd3;   | 9:21 | '%rd3' has 64 bits when it should have 32
                    ld.u64 %r1, [%rd1];         | 9:8  | '%r1' has 32 bits when it should have 64 or more
                    ld.v2.u64 {%rd1, %r1}, [g]; | 9:11 | '%r1' has 32 bits when it should have 64 or more
                    st.u32 [%p1], %r1;          | 9:9  | '%p1' has no address
                    ld.u32 %r1, [%rd1;          | 9:18 | expected ']', found ';'
                    @%r1 ret;                   | 9:2  | '%r1' is not a predicate register
                    mov.u32 %r1, ;              | 9:14 | expected an operand, found ';'
                    call nowhere, (%r1);        | 9:6  | undeclared function 'nowhere'
                    call callee;                | 9:6  | the call of 'callee' has 0 arguments when the function has 1
                    call (%r1), callee, (%r1);  | 9:13 | the call of 'callee' has 1 result when the function has 0
                    call %rd1, (%r1);           | 9:17 | expected a prototype after the arguments of an indirect call, found ';'
                    call %rd1, (%r1), L;        | 9:19 | 'L' names no '.callprototype' or '.calltargets'
                    T: .calltargets nowhere;    | 9:17 | undeclared function 'nowhere'
                    brx.idx %r1, L;             | 9:14 | 'L' names no '.branchtargets'
                    brx.idx 3, L;               | 9:9  | '3' is not a register
                    .loc 1 2 3, frob x          | 9:13 | unknown attribute 'frob'
                    .frob 1                     | 10:1 | expected ';', found '}'
                    frob.s32 %r1, (%r2;         | 9:19 | expected a closing bracket, found ';'
                    frob.s32 %r1 ret;           | 9:14 | expected ';', found 'ret'
                    frob.s32 %r1 }              | 9:14 | expected ';', found '}'
                    3;                          | 9:1  | expected a statement or '}', found '3'
                    """)
    void reportsAMalformedStatement(String statement, String position, String problem) {
        String text = PtxSamples.kernel("").replace("\n\n}", "\n" + statement + "\n}");

        rejects(text, position, problem);
    }

    private static void rejects(String text, String position, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", text))
                .satisfies(e ->
                        assertThat(e.span() + ": " + e.problem())
                                .isEqualTo(position + ": " + problem));
    }
}
