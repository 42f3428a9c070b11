package org.offloadtck.scenario.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ListedScenario;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The implementations that a run judges.
public final class ImplementationOption {

    private static final String REFERENCE = "reference";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--implementation",
            paramLabel = "FILE_OR_ID",
            description =
                    "Only the scenarios of this toolchain (repeatable): the file of its"
                            + " descriptor, or an id that 'implementations' lists, or 'reference'.")
    private List<String> chosen = new ArrayList<>();

    /// The options of a command line.
    public ImplementationOption() {}

    /// For a command that reads implementations elsewhere.
    ImplementationOption(CommandSpec spec) {
        this.spec = spec;
    }

    /// An implementation, and the selection of its scenarios.
    ///
    /// @param toolchain empty for the kit's own pipeline
    /// @param judged present if it takes the place of the toolchain that the scenarios name
    /// @param selects its scenarios
    record Judged(
            String option,
            Optional<Toolchain> toolchain,
            Optional<JudgedToolchain> judged,
            Predicate<ListedScenario> selects) {

        /// The id that results have.
        String id() {
            return toolchain.map(Toolchain::id).orElse(REFERENCE);
        }

        /// The option, with an absolute path if it is a file or a folder.
        String absolute() {
            return option.equals(REFERENCE) || Toolchains.ids().contains(option)
                    ? option
                    : Path.of(option).toAbsolutePath().normalize().toString();
        }
    }

    /// The implementations in the order of the command line; none if all are judged.
    ///
    /// @throws ParameterException if a word is neither a file nor an id, or a file is no descriptor
    List<Judged> implementations() {
        return chosen.stream().map(this::judged).toList();
    }

    /// A toolchain that is judged by the scenarios of its release, except those that state what the
    /// release does wrong.
    ///
    /// @param word what the user wrote
    Judged judged(String word, Toolchain toolchain) {
        var judged = new JudgedToolchain(sameRelease(word, toolchain), toolchain);
        return new Judged(
                word,
                Optional.of(toolchain),
                Optional.of(judged),
                scenario ->
                        scenario.toolchains().contains(judged.named())
                                && !scenario.isAboutDeviation());
    }

    /// The implementation that a word of the command line names.
    Judged judged(String word) {
        if (word.equals(REFERENCE)) {
            return new Judged(
                    word,
                    Optional.empty(),
                    Optional.empty(),
                    scenario -> scenario.toolchains().isEmpty());
        }
        if (Toolchains.ids().contains(word)) {
            return new Judged(
                    word,
                    Optional.of(Toolchains.shipped(word)),
                    Optional.empty(),
                    scenario -> scenario.toolchains().contains(word));
        }
        if (!Files.exists(Path.of(word))) {
            throw wrong(
                    "--implementation is '%s', which is no file, when it should be one or %s"
                            .formatted(word, String.join(", ", known())));
        }
        return judged(word, described(Path.of(word)));
    }

    private Toolchain described(Path file) {
        var toolchain = UserData.read(spec, () -> Toolchains.read(file));
        if (known().contains(toolchain.id())) {
            throw wrong(
                    "%s: id is '%s', which is a toolchain of the kit, when it should be another"
                            .formatted(file, toolchain.id()));
        }
        return toolchain;
    }

    /// The toolchain of the kit with the same ABI profile, and with one of its languages if there
    /// are several: its scenarios judge `toolchain`.
    private String sameRelease(String file, Toolchain toolchain) {
        var profiles = Toolchains.ids().stream().map(Toolchains::shipped).toList();
        return profiles.stream()
                .filter(each -> each.profile().equals(toolchain.profile()))
                .sorted(Comparator.comparing(each -> !sharesLanguage(each, toolchain)))
                .map(Toolchain::id)
                .findFirst()
                .orElseThrow(() ->
                        wrong(
                                "%s: profile is '%s' when it should be one for which there are scenarios: %s"
                                        .formatted(
                                                file,
                                                toolchain.profile(),
                                                String.join(
                                                        ", ",
                                                        profiles.stream()
                                                                .map(Toolchain::profile)
                                                                .distinct()
                                                                .toList()))));
    }

    private static boolean sharesLanguage(Toolchain one, Toolchain other) {
        return !Collections.disjoint(one.languages().keySet(), other.languages().keySet());
    }

    private static List<String> known() {
        return Stream.concat(Toolchains.ids().stream(), Stream.of(REFERENCE)).toList();
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
