package org.offloadtck.checks.happensbefore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A [VectorClock] knows the releases that a map from sync objects to numbers would hold.
class VectorClockProperties {

    private static final int OBJECTS = 12;
    private static final int OF_CTAS = 4;
    private static final int CLOCKS = 4;
    private static final int STEPS = 60;

    /// Clocks and the maps that they are compared with.
    private static final class Model {

        private final Random choice;
        private final List<SyncObject> objects = new ArrayList<>();
        private final List<VectorClock> clocks =
                Stream.generate(VectorClock::new).limit(CLOCKS).toList();
        private final List<Map<SyncObject, Integer>> maps =
                Stream.generate(HashMap<SyncObject, Integer>::new)
                        .limit(CLOCKS)
                        .map(map -> (Map<SyncObject, Integer>) map)
                        .toList();

        Model(long seed) {
            choice = new Random(seed);
            IntStream.range(0, OBJECTS).mapToObj(SyncObject::ofLaunch).forEach(objects::add);
            IntStream.range(0, OF_CTAS).mapToObj(_ -> SyncObject.ofCta()).forEach(objects::add);
        }

        void step() {
            int clock = choice.nextInt(CLOCKS);
            switch (choice.nextInt(8)) {
                case 0, 1, 2, 3 -> acquire(clock);
                case 4, 5, 6 -> merge(clock, choice.nextInt(CLOCKS));
                default -> endOrClear(clock);
            }
        }

        private void acquire(int clock) {
            var object = objects.get(choice.nextInt(objects.size()));
            int releases = 1 + choice.nextInt(9);
            boolean isNews = releases > maps.get(clock).getOrDefault(object, 0);
            assertThat(clocks.get(clock).merge(object, releases)).isEqualTo(isNews);
            maps.get(clock).merge(object, releases, Math::max);
        }

        private void merge(int clock, int other) {
            clocks.get(clock).merge(clocks.get(other));
            var mine = maps.get(clock);
            Map.copyOf(maps.get(other))
                    .forEach((object, releases) -> mine.merge(object, releases, Math::max));
        }

        /// Clears a clock, or ends the CTA of an object, of which clocks may then know anything.
        private void endOrClear(int clock) {
            int object = OBJECTS + choice.nextInt(OF_CTAS);
            if (choice.nextBoolean()) {
                clocks.get(clock).clear();
                maps.get(clock).clear();
            } else {
                objects.get(object).end();
                objects.set(object, SyncObject.ofCta());
            }
        }

        void check(int clock) {
            for (var object : objects) {
                int releases = maps.get(clock).getOrDefault(object, 0);
                assertThat(clocks.get(clock).merge(object, releases)).isFalse();
                assertThat(clocks.get(clock).merge(object, releases + 1)).isTrue();
            }
        }
    }

    @Property(seed = "28112027", tries = 300)
    void knowsWhatAMapWouldHold(@ForAll long seed) {
        var model = new Model(seed);
        for (int i = 0; i < STEPS; i++) {
            model.step();
        }
        IntStream.range(0, CLOCKS).forEach(model::check);
    }
}
