package org.offloadtck.engine.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.ptx.ir.SpecialRegister;

/// The rows at the start of a warp's register file: a scratch row, the sink row, a row for each
/// constant operand of the program, and a row for each special register that does not change while
/// a thread runs.
public final class ConstantPool {

    private final long[] values;
    private final Map<SpecialRegister, Integer> specials;
    private final BitSet varying = new BitSet();

    private ConstantPool(long[] values, Map<SpecialRegister, Integer> specials) {
        this.values = values;
        this.specials = specials;
        specials.values().forEach(varying::set);
    }

    /// The lanes of all rows; zero in the rows of special registers. Callers must not modify the
    /// array.
    public long[] values() {
        return values;
    }

    /// The row of each special register, as the index of lane 0.
    public Map<SpecialRegister, Integer> specials() {
        return specials;
    }

    /// Whether a row operand has the same value in every lane of every warp, as a number in the
    /// program has.
    public boolean isConstant(int operand) {
        return operand < 0 && ~operand > Code.SINK_ROW && !varying.get(~operand);
    }

    /// Collects rows while a program is decoded.
    public static final class Builder {

        private final List<Long> rows = new ArrayList<>(List.of(0L, 0L));
        private final Map<Long, Integer> constants = new LinkedHashMap<>();
        private final Map<SpecialRegister, Integer> specials = new LinkedHashMap<>();

        /// The row operand of a constant.
        public int constant(long value) {
            return ~constants.computeIfAbsent(value, this::add);
        }

        /// The row operand of a special register.
        public int special(SpecialRegister register) {
            return ~specials.computeIfAbsent(register, _ -> add(0));
        }

        private int add(long value) {
            rows.add(value);
            return (rows.size() - 1) * Code.LANES;
        }

        ConstantPool build() {
            long[] values = new long[rows.size() * Code.LANES];
            for (int row = 0; row < rows.size(); row++) {
                int start = row * Code.LANES;
                Arrays.fill(values, start, start + Code.LANES, rows.get(row));
            }
            return new ConstantPool(values, specials);
        }
    }
}
