package org.offloadtck.engine.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.access.TensorCoreInstructions.Issuer;
import org.offloadtck.engine.code.TensorMemoryInstruction.Product;
import org.offloadtck.engine.code.TensorMemoryInstruction.Source;
import org.offloadtck.engine.matrix.InstructionDescriptor;
import org.offloadtck.engine.matrix.InstructionDescriptor.Density;
import org.offloadtck.engine.matrix.InstructionDescriptor.Factor;
import org.offloadtck.engine.matrix.MatrixDescriptor;
import org.offloadtck.engine.matrix.MatrixDescriptor.Swizzle;
import org.offloadtck.engine.matrix.SparseColumns;
import org.offloadtck.engine.matrix.TensorCoreDatapath;
import org.offloadtck.engine.matrix.TensorCoreDatapath.Stationary;
import org.offloadtck.engine.matrix.TensorCoreElement;
import org.offloadtck.engine.matrix.TensorCoreProduct;
import org.offloadtck.engine.matrix.TensorCoreProduct.Scaled;
import org.offloadtck.engine.matrix.UndefinedProductException;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.TensorMemoryUse.Cells;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// Executes `tcgen05.mma` (PTX ISA 9.0 §9.7.16.10.9).
///
/// Of a pair, each CTA has its rows of the first factor and of the sum, and its half of the columns
/// of the second factor, at the same offsets of its shared and tensor memory.
///
/// Requirement: SD-37.
final class TensorCoreProducts {

    private static final int QUARTER = TensorMemory.LANES_OF_WARP;

    private final TensorCoreOperands operands;

    TensorCoreProducts(TensorCoreOperands operands) {
        this.operands = operands;
    }

    /// What a thread multiplies.
    ///
    /// @param values of the operands
    /// @param adds whether the summand is added
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Task(
            Issuer issuer,
            Product product,
            InstructionDescriptor form,
            TensorCoreDatapath datapath,
            List<Cta> ctas,
            long[] values,
            boolean adds) {

        /// The address of an operand in tensor memory.
        long address(int operand, int index) {
            return TensorCoreInstructions.address(values[operand], product.offsets().get(index));
        }
    }

    void multiply(Issuer issuer, Product product, long[] values, boolean adds) {
        var form = form(issuer, product, (int) values[3]);
        var task =
                new Task(
                        issuer,
                        product,
                        form,
                        TensorCoreDatapath.of(
                                form.m(), product.group(), product.stationary(), density(product)),
                        issuer.ctas(product.group()),
                        values,
                        adds);
        long d = task.address(0, 0);
        TensorCoreInstructions.requireLane(
                issuer, d, task.datapath().isAligned(TensorMemory.lane(d)), "lane 0");
        var computation = new TensorCoreProduct(form, product.scales() > 0);
        var columns = columns(task, computation);
        for (int rank = 0; rank < task.ctas().size(); rank++) {
            multiply(task, computation, columns, rank);
        }
    }

    private static Density density(Product product) {
        return product.metadata() > 0 ? Density.SPARSE : Density.DENSE;
    }

    private static InstructionDescriptor form(Issuer issuer, Product product, int bits) {
        try {
            var form = InstructionDescriptor.of(bits, product.kind(), density(product));
            form.check(product.kind(), product.group(), product.stationary() == Stationary.WEIGHTS);
            return form;
        } catch (InstructionDescriptor.Malformed malformed) {
            throw TensorCells.fault(
                    issuer.lane(), "%s (0x%08x)".formatted(malformed.getMessage(), bits));
        }
    }

    /// The columns of the second factor, a part from each CTA.
    private float[][] columns(Task task, TensorCoreProduct computation) {
        int each = task.form().n() / task.ctas().size();
        var all = new float[task.form().n()][];
        for (int rank = 0; rank < task.ctas().size(); rank++) {
            var part =
                    shared(
                            task,
                            computation,
                            task.ctas().get(rank),
                            task.form().second(),
                            task.values()[2],
                            each);
            System.arraycopy(part, 0, all, rank * each, each);
        }
        return all;
    }

    private float[][] shared(
            Task task,
            TensorCoreProduct computation,
            Cta cta,
            Factor factor,
            long descriptor,
            int count) {
        var matrix = operands.descriptor(task.issuer(), descriptor);
        requireMajor(task.issuer(), factor, matrix);
        var units =
                operands.load(
                        task.issuer(),
                        cta,
                        TensorCoreProduct.units(factor, count),
                        i -> TensorCoreProduct.unit(factor, matrix, count, i));
        return computation.lines(factor, units, count);
    }

    /// Elements of 32 bits can be transposed by one swizzling mode only, and others by all others
    /// (PTX ISA 9.0 §9.7.16.10.3).
    private static void requireMajor(Issuer issuer, Factor factor, MatrixDescriptor matrix) {
        boolean isPaired = matrix.swizzle() == Swizzle.BYTES_128_BY_32;
        boolean isWide = factor.element() == TensorCoreElement.TF32;
        boolean fits = factor.major() == Major.MN ? isPaired == isWide : !isPaired;
        if (!fits) {
            throw TensorCells.fault(
                    issuer.lane(),
                    "swizzling mode %s of a %s-major factor of %s when PTX has %s"
                            .formatted(
                                    matrix.swizzle(),
                                    factor.major(),
                                    factor.element(),
                                    isPaired
                                            ? "it only for MN-major factors of 32 bits"
                                            : "only the one of 128 bytes by 32 bytes for it"));
        }
    }

    /// Computes the rows of a CTA.
    private void multiply(Task task, TensorCoreProduct computation, float[][] columns, int rank) {
        var cta = task.ctas().get(rank);
        var datapath = task.datapath();
        int width = columns.length / datapath.folds();
        long d = task.address(0, 0);
        TensorCells.requireAllocated(
                cta.tensorMemory(), TensorMemory.column(d), width, task.issuer().lane());
        operands.use(task.issuer(), use(task, rank, width));
        var rows =
                task.product().source() == Source.SHARED
                        ? shared(
                                task,
                                computation,
                                cta,
                                task.form().first(),
                                task.values()[1],
                                datapath.rows())
                        : new float[0][];
        var columnScales = columnScales(task, cta);
        int[][] stored = new Metadata(task).columns(cta);
        for (int fold = 0; fold < datapath.folds(); fold++) {
            var part = Arrays.copyOfRange(columns, fold * width, (fold + 1) * width);
            var scales =
                    columnScales.length == 0
                            ? columnScales
                            : Arrays.copyOfRange(columnScales, fold * width, (fold + 1) * width);
            var first = rows.length > 0 ? rows : tensorRows(task, computation, cta, fold);
            int[] sum = summand(task, cta, fold, width);
            computation.multiply(
                    new Scaled(first, rowScales(task, cta, fold), stored),
                    new Scaled(part, scales),
                    sum,
                    task.adds() ? task.product().divisions() : 0);
            write(task, rank, fold, sum);
        }
    }

    /// The cells of a CTA that a product uses. Scale factors are in all lanes.
    private static TensorMemoryUse use(Task task, int rank, int width) {
        var cta = task.ctas().get(rank);
        var product = task.product();
        var reads = new ArrayList<Cells>();
        if (product.source() == Source.TENSOR) {
            long a = task.address(1, 1);
            int column = TensorMemory.column(a);
            reads.add(Cells.of(cta, lanes(task, a), column, TensorCoreProduct.CELLS));
        }
        for (int factor = 0; product.scales() > 0 && factor < 2; factor++) {
            int lines = factor == 0 ? task.datapath().rows() : task.form().n();
            int column = TensorMemory.column(task.address(Product.FIXED + factor, 2 + factor));
            var lanes = IntStream.range(0, TensorMemory.LANES);
            reads.add(Cells.of(cta, lanes, column, Math.ceilDiv(lines, QUARTER)));
        }
        reads.addAll(new Metadata(task).cells(cta));
        long d = task.address(0, 0);
        var written =
                lanes(task, d).filter(lane -> !isMasked(task, rank * TensorMemory.LANES + lane));
        var sum = Cells.of(cta, written, TensorMemory.column(d), width);
        return new TensorMemoryUse(reads, List.of(sum));
    }

    /// The lanes of the rows of all folds.
    ///
    /// @param address of the first
    private static IntStream lanes(Task task, long address) {
        var datapath = task.datapath();
        return IntStream.range(0, datapath.folds() * datapath.rows())
                .map(i -> datapath.lane(i / datapath.rows(), i % datapath.rows()))
                .map(lane -> TensorMemory.lane(address) + lane);
    }

    /// The rows of the first factor in the lanes of a fold of the sum.
    private static float[][] tensorRows(
            Task task, TensorCoreProduct computation, Cta cta, int fold) {
        long a = task.address(1, 1);
        int column = TensorMemory.column(a);
        var memory = cta.tensorMemory();
        TensorCells.requireAllocated(memory, column, TensorCoreProduct.CELLS, task.issuer().lane());
        TensorCoreInstructions.requireLane(
                task.issuer(),
                a,
                TensorMemory.lane(a) == TensorMemory.lane(task.address(0, 0)),
                "that of the sum");
        var rows = new float[task.datapath().rows()][];
        var cells = new int[TensorCoreProduct.CELLS];
        for (int row = 0; row < rows.length; row++) {
            int lane = TensorMemory.lane(a) + task.datapath().lane(fold, row);
            for (int i = 0; i < cells.length; i++) {
                cells[i] = memory.get(lane, column + i);
            }
            rows[row] = computation.row(cells);
        }
        return rows;
    }

    /// The summand of a fold, or zeros.
    private static int[] summand(Task task, Cta cta, int fold, int width) {
        var datapath = task.datapath();
        var sum = new int[datapath.rows() * width];
        if (task.adds()) {
            long d = task.address(0, 0);
            for (int i = 0; i < sum.length; i++) {
                int lane = TensorMemory.lane(d) + datapath.lane(fold, i / width);
                sum[i] = cta.tensorMemory().get(lane, TensorMemory.column(d) + i % width);
            }
        }
        return sum;
    }

    private static void write(Task task, int rank, int fold, int[] sum) {
        var datapath = task.datapath();
        var memory = task.ctas().get(rank).tensorMemory();
        int width = sum.length / datapath.rows();
        long d = task.address(0, 0);
        for (int row = 0; row < datapath.rows(); row++) {
            int lane = TensorMemory.lane(d) + datapath.lane(fold, row);
            if (!isMasked(task, rank * TensorMemory.LANES + lane)) {
                boolean isKnown =
                        isFactorWritten(task, memory, lane)
                                && new Metadata(task).isWritten(memory, row);
                for (int i = 0; i < width; i++) {
                    int column = TensorMemory.column(d) + i;
                    boolean isSum = isKnown && (!task.adds() || memory.isWritten(lane, column));
                    memory.set(lane, column, sum[row * width + i], isSum);
                }
            }
        }
    }

    /// Whether all cells of a row of the first factor were written, if it is in tensor memory.
    private static boolean isFactorWritten(Task task, TensorMemory memory, int lane) {
        boolean isWritten = true;
        if (task.product().source() == Source.TENSOR) {
            int first = TensorMemory.column(task.address(1, 1));
            for (int i = 0; i < TensorCoreProduct.CELLS; i++) {
                isWritten &= memory.isWritten(lane, first + i);
            }
        }
        return isWritten;
    }

    /// Whether a lane is not written. Lanes of the second CTA of a pair follow those of the first.
    private static boolean isMasked(Task task, int lane) {
        return task.product().masks() > 0
                && (task.values()[Product.FIXED + lane / Integer.SIZE] >>> lane % Integer.SIZE & 1)
                        != 0;
    }

    /// The scale factors of the rows of a fold, in its quarters of the lanes.
    private static float[][] rowScales(Task task, Cta cta, int fold) {
        var datapath = task.datapath();
        var scales = new float[task.product().scales() > 0 ? datapath.rows() : 0][];
        for (int row = 0; row < scales.length; row++) {
            int quarter = datapath.lane(fold, row) / QUARTER * QUARTER;
            scales[row] = scales(task, cta, 0, quarter, row, task.form().firstScale());
        }
        return scales;
    }

    private static float[][] columnScales(Task task, Cta cta) {
        var scales = new float[task.product().scales() > 0 ? task.form().n() : 0][];
        for (int column = 0; column < scales.length; column++) {
            scales[column] = scales(task, cta, 1, 0, column, task.form().secondScale());
        }
        return scales;
    }

    /// The scale factors of a line: bytes of a cell, of which a quarter of the lanes has those of
    /// 32 lines in each column (PTX ISA 9.0 §9.7.16.10.7.2).
    ///
    /// @param factor 0 for the first, 1 for the second
    /// @param from the byte of the first scale factor
    private static float[] scales(Task task, Cta cta, int factor, int quarter, int line, int from) {
        int count = task.product().scales();
        long address = task.address(Product.FIXED + factor, 2 + factor);
        int column = TensorMemory.column(address) + line / QUARTER;
        TensorCells.requireAllocated(cta.tensorMemory(), column, 1, task.issuer().lane());
        if (from % count != 0) {
            throw TensorCells.fault(
                    task.issuer().lane(),
                    "%d scale factors begin at byte %d of a word when it should be a multiple"
                            .formatted(count, from));
        }
        int cell = cta.tensorMemory().get(quarter + line % QUARTER, column);
        var scales = new float[count];
        for (int i = 0; i < count; i++) {
            scales[i] = task.form().scale((cell >>> ((from + i) * Byte.SIZE)) & 0xff);
        }
        return scales;
    }

    /// The metadata of a sparse first factor in tensor memory (PTX ISA 9.0 §9.7.16.10.8.4).
    ///
    /// Elements of 8 bits and fewer have 64 bits for a row, in two columns of its lane. Those of 16
    /// and 32 bits have 32, in the column that the selector adds to the address: of 16 rows, the
    /// lower and the upper eight share lanes, the first eight of which have the first half of a
    /// row. The figures of the document are no text: the layouts are those of JAX
    /// (`format_tcgen05_sparse_metadata`) for 128 rows and `.kind::f16` and `.kind::i8`, and
    /// assumed of others.
    private record Metadata(Task task) {

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

        /// The cells that hold it; none for a dense factor.
        List<Cells> cells(Cta cta) {
            int rows = task.datapath().rows();
            return IntStream.range(0, isPresent() ? PARTS : 0)
                    .mapToObj(part ->
                            Cells.of(
                                    cta,
                                    IntStream.range(0, rows).map(row -> lane(row, part)),
                                    column(part),
                                    1))
                    .toList();
        }

        /// The first bit of a row that shares its lanes.
        private static int firstBit(int row) {
            return row % GROUP / HALF_GROUP * Short.SIZE;
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
                    parts[part] = isShared() ? cell >>> firstBit(row) : cell;
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
}
