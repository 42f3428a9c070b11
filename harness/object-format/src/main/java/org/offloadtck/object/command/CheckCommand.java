package org.offloadtck.object.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.data.JsonList;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.rule.Severity;
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
/// Requirements: OC-01, OC-02, OC-06.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description =
                "Checks objects, archives, executables and offload binaries; 1 if one is faulty.")
public final class CheckCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to check.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(
            names = "--profile-file",
            paramLabel = "YAML",
            description = "An additional ABI profile to compare with (repeatable).")
    private List<Path> profileFiles = new ArrayList<>();

    @Override
    public Integer call() {
        var profiles = profiles();
        var out = spec.commandLine().getOut();
        boolean faulty;
        if (json) {
            try (var list = new JsonList(out, "files")) {
                faulty = check(profiles, report -> list.add(CheckReportJson.of(report)));
            }
        } else {
            faulty = check(profiles, report -> out.print(CheckReportText.of(report)));
        }
        out.flush();
        return faulty ? ExitCode.UNEXPECTED : ExitCode.OK;
    }

    /// Checks the files in their order and passes each report on before the next file is read.
    /// Device modules are compared with the host module named before them.
    ///
    /// @return whether a file is faulty
    private boolean check(AbiProfiles profiles, Consumer<FileReport> reports) {
        var check = new ArtifactCheck(profiles);
        boolean faulty = false;
        for (var file : files) {
            var report = check(check, file);
            if (report instanceof FileReport.Module(var module)
                    && module.module().side() == Side.HOST) {
                check = check.withHostModule(module.module());
            }
            reports.accept(report);
            faulty |= isFaulty(report);
        }
        return faulty;
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

    private static boolean isFaulty(FileReport report) {
        return report.findings().stream()
                .anyMatch(finding -> finding.rule().severity() == Severity.ERROR);
    }
}
