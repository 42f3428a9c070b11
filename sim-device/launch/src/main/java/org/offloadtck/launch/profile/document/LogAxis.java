package org.offloadtck.launch.profile.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A logarithmic axis of a chart.
///
/// @param least power of ten where it begins
/// @param most power of ten where it ends
/// @param from coordinate of its beginning
/// @param to coordinate of its end
public record LogAxis(int least, int most, double from, double to) {

    /// A power of ten on the axis.
    ///
    /// @param at its coordinate
    public record Tick(double at, String label) {}

    /// The axis of whole powers of ten that has all values on it, which are positive.
    static LogAxis around(List<Double> values, double from, double to) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        int first = (int) Math.floor(Math.log10(least));
        int last = (int) Math.ceil(Math.log10(most));
        return new LogAxis(first, Math.max(last, first + 1), from, to);
    }

    double first() {
        return Math.pow(10, least);
    }

    double last() {
        return Math.pow(10, most);
    }

    /// The coordinate of a value.
    double at(double value) {
        double part = (Math.log10(value) - least) / (most - least);
        return Math.round((from + part * (to - from)) * 10) / 10.0;
    }

    /// The powers of ten.
    public List<Tick> ticks() {
        var ticks = new ArrayList<Tick>();
        for (int power = least; power <= most; power++) {
            double value = Math.pow(10, power);
            var label =
                    power < 0
                            ? String.format(Locale.ROOT, "%." + -power + "f", value)
                            : String.format(Locale.ROOT, "%,.0f", value);
            ticks.add(new Tick(at(value), label));
        }
        return ticks;
    }
}
