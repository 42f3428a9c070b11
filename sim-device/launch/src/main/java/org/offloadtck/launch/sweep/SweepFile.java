package org.offloadtck.launch.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.InputFile;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.YamlLines;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.simulate.ExtentParser;
import org.offloadtck.launch.simulate.KernelArgument;
import org.offloadtck.launch.simulate.KernelArgumentParser;
import org.offloadtck.launch.simulate.LaunchRequest;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.launch.simulate.PtxFile;
import org.offloadtck.launch.simulate.SimulationException;

/// Reads a sweep from YAML: `device`, `vary` with a list of values for each figure, and `programs`
/// with `files`, `kernel`, `grid`, `block`, `shared`, `arguments` in the words of `simulate`.
final class SweepFile {

    /// Most variants of a device.
    private static final int MOST_VARIANTS = 4096;

    private final Path directory;

    /// @param directory to which names of files are relative
    private SweepFile(Path directory) {
        this.directory = directory;
    }

    /// @throws DataException if the text is no sweep
    /// @throws SimulationException if a word of a launch is malformed
    /// @throws org.offloadtck.command.UnreadableInputException if a file cannot be read
    static Sweep read(DataText text, Path directory) {
        return YamlLines.read(text, new SweepFile(directory)::sweep);
    }

    private Sweep sweep(Fields fields) {
        var device = fields.choice("device", DeviceSpec.all(), DeviceSpec::name);
        var variants = fields.fields("vary", vary -> variants(vary, device));
        return new Sweep(device, variants, programs(fields));
    }

    private static List<DeviceFigure> figures(Fields vary) {
        var figures = new ArrayList<DeviceFigure>();
        for (var word : vary.names()) {
            figures.add(
                    DeviceFigure.all().stream()
                            .filter(figure -> figure.word().equals(word))
                            .findFirst()
                            .orElseThrow(() ->
                                    vary.wrong(
                                            "'%s' is no figure that a sweep varies; these are: %s"
                                                    .formatted(word, words()))));
        }
        return figures;
    }

    private static String words() {
        return String.join(", ", DeviceFigure.all().stream().map(DeviceFigure::word).toList());
    }

    private static List<DeviceVariant> variants(Fields vary, DeviceSpec device) {
        var variants = List.of(DeviceVariant.NONE);
        for (var figure : figures(vary)) {
            var values = vary.numbers(figure.word());
            if ((long) variants.size() * values.size() > MOST_VARIANTS || values.isEmpty()) {
                throw vary.wrong(
                        "has %d values of %s when the devices should be from 1 to %d"
                                .formatted(values.size(), figure.word(), MOST_VARIANTS));
            }
            variants =
                    variants.stream()
                            .flatMap(variant ->
                                    values.stream().map(value -> variant.with(figure, value)))
                            .toList();
        }
        variants.forEach(variant -> variant.of(device));
        return variants;
    }

    private List<SweptProgram> programs(Fields fields) {
        var programs = fields.rows("programs", this::program);
        var names = new HashSet<String>();
        for (var program : programs) {
            if (!names.add(program.name())) {
                throw fields.wrong(
                        "two programs are '%s' when names should differ".formatted(program.name()));
            }
        }
        if (programs.isEmpty()) {
            throw fields.wrong("programs is empty when it should have a program");
        }
        return programs;
    }

    private SweptProgram program(Fields row) {
        var kernel = Optional.of(row.textOr("kernel", "")).filter(name -> !name.isEmpty());
        var files = row.texts("files");
        var name = row.textOr("name", kernel.orElseGet(() -> String.join("+", files)));
        var launch =
                new LaunchRequest(
                        kernel.<KernelSelection>map(KernelSelection.Named::new)
                                .orElse(KernelSelection.Only.ONLY),
                        new ExtentParser(row.path("grid"), LaunchShape.MAX_GRID)
                                .parse(row.scalar("grid")),
                        new ExtentParser(row.path("block"), LaunchShape.MAX_CTA)
                                .parse(row.scalar("block")),
                        row.has("shared") ? row.number("shared") : 0,
                        arguments(row),
                        List.of());
        return new SweptProgram(name, files.stream().map(this::module).toList(), launch);
    }

    private List<KernelArgument> arguments(Fields row) {
        var arguments = new ArrayList<KernelArgument>();
        for (var word : row.textsOrNone("arguments")) {
            var place = "%s[%d]".formatted(row.path("arguments"), arguments.size());
            arguments.add(new KernelArgumentParser(place, word, directory).parse());
        }
        return arguments;
    }

    private PtxFile module(String name) {
        var file = directory.resolve(name);
        return new PtxFile(file.toString(), InputFile.readText(file));
    }
}
