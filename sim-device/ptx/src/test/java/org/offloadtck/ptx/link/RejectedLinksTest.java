package org.offloadtck.ptx.link;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.ptx.link.LinkedModules.HEADER;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.offloadtck.ptx.text.PtxParser;

/// The message of every link error.
class RejectedLinksTest {

    @Test
    void namesBothPositionsOfADoubleDefinition() {
        rejects(
                "1.ptx:4:16: 'f' is defined twice, first at 0.ptx:4:16",
                ".visible .func f() { ret; }",
                ".visible .func f() { ret; }");
    }

    @Test
    void namesAVariableThatIsAFunctionElsewhere() {
        rejects(
                "1.ptx:4:20: 'f' is a variable here and a function there, first at 0.ptx:4:13",
                ".weak .func f() { ret; }",
                ".weak .global .b32 f;");
    }

    @Test
    void namesTheFirstUseOfAnUndefinedSymbol() {
        rejects(
                "0.ptx:4:33: 'f' is used but not defined",
                ".extern .func f(); .entry k() { call f; call f; }");
    }

    @Test
    void namesADeclarationThatDisagreesWithItsFunction() {
        rejects(
                "0.ptx:4:15: 'f' is declared with () from (4) when it is () from (8) at 1.ptx:4:16",
                ".extern .func f(.param .b32 a);",
                ".visible .func f(.param .b64 a) { ret; }");
    }

    @Test
    void namesAVectorOfRegistersOfOtherElements() {
        rejects(
                "0.ptx:4:15: 'f' is declared with () from (2x4) when it is () from (8) at"
                        + " 1.ptx:4:16",
                ".extern .func f(.reg .v2 .b32 a);",
                ".visible .func f(.reg .b64 a) { ret; }");
    }

    @Test
    void namesADeclarationThatDisagreesWithItsVariable() {
        rejects(
                "0.ptx:4:22: 'a' is declared with 4 bytes in .global when it has 4 in .const at"
                        + " 1.ptx:4:22",
                ".extern .global .b32 a;",
                ".visible .const .b32 a;");
    }

    @Test
    void namesAddressesOfDifferentSizes() {
        var wide = PtxParser.parse("a.ptx", HEADER);
        var narrow = PtxParser.parse("b.ptx", HEADER.replace("64", "32"));

        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> PtxLinker.link("a.out", List.of(wide, narrow), Set.of()))
                .withMessage("b.ptx:1:1: addresses have 32 bits when they have 64 in a.ptx");
    }

    private static void rejects(String message, String... bodies) {
        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> LinkedModules.of(bodies))
                .withMessage(message);
    }
}
