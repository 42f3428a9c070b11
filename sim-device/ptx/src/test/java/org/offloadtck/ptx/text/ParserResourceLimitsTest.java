package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.ptx.text.PtxSamples.HEADER;

import org.junit.jupiter.api.Test;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Parsing takes time and memory in proportion to the text, whatever its numbers and nesting.
class ParserResourceLimitsTest {

    private static final int MANY = 200_000;

    @Test
    void createsRegistersOnFirstUseOnly() {
        var body =
                PtxSamples.body(
                        ".reg .b32 %x<1000000000>; mov.u32 %x999999999, 0; mov.u32 %x1, 0;");

        assertThat(body.registers())
                .extracting(register -> register.name())
                .containsExactly("%x999999999", "%x1");
    }

    @Test
    void doesNotAllocateDeclaredArrays() {
        var module = PtxSamples.parse(HEADER + ".global .b8 huge[4611686018427387904];");

        assertThat(module.variables().getFirst().size()).isEqualTo(1L << 62);
    }

    @Test
    void rejectsAnArrayWhoseSizeNeeds64Bits() {
        rejects(
                HEADER + ".global .b64 huge[4294967296][4294967296];",
                "'huge' is larger than 2^63 bytes");
    }

    @Test
    void rejectsTooManyDimensions() {
        rejects(
                HEADER + ".global .b8 a" + "[1]".repeat(MANY) + ";",
                "'a' has more than 64 dimensions");
    }

    @Test
    void rejectsTooDeeplyNestedScopes() {
        rejects(PtxSamples.kernel("{".repeat(MANY)), "scopes nest deeper than 100");
    }

    @Test
    void rejectsTooDeeplyNestedBracesInAnInitialiser() {
        rejects(
                HEADER + ".global .b8 a[1] = " + "{".repeat(MANY),
                "the initialiser has more levels than the variable");
    }

    @Test
    void rejectsNestedBracketsInAnOperand() {
        rejects(
                PtxSamples.kernel("ld.u32 %r1, " + "[".repeat(MANY)),
                "expected a number, found '['");
    }

    @Test
    void rejectsNestedBracesInAnOperand() {
        rejects(
                PtxSamples.kernel("mov.b64 %rd1, " + "{".repeat(MANY)),
                "expected a number, found '{'");
    }

    @Test
    void skipsDeeplyNestedBracesInADebugSection() {
        rejects(
                HEADER + ".section .debug_info " + "{".repeat(MANY),
                "expected '}', found the end of the text");
    }

    private static void rejects(String text, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("hostile.ptx", text))
                .extracting(PtxSyntaxException::problem)
                .isEqualTo(problem);
    }
}
