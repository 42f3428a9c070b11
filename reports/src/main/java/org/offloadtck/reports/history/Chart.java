package org.offloadtck.reports.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A line through the values of a series, from 0 to its largest value, in an SVG of [#WIDTH] by
/// [#HEIGHT]. A run without a value interrupts the line.
///
/// @param title read aloud in place of the chart
/// @param values one for each run, at least one
public record Chart(String title, List<Optional<Long>> values) {

    public static final int WIDTH = 1000;
    public static final int HEIGHT = 120;

    /// Room for a line's width and a point's radius.
    private static final int MARGIN = 8;

    public Chart {
        values = List.copyOf(values);
    }

    /// A point of the line.
    ///
    /// @param x from the left edge
    /// @param y from the upper edge
    public record Point(double x, double y, long value) {

        /// `12.5,40.0`.
        String text() {
            return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
        }
    }

    /// The largest value; 0 if no run has one.
    public long most() {
        return values.stream().flatMap(Optional::stream).mapToLong(Long::longValue).max().orElse(0);
    }

    public List<Point> points() {
        return runs().stream().flatMap(List::stream).toList();
    }

    /// The points of each uninterrupted line, as the attribute of a `polyline`.
    public List<String> lines() {
        return runs().stream()
                .map(run -> String.join(" ", run.stream().map(Point::text).toList()))
                .toList();
    }

    private List<List<Point>> runs() {
        var runs = new ArrayList<List<Point>>();
        var run = new ArrayList<Point>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isPresent()) {
                run.add(point(i, values.get(i).orElseThrow()));
            } else if (!run.isEmpty()) {
                runs.add(List.copyOf(run));
                run.clear();
            }
        }
        if (!run.isEmpty()) {
            runs.add(run);
        }
        return runs;
    }

    private Point point(int index, long value) {
        var width = WIDTH - 2 * MARGIN;
        var x = values.size() == 1 ? WIDTH / 2.0 : MARGIN + width * index / (values.size() - 1.0);
        var share = most() == 0 ? 0 : (double) value / most();
        return new Point(x, HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN), value);
    }
}
