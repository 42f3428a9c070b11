package org.offloadtck.timing.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;

/// An access of one lane is recorded as one of a warp in which one lane is active.
class LaneAccessProperties {

    private static final int ACCESSES = 40;
    private static final int BYTES = 16;

    private static final List<Integer> SPACES =
            List.of(MemorySpace.GLOBAL, MemorySpace.GENERIC, MemorySpace.SHARED, MemorySpace.LOCAL);

    private static final List<Long> WINDOWS =
            List.of(AddressSpace.GLOBAL, AddressSpace.SHARED, AddressSpace.LOCAL);

    private final TraceBudget room = new TraceBudget(1 << 20);
    private final KernelCounters laneCounters = new KernelCounters(1);
    private final KernelCounters warpCounters = new KernelCounters(1);

    @Property(seed = "26112027")
    void oneLaneIsRecordedAsAWarp(@ForAll long seed) {
        var random = new Random(seed);
        var ofLanes = new WarpRecorder(room);
        var ofWarps = new WarpRecorder(room);

        var place =
                new ClusterPlace(
                        0,
                        1,
                        _ -> {
                            throw new IllegalStateException("no other");
                        });
        for (int i = 0; i < ACCESSES; i++) {
            var shape = shape(random);
            long address = address(random, shape);
            int lane = random.nextInt(Code.LANES);
            long[] addresses = random.longs(Code.LANES).toArray();
            addresses[lane] = address;
            new AccessRecorder(laneCounters, 1, place).recordLane(ofLanes, shape, lane, address);
            new AccessRecorder(warpCounters, 1, place).record(ofWarps, shape, 1 << lane, addresses);
        }

        assertThat(ofLanes.trace().memory()).isEqualTo(ofWarps.trace().memory());
        assertThat(laneCounters.snapshot()).isEqualTo(warpCounters.snapshot());
        assertThat(laneCounters.byInstruction().memory(0))
                .isEqualTo(warpCounters.byInstruction().memory(0));
    }

    private static AccessRecorder.Shape shape(Random random) {
        int op = List.of(Op.LOAD, Op.STORE, Op.ATOMIC).get(random.nextInt(3));
        int space = SPACES.get(random.nextInt(SPACES.size()));
        return new AccessRecorder.Shape(0, op, space, 1 << random.nextInt(5));
    }

    /// Aligned, as accesses are. Global memory is all from the start of its window on.
    private static long address(Random random, AccessRecorder.Shape shape) {
        long window =
                switch (shape.space()) {
                    case MemorySpace.GLOBAL -> AddressSpace.GLOBAL;
                    case MemorySpace.GENERIC -> WINDOWS.get(random.nextInt(WINDOWS.size()));
                    default -> 0;
                };
        long far = window == AddressSpace.GLOBAL ? random.nextLong(1L << 45) : 0;
        long place = random.nextBoolean() ? far : random.nextInt(1 << 10);
        long inside = random.nextInt(BYTES) / shape.bytes() * (long) shape.bytes();
        return window + place / BYTES * BYTES + inside;
    }
}
