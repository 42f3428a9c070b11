package org.offloadtck.engine.decode.video;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Operand;

/// The bytes or halves of registers that an operand selects: of the word, halves 0 and 1 or bytes 0
/// to 3; of another, those that follow.
///
/// @param bits of a part
/// @param lanes of the parts, the lowest first
record PartSelector(int bits, List<Integer> lanes) {

    PartSelector {
        lanes = List.copyOf(lanes);
    }

    private static final PartSelector WORD = new PartSelector(Integer.SIZE, List.of(0));

    /// The selector of an operand of a scalar instruction: the word if it has none.
    static PartSelector ofScalar(Operand operand) {
        return operand instanceof Operand.Part(_, var selector) ? of(selector) : WORD;
    }

    /// The selector of an operand of a packed instruction, or `standard` if it has none.
    static PartSelector of(Operand operand, String standard) {
        return of(operand instanceof Operand.Part(_, var selector) ? selector : standard);
    }

    private static PartSelector of(String selector) {
        int bits = selector.charAt(0) == 'b' ? Byte.SIZE : Short.SIZE;
        int count = selector.length() - 1;
        var lanes = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) {
            lanes.add(selector.charAt(count - i) - '0');
        }
        return new PartSelector(bits, lanes);
    }

    /// Part `index` of two registers, extended by its sign if it has one.
    long part(long first, long second, int index, boolean signed) {
        long both = (first & 0xffff_ffffL) | second << Integer.SIZE;
        return extended(both >>> (bits * lanes.get(index)), signed);
    }

    private long extended(long value, boolean signed) {
        int shift = Long.SIZE - bits;
        return signed ? value << shift >> shift : value << shift >>> shift;
    }

    /// `word` with another value in a part.
    long with(long word, int lane, long value) {
        long mask = -1L >>> (Long.SIZE - bits);
        int shift = bits * lane;
        return ((word & ~(mask << shift)) | ((value & mask) << shift)) & 0xffff_ffffL;
    }

    /// A number moved into the range of a part.
    long saturated(long value, boolean signed) {
        long least = signed ? -1L << (bits - 1) : 0;
        return Math.clamp(value, least, least + (1L << bits) - 1);
    }
}
