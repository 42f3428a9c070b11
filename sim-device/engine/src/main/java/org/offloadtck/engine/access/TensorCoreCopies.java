package org.offloadtck.engine.access;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.access.TensorCoreInstructions.Issuer;
import org.offloadtck.engine.code.TensorMemoryInstruction.Copy;
import org.offloadtck.engine.code.TensorMemoryInstruction.Shift;
import org.offloadtck.engine.matrix.MatrixDescriptor;
import org.offloadtck.engine.matrix.TensorCoreProduct;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.TensorMemoryUse.Cells;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// Executes `tcgen05.cp` and `tcgen05.shift` (PTX ISA 9.0 §9.7.16.9).
///
/// Each CTA of a pair copies from its own shared memory, at the same offsets: assumed, as factors
/// of products are read so.
final class TensorCoreCopies {

    /// Columns that a shift moves: 32 bytes.
    private static final int SHIFTED = 8;

    private static final int QUARTER = TensorMemory.LANES_OF_WARP;

    /// Elements of a unit that is expanded.
    private static final int ELEMENTS = 16;

    private final TensorCoreOperands operands;

    TensorCoreCopies(TensorCoreOperands operands) {
        this.operands = operands;
    }

    void copy(Issuer issuer, Copy copy, long[] values) {
        long address = TensorCoreInstructions.address(values[0], copy.offset());
        var source = operands.descriptor(issuer, values[1]);
        TensorCoreInstructions.requireLane(
                issuer, address, TensorMemory.lane(address) == 0, "lane 0");
        int rowUnits = copy.shape().bits() / (MatrixDescriptor.UNIT * Byte.SIZE);
        int count = copy.shape().rows() * rowUnits;
        for (var cta : issuer.ctas(copy.group())) {
            TensorCells.requireAllocated(
                    cta.tensorMemory(),
                    TensorMemory.column(address),
                    copy.shape().bits() / Integer.SIZE,
                    issuer.lane());
            operands.use(issuer, written(cta, copy, TensorMemory.column(address)));
            var units =
                    operands.load(
                            issuer,
                            cta,
                            count,
                            i -> source.unit(Major.K, i / rowUnits, i % rowUnits));
            for (int i = 0; i < count; i++) {
                long low = expanded(copy, units, i, 0);
                long high = expanded(copy, units, i, Byte.SIZE);
                int column = TensorMemory.column(address) + i % rowUnits * 4;
                put(cta, copy, i / rowUnits, column, low);
                put(cta, copy, i / rowUnits, column + 2, high);
            }
        }
    }

    private static TensorMemoryUse written(Cta cta, Copy copy, int column) {
        int lanes = copy.quarters().isEmpty() ? copy.shape().rows() : TensorMemory.LANES;
        int columns = copy.shape().bits() / Integer.SIZE;
        var cells = Cells.of(cta, IntStream.range(0, lanes), column, columns);
        return new TensorMemoryUse(List.of(), List.of(cells));
    }

    /// Eight bytes of a unit, of whose elements each becomes a byte if they are narrower.
    private static long expanded(Copy copy, long[] units, int unit, int from) {
        int bits = copy.elementBits();
        if (bits == Byte.SIZE) {
            return units[2 * unit + from / Byte.SIZE];
        }
        int shift = bits == ELEMENTS / 4 ? TensorCoreProduct.NIBBLE_SHIFT : 0;
        long bytes = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            long element = TensorCoreProduct.element(units, unit, from + i, bits);
            bytes |= element << (shift + i * Byte.SIZE);
        }
        return bytes;
    }

    /// Writes two cells of a row, in each quarter of the lanes that receives it.
    private static void put(Cta cta, Copy copy, int row, int column, long cells) {
        var memory = cta.tensorMemory();
        if (copy.quarters().isEmpty()) {
            memory.set(row, column, (int) cells);
            memory.set(row, column + 1, (int) (cells >>> Integer.SIZE));
            return;
        }
        for (int quarter = 0; quarter < copy.quarters().size(); quarter++) {
            if (copy.quarters().get(quarter) == row / QUARTER) {
                int lane = quarter * QUARTER + row % QUARTER;
                memory.set(lane, column, (int) cells);
                memory.set(lane, column + 1, (int) (cells >>> Integer.SIZE));
            }
        }
    }

    /// Moves the rows of a quarter to the next lane each: the document has no figure, and says that
    /// 31 rows move down.
    void shift(Issuer issuer, Shift shift, long[] values) {
        long address = TensorCoreInstructions.address(values[0], shift.offset());
        int first = TensorMemory.lane(address);
        TensorCoreInstructions.requireLane(
                issuer,
                address,
                first % QUARTER == 0 && first < TensorMemory.LANES,
                "a multiple of 32");
        int column = TensorMemory.column(address);
        for (var cta : issuer.ctas(shift.group())) {
            var memory = cta.tensorMemory();
            TensorCells.requireAllocated(memory, column, SHIFTED, issuer.lane());
            var cells = Cells.of(cta, IntStream.range(first, first + QUARTER), column, SHIFTED);
            operands.use(issuer, new TensorMemoryUse(List.of(), List.of(cells)));
            for (int lane = first + QUARTER - 1; lane > first; lane--) {
                for (int i = column; i < column + SHIFTED; i++) {
                    boolean isWritten = memory.isWritten(lane - 1, i);
                    memory.set(lane, i, memory.get(lane - 1, i), isWritten);
                }
            }
        }
    }
}
