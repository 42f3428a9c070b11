package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.DeviceSpec;

/// The free slots for CTAs, and which of them the next cluster takes: the first ones that can hold
/// all its CTAs and are on multiprocessors of one GPC. A launch without clusters takes the first
/// one of the device.
final class Vacancies {

    private static final Comparator<Vacancy> FIRST_TIME =
            Comparator.comparingLong(Vacancy::time).thenComparingInt(Vacancy::slot);

    private static final Comparator<Vacancy> FIRST =
            FIRST_TIME.thenComparingInt(Vacancy::multiprocessor);

    private final int ctas;

    /// By multiprocessor, where a cluster must be to be there; the last ones may be nowhere.
    private final List<NavigableSet<Vacancy>> placeOf = new ArrayList<>();

    private final List<NavigableSet<Vacancy>> places = new ArrayList<>();

    /// A free slot for a CTA.
    ///
    /// @param time from when on
    record Vacancy(long time, int slot, int multiprocessor) {}

    /// @param ctas of a cluster
    Vacancies(DeviceSpec device, int ctas) {
        this.ctas = ctas;
        for (int size : sizes(device, ctas)) {
            NavigableSet<Vacancy> place = new TreeSet<>(FIRST);
            places.add(place);
            for (int i = 0; i < size; i++) {
                placeOf.add(place);
            }
        }
        while (placeOf.size() < device.multiprocessor().count()) {
            placeOf.add(new TreeSet<>(FIRST));
        }
    }

    /// Multiprocessors of each part of a device among which the CTAs of a cluster are distributed.
    private static int[] sizes(DeviceSpec device, int ctas) {
        return ctas == 1
                ? new int[] {device.multiprocessor().count()}
                : IntStream.range(0, device.clusters().gpcs())
                        .map(gpc -> ClusterOccupancy.multiprocessors(device, gpc))
                        .toArray();
    }

    /// CTAs that a device holds at a time.
    ///
    /// @param resident CTAs that a multiprocessor holds
    /// @param ctas of a cluster
    static long capacity(DeviceSpec device, int resident, int ctas) {
        return IntStream.of(sizes(device, ctas))
                .mapToLong(size -> (long) size * resident / ctas * ctas)
                .sum();
    }

    void add(Vacancy vacancy) {
        placeOf.get(vacancy.multiprocessor()).add(vacancy);
    }

    /// Whether a cluster has room.
    boolean hasRoom() {
        return places.stream().anyMatch(this::hasRoom);
    }

    private boolean hasRoom(NavigableSet<Vacancy> place) {
        return place.size() >= ctas;
    }

    /// Takes the slots of the next cluster, which has room: where it can start first, and of such
    /// places, where the CTAs take the lower slots, where more is free, and in the first one.
    ///
    /// @return a slot for each CTA, by rank
    List<Vacancy> take() {
        var place =
                places.stream()
                        .filter(this::hasRoom)
                        .min(
                                Comparator.comparing(this::last, FIRST_TIME)
                                        .thenComparingInt(each -> -each.size()))
                        .orElseThrow();
        var slots = new ArrayList<Vacancy>();
        for (int i = 0; i < ctas; i++) {
            slots.add(place.pollFirst());
        }
        return slots;
    }

    /// The slot of a place that the last CTA of a cluster would take.
    private Vacancy last(NavigableSet<Vacancy> place) {
        return place.stream().skip(ctas - 1L).findFirst().orElseThrow();
    }
}
