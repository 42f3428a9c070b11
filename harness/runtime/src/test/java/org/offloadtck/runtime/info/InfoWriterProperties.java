package org.offloadtck.runtime.info;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapCount;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;
import org.offloadtck.runtime.trace.TraceComparison;

final class InfoWriterProperties {

    @Property(seed = "11092026", tries = 300)
    void whatIsWrittenIsReadAgainSeed11092026(@ForAll("events") List<MapEvent> events) {
        var text = new InfoWriter("omptarget", InfoFormat.FUNCTION_NAMES, 3);

        var read =
                new InfoReader("trace")
                        .read(
                                events.stream()
                                        .map(text::line)
                                        .flatMap(Optional::stream)
                                        .collect(Collectors.joining("\n")));

        assertThat(read.getOrDefault(3, List.of())).isEqualTo(events);
    }

    @Property(seed = "11092026", tries = 300)
    void aTraceIsLikeItselfWhereverItsDataLieSeed11092026(@ForAll("events") List<MapEvent> events) {
        assertThat(TraceComparison.of(events, events).differences()).isEmpty();
    }

    @Provide
    Arbitrary<List<MapEvent>> events() {
        return Arbitraries.oneOf(
                        created(),
                        found(),
                        range().map(MapEvent.Removed::new),
                        range().map(MapEvent.CopiedToDevice::new),
                        range().map(MapEvent.CopiedFromDevice::new))
                .list()
                .ofMaxSize(12);
    }

    private static Arbitrary<MapEvent> created() {
        return Combinators.combine(
                        Arbitraries.longs(), Arbitraries.longs(), range(), count(), count())
                .as(MapEvent.Created::new);
    }

    private static Arbitrary<MapEvent> found() {
        return Combinators.combine(
                        range(), count(), count(), Arbitraries.of(MapEvent.Origin.values()))
                .as(MapEvent.Found::new);
    }

    private static Arbitrary<MapRange> range() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs(),
                        Arbitraries.longs().between(0, 1L << 40),
                        Arbitraries.of("unknown", "x", "p->items[0:n]", "a, b"))
                .as(MapRange::new);
    }

    private static Arbitrary<MapCount> count() {
        return Combinators.combine(
                        Arbitraries.of(0L, 1L, 12L, MapCount.INFINITE),
                        Arbitraries.of(CountChange.values()))
                .as(MapCount::new);
    }
}
