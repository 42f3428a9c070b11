package org.offloadtck.checks.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;

/// The runs of an access access what its lanes access, one by one, and runs that are shifted or
/// moved are those that the addresses of the other access have.
class CoalescedRunsProperties {

    private static final int LANES = Code.LANES;
    private static final int SHARED_BYTES = 1024;

    /// A row of other addresses before those of the access.
    private static final int FROM = LANES;

    private static final int[] SIZES = {4, 8, 16};

    /// An access: its lanes, their addresses, and pages for the runs.
    private static final class Access {

        private final Random choice;
        private final PageLookup pages = new PageLookup(new GlobalShadow(1 << 20, false));
        private final ShadowPage shared = new ShadowPage(SHARED_BYTES, 0);
        private final long[] addresses = new long[2 * LANES];
        private final int size;
        private final int active;

        Access(long seed) {
            choice = new Random(seed);
            size = SIZES[choice.nextInt(SIZES.length)];
            int lane = choice.nextInt(4) == 0 ? choice.nextInt(LANES) : 0;
            int count = choice.nextInt(4) == 0 ? 1 + choice.nextInt(LANES - lane) : LANES - lane;
            active = (int) (-1L >>> (Long.SIZE - count)) << lane;
            pages.use(shared);
            boolean isGlobal = choice.nextBoolean();
            long base = isGlobal ? AddressSpace.GLOBAL + GlobalShadow.PAGE : AddressSpace.SHARED;
            int bytes = isGlobal ? GlobalShadow.PAGE : SHARED_BYTES;
            int parts = 1 + choice.nextInt(5);
            for (int part = 0; part < parts; part++) {
                long first = base + 4L * choice.nextInt(bytes / 4);
                int step = choice.nextBoolean() ? size : 0;
                int start = part * LANES / parts;
                for (int l = start; l < LANES; l++) {
                    addresses[FROM + l] = first + (long) step * (l - start);
                }
            }
        }

        /// The addresses at a distance.
        long[] at(long distance) {
            long[] others = addresses.clone();
            for (int l = 0; l < LANES; l++) {
                others[FROM + l] += distance;
            }
            return others;
        }

        CoalescedRuns found(long[] of) {
            var runs = new CoalescedRuns(pages);
            runs.find(active, size, of, FROM);
            return runs;
        }

        /// A distance in bytes, nearly always of words.
        long distance() {
            int words = choice.nextInt(-SHARED_BYTES / 4, SHARED_BYTES / 4);
            return choice.nextInt(8) == 0 ? 4L * words + 2 : 4L * words / (1 + choice.nextInt(16));
        }

        /// For each active lane the page and the words that it accesses.
        List<String> words(CoalescedRuns runs) {
            var words = new ArrayList<String>();
            for (int i = 0; i < runs.count(); i++) {
                for (int place = 0; place < runs.lanes(i); place++) {
                    int word = runs.word(i) + Math.min(place, runs.places(i) - 1) * runs.words();
                    words.add(text(runs.lane(i) + place, runs.page(), word));
                }
            }
            return words;
        }

        /// The same, lane by lane.
        List<String> words(long[] of) {
            var words = new ArrayList<String>();
            for (int lane = 0; lane < LANES; lane++) {
                if ((active >>> lane & 1) != 0) {
                    assertThat(pages.find(of[FROM + lane])).isTrue();
                    long offset = of[FROM + lane] - pages.origin();
                    words.add(text(lane, pages.page(), (int) offset >> 2));
                }
            }
            return words;
        }

        private static String text(int lane, ShadowPage page, int word) {
            return "lane %d page %x word %d".formatted(lane, System.identityHashCode(page), word);
        }
    }

    @Property(tries = 1000, seed = "27")
    void accessWhatTheLanesAccess(@ForAll long seed) {
        var access = new Access(seed);
        var runs = access.found(access.addresses);

        if (runs.areRegular()) {
            assertThat(access.words(runs)).isEqualTo(access.words(access.addresses));
        }
    }

    @Property(tries = 1000, seed = "28")
    void shiftedRunsAreThoseOfTheAddresses(@ForAll long seed) {
        var access = new Access(seed);
        var runs = access.found(access.addresses);
        for (int i = 0; i < 4; i++) {
            long distance = access.distance();
            var expected = access.found(access.at(distance));
            if (runs.shift((int) distance, access.size)) {
                assertThat(access.words(runs)).isEqualTo(access.words(expected)).isNotEmpty();
                assertThat(runs.areApart()).isEqualTo(expected.areApart());
            } else if (runs.areRegular() && expected.areRegular()) {
                assertThat(expected.page()).isNotSameAs(runs.page());
            }
        }
    }

    @Property(tries = 1000, seed = "29")
    void movedRunsAreThoseOfTheAddresses(@ForAll long seed) {
        var access = new Access(seed);
        var runs = access.found(access.addresses);
        long moved = 0;
        for (int i = 0; i < 6; i++) {
            long distance = access.distance();
            moved += distance;
            var expected = access.found(access.at(moved));
            if (!runs.move(distance)) {
                assertThat(!runs.areRegular() || !expected.areRegular()).isTrue();
                return;
            }
            assertThat(access.words(runs)).isEqualTo(access.words(expected)).isNotEmpty();
            runs.shift((int) access.distance(), access.size);
        }
    }
}
