package org.offloadtck.checks.happensbefore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// Indexed releases against a list of all that are kept.
class CtaReleasesProperties {

    private static final int NUMBERS = 60;

    /// Keeps the last two releases of the same threads.
    private static final class Reference {

        private List<Release> kept = new ArrayList<>();

        void add(Release release) {
            var alike = kept.stream().filter(release::isOfSameThreads).toList();
            if (!alike.isEmpty() && alike.getLast().includes(release)) {
                return;
            }
            if (alike.size() == 2) {
                kept.removeAll(alike);
                kept.add(alike.getLast().at(alike.getFirst().order()));
            }
            kept.add(release);
        }

        boolean covers(int known, SyncObject.Access access, SyncScope needed) {
            return kept.stream().anyMatch(each -> each.covers(known, access, needed));
        }
    }

    private static Release release(Random random, int order) {
        int number = 1 + random.nextInt(NUMBERS);
        int lanes =
                switch (random.nextInt(6)) {
                    case 0 -> -1;
                    case 1 -> 5;
                    default -> 1 << random.nextInt(4);
                };
        return new Release(
                random.nextInt(3),
                lanes,
                number,
                random.nextInt(number),
                random.nextInt(4) == 0 ? random.nextInt(number) : 0,
                random.nextBoolean() ? SyncScope.CTA : SyncScope.DEVICE,
                order);
    }

    /// Halves the numbers of accesses.
    private static AccessRenumbering halves() {
        var moved = new int[NUMBERS + 1];
        for (int i = 0; i <= NUMBERS; i++) {
            moved[i] = i / 2;
        }
        return new AccessRenumbering(0, moved);
    }

    @Property(seed = "1")
    void coverWhatAListOfThemCovers(@ForAll long seed) {
        var random = new Random(seed);
        var releases = new CtaReleases();
        var reference = new Reference();
        int count = random.nextInt(40);
        for (int order = 1; order <= count; order++) {
            var release = release(random, order);
            releases.add(release);
            reference.add(release);
        }
        if (random.nextBoolean()) {
            releases.renumber(halves());
            reference.kept.replaceAll(each -> each.renumbered(halves()));
        }
        for (int query = 0; query < 50; query++) {
            var access =
                    new SyncObject.Access(
                            1 + random.nextInt(NUMBERS), 0, random.nextInt(4), random.nextInt(5));
            int known = random.nextInt(count + 2);
            for (var needed : SyncScope.values()) {
                assertThat(releases.covers(known, access, needed))
                        .isEqualTo(reference.covers(known, access, needed));
            }
        }
        var all = new ArrayList<Release>();
        releases.forEach(all::add);
        assertThat(all).containsExactlyInAnyOrderElementsOf(reference.kept);
    }
}
