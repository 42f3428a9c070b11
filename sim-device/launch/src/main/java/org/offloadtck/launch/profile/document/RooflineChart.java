package org.offloadtck.launch.profile.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.launch.profile.Precision;
import org.offloadtck.launch.profile.Roofline;
import org.offloadtck.launch.profile.Roofline.Roof;
import org.offloadtck.launch.profile.Roofline.Slope;

/// A roofline as shapes in a drawing of [#WIDTH] by [#HEIGHT].
///
/// Shown are the bandwidths of all levels, and the peaks of the precisions that the kernel used; if
/// it used none, that of single precision.
public record RooflineChart(LogAxis x, LogAxis y, List<Stroke> strokes, List<Dot> dots) {

    public static final int WIDTH = 480;
    public static final int HEIGHT = 340;
    public static final int LEFT = 58;
    public static final int RIGHT = 470;
    public static final int TOP = 14;
    public static final int BOTTOM = 290;

    /// A ceiling: a line with a label at its middle or its end.
    ///
    /// @param kind class of the style sheet
    /// @param angle of the label, in degrees
    public record Stroke(
            String kind,
            double x1,
            double y1,
            double x2,
            double y2,
            String label,
            double labelX,
            double labelY,
            double angle) {}

    /// A point.
    ///
    /// @param kind class of the style sheet
    public record Dot(String kind, double x, double y, String label) {}

    static RooflineChart of(Roofline roofline) {
        var roofs = roofs(roofline);
        double top = roofs.stream().mapToDouble(Roof::peak).max().orElseThrow();
        var xs = new ArrayList<Double>();
        var ys = new ArrayList<Double>();
        ys.add(top * 1.5);
        for (var slope : roofline.slopes()) {
            xs.add(top / slope.bandwidth());
        }
        roofline.points()
                .forEach(point -> {
                    xs.add(point.intensity());
                    ys.add(point.performance());
                });
        xs.add(0.1);
        ys.add(top / 1000);
        var chart =
                new RooflineChart(
                        LogAxis.around(xs, LEFT, RIGHT),
                        LogAxis.around(ys, BOTTOM, TOP),
                        new ArrayList<>(),
                        new ArrayList<>());
        roofline.slopes().forEach(slope -> chart.add(slope, top));
        double steepest =
                roofline.slopes().stream().mapToDouble(Slope::bandwidth).max().orElseThrow();
        roofs.forEach(roof -> chart.add(roof, steepest));
        roofline.points().forEach(chart::add);
        return chart;
    }

    private static List<Roof> roofs(Roofline roofline) {
        Set<Precision> used =
                roofline.points().stream()
                        .map(Roofline.Point::precision)
                        .collect(Collectors.toSet());
        return roofline.roofs().stream()
                .filter(roof ->
                        used.isEmpty()
                                ? roof.precision() == Precision.SINGLE
                                : used.contains(roof.precision()))
                .toList();
    }

    private void add(Slope slope, double top) {
        double start = Math.max(x.first(), y.first() / slope.bandwidth());
        double end = Math.min(x.last(), top / slope.bandwidth());
        double x1 = x.at(start);
        double y1 = y.at(start * slope.bandwidth());
        double x2 = x.at(end);
        double y2 = y.at(end * slope.bandwidth());
        double angle = Math.round(Math.toDegrees(Math.atan2(y2 - y1, x2 - x1)) * 10) / 10.0;
        strokes.add(
                new Stroke(
                        "slope",
                        x1,
                        y1,
                        x2,
                        y2,
                        "%s %s GB/s"
                                .formatted(
                                        slope.level().title(),
                                        ProfileNumbers.rounded(slope.bandwidth())),
                        rounded((x1 + x2) / 2),
                        rounded((y1 + y2) / 2 - 4),
                        angle));
    }

    private void add(Roof roof, double steepest) {
        double from = x.at(Math.max(x.first(), roof.peak() / steepest));
        double at = y.at(roof.peak());
        double end = x.at(x.last());
        strokes.add(
                new Stroke(
                        "roof",
                        from,
                        at,
                        end,
                        at,
                        "%s %s GFLOP/s"
                                .formatted(
                                        roof.precision().word(),
                                        ProfileNumbers.rounded(roof.peak())),
                        end,
                        rounded(at - 4),
                        0));
    }

    private void add(Roofline.Point point) {
        dots.add(
                new Dot(
                        point.level().title().toLowerCase(Locale.ROOT),
                        x.at(point.intensity()),
                        y.at(point.performance()),
                        "%s, %s".formatted(point.precision().word(), point.level().title())));
    }

    private static double rounded(double coordinate) {
        return Math.round(coordinate * 10) / 10.0;
    }
}
