package org.offloadtck.engine.access;

import org.offloadtck.engine.access.TensorCoreProducts.Task;
import org.offloadtck.engine.matrix.SparseColumns;
import org.offloadtck.engine.matrix.UndefinedProductException;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemory;

/// The metadata of a sparse first factor in tensor memory (PTX ISA 9.0 §9.7.16.10.8.4).
///
/// Elements of 8 bits and fewer have 64 bits for a row, in two columns of its lane. Those of 16 and
/// 32 bits have 32, in the column that the selector adds to the address: of 16 rows, the lower and
/// the upper eight share lanes, the first eight of which have the first half of a row. The figures
/// of the document are no text: the layouts are those of JAX (`format_tcgen05_sparse_metadata`) for
/// 128 rows and `.kind::f16` and `.kind::i8`, and assumed of others.
record TensorCoreMetadata(Task task) {

    /// Rows that share lanes.
    private static final int GROUP = 16;

    private static final int HALF_GROUP = 8;

    /// Parts of the metadata of a row.
    private static final int PARTS = 2;

    private boolean isPresent() {
        return task.product().metadata() > 0;
    }

    private int bits() {
        return task.form().first().element().containerBits();
    }

    /// Whether the rows of a group share lanes.
    private boolean isShared() {
        return bits() > Byte.SIZE;
    }

    private long address() {
        var product = task.product();
        int last = product.sources() - 1;
        return task.address(last, product.offsets().size() - 1);
    }

    private int lane(int row, int part) {
        var datapath = task.datapath();
        int first = TensorMemory.lane(address());
        return isShared()
                ? first
                        + datapath.lane(0, row / GROUP * GROUP)
                        + part * HALF_GROUP
                        + row % HALF_GROUP
                : first + datapath.lane(0, row);
    }

    private int column(int part) {
        return TensorMemory.column(address()) + (isShared() ? task.form().selector() : part);
    }

    /// The columns of the stored elements of each row; none of a dense factor.
    int[][] columns(Cta cta) {
        if (!isPresent()) {
            return new int[0][];
        }
        require(cta.tensorMemory());
        var reader = SparseColumns.ofTensorCore(bits());
        var columns = new int[task.datapath().rows()][];
        var parts = new long[PARTS];
        for (int row = 0; row < columns.length; row++) {
            for (int part = 0; part < PARTS; part++) {
                int cell = cta.tensorMemory().get(lane(row, part), column(part));
                parts[part] = isShared() ? cell >>> row % GROUP / HALF_GROUP * Short.SIZE : cell;
            }
            columns[row] = columns(reader, parts);
        }
        return columns;
    }

    private int[] columns(SparseColumns reader, long[] parts) {
        try {
            return reader.of(parts, isShared() ? Short.SIZE : Integer.SIZE);
        } catch (UndefinedProductException undefined) {
            throw TensorCells.fault(task.issuer().lane(), undefined.problem());
        }
    }

    /// Requires the columns to be allocated, and the lane to be that of the sum (PTX ISA 9.0
    /// §9.7.16.10.8.5).
    private void require(TensorMemory memory) {
        int count = isShared() ? 1 : PARTS;
        TensorCells.requireAllocated(memory, column(0), count, task.issuer().lane());
        TensorCoreInstructions.requireLane(
                task.issuer(),
                address(),
                TensorMemory.lane(address()) == TensorMemory.lane(task.address(0, 0)),
                "that of the sum");
    }

    /// Whether the metadata of a row were written.
    boolean isWritten(TensorMemory memory, int row) {
        return !isPresent()
                || (memory.isWritten(lane(row, 0), column(0))
                        && memory.isWritten(lane(row, 1), column(1)));
    }
}
