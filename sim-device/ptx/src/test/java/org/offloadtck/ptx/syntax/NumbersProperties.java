package org.offloadtck.ptx.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Immediate.Precise;
import org.offloadtck.ptx.ir.Immediate.Single;
import org.offloadtck.ptx.ir.Immediate.Whole;

/// Numbers mean the same in every notation.
class NumbersProperties {

    @Property(seed = "7")
    void anIntegerIsReadInEveryRadix(@ForAll long value) {
        assertThat(read(Long.toUnsignedString(value))).isEqualTo(new Whole(value));
        assertThat(read(Long.toUnsignedString(value) + "U")).isEqualTo(new Whole(value));
        assertThat(read("0x" + Long.toHexString(value))).isEqualTo(new Whole(value));
        assertThat(read("0b" + Long.toBinaryString(value))).isEqualTo(new Whole(value));
        assertThat(read("0" + Long.toOctalString(value))).isEqualTo(new Whole(value));
    }

    @Property(seed = "7")
    void everyBitOfAFloatingPointNumberIsKept(@ForAll int single, @ForAll long precise) {
        assertThat(read("0f%08x".formatted(single))).isEqualTo(new Single(single));
        assertThat(read("0D%016X".formatted(precise))).isEqualTo(new Precise(precise));
    }

    @Property(seed = "7")
    void aPrintedNumberIsReadAsItself(@ForAll long whole, @ForAll int single) {
        for (Immediate number : new Immediate[] {new Whole(whole), new Single(single)}) {
            assertThat(read(PtxPrinter.immediate(number))).isEqualTo(number);
        }
    }

    private static Immediate read(String number) {
        var tokens = new Tokens(new PtxText("number", number));
        var immediate = tokens.immediate();
        tokens.expect(TokenKind.END);
        return immediate;
    }
}
