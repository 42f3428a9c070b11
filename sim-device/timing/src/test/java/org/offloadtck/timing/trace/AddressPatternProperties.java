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
import org.offloadtck.engine.memory.AddressSpace;

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
                    new AccessRecorder.Shape(6, Op.ATOMIC, MemorySpace.SHARED, 4),
                    new AccessRecorder.Shape(7, Op.LOAD, MemorySpace.GENERIC, 4),
                    new AccessRecorder.Shape(8, Op.ATOMIC, MemorySpace.GENERIC, 8));

    private final TraceBudget room = new TraceBudget(1 << 20);
    private final KernelCounters knowingCounters = new KernelCounters(SHAPES.size());
    private final KernelCounters plainCounters = new KernelCounters(SHAPES.size());

    @Property(seed = "26112026")
    void knownPatternsChangeNoRecord(@ForAll long seed) {
        var random = new Random(seed);
        var place =
                new ClusterPlace(
                        0,
                        1,
                        _ -> {
                            throw new IllegalStateException("no other");
                        });
        var knowing = new AccessRecorder(knowingCounters, SHAPES.size(), place);
        var plain = new AccessRecorder(plainCounters, SHAPES.size(), place);
        var knowingWarp = new WarpRecorder(room);
        var plainWarp = new WarpRecorder(room);
        var patterns = IntStream.range(0, PATTERNS).mapToObj(_ -> pattern(random)).toList();

        for (int i = 0; i < ACCESSES; i++) {
            var shape = SHAPES.get(random.nextInt(SHAPES.size()));
            int active = random.nextInt(4) == 0 ? random.nextInt() | 1 : -1;
            long[] addresses = addresses(random, shape, patterns.get(random.nextInt(PATTERNS)));

            knowing.record(knowingWarp, shape, active, addresses);
            plain.recordLanes(plainWarp, shape, active, addresses);
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

            known.take(addresses);
            assertThat(sectors(known.lines(shape.bytes())))
                    .containsExactlyEntriesOf(sectors(addresses));
        }
    }

    @Property(seed = "28112026")
    void movedAndFollowingPatternsAreThoseOfTheirAddresses(@ForAll long seed) {
        var random = new Random(seed);
        var shape = SHAPES.get(random.nextInt(3));
        var leader = new AddressPattern();
        var follower = new AddressPattern();
        var patterns = IntStream.range(0, PATTERNS).mapToObj(_ -> pattern(random)).toList();
        long[] addresses = new long[Code.LANES];

        for (int i = 0; i < ACCESSES; i++) {
            long distance = (long) random.nextInt(128) * shape.bytes();
            if (i > 0 && random.nextBoolean()) {
                leader.move(distance);
            } else {
                leader.take(addresses(random, shape, patterns.get(random.nextInt(PATTERNS))));
            }
            if (random.nextInt(4) == 0) {
                follower.take(addresses(random, shape, patterns.get(random.nextInt(PATTERNS))));
            } else {
                leader.copy(addresses);
                follower.follow(leader, distance);
                assertThat(follower).satisfies(each -> hasAddresses(each, addresses, distance));
            }
            follower.copy(addresses);
            assertThat(sectors(follower.lines(shape.bytes())))
                    .containsExactlyEntriesOf(sectors(addresses));
            assertThat(follower.passes()).isIn(0, passes(addresses));
            follower.setPasses(passes(addresses));
        }
    }

    private static void hasAddresses(AddressPattern pattern, long[] before, long distance) {
        long[] addresses = new long[Code.LANES];
        pattern.copy(addresses);
        assertThat(addresses)
                .isEqualTo(Arrays.stream(before).map(each -> each + distance).toArray());
    }

    private static int passes(long[] addresses) {
        return new BankConflicts().ofLoad(addresses, -1, Integer.BYTES);
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
        long start = shape.space() == MemorySpace.GENERIC ? generic(random, begin) : begin;
        return Arrays.stream(pattern).map(each -> start + each * shape.bytes()).toArray();
    }

    /// An address in global or shared memory, or close before the end of the window before them or
    /// of their own.
    private static long generic(Random random, long offset) {
        return switch (random.nextInt(4)) {
            case 0 -> AddressSpace.GLOBAL + offset;
            case 1 -> AddressSpace.SHARED + offset;
            case 2 -> AddressSpace.SHARED + AddressSpace.WINDOW - Code.LANES;
            default -> AddressSpace.GLOBAL - Code.LANES;
        };
    }
}
