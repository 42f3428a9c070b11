package org.offloadtck.timing.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// A recorder that knows the patterns of earlier accesses records what one without them does.
class AddressPatternProperties {

    private static final int ACCESSES = 40;
    private static final int PATTERNS = 3;

    private static final List<AccessRecorder.Shape> SHAPES =
            List.of(
                    new AccessRecorder.Shape(0, Op.LOAD, MemorySpace.GLOBAL, 4),
                    new AccessRecorder.Shape(1, Op.STORE, MemorySpace.GLOBAL, 16),
                    new AccessRecorder.Shape(2, Op.ATOMIC, MemorySpace.GLOBAL, 8),
                    new AccessRecorder.Shape(3, Op.LOAD, MemorySpace.SHARED, 1),
                    new AccessRecorder.Shape(4, Op.STORE, MemorySpace.SHARED, 4),
                    new AccessRecorder.Shape(5, Op.LOAD, MemorySpace.SHARED, 16),
                    new AccessRecorder.Shape(6, Op.ATOMIC, MemorySpace.SHARED, 4));

    private final TraceBudget room = new TraceBudget(1 << 20);
    private final KernelCounters knowingCounters = new KernelCounters(SHAPES.size());
    private final KernelCounters plainCounters = new KernelCounters(SHAPES.size());

    @Property(seed = "26112026")
    void knownPatternsChangeNoRecord(@ForAll long seed) {
        var random = new Random(seed);
        var knowing = new AccessRecorder(knowingCounters, SHAPES.size());
        var knowingWarp = new WarpRecorder(room);
        var plainWarp = new WarpRecorder(room);
        var patterns = IntStream.range(0, PATTERNS).mapToObj(_ -> pattern(random)).toList();

        for (int i = 0; i < ACCESSES; i++) {
            var shape = SHAPES.get(random.nextInt(SHAPES.size()));
            int active = random.nextInt(4) == 0 ? random.nextInt() | 1 : -1;
            long[] addresses = addresses(random, shape, patterns.get(random.nextInt(PATTERNS)));

            knowing.record(knowingWarp, shape, active, addresses);
            new AccessRecorder(plainCounters, SHAPES.size())
                    .record(plainWarp, shape, active, addresses);
        }

        assertThat(knowingWarp.trace().memory()).isEqualTo(plainWarp.trace().memory());
        assertThat(knowingCounters.snapshot()).isEqualTo(plainCounters.snapshot());
    }

    @Property(seed = "26112028")
    void linesAreThoseThatTheLanesTouch(@ForAll long seed) {
        var random = new Random(seed);
        var shape = SHAPES.get(random.nextInt(3));
        var known = new AddressPattern();
        var patterns = IntStream.range(0, PATTERNS).mapToObj(_ -> pattern(random)).toList();

        for (int i = 0; i < ACCESSES; i++) {
            long[] addresses = addresses(random, shape, patterns.get(random.nextInt(PATTERNS)));

            assertThat(sectors(known.lines(addresses, shape.bytes())))
                    .containsExactlyEntriesOf(sectors(addresses));
        }
    }

    private static Map<Long, Integer> sectors(CoalescedLines lines) {
        var sectors = new LinkedHashMap<Long, Integer>();
        for (int i = 0; i < lines.size(); i++) {
            sectors.put(lines.line(i), lines.sectors(i));
        }
        return sectors;
    }

    /// Of accesses that each lie in a sector, as aligned ones of up to 32 bytes do.
    private static Map<Long, Integer> sectors(long[] addresses) {
        var sectors = new LinkedHashMap<Long, Integer>();
        for (long address : addresses) {
            int sector = (int) (address % AccessWord.LINE_BYTES) / AccessWord.SECTOR_BYTES;
            sectors.merge(
                    address / AccessWord.LINE_BYTES, 1 << sector, (one, other) -> one | other);
        }
        return sectors;
    }

    /// Distances of the lanes in elements.
    private static long[] pattern(Random random) {
        long stride = random.nextInt(4);
        return switch (random.nextInt(3)) {
            case 0 -> new long[Code.LANES];
            case 1 -> IntStream.range(0, Code.LANES).mapToLong(lane -> lane * stride).toArray();
            default -> random.longs(Code.LANES, 0, 1 << (3 + random.nextInt(6))).toArray();
        };
    }

    /// Aligned, as accesses are.
    private static long[] addresses(Random random, AccessRecorder.Shape shape, long[] pattern) {
        long begin = (long) random.nextInt(random.nextBoolean() ? 64 : 1 << 20) * shape.bytes();
        return Arrays.stream(pattern).map(each -> begin + each * shape.bytes()).toArray();
    }
}
