package org.offloadtck.simt.device;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How fast a device is: a figure for every [Quantity].
public final class TimingData {

    private final Map<Quantity, Figure> figures;

    TimingData(Map<Quantity, Figure> figures) {
        this.figures = new EnumMap<>(figures);
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

    /// Quantities nobody documents or measured, in the order of [Quantity].
    public List<Quantity> assumed() {
        return figures.entrySet().stream()
                .filter(entry -> entry.getValue().basis() == Basis.ASSUMED)
                .map(Map.Entry::getKey)
                .toList();
    }
}
