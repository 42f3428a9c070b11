package org.offloadtck.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.engine.matrix.AlignedSum.Precision;
import org.offloadtck.engine.matrix.TileProduct.Extent;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.ptx.matrix.MatrixElement;

/// The vectorised sums of [AlignedTile] against [AlignedSum], element by element.
final class AlignedTileTest {

    private static final int ROWS = 16;

    /// @param spread powers of two between the greatest and the least numbers
    /// @param rare one in so many numbers has any bits at all: an infinity, a NaN, a subnormal
    record Case(
            MatrixElement type,
            int block,
            int blocks,
            int columns,
            int spread,
            int rare,
            long seed) {

        int depth() {
            return block * blocks;
        }

        AlignedSum sum() {
            boolean isByte = type.bits() == Byte.SIZE;
            boolean half = type == MatrixElement.F16 && blocks == 1 && (seed & 1) == 0;
            return new AlignedSum(
                    block,
                    half ? MatrixElement.F16 : MatrixElement.F32,
                    isByte ? Precision.REDUCED : Precision.SINGLE);
        }
    }

    @Provide
    static Arbitrary<Case> cases() {
        var types =
                Arbitraries.of(
                        MatrixElement.F16,
                        MatrixElement.BF16,
                        MatrixElement.TF32,
                        MatrixElement.E4M3,
                        MatrixElement.E5M2);
        return types.flatMap(type ->
                Combinators.combine(
                                Arbitraries.of(4, 8, type.bits() == 8 ? 32 : 16),
                                Arbitraries.integers().between(1, 2),
                                Arbitraries.of(8, 16, 56, 64, 128),
                                Arbitraries.of(0, 4, 12, 40, 250),
                                Arbitraries.of(3, 20, 1000, Integer.MAX_VALUE),
                                Arbitraries.longs())
                        .as((block, blocks, columns, spread, rare, seed) ->
                                new Case(
                                        type,
                                        type == MatrixElement.TF32 ? Math.min(block, 8) : block,
                                        blocks,
                                        columns,
                                        spread,
                                        rare,
                                        seed)));
    }

    private static long bits(Case form, Random random) {
        long any = random.nextLong() & (-1L >>> (Long.SIZE - form.type().bits()));
        if (random.nextInt(form.rare()) == 0) {
            return random.nextBoolean() ? any : 0;
        }
        double magnitude =
                Math.scalb(
                        1 + random.nextDouble(),
                        random.nextInt(form.spread() + 1) - form.spread() / 2);
        double number = random.nextBoolean() ? magnitude : -magnitude;
        return switch (form.type()) {
            case F16 -> HalfFormat.IEEE.encode(number);
            case BF16 -> HalfFormat.BRAIN.encode(number);
            case E5M2 -> HalfFormat.IEEE.encode(number) >>> Byte.SIZE;
            case E4M3 -> any;
            default -> Floats.bits((float) number);
        };
    }

    private static float[][] matrix(Case form, Random random, int rows, int columns) {
        var matrix = new float[rows][columns];
        for (var row : matrix) {
            for (int i = 0; i < columns; i++) {
                row[i] = ElementCodec.single(form.type(), bits(form, random));
            }
        }
        return matrix;
    }

    private static int[] summands(Case form, Random random) {
        boolean half = form.sum().sum() == MatrixElement.F16;
        return random.ints((long) ROWS * form.columns())
                .map(any ->
                        switch (random.nextInt(8)) {
                            case 0 -> half ? 0 : any;
                            case 1 -> any & Integer.MIN_VALUE;
                            default -> half(half, (float) (random.nextGaussian() * 3));
                        })
                .toArray();
    }

    private static int half(boolean half, float number) {
        float single = half ? Float.float16ToFloat(Float.floatToFloat16(number)) : number;
        return Float.floatToRawIntBits(single);
    }

    private static int oracle(AlignedSum sum, TileFactor a, TileFactor b, int index, int c) {
        int columns = b.values()[0].length;
        int depth = b.values().length;
        var row = a.row(index / columns, 0, depth);
        var column = b.column(index % columns, 0, depth);
        return sum.bits(sum.of(row, 0, column, 0, depth, Float.intBitsToFloat(c)));
    }

    @Property(seed = "32", tries = 400)
    void everyElementIsThatOfTheAlignedSum(@ForAll("cases") Case form) {
        var random = new Random(form.seed());
        var a = TileFactor.of(form.type(), matrix(form, random, ROWS, form.depth()));
        var b = TileFactor.of(form.type(), matrix(form, random, form.depth(), form.columns()));
        int[] c = summands(form, random);
        var expected = new int[c.length];
        for (int i = 0; i < c.length; i++) {
            expected[i] = oracle(form.sum(), a, b, i, c[i]);
        }

        new AlignedTile(form.sum())
                .multiply(a, b, new Extent(ROWS, form.columns(), form.depth()), c);

        assertThat(c).isEqualTo(expected);
    }

    /// The sum of 16 products of the greatest significands, and a summand of the same exponent,
    /// exceeds an `int`.
    @Property(seed = "32", tries = 20)
    void theGreatestSignificandsDoNotOverflow(@ForAll("cases") Case form) {
        float greatest = form.type() == MatrixElement.BF16 ? 2 - 0x1p-7f : 2 - 0x1p-10f;
        var type = form.type() == MatrixElement.BF16 ? MatrixElement.BF16 : MatrixElement.F16;
        var a = new float[ROWS][16];
        var b = new float[16][form.columns()];
        for (var rows : new float[][][] {a, b}) {
            for (var row : rows) {
                Arrays.fill(row, greatest);
            }
        }
        var sum = new AlignedSum(16, MatrixElement.F32, Precision.SINGLE);
        var c = new int[ROWS * form.columns()];
        Arrays.fill(c, Float.floatToRawIntBits(2 - 0x1p-23f));
        var left = TileFactor.of(type, a);
        var right = TileFactor.of(type, b);
        int expected = oracle(sum, left, right, 0, c[0]);

        new AlignedTile(sum).multiply(left, right, new Extent(ROWS, form.columns(), 16), c);

        assertThat(c).containsOnly(expected);
    }
}
