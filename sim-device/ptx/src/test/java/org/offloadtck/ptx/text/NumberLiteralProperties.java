package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Immediate.Float32;
import org.offloadtck.ptx.ir.Immediate.Float64;
import org.offloadtck.ptx.ir.Immediate.Int64;
import org.offloadtck.ptx.text.declaration.ConstantParser;

/// Number literals have the same value in every notation.
class NumberLiteralProperties {

    @Property(seed = "7")
    void parsesAnIntegerInEveryRadix(@ForAll long value) {
        assertThat(read(Long.toUnsignedString(value))).isEqualTo(new Int64(value));
        assertThat(read(Long.toUnsignedString(value) + "U")).isEqualTo(new Int64(value));
        assertThat(read("0x" + Long.toHexString(value))).isEqualTo(new Int64(value));
        assertThat(read("0b" + Long.toBinaryString(value))).isEqualTo(new Int64(value));
        assertThat(read("0" + Long.toOctalString(value))).isEqualTo(new Int64(value));
    }

    @Property(seed = "7")
    void keepsEveryBitOfAFloatingPointNumber(@ForAll int single, @ForAll long precise) {
        assertThat(read("0f%08x".formatted(single))).isEqualTo(new Float32(single));
        assertThat(read("0D%016X".formatted(precise))).isEqualTo(new Float64(precise));
    }

    @Property(seed = "7")
    void parsesAPrintedNumberToTheSame(@ForAll long whole, @ForAll int single) {
        for (Immediate number : new Immediate[] {new Int64(whole), new Float32(single)}) {
            assertThat(read(PtxPrinter.immediate(number))).isEqualTo(number);
        }
    }

    private static Immediate read(String number) {
        var tokens = new TokenStream(new PtxText("number", number));
        var immediate = new ConstantParser(tokens).immediate();
        tokens.expect(TokenKind.END);
        return immediate;
    }
}
