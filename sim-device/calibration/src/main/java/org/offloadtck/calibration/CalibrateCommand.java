package org.offloadtck.calibration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.calibration.published.FigureKind;
import org.offloadtck.calibration.published.PublishedComparison;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `offload-tck calibrate`: the timing model against a device, or against figures of one.
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures a GPU and prints how far the timing model is from it.",
        footer = {
            "%nThe table says how far the model is. --fit moves figures of the model, each within",
            "what has been published of it, to where they fit half of the points best, and says"
                    + " how",
            "far the model is then, of the other half too. Figures that were measured before are",
            "compared where there is no GPU: --measured FILE."
        })
public final class CalibrateCommand implements Subcommand {

    private static final String CUDA = "cuda";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "The device of the model: t4, rtx2060, a100, a40, l40, h100, h200, b200 or rtx5090; of --published, all"
                            + " if left out.")
    private List<String> models = new ArrayList<>();

    @Option(
            names = "--published",
            description =
                    "Measure nothing; compare figures of devices that others published, each with"
                            + " its source. Takes minutes.")
    private boolean comparesPublished;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Keep what was measured, with device, driver, clocks and date.")
    private List<Path> outputs = new ArrayList<>();

    @Option(
            names = "--measured",
            paramLabel = "FILE",
            description = "Measure nothing; take what --out kept.")
    private List<Path> inputs = new ArrayList<>();

    @Option(
            names = "--fit",
            description = "Fit the model to half of the points. Takes minutes with all of them.")
    private boolean fits;

    @Option(
            names = "--sizes",
            description = "Of each kernel: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Calibration.Extent sizes = Calibration.Extent.FULL;

    @Option(
            names = "--experiment",
            paramLabel = "NAME",
            description = "Only this one (repeatable).")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() {
        if (comparesPublished) {
            return comparePublished();
        }
        if (models.size() != 1) {
            return refuse("--model is missing or repeated when one device should be named");
        }
        try {
            return inputs.isEmpty() ? measureAndCompare() : compareAll();
        } catch (UnusableMeasurementsException | DeviceException problem) {
            return refuse(String.valueOf(problem.getMessage()));
        }
    }

    private int comparePublished() {
        try (var modelling = modelling()) {
            var out = spec.commandLine().getOut();
            var kinds = EnumSet.allOf(FigureKind.class);
            out.print(PublishedComparison.of(modelling, kinds, models).text());
            out.flush();
        }
        return ExitCode.OK;
    }

    private int compareAll() {
        for (var input : inputs) {
            compare(input.toString(), InputFile.readText(input));
        }
        return ExitCode.OK;
    }

    private int measureAndCompare() {
        var plugin =
                DevicePlugin.installed().stream().filter(p -> p.name().equals(CUDA)).findFirst();
        var discovery =
                plugin.map(found -> found.discover())
                        .orElseGet(() -> new Discovery.Absent("there is no plugin for CUDA", ""));
        return switch (discovery) {
            case Discovery.Absent(var reason, var remedy) ->
                    refuse("%s; %s".formatted(reason, remedy));
            case Discovery.Failed(var failure) -> refuse(String.valueOf(failure.getMessage()));
            case Discovery.Found(var devices) -> {
                try {
                    yield measureAndCompare(devices.getFirst());
                } finally {
                    devices.forEach(Device::close);
                }
            }
        };
    }

    private int measureAndCompare(Device device) {
        var figures =
                Calibration.of(sizes, names)
                        .measure(device, LocalDate.now(ZoneId.systemDefault()).toString());
        for (var output : outputs) {
            OutputFile.write(output, figures.getBytes(UTF_8));
        }
        compare("measured", figures);
        return ExitCode.OK;
    }

    private void compare(String source, String figures) {
        try (var modelling = modelling()) {
            var out = spec.commandLine().getOut();
            var calibration = Calibration.of(sizes, names);
            var model = models.getFirst();
            out.print(
                    fits
                            ? calibration.fit(modelling, model, source, figures)
                            : calibration.compare(modelling, model, source, figures));
            out.flush();
        }
    }

    /// The first device that models time.
    private static Device modelling() {
        return DevicePlugin.installed().stream()
                .filter(plugin -> !plugin.name().equals(CUDA))
                .flatMap(plugin -> modelling(plugin.discover()).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no device models time"));
    }

    private static Optional<Device> modelling(Discovery discovery) {
        return switch (discovery) {
            case Discovery.Absent _, Discovery.Failed _ -> Optional.empty();
            case Discovery.Found(var devices) ->
                    devices.stream()
                            .filter(device -> device.capabilities().contains(Capability.TIME_MODEL))
                            .findFirst();
        };
    }

    private int refuse(String problem) {
        spec.commandLine().getErr().println("offload-tck calibrate: " + problem);
        return ExitCode.USAGE;
    }
}
