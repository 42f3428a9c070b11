package org.offloadtck.object.command;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.ProfileDemand;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.check.together.FilesTogether;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Side;

/// The checks of the files of a command line: on all processors, reported in the files' order.
/// Device modules are compared with the host module named before them.
final class FileChecks {

    private final ArtifactCheck check;
    private final Optional<ProfileDemand> demand;
    private final Consumer<FileReport> reports;
    private final PrintWriter err;
    private final Optional<FilesTogether> set;
    private ArtifactCheck modules;
    private int status = ExitCode.OK;

    /// @param set gets all files, to compare them as those of one link
    /// @param reports receives each report, before the next files are read
    /// @param err gets a line for each file that cannot be read
    FileChecks(
            ArtifactCheck check,
            Optional<ProfileDemand> demand,
            Optional<FilesTogether> set,
            Consumer<FileReport> reports,
            PrintWriter err) {
        this.check = check;
        this.modules = check;
        this.demand = demand;
        this.set = set;
        this.reports = reports;
        this.err = err;
    }

    /// What became of a file.
    private sealed interface Outcome {
        record Checked(Path file, FileReport report) implements Outcome {}

        record Unreadable(UnreadableInputException cause) implements Outcome {}
    }

    void of(List<Path> paths) {
        paths.stream()
                .gather(
                        Gatherers.mapConcurrent(
                                Runtime.getRuntime().availableProcessors(), this::outcome))
                .forEachOrdered(this::accept);
        set.ifPresent(files -> report(files.report()));
    }

    /// [ExitCode#USAGE] if a file cannot be read, has no known format, or is not judged when a
    /// profile is demanded; otherwise [ExitCode#UNEXPECTED] if one is faulty.
    int status() {
        return status;
    }

    private Outcome outcome(Path file) {
        try {
            return new Outcome.Checked(file, checked(check, file));
        } catch (UnreadableInputException cause) {
            return new Outcome.Unreadable(cause);
        }
    }

    private void accept(Outcome outcome) {
        switch (outcome) {
            case Outcome.Unreadable(var cause) -> {
                err.println("offload-tck: " + cause.getMessage());
                status = ExitCode.USAGE;
            }
            case Outcome.Checked(var file, var first) -> {
                var own = first instanceof FileReport.Module ? checked(modules, file) : first;
                modules = hostModule(own).map(check::withHostModule).orElse(modules);
                var report = demand.map(profile -> profile.judge(own)).orElse(own);
                report(report);
                set.ifPresent(all -> add(all, report, file));
            }
        }
    }

    private static void add(FilesTogether all, FileReport report, Path file) {
        all.add(report, InputFile.read(file), member -> thinMember(file, member));
    }

    private void report(FileReport report) {
        reports.accept(report);
        status = Math.max(status, status(report));
    }

    private static Optional<CompiledModule> hostModule(FileReport report) {
        return report instanceof FileReport.Module(var module)
                        && module.module().side() == Side.HOST
                ? Optional.of(module.module())
                : Optional.empty();
    }

    static FileReport checked(ArtifactCheck check, Path file) {
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

    private int status(FileReport report) {
        if (report instanceof FileReport.UnknownFormat
                || (demand.isPresent() && !ProfileDemand.isDecided(report))) {
            return ExitCode.USAGE;
        }
        return report.findings().stream()
                        .anyMatch(finding -> finding.rule().severity() == Severity.ERROR)
                ? ExitCode.UNEXPECTED
                : ExitCode.OK;
    }
}
