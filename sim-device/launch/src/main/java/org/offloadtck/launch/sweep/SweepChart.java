package org.offloadtck.launch.sweep;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.offloadtck.launch.sweep.SweepRun.Cell;
import org.offloadtck.launch.sweep.SweepRun.ProgramTimes;

/// A heat map of a sweep in SVG: a row for each program, a column for each variant, and the time
/// over that on the device as it is as colour and number.
///
/// @param device that was varied
/// @param width of the picture, in pixels
/// @param axes what the columns are, a line for each figure
public record SweepChart(String device, int width, List<String> axes, List<Row> rows) {

    /// Where the cells begin.
    public static final int LEFT = 170;

    /// Where the first row begins.
    public static final int TOP = 40;

    /// Height of a row.
    public static final int HEIGHT = 24;

    /// Height of a line of text.
    public static final int LINE = 18;

    /// All cells of a row take about so much, unless one would be too narrow.
    private static final int ROW_WIDTH = 720;

    private static final int LEAST_WIDTH = 6;

    /// The least width of a cell that has room for its number.
    private static final int NUMBER_WIDTH = 34;

    private static final int MOST_WIDTH = 60;

    /// The ratio that has the strongest colour, or one over it.
    private static final double STRONGEST = 4;

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    public SweepChart {
        axes = List.copyOf(axes);
        rows = List.copyOf(rows);
    }

    /// The cells of a program.
    ///
    /// @param y of its upper edge
    public record Row(String program, int y, List<Box> boxes) {

        public Row {
            boxes = List.copyOf(boxes);
        }
    }

    /// A cell.
    ///
    /// @param x of its left edge
    /// @param kind its class in the style: `slower`, `faster`, `unknown`
    /// @param strength of the colour, from 0 to 1
    /// @param number the ratio, if there is room
    /// @param title what a pointer that rests on it shows
    public record Box(int x, int width, String kind, double strength, String number, String title) {

        public int middle() {
            return x + width / 2;
        }
    }

    /// Height of the picture.
    public int height() {
        return TOP + rows.size() * HEIGHT + (axes.size() + 2) * LINE;
    }

    static String svg(Sweep sweep, List<ProgramTimes> programs) {
        int columns = sweep.variants().size();
        int width = Math.clamp(ROW_WIDTH / columns, LEAST_WIDTH, MOST_WIDTH);
        var rows = new ArrayList<Row>();
        for (var times : programs) {
            rows.add(row(sweep, times, width, TOP + rows.size() * HEIGHT));
        }
        var chart =
                new SweepChart(
                        sweep.device().name(), LEFT + columns * width + 20, axes(sweep), rows);
        var output = new StringOutput();
        ENGINE.render("sweep/chart.jte", chart, output);
        return output.toString();
    }

    private static List<String> axes(Sweep sweep) {
        return sweep.figures().stream()
                .map(figure ->
                        "%s: %s"
                                .formatted(
                                        figure.word(),
                                        String.join(
                                                ", ",
                                                sweep.variants().stream()
                                                        .map(each -> each.values().get(figure))
                                                        .distinct()
                                                        .map(String::valueOf)
                                                        .toList())))
                .toList();
    }

    private static Row row(Sweep sweep, ProgramTimes times, int width, int y) {
        var boxes =
                times.cells().stream()
                        .map(cell -> {
                            int column = sweep.variants().indexOf(cell.variant());
                            return box(times, cell, LEFT + column * width, width);
                        })
                        .toList();
        return new Row(times.program(), y, boxes);
    }

    private static Box box(ProgramTimes times, Cell cell, int x, int width) {
        double ratio = SweepTable.ratio(times, cell);
        var where = "%s, %s".formatted(times.program(), cell.variant().text());
        if (Double.isNaN(ratio)) {
            return new Box(x, width, "unknown", 0, "", where + ": unknown");
        }
        double logarithm = Math.abs(Math.log(ratio)) / Math.log(STRONGEST);
        double strength = Math.round(Math.min(1, logarithm) * 100) / 100.0;
        var number = String.format(Locale.ROOT, "%.2f", ratio);
        return new Box(
                x,
                width,
                ratio > 1 ? "slower" : "faster",
                strength,
                width < NUMBER_WIDTH ? "" : number,
                where + ": " + number);
    }
}
