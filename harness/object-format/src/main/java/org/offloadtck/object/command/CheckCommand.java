package org.offloadtck.object.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.data.JsonList;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.ProfileDemand;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.check.together.FilesTogether;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.MalformedProfileException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck check`: reports the profiles a file agrees with, its artifacts and its faults.
///
/// Requirements: OC-01, OC-02, OC-06, OC-76, OC-77.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description =
                "Checks objects, archives, executables and offload binaries; 1 if one is faulty, 2 if one"
                        + " cannot be read or has an unknown format.")
public final class CheckCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to check.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(
            names = "--together",
            description =
                    "Also compare the files as those of one link: objects, archives and what was linked.")
    private boolean together;

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "The ABI profile that the files must agree with (default: any one).")
    private String profile = "";

    @Option(
            names = "--profile-file",
            paramLabel = "YAML",
            description = "An additional ABI profile to compare with (repeatable).")
    private List<Path> profileFiles = new ArrayList<>();

    @Override
    public Integer call() {
        var profiles = profiles();
        if (!profile.isEmpty()) {
            ProfileOption.profile(spec, profiles, profile);
        }
        var out = spec.commandLine().getOut();
        int status;
        if (json) {
            try (var list = new JsonList(out, "files")) {
                status = check(profiles, report -> list.add(CheckReportJson.of(report)));
            }
        } else {
            status = check(profiles, report -> out.print(CheckReportText.of(report)));
        }
        out.flush();
        return status;
    }

    /// What became of a file.
    private sealed interface Outcome {
        record Checked(Path file, FileReport report) implements Outcome {}

        record Unreadable(UnreadableInputException cause) implements Outcome {}
    }

    /// Checks the files on all processors and passes the reports on in the files' order. Device
    /// modules are compared with the host module named before them.
    ///
    /// @return [ExitCode#USAGE] if a file cannot be read, has no known format, or is not judged
    ///   when a profile is demanded; otherwise [ExitCode#UNEXPECTED] if one is faulty
    private int check(AbiProfiles profiles, Consumer<FileReport> reports) {
        var check = new ArtifactCheck(profiles);
        var outcomes =
                files.stream()
                        .gather(
                                Gatherers.mapConcurrent(
                                        Runtime.getRuntime().availableProcessors(),
                                        file -> outcome(check, file)))
                        .iterator();
        var modules = check;
        var set = new FilesTogether();
        int status = ExitCode.OK;
        while (outcomes.hasNext()) {
            switch (outcomes.next()) {
                case Outcome.Unreadable(var cause) -> {
                    spec.commandLine().getErr().println("offload-tck: " + cause.getMessage());
                    status = ExitCode.USAGE;
                }
                case Outcome.Checked(var file, var first) -> {
                    var report =
                            demanded(
                                    first instanceof FileReport.Module
                                            ? check(modules, file)
                                            : first);
                    modules = hostModule(report).map(check::withHostModule).orElse(modules);
                    reports.accept(report);
                    status = Math.max(status, status(report));
                    if (together) {
                        set.add(report, InputFile.read(file), member -> thinMember(file, member));
                    }
                }
            }
        }
        if (together) {
            reports.accept(set.report());
            status = Math.max(status, status(set.report()));
        }
        return status;
    }

    private static Outcome outcome(ArtifactCheck check, Path file) {
        try {
            return new Outcome.Checked(file, check(check, file));
        } catch (UnreadableInputException cause) {
            return new Outcome.Unreadable(cause);
        }
    }

    private static Optional<CompiledModule> hostModule(FileReport report) {
        return report instanceof FileReport.Module(var module)
                        && module.module().side() == Side.HOST
                ? Optional.of(module.module())
                : Optional.empty();
    }

    static FileReport check(ArtifactCheck check, Path file) {
        var bytes = InputFile.read(file);
        return check.check(file.toString(), bytes, member -> thinMember(file, member));
    }

    /// The file of a thin archive's member; a member that cannot be read is reported as missing.
    static Optional<byte[]> thinMember(Path archive, String member) {
        try {
            return Optional.of(InputFile.read(archive.resolveSibling(member)));
        } catch (UnreadableInputException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    private AbiProfiles profiles() {
        var profiles = AbiProfiles.load();
        for (var file : profileFiles) {
            profiles = with(profiles, file);
        }
        return profiles;
    }

    private AbiProfiles with(AbiProfiles profiles, Path file) {
        try {
            return profiles.with(file.toString(), InputFile.readText(file));
        } catch (MalformedProfileException fault) {
            throw new ParameterException(spec.commandLine(), fault.getMessage(), fault);
        }
    }

    private FileReport demanded(FileReport report) {
        return profile.isEmpty() ? report : new ProfileDemand(profile).judge(report);
    }

    private int status(FileReport report) {
        if (report instanceof FileReport.UnknownFormat
                || !(profile.isEmpty() || ProfileDemand.isDecided(report))) {
            return ExitCode.USAGE;
        }
        return report.findings().stream()
                        .anyMatch(finding -> finding.rule().severity() == Severity.ERROR)
                ? ExitCode.UNEXPECTED
                : ExitCode.OK;
    }
}
