package org.offloadtck.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.engine.fixture.TensorMapBytes;

/// The pieces of a box are those of an oracle that places one byte after the other.
final class TensorBoxTest {

    private static final long BASE = 0x2000_0010_0000L;
    private static final long OUTSIDE = -1;

    /// A box and where it is.
    record Case(List<Axis> axes, int type, int swizzle, long shared) {

        TensorBox box() {
            int rank = axes.size();
            var strides = new long[rank - 1];
            for (int d = 1; d < rank; d++) {
                strides[d - 1] = axes.get(d).stride() * 16L;
            }
            var bytes =
                    TensorMapBytes.of(
                                    axes.stream().mapToLong(Axis::size).toArray(),
                                    axes.stream().mapToInt(Axis::box).toArray(),
                                    strides)
                            .at(BASE)
                            .type(type)
                            .swizzle(swizzle);
            for (int d = 0; d < rank; d++) {
                bytes.step(d, axes.get(d).step());
            }
            var map = TensorMap.read(bytes.sealed());
            return new TensorBox(map, axes.stream().map(Axis::at).toList(), shared);
        }
    }

    record Axis(int size, int stride, int box, int step, int at) {}

    private static Arbitrary<Axis> axis(Arbitrary<Integer> boxes, int steps) {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.integers().between(1, 100),
                        boxes,
                        Arbitraries.integers().between(1, steps),
                        Arbitraries.integers().between(-40, 60))
                .as(Axis::new);
    }

    private static Arbitrary<Case> cases(int type, int elementBytes, int swizzle) {
        int widest = swizzle == 0 ? 4 : 1 << swizzle;
        var first =
                axis(
                        Arbitraries.integers()
                                .between(1, widest)
                                .map(chunks -> 16 / elementBytes * chunks),
                        1);
        var others = axis(Arbitraries.integers().between(1, 9), 8).list().ofMaxSize(4);
        return Combinators.combine(first, others, Arbitraries.integers().between(0, 9))
                .as((inner, outer, start) -> {
                    var axes = new ArrayList<Axis>();
                    axes.add(inner);
                    axes.addAll(outer);
                    return new Case(axes, type, swizzle, 128L * start);
                });
    }

    @Provide
    Arbitrary<Case> boxes() {
        int[][] types = {{0, 1}, {1, 2}, {6, 2}, {10, 2}, {3, 4}, {7, 4}, {5, 8}, {9, 8}};
        return Arbitraries.of(types)
                .flatMap(type ->
                        Arbitraries.integers()
                                .between(0, 3)
                                .flatMap(swizzle -> cases(type[0], type[1], swizzle)));
    }

    /// The address in global memory of each byte of shared memory, or [#OUTSIDE].
    private static Map<Long, Long> expected(Case of, int bytes) {
        var expected = new TreeMap<Long, Long>();
        int rows = 1;
        for (var axis : of.axes().subList(1, of.axes().size())) {
            rows *= (axis.box() + axis.step() - 1) / axis.step();
        }
        int width = of.axes().getFirst().box() * bytes;
        int pitch = of.swizzle() == 0 ? width : 16 << of.swizzle();
        for (int row = 0; row < rows; row++) {
            for (int x = 0; x < width; x++) {
                long place = swizzled(of.shared() + (long) row * pitch + x, of.swizzle());
                expected.put(place, global(of, row, x, bytes));
            }
        }
        return expected;
    }

    /// Bits 4 and on are exchanged by bits 7 and on: one, two or three of them.
    private static long swizzled(long address, int bits) {
        long result = address;
        for (int bit = 0; bit < bits; bit++) {
            if ((address >> (7 + bit)) % 2 != 0) {
                result ^= 16L << bit;
            }
        }
        return result;
    }

    private static long global(Case of, int row, int x, int bytes) {
        int column = of.axes().getFirst().at() + x / bytes;
        boolean inside = column >= 0 && column < of.axes().getFirst().size();
        long address = BASE + (long) column * bytes + x % bytes;
        int rest = row;
        for (var axis : of.axes().subList(1, of.axes().size())) {
            int count = (axis.box() + axis.step() - 1) / axis.step();
            int at = axis.at() + (rest % count) * axis.step();
            rest /= count;
            inside &= at >= 0 && at < axis.size();
            address += 16L * at * axis.stride();
        }
        return inside ? address : OUTSIDE;
    }

    private static Map<Long, Long> bytes(TensorBox box) {
        var bytes = new TreeMap<Long, Long>();
        box.forEach(
                new TensorBox.Pieces() {
                    @Override
                    public void inside(long shared, long global, int count) {
                        for (int i = 0; i < count; i++) {
                            assertThat(bytes.put(shared + i, global + i)).isNull();
                        }
                    }

                    @Override
                    public void outside(long shared, int count) {
                        for (int i = 0; i < count; i++) {
                            assertThat(bytes.put(shared + i, OUTSIDE)).isNull();
                        }
                    }
                });
        return bytes;
    }

    @Property(tries = 400, seed = "35")
    void aBoxHasTheBytesOfTheOracle(@ForAll("boxes") Case of) {
        var box = of.box();
        var bytes = bytes(box);

        assertThat(bytes).isEqualTo(expected(of, box.map().element().bytes()));
        assertThat(bytes).hasSize(box.map().boxBytes());
    }

    @Example
    void aRowInsideTheTensorIsOnePiece() {
        var map =
                TensorMap.read(
                        TensorMapBytes.of(new long[] {64, 8}, new int[] {32, 3}, 256)
                                .at(BASE)
                                .sealed());
        var pieces = new ArrayList<Integer>();
        new TensorBox(map, List.of(4, 1), 0)
                .forEach(
                        new TensorBox.Pieces() {
                            @Override
                            public void inside(long shared, long global, int count) {
                                pieces.add(count);
                            }

                            @Override
                            public void outside(long shared, int count) {
                                pieces.add(-count);
                            }
                        });

        assertThat(pieces).containsExactly(128, 128, 128);
    }

    /// PTX ISA 9.0 §5.5.6: the third row of a box of rows of 128 bytes, of which chunk 0 becomes 2.
    @Example
    void chunksAreExchangedByTheRow() {
        assertThat(SwizzleMode.SPAN_128.apply(2 * 128)).isEqualTo(2 * 128 + 2 * 16);
        assertThat(SwizzleMode.SPAN_128.apply(2 * 128 + 2 * 16 + 5)).isEqualTo(2 * 128 + 5);
        assertThat(SwizzleMode.SPAN_64.apply(128)).isEqualTo(128 + 16);
        assertThat(SwizzleMode.SPAN_32.apply(2 * 128)).isEqualTo(2 * 128);
        assertThat(SwizzleMode.NONE.apply(3 * 128)).isEqualTo(3 * 128);
    }
}
