package org.offloadtck.object.check.module;

import java.util.OptionalLong;
import org.offloadtck.object.ir.ModuleConstant;
import org.offloadtck.object.ir.ModuleConstant.Words;

/// The memory of a PTX variable, by byte offsets. PTX is little-endian.
record LittleEndianWords(Words words) {

    /// The unsigned value of `size` bytes at `offset`; empty if they are not all numbers of words.
    /// Words that are not written are zero: PTX ISA §5.4.4.
    OptionalLong read(int offset, int size) {
        long value = 0;
        for (int index = size - 1; index >= 0; index--) {
            var next = byteAt(offset + index);
            if (next.isEmpty()) {
                return OptionalLong.empty();
            }
            value = (value << Byte.SIZE) | next.getAsLong();
        }
        return OptionalLong.of(value);
    }

    private OptionalLong byteAt(int offset) {
        int width = words.width();
        if (width <= 0) {
            return OptionalLong.empty();
        }
        int word = offset / width;
        if (word >= words.words().size()) {
            return OptionalLong.of(0);
        }
        return words.words().get(word) instanceof ModuleConstant.Scalar(var value)
                ? OptionalLong.of((value >>> ((offset % width) * Byte.SIZE)) & 0xff)
                : OptionalLong.empty();
    }
}
