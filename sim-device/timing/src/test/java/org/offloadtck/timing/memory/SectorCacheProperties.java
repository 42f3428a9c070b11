package org.offloadtck.timing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.timing.trace.AccessWord;

/// A cache holds in each set the lines that were used last, as a list of them says.
class SectorCacheProperties {

    private static final int ACCESSES = 600;

    /// Distances between lines, some of which share the low bits.
    private static final int[] DISTANCES = {1, 3, 2048, 1 << 20};

    @Property(tries = 200, seed = "7")
    void theLeastRecentlyUsedLineOfTheSetGoes(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 9) int sets,
            @ForAll @IntRange(min = 1, max = 20) int ways,
            @ForAll @IntRange(min = 0, max = 3) int distance) {
        var random = new Random(seed);
        var cache = new SectorCache((long) sets * ways * AccessWord.LINE_BYTES, ways);
        var hash = new LineHash(sets);
        List<List<Long>> used = new ArrayList<>();
        for (int set = 0; set < sets; set++) {
            used.add(new ArrayList<>());
        }
        for (int i = 0; i < ACCESSES; i++) {
            long line = (long) DISTANCES[distance] * random.nextInt(3 * sets * ways);
            var set = used.get((int) hash.over(line));
            int place = cache.find(line);
            assertThat(place != SectorCache.ABSENT).isEqualTo(set.remove(line));
            if (place == SectorCache.ABSENT) {
                place = cache.victim(line);
                long gone = set.size() < ways ? SectorCache.ABSENT : set.removeFirst();
                assertThat(cache.line(place)).isEqualTo(gone);
                cache.put(place, line);
            }
            assertThat(cache.line(place)).isEqualTo(line);
            set.add(line);
        }
    }
}
