package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.KnownOutcomes;
import org.offloadtck.conformance.waiver.Exclusions;
import org.offloadtck.conformance.waiver.Waivers;
import org.offloadtck.data.DataText;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The waivers and exclusions of a run.
public final class KnownOutcomesOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description =
                    "Known failures as a YAML list; their verdicts become XFAIL (repeatable).")
    private List<Path> waivers = new ArrayList<>();

    @Option(
            names = "--exclusions",
            paramLabel = "FILE",
            description =
                    "What editions do not have, as a YAML list; such verdicts become EXCLUDED"
                            + " (repeatable).")
    private List<Path> exclusions = new ArrayList<>();

    /// Reads the files.
    ///
    /// @throws ParameterException if one has a mistake
    KnownOutcomes outcomes(Catalogue catalogue) {
        return UserData.read(
                spec,
                () ->
                        new KnownOutcomes(
                                Waivers.load(texts(waivers)),
                                Exclusions.load(texts(exclusions), catalogue),
                                LocalDate.now(ZoneId.systemDefault())));
    }

    private static List<DataText> texts(List<Path> files) {
        return files.stream()
                .map(file -> new DataText(file.toString(), InputFile.readText(file)))
                .toList();
    }
}
