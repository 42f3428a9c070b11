package org.offloadtck.timing.figures;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// How fast a device is: a figure for each [Quantity].
///
/// @param figures one for each quantity
/// @param ranges of the figures that a fit may change
public record TimingData(Map<Quantity, Figure> figures, Map<Quantity, FigureRange> ranges) {

    public TimingData {
        figures = Collections.unmodifiableMap(new EnumMap<>(figures));
        var copy = new EnumMap<Quantity, FigureRange>(Quantity.class);
        copy.putAll(ranges);
        ranges = Collections.unmodifiableMap(copy);
    }

    public Figure figure(Quantity quantity) {
        return Objects.requireNonNull(figures.get(quantity), quantity.word());
    }

    /// The number alone.
    public int value(Quantity quantity) {
        return Math.toIntExact(figure(quantity).value());
    }

    /// Cycles from the issue of an instruction of that unit to the use of its result.
    public int latency(ExecutionUnit unit) {
        return value(unit.latency());
    }

    /// Cycles that an instruction of a warp takes of that unit.
    public int interval(ExecutionUnit unit) {
        return value(unit.interval());
    }

    /// Between what a figure may be moved; none for one that is where it has to be.
    public Optional<FigureRange> range(Quantity quantity) {
        return Optional.ofNullable(ranges.get(quantity));
    }

    /// Other values for some of the figures that have a range; unpublished figures are assumed.
    ///
    /// @throws FigureOutOfRangeException if one has no range, or the value lies outside
    public TimingData with(Map<Quantity, Long> values) {
        var moved = new EnumMap<>(figures);
        values.forEach((quantity, value) -> {
            var range = range(quantity);
            if (!range.map(known -> known.contains(value)).orElse(false)) {
                throw FigureOutOfRangeException.of(quantity, value, range);
            }
            if (figure(quantity).value() != value) {
                moved.put(quantity, new Figure(value, Basis.ASSUMED, "set for this run"));
            }
        });
        return new TimingData(moved, ranges);
    }

    /// Other values for some of the figures, whatever has been published: a device that does not
    /// exist.
    public TimingData imagined(Map<Quantity, Long> values) {
        var moved = new EnumMap<>(figures);
        values.forEach((quantity, value) ->
                moved.put(quantity, new Figure(value, Basis.ASSUMED, "set for this run")));
        return new TimingData(moved, ranges);
    }

    /// Quantities that are neither documented nor measured, in the order of [Quantity].
    public List<Quantity> assumed() {
        return figures.entrySet().stream()
                .filter(entry -> entry.getValue().basis() == Basis.ASSUMED)
                .map(Map.Entry::getKey)
                .toList();
    }
}
