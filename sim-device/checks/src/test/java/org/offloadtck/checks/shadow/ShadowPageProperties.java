package org.offloadtck.checks.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;

/// A shadow page holds the accesses of a warp if it holds that of each active lane.
class ShadowPageProperties {

    private static final int BYTES = 64;
    private static final long[] OUTSIDE = {-16, -1, 1, 2, BYTES - 2, BYTES, 1L << 40, -1L << 40};

    @Property(tries = 1000, seed = "33")
    void holdsWhatItHoldsOfEachLane(@ForAll long seed) {
        var choice = new Random(seed);
        var page = new ShadowPage(BYTES, 0);
        int size = 4 << choice.nextInt(3);
        int active = choice.nextBoolean() ? -1 : choice.nextInt();
        long[] offsets = new long[Code.LANES];
        Arrays.setAll(offsets, _ -> (long) size * choice.nextInt(BYTES / size));
        if (choice.nextBoolean()) {
            offsets[choice.nextInt(Code.LANES)] = OUTSIDE[choice.nextInt(OUTSIDE.length)];
        }
        boolean holdsEach =
                IntStream.range(0, Code.LANES)
                        .filter(lane -> (active >>> lane & 1) != 0)
                        .mapToLong(lane -> offsets[lane])
                        .allMatch(each -> each >= 0 && each + size <= BYTES && each % size == 0);
        long[] addresses = Arrays.stream(offsets).map(each -> AddressSpace.SHARED + each).toArray();

        assertThat(page.holds(AddressSpace.SHARED, active, size, addresses)).isEqualTo(holdsEach);
    }
}
